import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import { DAY_MS } from '../interval.ts';
import { roundToDecimals } from '../rounding.ts';
import { ASSET_SCALE } from './balance.ts';
import type { AddressFamily, WithdrawalState } from './codes.ts';

/** States whose money is set aside. */
export const pendingStates: readonly WithdrawalState[] = ['requested', 'approved', 'sent'];

/** What limits are given in, and what a bank card is paid from. */
export const WITHDRAW_UNIT = 'USDT';
/** Bounds of one request and of 24 hours, in USDT, inclusive. @see specification §9 */
export const WITHDRAW_LEAST = '100';
/** Largest request, USDT, inclusive. @see specification §9 */
export const WITHDRAW_MOST = '1000000';
/** Largest sum of all requests within WITHDRAW_DAY_MS, USDT, inclusive. @see specification §9 */
export const WITHDRAW_DAY_MOST = '99999999';
/** The window of the daily limit, ms: it rolls, so that midnight doubles nothing. */
export const WITHDRAW_DAY_MS = DAY_MS;
/** A new address rests this long while only addresses of the book are allowed; so does taking that switch off. */
export const ADDRESS_REST_MS = DAY_MS;
/** Withdrawals of one user that may be under way at once. */
export const MOST_PENDING = 20;

/** A currency on a chain, and what it costs to send there. */
export interface WithdrawRoute {
  readonly currency: string;
  readonly chain: string;
  readonly family: AddressFamily;
  /** Flat, in the currency; part of the amount. */
  readonly fee: Dec;
  /** Decimal places that the chain carries; a finer amount is refused. */
  readonly decimals: number;
  /** Blocks after which it counts as confirmed. */
  readonly confirmations: number;
}

/** What can be withdrawn where. Fees are ours; decimals are the tokens' own. */
export const withdrawRoutes: readonly WithdrawRoute[] = [
  { currency: 'USDT', chain: 'tron', family: 'tron', fee: '1', decimals: 6, confirmations: 3 },
  { currency: 'USDT', chain: 'ethereum', family: 'evm', fee: '3', decimals: 6, confirmations: 3 },
  { currency: 'BTC', chain: 'bitcoin', family: 'bitcoin', fee: '0.0001', decimals: 8, confirmations: 3 },
  { currency: 'ETH', chain: 'ethereum', family: 'evm', fee: '0.001', decimals: 8, confirmations: 3 },
];

/** Currencies that can be withdrawn on at least one chain, each once. */
export const withdrawCurrencies: readonly string[] = [
  ...new Set(withdrawRoutes.map(({ currency }) => currency)),
];

/** The way of a currency over a chain; undefined when it cannot be withdrawn there. */
export const withdrawRoute = (currency: string, chain: string): WithdrawRoute | undefined =>
  withdrawRoutes.find((route) => route.currency === currency && route.chain === chain);

/** What bounds an amount, all in its own currency. */
export interface WithdrawBounds {
  /** Smallest and largest request, inclusive. */
  readonly least: Dec;
  readonly most: Dec;
  /** Largest by the identity level, inclusive. */
  readonly levelMost: Dec;
  /** What is left of 24 hours, inclusive. */
  readonly dayLeft: Dec;
  /** What can be used, and how much of it can leave: the rest waits for its confirmations. */
  readonly available: Dec;
  readonly withdrawable: Dec;
  /** Flat, in the currency. */
  readonly fee: Dec;
  readonly decimals: number;
}

/**
 * The first rule that an amount breaks, or undefined.
 * @param amount text as typed, in the currency of the bounds. @see specification §5, §9; trading rules §5
 */
export function withdrawRefusal(amount: string, bounds: WithdrawBounds): RefusalCode | undefined {
  const sign = amountSign(amount);
  if (sign === undefined) return 'amountInvalid';
  if (sign === 0) return 'amountZero';
  const value = new D(amount);
  if (value.decimalPlaces() > bounds.decimals) return 'amountTooFine';
  if (value.lt(bounds.least)) return 'withdrawTooSmall';
  if (value.lte(bounds.fee)) return 'withdrawFee';
  if (value.gt(bounds.most)) return 'withdrawTooLarge';
  if (value.gt(bounds.levelMost)) return 'withdrawLevelLimit';
  if (value.gt(bounds.dayLeft)) return 'withdrawDayLimit';
  if (value.gt(bounds.available)) return 'insufficientBalance';
  return value.gt(bounds.withdrawable) ? 'withdrawLocked' : undefined;
}

/** What arrives: the amount less the flat fee, in the currency; exact, and "0" where the fee is not covered. */
export function receivedOf(amount: Dec, fee: Dec): Dec {
  return toText(D.max(new D(amount).minus(fee), 0));
}

/** The largest amount that the bounds allow, cut down to the chain's decimals; "0" when none is. */
export function mostWithdrawal(bounds: WithdrawBounds): Dec {
  const most = D.min(bounds.most, bounds.levelMost, bounds.dayLeft, bounds.withdrawable);
  const cut = toText(D.max(most, 0).toDecimalPlaces(bounds.decimals, D.ROUND_DOWN));
  return withdrawRefusal(cut, bounds) === undefined ? cut : '0';
}

/**
 * Bounds in USDT as amounts of a currency: the lower one rounds up, upper ones down.
 * @param levelMostUsdt, dayLeftUsdt USDT. @param price USDT per unit, > 0. @param decimals places of the amounts.
 */
export function roomBounds(
  levelMostUsdt: Dec,
  dayLeftUsdt: Dec,
  price: Dec,
  decimals: number,
): Pick<WithdrawBounds, 'least' | 'most' | 'levelMost' | 'dayLeft'> {
  const inIt = (usdt: Dec, mode: 'up' | 'down') =>
    roundToDecimals(toText(new D(usdt).div(price)), decimals, mode);
  return {
    least: inIt(WITHDRAW_LEAST, 'up'),
    most: inIt(WITHDRAW_MOST, 'down'),
    levelMost: inIt(levelMostUsdt, 'down'),
    dayLeft: inIt(dayLeftUsdt, 'down'),
  };
}

/** What is left of a limit after what has counted into it; never below 0. */
export const leftOf = (most: Dec, used: Dec): Dec => toText(D.max(new D(most).minus(used), 0));

/** Worth of an amount in USDT, rounded down to the scale in which assets are booked. */
export function usdtWorth(amount: Dec, price: Dec): Dec {
  return roundToDecimals(toText(new D(amount).times(price)), ASSET_SCALE, 'down');
}

/** An amount of USDT in BTC, rounded up: what counts into a limit is never less than it is. @param price USDT per BTC. */
export function btcWorth(usdt: Dec, price: Dec): Dec {
  return roundToDecimals(toText(new D(usdt).div(price)), ASSET_SCALE, 'up');
}
