import { API_BASE } from '../../domain/contract/index.ts';
import type { PushNotice } from '../../domain/index.ts';
import { PUSH_MOVED_PATH, SEALED_NOTICE } from '../../domain/index.ts';

/** A page of ours, as far as a push message has to know. */
interface SeenPage {
  readonly visibilityState: string;
}
interface DisplayedNotice {
  close(): void;
}

/** What shows notifications. */
export interface PushDoor {
  matchAll(): Promise<readonly SeenPage[]>;
  show(title: string, options: NotificationOptions): Promise<void>;
  shown(tag: string): Promise<readonly DisplayedNotice[]>;
}

/** Reads a push message; what cannot be read says that there is something, as browsers want one shown for each. */
export function noticeOfPush(text: string): PushNotice {
  const unread = { ...SEALED_NOTICE, title: __NAME__, text: '' };
  try {
    const { id, title, text: body, path } = JSON.parse(text) as Record<string, unknown>;
    const all = [id, title, body, path];
    if (!all.every((each) => typeof each === 'string')) return unread;
    const [ownId = '', ownTitle = '', ownText = '', ownPath = ''] = all as string[];
    return { id: ownId, title: ownTitle, text: ownText, path: ownPath };
  } catch {
    return unread;
  }
}

/**
 * Shows a push message. Where a page of ours is being looked at, it has shown the same: the notification that browsers
 * insist on is taken away at once, and makes no sound.
 */
export async function showPush({ matchAll, show, shown }: PushDoor, text: string): Promise<void> {
  const { id, title, text: body, path } = noticeOfPush(text);
  const isSeen = (await matchAll()).some(({ visibilityState }) => visibilityState === 'visible');
  await show(title, {
    body,
    tag: id,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path },
    ...(isSeen ? { silent: true } : {}),
  });
  if (isSeen) for (const each of await shown(id)) each.close();
}

/** A subscription, as far as it is used here. */
export interface Subscribed {
  toJSON(): { endpoint?: string; keys?: Record<string, string> };
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
}
export interface MoveDoor {
  subscribe(key: ArrayBuffer): Promise<Subscribed>;
  post(path: string, body: unknown): Promise<unknown>;
}

/**
 * A browser has replaced its subscription: the exchange receives where the device is reached now, proven by the former one.
 * Without the former one, the page subscribes again at its next visit.
 */
export async function moveSubscription(
  { subscribe, post }: MoveDoor,
  former: Subscribed | null | undefined,
  fresh: Subscribed | null | undefined,
): Promise<void> {
  const key = former?.options.applicationServerKey;
  if (!former || !key) return;
  const { endpoint: from, keys: secrets = {} } = former.toJSON();
  const { endpoint, keys = {} } = (fresh ?? (await subscribe(key))).toJSON();
  await post(API_BASE + PUSH_MOVED_PATH, {
    endpoint,
    p256dh: keys['p256dh'],
    auth: keys['auth'],
    former: { endpoint: from, auth: secrets['auth'] },
  });
}
