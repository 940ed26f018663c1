import * as v from 'valibot';
import { intervals } from '../interval.ts';

/** Decimal text ≥ 0, at most 19 digits before and 18 after the point, in the unit its field names. */
export const Amount = /*#__PURE__*/ v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(/^(0|[1-9]\d{0,18})(\.\d{1,18})?$/),
);
/** Moment in ms UTC. */
export const Moment = /*#__PURE__*/ v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(8_640_000_000_000_000),
);
/** The number of a row: larger ones than a number holds exactly are nobody's. */
export const Id = /*#__PURE__*/ v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** How many of something. */
export const Count = /*#__PURE__*/ v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A market's id, the specification's coinType: `BTC-USDT`, `BTC-USDT-PERP`. */
export const MarketId = /*#__PURE__*/ v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(/^[A-Za-z0-9]{1,20}(-[A-Za-z0-9]{1,20}){0,3}$/),
);
/** Length of a candle; `1M` is a calendar month. */
export const IntervalName = /*#__PURE__*/ v.picklist(intervals);
/** Side of a public trade: that of its taker. */
export const Side = /*#__PURE__*/ v.picklist(['buy', 'sell']);
/** Price, quantity. */
export const LevelPair = /*#__PURE__*/ v.tuple([Amount, Amount]);
/** A body without fields; unknown ones are dropped. */
export const Empty = /*#__PURE__*/ v.object({});

/** An asset's code: `USDT`. */
export const AssetCode = /*#__PURE__*/ v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,20}$/));
/** Decimal text with an optional sign, in the unit its field names. */
export const SignedAmount = /*#__PURE__*/ v.pipe(
  v.string(),
  v.maxLength(41),
  v.regex(/^-?(0|[1-9]\d{0,18})(\.\d{1,18})?$/),
);
/** Text that a user typed, checked by its own rule; the bound only keeps it out of harm's way. */
export const InputText = /*#__PURE__*/ v.pipe(v.string(), v.maxLength(300));

/**
 * A new state of a row on the private channel. The message holds the whole row; the channel checks only what says which is
 * newer, and the view that shows the row reads the rest.
 */
export const RowChange = /*#__PURE__*/ v.looseObject({ id: Id, version: Id });
/** What an upload is called: random, and only ever given by us. */
export const UploadId = /*#__PURE__*/ v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{20,64}$/));
/** A picture of ours, as it is shown to who may see it. */
export const PictureContent = /*#__PURE__*/ v.object({
  type: v.literal('image/jpeg'),
  width: v.number(),
  height: v.number(),
  /** Base64. */
  content: v.string(),
});

/** Decimal text as it was computed, at most 64 significant digits and not rounded: sums of fills, shares of them. */
const EXACT = /^-?(0|[1-9]\d{0,24})(\.\d{1,90})?$/;
/** Unrounded decimal text with an optional sign: sums and shares of fills, in the unit its field names. */
export const Exact = /*#__PURE__*/ v.pipe(v.string(), v.maxLength(120), v.regex(EXACT));
