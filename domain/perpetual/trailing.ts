import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { OrderSide } from '../orders/orderCodes.ts';
import { roundToStep } from '../rounding.ts';
import type { TrailBy } from './codes.ts';
import { isTriggered } from './protection.ts';

/** How far a trailing stop may stay behind, as a fraction of the best price; both bounds inclusive. [ours] */
export const trailRates = { least: '0.001', most: '0.5' } as const;

/** What a user requests of a trailing stop. */
export interface TrailTerms {
  readonly by: TrailBy;
  /** `rate`: a fraction of the best price; `distance`: quote per base. > 0. */
  readonly value: Dec;
  /** It begins to follow once the price has reached this, quote per base; null: at once. */
  readonly activation: Dec | null;
}

/** A trailing stop under way. */
export interface Trail extends TrailTerms {
  /** The best price since it began to follow, quote per base; null before. */
  readonly best: Dec | null;
  /** The price that has fired it; null before. After a gap it lies beyond the trigger. */
  readonly reached: Dec | null;
}

/** Whether a price lies on the good side of another: above for an order to sell, below for one to buy. */
const isBetter = (side: OrderSide, price: Dec, than: Dec): boolean =>
  new D(price).comparedTo(than) * (side === 'sell' ? 1 : -1) > 0;

/**
 * The first rule that a trailing stop breaks when it is placed, or undefined.
 * @param side of the order that is placed when it fires. @param price of now, of the source that it watches.
 */
export function trailRefusal(
  side: OrderSide,
  { by, value, activation }: TrailTerms,
  price: Dec,
  tick: Dec,
): RefusalCode | undefined {
  const size = new D(value);
  const start = activation ?? price;
  const isWithin =
    by === 'rate'
      ? size.gte(trailRates.least) && size.lte(trailRates.most)
      : size.gt(0) && size.lt(start) && size.mod(tick).isZero();
  if (!isWithin) return 'trailInvalid';
  return activation !== null && !isBetter(side, activation, price) ? 'triggerPassed' : undefined;
}

/** A trailing stop that is placed now. */
export const trailFrom = (side: OrderSide, request: TrailTerms, price: Dec): Trail =>
  followed(side, { ...request, best: null, reached: null }, price);

/**
 * A trailing stop that is changed now. One that follows already keeps the best price it has seen, and its activation,
 * which lies behind it.
 */
export function changedTrail(side: OrderSide, trail: Trail, request: TrailTerms, price: Dec): Trail {
  if (trail.best === null) return trailFrom(side, request, price);
  const kept = { by: request.by, value: request.value, activation: trail.activation, reached: null };
  return followed(side, { ...kept, best: trail.best }, price);
}

/**
 * The first rule that a change of a trailing stop breaks, or undefined: one that follows must not be fired by it.
 * @param price of now, of the source that it watches.
 */
export function trailChangeRefusal(
  side: OrderSide,
  trail: Trail,
  request: TrailTerms,
  price: Dec,
  tick: Dec,
): RefusalCode | undefined {
  const isFollowing = trail.best !== null;
  const refusal = trailRefusal(side, isFollowing ? { ...request, activation: null } : request, price, tick);
  if (refusal || !isFollowing) return refusal;
  const trigger = trailTrigger(side, changedTrail(side, trail, request, price), tick);
  return isTriggered(side, 'trail', trigger, price) ? 'triggerPassed' : undefined;
}

/** Whether two trailing stops follow in the same way. */
export const isSameTrail = (a: TrailTerms, b: TrailTerms): boolean =>
  a.by === b.by && a.value === b.value && a.activation === b.activation;

/** One step along: the best price so far, once it follows. */
function followed(side: OrderSide, trail: Trail, price: Dec): Trail {
  const { best, activation } = trail;
  if (best === null) {
    const isActive = activation === null || !isBetter(side, activation, price);
    return isActive ? { ...trail, best: price } : trail;
  }
  return isBetter(side, price, best) ? { ...trail, best: price } : trail;
}

/**
 * The price that fires it, on the tick: away from the best price, so that it never fires before the whole distance is
 * lost; at least one tick. Before it follows, the price with which it will begin.
 */
export function trailTrigger(side: OrderSide, { by, value, activation, best }: Trail, tick: Dec): Dec {
  const from = new D(best ?? activation ?? 0);
  const size = by === 'rate' ? from.times(value) : new D(value);
  const exact = side === 'sell' ? from.minus(size) : from.plus(size);
  const price = roundToStep(toText(D.max(0, exact)), tick, side === 'sell' ? 'down' : 'up');
  return toText(D.max(price, tick));
}

/**
 * A trailing stop after these prices, oldest first: it follows the best of them, and stops at the first that fires it.
 * One that has fired stays as it is.
 */
export function walkTrail(side: OrderSide, trail: Trail, prices: readonly Dec[], tick: Dec): Trail {
  let now = trail;
  for (const price of prices) {
    if (now.reached !== null) break;
    now = followed(side, now, price);
    if (now.best !== null && isTriggered(side, 'trail', trailTrigger(side, now, tick), price))
      now = { ...now, reached: price };
  }
  return now;
}
