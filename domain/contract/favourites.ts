import * as v from 'valibot';
import { FAVOURITES_MOST } from '../market/favourites.ts';
import { WATCH_LIST_MARKETS_MOST, WATCH_LIST_NAME_MOST, WATCH_LISTS_MOST } from '../watchLists.ts';
import { defineCall } from './call.ts';
import { Count, Empty, MarketId } from './fields.ts';

const Ids = /*#__PURE__*/ v.pipe(v.array(MarketId), v.maxLength(FAVOURITES_MOST));

/** Lists beside the favourites, in the user's order. */
const Lists = /*#__PURE__*/ v.pipe(
  v.array(
    v.object({
      /** Made by the device that created the list. */
      id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{8,24}$/)),
      /** One line without unseen characters; its bound here counts halves of pairs. */
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(2 * WATCH_LIST_NAME_MOST)),
      ids: v.pipe(v.array(MarketId), v.maxLength(WATCH_LIST_MARKETS_MOST)),
    }),
  ),
  v.maxLength(WATCH_LISTS_MOST),
);

/** Favourites and watch lists as an account has them. */
const StoredFavourites = /*#__PURE__*/ v.object({
  /** Whose. */
  uid: v.string(),
  /** Ids of markets in the user's order. */
  ids: Ids,
  /** Absent: an exchange that keeps favourites alone. */
  lists: v.optional(Lists, []),
  /** Rises by one with each change; 0 while nothing was ever kept. */
  version: Count,
});

/** Favourite markets and watch lists of the account; none at version 0 before the first change. */
export const favourites = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/favourites',
  access: 'user',
  request: Empty,
  response: StoredFavourites,
});

/**
 * Replaces the favourites, and the watch lists where they are given, when `version` is still current. Error:
 * `bodyInvalid` for an id listed twice and a name that is not as `watchListName` keeps it.
 */
export const keepFavourites = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/favourites/keep',
  access: 'user',
  /** `version`: the one that they were made from. Without `lists` those of the account stay as they are. */
  request: v.strictObject({ ids: Ids, lists: v.optional(Lists), version: Count }),
  /** `isKept`: false where another device was first; what it kept is the answer, and nothing has changed. */
  response: v.object({ ...StoredFavourites.entries, isKept: v.boolean() }),
});
