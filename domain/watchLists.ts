import { isSameOrder, mergeFavourites, rebaseFavourites } from './market/favourites.ts';

/** Lists of an account beside its favourites. */
export const WATCH_LISTS_MOST = 10;
/** Markets of one list: with the longest ids, all lists and favourites are within one request's body. */
export const WATCH_LIST_MARKETS_MOST = 80;
/** Characters of a list's name. */
export const WATCH_LIST_NAME_MOST = 24;

/** Markets that somebody watches together, under a name of their own. A market may be in several lists. */
export interface WatchList {
  /** Made by the device that created the list, and the same on every device. */
  readonly id: string;
  /** As `watchListName` has it. */
  readonly name: string;
  /** Ids of markets in the reader's order, each once. */
  readonly ids: readonly string[];
}

/** Characters that have no place in a line: controls, line separators, marks that turn the direction of writing, halves of pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const JOINER = /[\u200c\u200d]/g;
/** Writing in which joiners are a part of words. */
const SCRIPTS =
  '\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}';
const JOINS = /*#__PURE__*/ new RegExp(`(?:\\p{ExtPict}[\\ufe0f\\p{EMod}]*|[${SCRIPTS}])$`, 'u');
const IS_JOINED = /*#__PURE__*/ new RegExp(`^[\\p{ExtPict}${SCRIPTS}]`, 'u');

/** A joiner that makes one sign of two, such as 👩‍💻; any other one would only hide in a name. */
const isOfSigns = (text: string, at: number): boolean =>
  text.slice(at, at + 1).search(JOINER) === 0 &&
  JOINS.test(text.slice(0, at)) &&
  IS_JOINED.test(text.slice(at + 1));

const oneLine = (typed: string): string =>
  typed
    .replace(UNSEEN, (sign, at: number) => (isOfSigns(typed, at) ? sign : ' '))
    .replace(/\s+/gu, ' ')
    .trim();

/** A name as it is kept: one line without unseen characters. @returns an empty text where nothing is left. */
export const watchListName = (typed: string): string =>
  // A sign that is cut leaves no joiner behind.
  oneLine([...oneLine(typed)].slice(0, WATCH_LIST_NAME_MOST).join(''));

/** What a name is compared by: letters' case makes no second list, nor do joiners that nobody sees. */
const nameKey = (name: string): string => name.toLowerCase().replace(JOINER, '');

/** Whether one of the lists has that name; `except` is the id of the list that may keep it. */
export const isNameTaken = (lists: readonly WatchList[], name: string, except?: string): boolean =>
  lists.some((list) => list.id !== except && nameKey(list.name) === nameKey(name));

/**
 * Lists of an account and of a device on which it logs in: the account's in their order, each with what the device has
 * under the same id or name behind its own markets, then what the device alone has. @returns at most
 * `WATCH_LISTS_MOST` lists; the account's come first.
 */
export function mergeWatchLists(account: readonly WatchList[], device: readonly WatchList[]): WatchList[] {
  const merged = account.map((list) => ({ ...list }));
  for (const list of device) {
    const place = merged.findIndex(({ id, name }) => id === list.id || nameKey(name) === nameKey(list.name));
    const same = merged[place];
    if (same) merged[place] = { ...same, ids: mergeFavourites(same.ids, list.ids, WATCH_LIST_MARKETS_MOST) };
    else merged.push({ ...list });
  }
  return merged.slice(0, WATCH_LISTS_MOST);
}

/**
 * What a device changed of its lists, put upon what others have changed meanwhile: nobody's list, market, removal or
 * name is lost; where both renamed a list or moved lists, this device's wins, and a list that one side deleted while
 * the other changed it stays. @param base what both began with. @returns as `mergeWatchLists` does; `theirs` where
 * the device changed nothing.
 */
export function rebaseWatchLists(
  base: readonly WatchList[],
  own: readonly WatchList[],
  theirs: readonly WatchList[],
): WatchList[] {
  if (isSameLists(base, own)) return [...theirs];
  const [begun, here, there] = [byId(base), byId(own), byId(theirs)];
  const joined = (id: string): readonly WatchList[] => {
    const [from, mine, other] = [begun.get(id), here.get(id), there.get(id)];
    if (mine && other) return [rebaseList(from, mine, other)];
    const left = mine ?? other;
    // Deleted by one: it stays where the other one has changed it since, or has created it.
    return left && !(from && isSameList(from, left)) ? [left] : [];
  };
  const order = rebaseFavourites(idsOf(base), idsOf(own), idsOf(theirs), Number.MAX_SAFE_INTEGER);
  // What one has deleted and the other has changed stands in neither order's rules.
  const all = [...new Set([...order, ...idsOf(theirs), ...idsOf(own)])].flatMap(joined);
  const [kept, created] = [
    all.filter(({ id }) => there.has(id)),
    all.filter(({ id }) => !there.has(id) && !begun.has(id)),
  ];
  // Two devices that create a list of the same name mean the same list.
  const twins = new Set(created.filter(({ name }) => isNameTaken(kept, name)).map(({ id }) => id));
  const merged = mergeWatchLists(
    kept,
    created.filter(({ id }) => twins.has(id)),
  );
  const last = new Map(merged.map((list) => [list.id, list]));
  const ordered = all.filter(({ id }) => !twins.has(id)).map((list) => last.get(list.id) ?? list);
  return bounded(ordered, there);
}

/** Too many: what the account has stays before what it has not. */
function bounded(lists: readonly WatchList[], account: ReadonlyMap<string, WatchList>): WatchList[] {
  const surplus = lists
    .filter(({ id }) => !account.has(id))
    .slice(Math.max(0, WATCH_LISTS_MOST - account.size));
  const dropped = lists.length > WATCH_LISTS_MOST ? new Set(surplus) : new Set();
  return lists.filter((list) => !dropped.has(list)).slice(0, WATCH_LISTS_MOST);
}

const byId = (lists: readonly WatchList[]): ReadonlyMap<string, WatchList> =>
  new Map(lists.map((list) => [list.id, list]));
const idsOf = (lists: readonly WatchList[]): string[] => lists.map(({ id }) => id);

const rebaseList = (base: WatchList | undefined, own: WatchList, theirs: WatchList): WatchList => ({
  id: own.id,
  name: own.name === base?.name ? theirs.name : own.name,
  ids: base
    ? rebaseFavourites(base.ids, own.ids, theirs.ids, WATCH_LIST_MARKETS_MOST)
    : mergeFavourites(theirs.ids, own.ids, WATCH_LIST_MARKETS_MOST),
});

const isSameList = (a: WatchList, b: WatchList): boolean =>
  a.id === b.id && a.name === b.name && isSameOrder(a.ids, b.ids);

/** Whether two devices have the same lists, in the same order and with the same markets in them. */
export const isSameLists = (a: readonly WatchList[], b: readonly WatchList[]): boolean =>
  a.length === b.length &&
  a.every((list, i) => {
    const other = b[i];
    return other !== undefined && isSameList(list, other);
  });
