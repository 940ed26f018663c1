import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import { HOUR_MS, MINUTE_MS } from '../interval.ts';
import type { PositionSide } from './side.ts';
import { signOfSide } from './side.ts';

/** Interest part of the rate, for 8 hours. [doc] */
export const FUNDING_INTEREST: Dec = '0.0001';
/** How far interest may pull the rate from the premium, for 8 hours. [doc] */
export const FUNDING_CLAMP: Dec = '0.0005';
/** The most that 8 hours cost, either way. [ours] */
export const FUNDING_CAP: Dec = '0.0075';
/** Hours between settlements: at 00, 08 and 16 UTC, or each hour. */
export const fundingIntervals = [8, 1] as const;
export type FundingInterval = (typeof fundingIntervals)[number];
const RATE_HOURS = 8;

/**
 * Funding of a position at a settlement: `−s·q·M·rate`, quote, unrounded; positive is received. A positive rate
 * is paid by longs to shorts; leverage plays no part. [suite]
 */
export function fundingPayment(side: PositionSide, quantity: Dec, mark: Dec, rate: Dec): Dec {
  const value = new D(quantity).times(mark);
  return toText(unsigned(value.times(rate).times(-signOfSide(side))));
}

/**
 * Whether a position takes part in a settlement. Opened or closed exactly then counts. [suite]
 * @param openedAt @param closedAt ms UTC; undefined while it is open. @param at of the settlement.
 */
export function isFundingDue(openedAt: number, closedAt: number | undefined, at: number): boolean {
  return openedAt <= at && (closedAt === undefined || at <= closedAt);
}

/** How long before a settlement it is announced on a position, ms. [ours] */
export const FUNDING_SOON_MS = 15 * MINUTE_MS;

/** Whether a settlement is near enough to be announced. @param at of the settlement, @param now ms UTC. */
export const isFundingSoon = (at: number, now: number): boolean => at > now && at - now <= FUNDING_SOON_MS;

/** The first settlement after a moment; the moment itself does not count. @param now ms UTC. */
export function nextFundingAt(now: number, hours: FundingInterval = 8): number {
  const interval = hours * HOUR_MS;
  return (Math.floor(now / interval) + 1) * interval;
}

/** Premium of a perpetual's price over its index, a signed fraction of the index. @param index quote per base, > 0. */
export function premiumOf(price: Dec, index: Dec): Dec {
  return toText(new D(price).minus(index).div(index));
}

/**
 * Funding rate: `premium + clamp(interest − premium, ±0.05 %)` [doc], held within ±0.75 % [ours], for 8 hours;
 * a shorter interval pays its share of it. @param premium mean over the interval, a fraction.
 */
export function fundingRate(premium: Dec, hours: FundingInterval = 8, interest: Dec = FUNDING_INTEREST): Dec {
  const pull = clamp(new D(interest).minus(premium), FUNDING_CLAMP);
  const rate = clamp(pull.plus(premium), FUNDING_CAP);
  return toText(unsigned(rate.times(hours).div(RATE_HOURS)));
}

const clamp = (value: D, bound: Dec): D => D.max(new D(bound).neg(), D.min(bound, value));
/** A zero without a sign. */
const unsigned = (value: D): D => (value.isZero() ? value.abs() : value);
