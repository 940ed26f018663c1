import { proxy } from 'valtio';
import type { WatchList } from '../../domain/index.ts';
import {
  isNameTaken,
  isSameLists,
  WATCH_LIST_MARKETS_MOST,
  WATCH_LISTS_MOST,
  watchListName,
} from '../../domain/index.ts';
import { followStorage, readJson, storageKeys, writeJson } from './storage.ts';

/** Whether there can be such a market: an address may name anything. */
export const isMarketId = (id: unknown): id is string =>
  typeof id === 'string' && /^[A-Za-z0-9-]{1,40}$/.test(id);

/** What is not a list as this page keeps it makes the whole content damaged. */
export function listsFrom(value: unknown): WatchList[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const lists = value.flatMap((each: unknown): WatchList[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { id, name, ids } = each as Record<string, unknown>;
    const isValid =
      typeof id === 'string' &&
      /^[A-Za-z0-9]{8,24}$/.test(id) &&
      typeof name === 'string' &&
      name !== '' &&
      watchListName(name) === name &&
      Array.isArray(ids) &&
      ids.every(isMarketId);
    return isValid ? [{ id, name, ids: [...new Set<string>(ids)].slice(0, WATCH_LIST_MARKETS_MOST) }] : [];
  });
  const isWhole = lists.length === value.length && new Set(lists.map(({ id }) => id)).size === lists.length;
  return isWhole ? lists.slice(0, WATCH_LISTS_MOST) : undefined;
}

const load = (): WatchList[] => readJson(storageKeys.watchLists, listsFrom) ?? [];

/** Lists beside the favourites, in the reader's order. */
export const watchLists = proxy<{ all: readonly WatchList[] }>({ all: load() });

/** Puts all lists in place of those before. */
export function setWatchLists(all: readonly WatchList[]): void {
  watchLists.all = all;
  writeJson(storageKeys.watchLists, all);
}

const change = (id: string, next: (list: WatchList) => WatchList): void =>
  setWatchLists(watchLists.all.map((list) => (list.id === id ? next(list) : list)));

/** What keeps a name from being that of a list. */
export type NameFault = 'empty' | 'taken';

function nameFault(name: string, except?: string): NameFault | undefined {
  if (name === '') return 'empty';
  return isNameTaken(watchLists.all, name, except) ? 'taken' : undefined;
}

const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Two devices that create lists at the same moment give them different ids. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => ID_LETTERS[byte % 32]).join('');

/** Creates a list, with those markets in it. */
export function createWatchList(typed: string, ids: readonly string[]): NameFault | undefined {
  const name = watchListName(typed);
  const fault = nameFault(name);
  if (!fault) setWatchLists([...watchLists.all, { id: newId(), name, ids }].slice(0, WATCH_LISTS_MOST));
  return fault;
}

export function renameWatchList(id: string, typed: string): NameFault | undefined {
  const name = watchListName(typed);
  const fault = nameFault(name, id);
  if (!fault) change(id, (list) => ({ ...list, name }));
  return fault;
}

/** Deletes a list. @returns a function that brings it back where it stood, with what else has changed since. */
export function deleteWatchList(id: string): () => void {
  const place = watchLists.all.findIndex((list) => list.id === id);
  const list = watchLists.all[place];
  setWatchLists(watchLists.all.filter((each) => each.id !== id));
  return () => {
    const { all } = watchLists;
    if (!list || all.length >= WATCH_LISTS_MOST || all.some((each) => each.id === id)) return;
    setWatchLists([...all.slice(0, place), list, ...all.slice(place)]);
  };
}

/** Moves one of several by so many places; beyond the ends it stays at the end. */
export function moved<T>(all: readonly T[], isIt: (each: T) => boolean, by: number): readonly T[] {
  const from = all.findIndex(isIt);
  const it = all[from];
  if (it === undefined) return all;
  const rest = all.filter((_, place) => place !== from);
  const to = Math.max(0, Math.min(rest.length, from + by));
  return [...rest.slice(0, to), it, ...rest.slice(to)];
}

export const moveWatchList = (id: string, by: number): void =>
  setWatchLists(moved(watchLists.all, (list) => list.id === id, by));

/** Puts a market at the head of a list, or takes it off. @returns false where the list is full. */
export function toggleInWatchList(id: string, market: string): boolean {
  const list = watchLists.all.find((each) => each.id === id);
  if (!list) return true;
  const isIn = list.ids.includes(market);
  if (!isIn && list.ids.length >= WATCH_LIST_MARKETS_MOST) return false;
  change(id, ({ ids, ...rest }) => ({
    ...rest,
    ids: isIn ? ids.filter((each) => each !== market) : [market, ...ids],
  }));
  return true;
}

/** Moves a market within a list. */
export const moveInWatchList = (id: string, market: string, by: number): void =>
  change(id, (list) => ({ ...list, ids: moved(list.ids, (each) => each === market, by) }));

/** Takes what is stored, should another tab have written it just now. */
export function refreshWatchLists(): void {
  const stored = readJson(storageKeys.watchLists, listsFrom);
  if (stored && !isSameLists(stored, watchLists.all)) watchLists.all = stored;
}

/** Follows what other tabs do. @returns undo. */
export const followWatchLists = (): (() => void) =>
  followStorage(storageKeys.watchLists, () => {
    watchLists.all = load();
  });
