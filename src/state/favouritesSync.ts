import { snapshot, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { isSameOrder, mergeFavourites, rebaseFavourites } from '../../domain/index.ts';
import { favourites, refreshFavourites, setFavourites } from './favourites.ts';
import { ask, login } from './login.ts';
import { status } from './status.ts';
import { readJson, readText, storageKeys, writeJson } from './storage.ts';

/** What the account had when this device last agreed with it. It outlives a logout, as the favourites do. */
interface Agreed {
  readonly uid: string;
  readonly version: number;
  readonly ids: readonly string[];
}

function agreedFrom(value: unknown): Agreed | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uid, version, ids } = value as Record<string, unknown>;
  if (typeof uid !== 'string' || typeof version !== 'number' || !Array.isArray(ids)) return undefined;
  return ids.every((id) => typeof id === 'string') ? { uid, version, ids } : undefined;
}

/** Where storage refuses to keep it. */
let unwritten: Agreed | undefined;

/** Counts only beside the list itself: a device whose list is lost has removed nothing. */
function agreed(): Agreed | undefined {
  if (unwritten) return unwritten;
  const hasList = readText(storageKeys.favourites) !== null;
  return hasList ? readJson(storageKeys.keptFavourites, agreedFrom) : undefined;
}

function note(now: Agreed): void {
  unwritten = writeJson(storageKeys.keptFavourites, now) ? undefined : now;
}

/** After an answer that did not come, ms. */
const AGAIN_MS = 30_000;
/** Devices that change favourites at the same time take turns; so often and no more until something changes again. */
const MOST_TURNS = 5;

/** Takes what the account has: with changes of this device put upon it, or all of the device's where it is new here. */
function take({ uid, version, ids }: Agreed): void {
  refreshFavourites();
  const before = agreed();
  const own = snapshot(favourites).ids;
  const next = before?.uid === uid ? rebaseFavourites(before.ids, own, ids) : mergeFavourites(ids, own);
  note({ uid, version, ids });
  if (!isSameOrder(next, own)) setFavourites(next);
}

/** @returns whether device and account agree; false: there was no answer, or who is logged in has changed. */
async function agree(): Promise<boolean> {
  const { token } = login;
  const requested = await ask('account.favourites', {});
  if (!requested.ok || token !== login.token) return false;
  take(requested.data);
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const known = agreed();
    const ids = [...snapshot(favourites).ids];
    if (!known || isSameOrder(known.ids, ids)) return true;
    const kept = await ask('account.keepFavourites', { ids, version: known.version });
    if (!kept.ok || token !== login.token) return false;
    const { isKept, uid, version } = kept.data;
    if (isKept) note({ uid, version, ids });
    else take(kept.data);
  }
  return false;
}

let isAgreeing = false;
let isWanted = false;
let again: ReturnType<typeof setTimeout> | undefined;

/** Makes device and account agree, one run at a time; what changes meanwhile is looked at by another. */
async function sync(): Promise<void> {
  isWanted = true;
  if (isAgreeing) return;
  clearTimeout(again);
  isAgreeing = true;
  // Without a link nothing is requested: it comes back, and then favourites are looked at again.
  while (isWanted && login.token !== null && status.link !== 'offline') {
    isWanted = false;
    if (await agree()) continue;
    again = setTimeout(() => void sync(), AGAIN_MS);
    break;
  }
  isAgreeing = false;
}

/** Whether a change is of this device, and not one that the account made here. */
function changedHere(): void {
  const known = agreed();
  if (!known || !isSameOrder(known.ids, snapshot(favourites).ids)) void sync();
}

/** Keeps favourites with the account of the logged-in user; without an account they stay on the device. @returns undo. */
export function syncFavourites(): () => void {
  const stops = [
    subscribeKey(login, 'token', () => void sync()),
    // Called when the private channel begins, too: a page that starts has its login by then.
    subscribeKey(status, 'favouritesVersion', () => void sync()),
    subscribeKey(status, 'link', (link) => {
      if (link === 'live' || link === 'slow') changedHere();
    }),
    subscribe(favourites, changedHere),
  ];
  void sync();
  return () => {
    clearTimeout(again);
    for (const stop of stops) stop();
  };
}
