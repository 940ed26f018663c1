import DecimalJs from 'decimal.js';
import { RuleError } from './ruleError.ts';

/** Exact decimal as text: on every wire, in every store. Never a `number`. */
export type Dec = string;

/**
 * The product's one Decimal constructor: 64 significant digits, half-up, never exponent text. A clone, so that
 * no other module's settings change its rounding.
 */
export const D = /*#__PURE__*/ DecimalJs.clone({
  precision: 64,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
/** A number for computing; on wires and in stores it is `Dec`. */
export type D = InstanceType<typeof D>;

/**
 * For sums that must not depend on their order: whatever is kept of money and positions adds up in it without
 * rounding. Its sums are rounded to the digits of `D` when they are read.
 */
export const Exact = /*#__PURE__*/ D.clone({ precision: 200 });
/** An exact sum as everything else computes with it. */
export const readExact = (sum: D): D => new D(sum).toSignificantDigits(D.precision);

const POINT = 46;
const ZERO = 48;
const NINE = 57;
/** 19 digits, a point, 18 digits, and no more. */
const MOST_DIGITS = 38;
const FEED_DECIMAL = /^-?\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,2})?$/;
const MAX_TEXT = 64;

/**
 * The one reader of plain amounts: digits, at most 19 before and 18 after the point, no sign, no leading zeros.
 * A loop, not an expression: lists read tens of thousands of texts a second.
 * @returns 1 for a positive amount, 0 for zero, undefined for text that is no amount.
 */
export function amountSign(text: unknown): 0 | 1 | undefined {
  if (typeof text !== 'string' || text.length > MOST_DIGITS) return undefined;
  let point = -1;
  let sign: 0 | 1 = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT && point < 0) point = i;
    else if (code < ZERO || code > NINE) return undefined;
    else if (code !== ZERO) sign = 1;
  }
  const whole = point < 0 ? text.length : point;
  const fraction = text.length - whole - 1;
  if (whole < 1 || whole > 19 || (whole > 1 && text.charCodeAt(0) === ZERO)) return undefined;
  return point >= 0 && (fraction < 1 || fraction > 18) ? undefined : sign;
}

/** Whether a user's or a client's text is an amount: plain digits within bounds. */
export function isAmountText(text: unknown): text is Dec {
  return amountSign(text) !== undefined;
}

/**
 * Whether text from a market feed is a decimal. Feeds may send a sign and an exponent of at most two digits;
 * the bounds keep a hostile text such as `1e50000000` from stalling Decimal.
 */
export function isFeedDecimal(text: unknown): text is Dec {
  return typeof text === 'string' && text.length <= MAX_TEXT && FEED_DECIMAL.test(text);
}

/**
 * Reads an amount that a user or a client sent.
 * @throws {RuleError} `amountInvalid` when the text is not plain decimal digits within bounds.
 */
export function parseAmount(text: unknown): D {
  if (!isAmountText(text)) throw new RuleError('amountInvalid');
  return new D(text);
}

/** Reads a feed's decimal; undefined when the text is none, so that the caller counts and drops it. */
export function parseFeedDecimal(text: unknown): D | undefined {
  return isFeedDecimal(text) ? new D(text) : undefined;
}

/** Plain digits without exponent, sign kept, no trailing zeros after the point. */
export function toText(value: D): Dec {
  return value.toFixed();
}
