import * as v from 'valibot';
import { worthRanges } from '../wallet/worthCodes.ts';
import { defineCall } from './call.ts';
import { Moment, SignedAmount } from './fields.ts';

/** What a user's accounts were worth at a moment, USDT: all that is booked, and the P/L of open positions. */
const WorthPoint = /*#__PURE__*/ v.tuple([Moment, SignedAmount]);

/** Portfolio value of the user over a range, in USDT, and the base of today's P/L. */
export const worth = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/worth',
  access: 'user',
  request: v.strictObject({ range: v.picklist(worthRanges) }),
  response: v.object({
    /** Ascending; empty where nothing was kept yet. */
    points: v.array(WorthPoint),
    /** From where today's P/L counts; null where nothing was kept yet. */
    today: v.nullable(
      v.object({
        /** 00:00 UTC, or the moment that was kept nearest to it. */
        since: Moment,
        worth: SignedAmount,
        /** What has come in from outside since then, less what has gone out, at its worth when it moved, USDT. */
        moved: SignedAmount,
      }),
    ),
  }),
});
