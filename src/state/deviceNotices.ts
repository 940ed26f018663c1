import { changeSettings, settings } from './settings.ts';

/** What the device shows when the page is hidden. */
export interface Notice {
  /** The same again takes the place of the one before. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The route that a tap leads to. */
  readonly path: string;
}

/** `missing`: this browser has none, or not on this connection. */
export type Permission = NotificationPermission | 'missing';

const hasNotices = (): boolean => 'Notification' in window && 'serviceWorker' in navigator;

/** Whether the user allows notifications on this device. */
export const noticePermission = (): Permission => (hasNotices() ? Notification.permission : 'missing');

/** Asks for permission; to be called by a tap, as browsers want it. */
export async function askForNotices(): Promise<Permission> {
  if (!hasNotices()) return 'missing';
  return Notification.permission === 'default' ? Notification.requestPermission() : Notification.permission;
}

/**
 * Asks for permission once, by the tap that sets the first alert. It is not requested again once answered
 * or dismissed: the settings have the switch.
 */
export async function askAtAlert(): Promise<void> {
  if (settings.notify || settings.hasBeenAsked || noticePermission() !== 'default') return;
  changeSettings({ hasBeenAsked: true });
  if ((await askForNotices()) === 'granted') changeSettings({ notify: true });
}

/** Shows a notification through the service worker, which opens its route when it is tapped. @returns whether. */
export async function showNotice({ id, title, text, path }: Notice): Promise<boolean> {
  if (noticePermission() !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) return false;
  return registration
    .showNotification(title, {
      body: text,
      tag: id,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { path },
    })
    .then(
      () => true,
      () => false,
    );
}
