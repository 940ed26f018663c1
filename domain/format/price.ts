import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import type { NumberStyle } from './style.ts';
import { affixedDigits, plainStyle, styleDigits } from './style.ts';
import { countedZeros } from './zeros.ts';

const HALF_AWAY_FROM_ZERO = 4;
/** Digits of a price that is finer than any step it is known by. */
const LEAST_DIGITS = 4;
/** The last place of the specification's finest decimals, as a power of ten: below it they say nothing of a price. */
const FINEST_PLACE = -8;

/** What of a market says how its prices are written. */
export interface PriceScale {
  /** Smallest price step, quote per base. */
  readonly tick: Dec;
  readonly quote: string;
}

/** Of a price in dollars whose market's tick is not known, or is one of another currency. */
export const anyDollar: PriceScale = { tick: '0', quote: 'USD' };

const DOLLARS: readonly string[] = ['USDT', 'USDC', 'USD'];

/** Whether prices in a currency are prices in dollars, for which the specification has its decimals. */
export const isDollarQuote = (quote: string): boolean => DOLLARS.includes(quote);

/**
 * How many decimals a price in dollars is shown with. The tier is chosen on the absolute value before rounding.
 * @see specification §9: under 0.0001 eight; under 10 four; under 100 three; otherwise two.
 */
export function priceDecimals(price: Dec): 8 | 4 | 3 | 2 {
  return tierDecimals(new D(price));
}

function tierDecimals(value: D): 8 | 4 | 3 | 2 {
  const { e } = value;
  if (value.isZero() || e < -4) return 8;
  return e < 1 ? 4 : e < 2 ? 3 : 2;
}

/**
 * A price as the product shows it, half away from zero, e.g. `65234.10`. Dollars have the specification's decimals; a
 * price below the last of them, and one in another currency, has those of its market's tick. What rounds to zero has no
 * sign, and zeros that nobody counts are counted: `0.0₈33`.
 * @param price quote per base; a decimal text, exponent allowed. @param market without one, the specification alone.
 */
export function priceText(price: Dec, style: NumberStyle = plainStyle, market?: PriceScale): string {
  return affixedPrice(price, NO_AFFIX, style, market);
}

const NO_AFFIX = ['', ''] as const;

/** The same with what stands before and after it. */
export function affixedPrice(
  price: Dec,
  affix: readonly [string, string],
  style: NumberStyle,
  market: PriceScale | undefined,
): string {
  const value = new D(price);
  return affixedDigits(digitsOf(value, shownDecimals(value, market)), affix, style);
}

function shownDecimals(value: D, market: PriceScale | undefined): number {
  if (market === undefined) return tierDecimals(value);
  const hasDigits = value.isZero() || value.e >= FINEST_PLACE;
  return hasDigits && isDollarQuote(market.quote) ? tierDecimals(value) : fineDecimals(value, market.tick);
}

/** Decimals of a tick; those of a few digits for a price below it, so that no price reads as nought. */
function fineDecimals(value: D, tick: Dec): number {
  const decimals = stepDecimals(tick);
  return value.isZero() || value.e >= -decimals ? decimals : LEAST_DIGITS - 1 - value.e;
}

/**
 * A price that somebody trades at: in a book, an order, a position, on a chart. As `priceText`, and with no digit of
 * the tick left out, or two levels would read as one.
 * @param market undefined where it is not listed: all digits are shown, though not those of a mean.
 */
export function tradePriceText(
  price: Dec,
  market: PriceScale | undefined,
  style: NumberStyle = plainStyle,
): string {
  const value = new D(price);
  const decimals = market === undefined ? ownPlaces(value) : tradePlaces(value, market);
  return styleDigits(digitsOf(value, decimals), style);
}

/** Decimals of a price of which no tick is known; what is divided may have them without end. */
const ownPlaces = (value: D): number => Math.min(value.decimalPlaces(), Math.max(8, 5 - value.e));

/** Decimals of a price that somebody trades at: what an axis of such prices is written with. */
export function tradeDecimals(price: Dec, market: PriceScale): number {
  return tradePlaces(new D(price), market);
}

function tradePlaces(value: D, market: PriceScale): number {
  const fine = fineDecimals(value, market.tick);
  return isDollarQuote(market.quote) ? Math.max(shownDecimals(value, market), fine) : fine;
}

/** A price on a step, all its digits: groups of a book, and differences between its prices. */
export function tickPriceText(price: Dec, tick: Dec, style: NumberStyle = plainStyle): string {
  return fixedPriceText(price, stepDecimals(tick), style);
}

/** A price in a column of prices that have all as many decimals, e.g. those of `tradeDecimals`. */
export function fixedPriceText(price: Dec, decimals: number, style: NumberStyle = plainStyle): string {
  return styleDigits(digitsOf(new D(price), decimals), style);
}

const digitsOf = (value: D, decimals: number): string =>
  countedZeros(unsignedZero(value.toFixed(decimals, HALF_AWAY_FROM_ZERO)));

/** Decimals after the point that a step needs, e.g. 2 for `0.01`, 0 for `5`. */
export function stepDecimals(step: Dec): number {
  return new D(step).decimalPlaces();
}

/** `-0.00` reads as a loss that is not there. */
export function unsignedZero(text: string): string {
  return text.startsWith('-') && /^-[0.]+$/.test(text) ? text.slice(1) : text;
}
