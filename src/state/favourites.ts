import { proxy } from 'valtio';
import { FAVOURITES_MOST, isSameOrder } from '../../domain/index.ts';
import { Listeners } from './listeners.ts';
import { followStorage, readJson, storageKeys, writeJson } from './storage.ts';
import { isMarketId, moved } from './watchLists.ts';

/** Items by id, in the reader's order. @see specification §3 "Favourites" */
function idsFrom(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.map((item) => (typeof item === 'object' && item !== null ? item.id : undefined));
  const valid = ids.filter(isMarketId);
  return valid.length === value.length ? [...new Set(valid)].slice(0, FAVOURITES_MOST) : undefined;
}

const load = (): string[] => readJson(storageKeys.favourites, idsFrom) ?? [];

export const favourites = proxy<{ ids: string[] }>({ ids: load() });

/** The same to look one up in: a list asks for each of its rows. */
let known = new Set(favourites.ids);
const listeners = new Listeners<string>();

export const isFavourite = (id: string): boolean => known.has(id);

/** Subscribes to one item's place among the favourites. @returns undo. */
export const onFavourite = (id: string, listener: () => void): (() => void) => listeners.add(id, listener);

function take(ids: string[]): void {
  const before = known;
  known = new Set(ids);
  favourites.ids = ids;
  for (const id of new Set([...before, ...known])) if (known.has(id) !== before.has(id)) listeners.notify(id);
}

/** Puts a whole list in place of the one before. */
export function setFavourites(ids: string[]): void {
  take(ids);
  writeJson(
    storageKeys.favourites,
    ids.map((id) => ({ id })),
  );
}

/** Puts a market at the head of the favourites, or takes it off. @returns false where they are full: none makes room. */
export function toggleFavourite(id: string): boolean {
  const { ids } = favourites;
  const isIn = known.has(id);
  if (!isIn && ids.length >= FAVOURITES_MOST) return false;
  setFavourites(isIn ? ids.filter((each) => each !== id) : [id, ...ids]);
  return true;
}

/** Moves a favourite by so many places; beyond the ends it stays at the end. */
export function moveFavourite(id: string, by: number): void {
  if (known.has(id)) setFavourites([...moved(favourites.ids, (each) => each === id, by)]);
}

/** Takes what is stored, should another tab have written it just now. */
export function refreshFavourites(): void {
  const stored = readJson(storageKeys.favourites, idsFrom);
  if (stored && !isSameOrder(stored, favourites.ids)) take(stored);
}

/** Follows what other tabs do. @returns undo. */
export function followFavourites(): () => void {
  return followStorage(storageKeys.favourites, () => {
    take(load());
  });
}
