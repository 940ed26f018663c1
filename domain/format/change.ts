import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import { unsignedZero } from './price.ts';
import type { NumberStyle } from './style.ts';
import { percentOf, plainStyle } from './style.ts';

const HALF_AWAY_FROM_ZERO = 4;
/** What is shown for a figure that does not exist. */
export const NO_FIGURE = '--';

/** −1 falling, 0 unchanged, 1 rising. */
export type Direction = -1 | 0 | 1;

/**
 * Change against the opening price, in per cent, unrounded; undefined when there is no opening price.
 * @param last quote per base. @param open quote per base, > 0.
 */
export function changePercent(last: Dec, open: Dec): Dec | undefined {
  const from = new D(open);
  if (from.lte(0)) return undefined;
  return new D(last).minus(from).div(from).times(100).toFixed();
}

/** A per cent value in plain digits, two decimals, half away from zero: `1.84`, `-0.63`, `0.00`. */
export function percentDigits(percent: Dec): string {
  return unsignedZero(new D(percent).toFixed(2, HALF_AWAY_FROM_ZERO));
}

/** Figures of a change that a narrow column has room for. */
const BRIEF_FIGURES = 4;

/**
 * The same for a narrow column: from a hundred on decimals give way to figures, so that there are four of them, and
 * more only from ten thousand on: `12.34`, `-123.4`, `1234`. Half away from zero, from the unrounded value.
 */
export function briefPercentDigits(percent: Dec): string {
  const full = percentDigits(percent);
  if (figuresOf(full) <= BRIEF_FIGURES) return full;
  const value = new D(percent);
  const brief = value.toFixed(1, HALF_AWAY_FROM_ZERO);
  return figuresOf(brief) <= BRIEF_FIGURES ? brief : value.toFixed(0, HALF_AWAY_FROM_ZERO);
}

const figuresOf = (digits: string): number => digits.replace(/[-.]/g, '').length;

/** A per cent value with its sign and two decimals, half away from zero: `+1.84%`, `-0.63%`, `0.00%`. */
export function percentText(percent: Dec | undefined, style: NumberStyle = plainStyle): string {
  return percent === undefined ? NO_FIGURE : signedPercent(percentDigits(percent), style);
}

/** The same of digits that are rounded already; plus included. @param digits as `percentDigits` yields them. */
export function signedPercent(digits: string, style: NumberStyle = plainStyle): string {
  const text = percentOf(digits, style);
  return directionOf(digits) === 1 ? style.plus + text : text;
}

/**
 * A rate of funding with its sign and four decimals of a per cent, half away from zero: `+0.0100%`.
 * @param rate a fraction; > 0: longs pay.
 */
export function fundingText(rate: Dec, style: NumberStyle = plainStyle): string {
  return signedPercent(unsignedZero(new D(rate).times(100).toFixed(4, HALF_AWAY_FROM_ZERO)), style);
}

/** A fraction in per cent with all its digits and no others: `0.03%`, `80%`. @param fraction ≥ 0. */
export function exactPercentText(fraction: Dec, style: NumberStyle = plainStyle): string {
  return percentOf(new D(fraction).times(100).toFixed(), style);
}

/** Direction of a signed decimal text, as shown: what rounds to zero has none. */
export function directionOf(text: string): Direction {
  if (/^-?[0.]*$/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}
