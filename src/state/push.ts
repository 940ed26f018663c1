import { proxy } from 'valtio';
import type { Refusal, Result } from '../../domain/index.ts';
import { ask, login } from './login.ts';

/**
 * Whether the exchange reaches this device while no page is open, for the logged-in user; and why it refused to, where
 * it did.
 */
export const push = proxy<{ isOn: boolean; refusal: Refusal | undefined }>({
  isOn: false,
  refusal: undefined,
});

/** A subscription, as far as it is used here. */
export interface Subscribed {
  toJSON(): PushSubscriptionJSON;
  unsubscribe(): Promise<boolean>;
}

/** The browser's side of it. */
export interface PushDoor {
  /** With this key: the one that there is, or a new one. Undefined where the browser has none. */
  subscribed(key: string): Promise<Subscribed | undefined>;
  /** The one that there is. */
  current(): Promise<Subscribed | undefined>;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

const isSame = (kept: ArrayBuffer | null, key: Uint8Array): boolean =>
  kept !== null && kept.byteLength === key.length && new Uint8Array(kept).every((byte, i) => byte === key[i]);

async function manager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active && 'pushManager' in registration ? registration.pushManager : undefined;
}

const device: PushDoor = {
  async subscribed(key) {
    const [pushes, applicationServerKey] = [await manager(), bytesOf(key)];
    const kept = await pushes?.getSubscription();
    if (kept && isSame(kept.options.applicationServerKey, applicationServerKey)) return kept;
    // It was made for another exchange, or for this one before its data was lost.
    await kept?.unsubscribe();
    return pushes?.subscribe({ userVisibleOnly: true, applicationServerKey });
  },
  current: async () => (await (await manager())?.getSubscription()) ?? undefined,
};

/** The newest request: what an older one still waits for is no matter any more. */
let turn = 0;
/** Whether this device is to be reached, whatever has come of it so far. */
let isWanted = false;
/** A stop that is under way; a start waits for it, as it would else find the subscription that is about to end. */
let ending: Promise<unknown> | undefined;

/** Has the exchange reach this device, with words or without. Where it cannot, the page goes on notifying by itself. */
export async function startPush(words: boolean, door: PushDoor = device): Promise<void> {
  turn += 1;
  isWanted = true;
  const own = turn;
  const result = await started(words, door, () => own === turn).catch(() => undefined);
  if (own !== turn) return;
  push.isOn = result?.ok === true;
  push.refusal = result && !result.ok ? result.error : undefined;
}

/** @returns undefined where exchange or browser have no push, and where a newer request has taken its place. */
async function started(
  words: boolean,
  door: PushDoor,
  isNewest: () => boolean,
): Promise<Result<unknown> | undefined> {
  if (ending) await ending;
  const requested = await ask('notification.push', {});
  if (!isNewest() || !requested.ok || requested.data.key === null) return undefined;
  const { key } = requested.data;
  const first = await door.subscribed(key);
  if (!isNewest()) {
    // It was made after the stop had looked for one; a newer start uses it.
    if (!isWanted) await first?.unsubscribe();
    return undefined;
  }
  if (!first) return undefined;
  const result = await register(first, words);
  // The stop may have reached the exchange first.
  if (!isWanted) await ask('notification.pushOff', {});
  if (!isNewest() || result.ok || result.error.code !== 'pushTaken') return result;
  // Somebody else was logged in here and never left: the old address dies, and this login gets one of its own.
  await first.unsubscribe();
  const second = await door.subscribed(key);
  if (isNewest()) return second && register(second, words);
  if (!isWanted) await second?.unsubscribe();
  return undefined;
}

function register(subscription: Subscribed, words: boolean): Promise<Result<unknown>> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return ask('notification.pushOn', {
    endpoint,
    p256dh: keys['p256dh'] ?? '',
    auth: keys['auth'] ?? '',
    words,
  });
}

/**
 * This device is reached no more; nothing is requested where it was never to be. Who has logged out without a network is
 * still known to the exchange: without its subscription the device shows nothing of theirs.
 */
export async function stopPush(door: PushDoor = device): Promise<void> {
  if (!isWanted) return;
  isWanted = false;
  turn += 1;
  push.isOn = false;
  push.refusal = undefined;
  const own = Promise.allSettled([
    login.token === null ? undefined : ask('notification.pushOff', {}),
    door.current().then((subscription) => subscription?.unsubscribe()),
  ]);
  ending = own;
  await own;
  if (ending === own) ending = undefined;
}
