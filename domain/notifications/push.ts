/*
 * What page, service worker and exchange say to each other of web push. It stands apart, so that the service worker loads
 * this alone.
 */
/** Where a service worker reports that its device's subscription was replaced, below the API's own path. */
export const PUSH_MOVED_PATH = '/xb/v1/notification/push/moved';

/** What a push message carries, as JSON, encrypted for one device. */
export interface PushNotice {
  /** The same again takes the place of the one before. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The route that a tap leads to. */
  readonly path: string;
}

/** A notice that says nothing of what has happened: one a device, however much there is. Its title is the venue's name. */
export const SEALED_NOTICE = { id: 'tidemark', path: '/mine/news' } as const;

/** Devices of a user that are reached, at most. */
export const PUSH_DEVICES = 10;
