import * as v from 'valibot';
import { convertSides } from '../wallet/convertCodes.ts';
import { defineCall } from './call.ts';
import { ConversionKindName, ConversionRow } from './convertRows.ts';
import { Amount, AssetCode, Empty, Id, Moment } from './fields.ts';

const QuoteId = /*#__PURE__*/ v.pipe(v.string(), v.minLength(8), v.maxLength(64));

/**
 * Firm price of a conversion within the spot account, good for 8 seconds. Errors: `convertSame`,
 * `convertZero`, `assetUnknown`, `marketClosed`, `marketPaused`, `marketStale`, those of the amount.
 */
export const convertQuote = /*#__PURE__*/ defineCall({
  path: '/xb/v1/convert/quote',
  access: 'user',
  request: v.strictObject({
    from: AssetCode,
    to: AssetCode,
    /** Which side the amount is of: what is given, or what is to be received at least. */
    side: v.picklist(convertSides),
    amount: Amount,
  }),
  response: v.object({
    /** Good once, for this user, until `expiresAt`. */
    id: v.string(),
    from: AssetCode,
    to: AssetCode,
    /** What is booked when it is accepted. */
    fromAmount: Amount,
    toAmount: Amount,
    /** Received for one of what is given: as executed, and without the spread. */
    price: Amount,
    reference: Amount,
    now: Moment,
    expiresAt: Moment,
  }),
});

/**
 * Books a quoted conversion. Errors: `quoteExpired`, `quoteUsed`, `quoteMoved`, `convertLimit`,
 * `insufficientBalance`.
 */
export const acceptConvert = /*#__PURE__*/ defineCall({
  path: '/xb/v1/convert/accept',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ quote: QuoteId }),
  response: v.object({ conversion: ConversionRow }),
});

/** Quote for small free balances on spot, at most 100, good for 8 seconds. Error: `marketStale`. */
export const smallBalances = /*#__PURE__*/ defineCall({
  path: '/xb/v1/convert/small/quote',
  access: 'user',
  request: Empty,
  response: v.object({
    /** Good once, for this user, until `expiresAt`, for any of its rows; empty when there are none. */
    id: v.string(),
    /** All become this asset. */
    to: AssetCode,
    /** A balance is small below this worth, in `to`. */
    below: Amount,
    rows: v.array(
      v.object({ asset: AssetCode, amount: Amount, toAmount: Amount, price: Amount, reference: Amount }),
    ),
    now: Moment,
    expiresAt: Moment,
  }),
});

/** Most small balances of one command. */
const MOST_SMALL = 100;

/** Books the chosen rows in one transaction. Errors as of `acceptConvert`; `assetUnknown`. */
export const acceptSmall = /*#__PURE__*/ defineCall({
  path: '/xb/v1/convert/small/accept',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    quote: QuoteId,
    /** Which rows of the quote. */
    assets: v.pipe(v.array(AssetCode), v.minLength(1), v.maxLength(MOST_SMALL)),
  }),
  response: v.object({ conversions: v.array(ConversionRow) }),
});

/** Conversions of the user, newest first. */
export const listConversions = /*#__PURE__*/ defineCall({
  path: '/xb/v1/convert/list',
  access: 'user',
  request: v.strictObject({
    /** Given or received. */
    asset: v.exactOptional(AssetCode),
    kind: v.exactOptional(ConversionKindName),
    /** Not before and not after these moments. */
    from: v.exactOptional(Moment),
    to: v.exactOptional(Moment),
    before: v.exactOptional(Id),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 50),
  }),
  response: v.object({ rows: v.array(ConversionRow), next: v.nullable(v.number()) }),
});
