import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { Direction } from './change.ts';
import { isDollarQuote, unsignedZero } from './price.ts';
import type { NumberStyle } from './style.ts';
import { plainStyle, styleDigits } from './style.ts';

const DOWN = 1;
const FLOOR = 3;
const LEAST_DECIMALS = 2;
/** Decimal places in which assets are booked, and so the most that any amount has. */
const MOST_DECIMALS = 8;

/**
 * An amount of an asset with every digit that is booked, at least two after the point: `10,001.50`, `0.00000001`.
 * @param amount any sign; finer digits than are booked are cut off, never rounded up.
 */
export function amountText(amount: Dec, style: NumberStyle = plainStyle): string {
  const value = new D(amount).toDecimalPlaces(MOST_DECIMALS, DOWN);
  return styleDigits(unsignedZero(value.toFixed(Math.max(LEAST_DECIMALS, value.decimalPlaces()))), style);
}

/** A movement: with its sign, plus included. */
export function signedAmountText(amount: Dec, style: NumberStyle = plainStyle): string {
  const text = amountText(amount, style);
  return new D(amount).gt(0) ? style.plus + text : text;
}

/**
 * A worth in USDT, two decimals, rounded down: nobody is shown more than there is, nor a debt as less.
 * @param worth any sign: losses that are not booked can exceed what is.
 */
export function worthText(worth: Dec, style: NumberStyle = plainStyle): string {
  return styleDigits(unsignedZero(new D(worth).toFixed(2, FLOOR)), style);
}

/**
 * What somebody has of an asset, as tickets and records say it: dollars to the cent, rounded down so that nobody is
 * shown more than there is; of others every digit that is booked. @param amount ≥ 0.
 */
export function heldText(amount: Dec, asset: string, style: NumberStyle = plainStyle): string {
  return isDollarQuote(asset) ? worthText(amount, style) : amountText(amount, style);
}

/** `down` and `up` are toward −∞ and +∞: what a user has, and what a user owes. `nearest` is half away from zero. */
const MONEY_ROUNDING = { nearest: 4, down: 3, up: 2 } as const;
type MoneyRounding = keyof typeof MONEY_ROUNDING;
const FINE_DECIMALS = 4;

/** Decimals with which money is shown: two, four below a tenth. */
function moneyDecimals(money: Dec): 2 | 4 {
  const value = new D(money);
  return value.isZero() || value.abs().gte('0.1') ? LEAST_DECIMALS : FINE_DECIMALS;
}

/** Money as it is shown, as a number. @param money quote, any sign. */
export function shownMoney(
  money: Dec,
  rounding: MoneyRounding,
  decimals: number = moneyDecimals(money),
): Dec {
  return toText(new D(money).toDecimalPlaces(decimals, MONEY_ROUNDING[rounding]));
}

/**
 * Money that is computed and not booked, such as unrealised P/L, margin and value: two decimals, four below a tenth.
 * Half away from zero, so that a gain and a loss of one size read alike, unless it says what a user has (`down`) or
 * owes (`up`). @param money quote, any sign. [ours]
 */
export function moneyText(
  money: Dec,
  style: NumberStyle = plainStyle,
  rounding: MoneyRounding = 'nearest',
): string {
  return styleDigits(
    unsignedZero(new D(money).toFixed(moneyDecimals(money), MONEY_ROUNDING[rounding])),
    style,
  );
}

/** The same with its sign, plus included; what is shown as zero has none. */
export function signedMoneyText(money: Dec, style: NumberStyle = plainStyle): string {
  const text = moneyText(money, style);
  return new D(money).gt(0) && /[1-9]/.test(text) ? style.plus + text : text;
}

/** 1 above zero, −1 below, 0 for zero, negative zero included. */
export function signOf(amount: Dec): Direction {
  const value = new D(amount);
  return value.isZero() ? 0 : value.isNegative() ? -1 : 1;
}
