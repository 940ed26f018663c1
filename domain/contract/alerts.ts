import * as v from 'valibot';
import { alertDirections, alertStates } from '../notifications/alertCodes.ts';
import { defineCall } from './call.ts';
import { Amount, Count, Empty, Id, MarketId, Moment } from './fields.ts';

const Direction = /*#__PURE__*/ v.picklist(alertDirections);

/** A price alert as it stands. Prices quote per base. */
export const AlertRow = /*#__PURE__*/ v.object({
  id: Id,
  market: MarketId,
  direction: Direction,
  price: Amount,
  /** Counts again each time the price has gone back; otherwise it is sent once. */
  repeats: v.boolean(),
  state: v.picklist(alertStates),
  /** How often it was sent; when and at which price it was sent last, null before the first time. */
  fired: Count,
  firedAt: v.nullable(Moment),
  firedPrice: v.nullable(Amount),
  createdAt: Moment,
  /** A newer state has a higher version. */
  version: Id,
});
export type AlertRow = v.InferOutput<typeof AlertRow>;

/** Price alerts of the user, of one market where named; `most` bounds those not yet reached. */
export const listAlerts = /*#__PURE__*/ defineCall({
  path: '/xb/v1/alert/list',
  access: 'user',
  request: v.strictObject({ market: v.exactOptional(MarketId) }),
  /** Newest first: all that wait or rest, and the newest of those that were reached. */
  response: v.object({ rows: v.array(AlertRow), most: Count }),
});

/**
 * Adds a price alert, quote per base, or updates the equal one. Errors: `priceInvalid`, `marketUnknown`,
 * `alertReached`, `alertsTooMany`.
 */
export const addAlert = /*#__PURE__*/ defineCall({
  path: '/xb/v1/alert/add',
  access: 'user',
  request: v.strictObject({ market: MarketId, direction: Direction, price: Amount, repeats: v.boolean() }),
  response: v.object({ alert: AlertRow }),
});

/** Removes a price alert of the user. Error: `notFound`. */
export const removeAlert = /*#__PURE__*/ defineCall({
  path: '/xb/v1/alert/remove',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: Empty,
});
