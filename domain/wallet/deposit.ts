import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { ChainCode } from './chains.ts';

/** The one coin that deposit addresses take. @see specification §5 */
export const DEPOSIT_ASSET = 'USDT';
/** Confirmations that credit a deposit; the block that holds it is the first. @see specification §9 */
export const CREDIT_CONFIRMATIONS = 1;
/** Confirmations from which on it can be withdrawn. @see specification §9 */
export const UNLOCK_CONFIRMATIONS = 3;

/** Coins that users look for on the deposit screen; for all but the first, the screen says why they are not taken. */
export const depositCoins = [
  DEPOSIT_ASSET,
  'BTC',
  'ETH',
  'USDC',
  'SOL',
  'XRP',
  'BNB',
  'DOGE',
  'TRX',
  'LTC',
] as const;

/**
 * - `seen`: announced, in no block yet; also one that its network has taken back and that may come again.
 * - `credited`: can be traded, not withdrawn. `unlocked`: can be withdrawn too.
 * - `reversed`: credited, then taken back by a reorganisation of the chain.
 * - `small`: below the minimum, not credited.
 */
export const depositStates = ['seen', 'credited', 'unlocked', 'reversed', 'small'] as const;
export type DepositState = (typeof depositStates)[number];

/** States of a notice with a voucher: looked at by a user, then credited or rejected. */
export const noticeStates = ['waiting', 'credited', 'rejected'] as const;
export type NoticeState = (typeof noticeStates)[number];

/** Notices of one user that may wait at a time. */
export const MOST_NOTICES = 5;

/** Smallest deposit that is credited, USDT, inclusive; smaller ones are not added up. Ours, as networks cost. */
const LEAST: Readonly<Record<ChainCode, Dec>> = { tron: '1', ethereum: '10' };
/** Smallest deposit on a network that is credited, USDT, inclusive. */
export const leastDeposit = (chain: ChainCode): Dec => LEAST[chain];

/** Bounds of one sending of test money, USDT, inclusive. */
export const testDeposit = { least: '1', most: '10000' } as const;

/** Whether a deposit is too small to be credited. @param amount USDT, ≥ 0. */
export const isTooSmall = (chain: ChainCode, amount: Dec): boolean => new D(amount).lt(leastDeposit(chain));

/** Why test money of this amount is not sent; undefined when it is. @param amount text as typed, USDT. */
export function testRefusal(amount: string): RefusalCode | undefined {
  const sign = amountSign(amount);
  if (sign === undefined) return 'amountInvalid';
  if (sign === 0) return 'amountZero';
  const value = new D(amount);
  if (value.decimalPlaces() > TOKEN_DECIMALS) return 'amountTooFine';
  return value.lt(testDeposit.least) || value.gt(testDeposit.most) ? 'testAmount' : undefined;
}

/** Decimal places of USDT on its networks. */
export const TOKEN_DECIMALS = 6;

/**
 * An amount of a token's smallest units in whole tokens, cut down to the scale in which assets are booked: what is
 * finer cannot be owned here. @param units whole, ≥ 0. @param decimals the token's, 0 to 30.
 */
export function tokenAmount(units: bigint, decimals: number): Dec {
  return toText(new D(units.toString()).div(new D(10).pow(decimals)).toDecimalPlaces(8, D.ROUND_DOWN));
}

/** What taking a deposit back does: what is there is taken, the rest becomes a debt. @param free not held, ≥ 0. */
export function takenBack(amount: Dec, free: Dec): { readonly taken: Dec; readonly debt: Dec } {
  const taken = D.min(amount, D.max(free, 0));
  return { taken: toText(taken), debt: toText(new D(amount).minus(taken)) };
}

/** What of a user's money can leave. All in one asset, ≥ 0. */
export interface Lockable {
  /** Booked, and what of it is held for anything. */
  readonly posted: Dec;
  readonly held: Dec;
  /** Deposits that are credited and wait for their confirmations. */
  readonly locked: Dec;
}

/** Booked less held less what waits for its confirmations; never below 0. */
export function unlockedOf({ posted, held, locked }: Lockable): Dec {
  return toText(D.max(new D(posted).minus(held).minus(locked), 0));
}

/**
 * Whether money that waits for its confirmations has left its account: then it became something else, and nothing
 * at all may leave until it is confirmed. @param leaving held for withdrawals.
 */
export function hasMovedOn({ posted, locked }: Lockable, leaving: Dec): boolean {
  return new D(locked).gt(0) && new D(posted).minus(leaving).lt(locked);
}
