import { snapshot, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { WatchList } from '../../domain/index.ts';
import {
  isSameLists,
  isSameOrder,
  mergeFavourites,
  mergeWatchLists,
  rebaseFavourites,
  rebaseWatchLists,
} from '../../domain/index.ts';
import { favourites, refreshFavourites, setFavourites } from './favourites.ts';
import { ask, login } from './login.ts';
import { status } from './status.ts';
import { readJson, readText, storageKeys, writeJson } from './storage.ts';
import { listsFrom, refreshWatchLists, setWatchLists, watchLists } from './watchLists.ts';

/** Favourites, and the lists beside them. */
interface Watched {
  readonly ids: readonly string[];
  readonly lists: readonly WatchList[];
}

/** What the account had when this device last agreed with it. It outlives a logout, as the favourites do. */
interface Agreed extends Watched {
  readonly uid: string;
  readonly version: number;
}

function agreedFrom(value: unknown): Agreed | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uid, version, ids, lists: kept } = value as Record<string, unknown>;
  // A page that knew favourites alone has kept no lists.
  const lists = kept === undefined ? [] : listsFrom(kept);
  if (typeof uid !== 'string' || typeof version !== 'number' || !Array.isArray(ids)) return undefined;
  return lists && ids.every((id) => typeof id === 'string') ? { uid, version, ids, lists } : undefined;
}

/** Where storage refuses to keep it. */
let unwritten: Agreed | undefined;

/** Counts only beside the list itself: a device whose list is lost has removed nothing. */
function agreed(): Agreed | undefined {
  if (unwritten) return unwritten;
  const hasList = readText(storageKeys.favourites) !== null;
  const known = hasList ? readJson(storageKeys.storedFavourites, agreedFrom) : undefined;
  return known && readText(storageKeys.watchLists) === null ? { ...known, lists: [] } : known;
}

function note(now: Agreed): void {
  unwritten = writeJson(storageKeys.storedFavourites, now) ? undefined : now;
}

/** After an answer that did not come, ms. */
const AGAIN_MS = 30_000;
/** Devices that change favourites at the same time take turns; so often and no more until something changes again. */
const MOST_TURNS = 5;

/** What this device has, as plain copies that can cross to the worker. */
const own = () => ({
  ids: [...snapshot(favourites).ids],
  lists: snapshot(watchLists).all.map((list) => ({ ...list, ids: [...list.ids] })),
});

const isAgreed = (known: Watched, here: Watched): boolean =>
  isSameOrder(known.ids, here.ids) && isSameLists(known.lists, here.lists);

/** Takes what the account has: with changes of this device put upon it, or all of the device's where it is new here. */
function take({ uid, version, ids, lists }: Agreed): void {
  refreshFavourites();
  refreshWatchLists();
  const [before, here] = [agreed(), own()];
  const isKnown = before?.uid === uid;
  const nextIds = isKnown ? rebaseFavourites(before.ids, here.ids, ids) : mergeFavourites(ids, here.ids);
  const nextLists = isKnown
    ? rebaseWatchLists(before.lists, here.lists, lists)
    : mergeWatchLists(lists, here.lists);
  note({ uid, version, ids, lists });
  if (!isSameOrder(nextIds, here.ids)) setFavourites(nextIds);
  if (!isSameLists(nextLists, here.lists)) setWatchLists(nextLists);
}

/** @returns whether device and account agree; false: there was no answer, or who is logged in has changed. */
async function agree(): Promise<boolean> {
  const { token } = login;
  const requested = await ask('account.favourites', {});
  if (!requested.ok || token !== login.token) return false;
  take(requested.data);
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const known = agreed();
    const { ids, lists } = own();
    if (!known || isAgreed(known, { ids, lists })) return true;
    // An exchange that keeps favourites alone is sent no lists before there are some.
    const changed = isSameLists(known.lists, lists) ? {} : { lists };
    const kept = await ask('account.keepFavourites', { ids, ...changed, version: known.version });
    if (!kept.ok || token !== login.token) return false;
    const { isKept, uid, version } = kept.data;
    if (isKept) note({ uid, version, ids, lists });
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
  if (!known || !isAgreed(known, own())) void sync();
}

/** Keeps favourites and watch lists with the account of the logged-in user; without an account they stay on the device. @returns undo. */
export function syncFavourites(): () => void {
  const stops = [
    subscribeKey(login, 'token', () => void sync()),
    // Called when the private channel begins, too: a page that starts has its login by then.
    subscribeKey(status, 'favouritesVersion', () => void sync()),
    subscribeKey(status, 'link', (link) => {
      if (link === 'live' || link === 'slow') changedHere();
    }),
    subscribe(favourites, changedHere),
    subscribe(watchLists, changedHere),
  ];
  void sync();
  return () => {
    clearTimeout(again);
    for (const stop of stops) stop();
  };
}
