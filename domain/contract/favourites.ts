import * as v from 'valibot';
import { FAVOURITES_MOST } from '../favourites.ts';
import { defineCall } from './call.ts';
import { Count, Empty, MarketId } from './fields.ts';

const Ids = /*#__PURE__*/ v.pipe(v.array(MarketId), v.maxLength(FAVOURITES_MOST));

/** Favourites as an account has them. */
const Kept = /*#__PURE__*/ v.object({
  /** Whose. */
  uid: v.string(),
  /** Ids of markets in the person's order. */
  ids: Ids,
  /** Rises by one with each change; 0 while nothing was ever kept. */
  version: Count,
});

/** Favourite markets of the account; an empty list at version 0 before the first change. */
export const favourites = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/favourites',
  access: 'user',
  request: Empty,
  response: Kept,
});

/** Replaces the list when `version` is still current. Error: `bodyInvalid` for an id listed twice. */
export const keepFavourites = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/favourites/keep',
  access: 'user',
  /** `version`: the one that the list was made from. */
  request: v.strictObject({ ids: Ids, version: Count }),
  /** `isKept`: false where another device was first; what it kept is the answer, and nothing has changed. */
  response: v.object({ ...Kept.entries, isKept: v.boolean() }),
});
