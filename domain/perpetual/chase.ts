import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { OrderSide } from '../orders/orderCodes.ts';
import { roundToStep } from '../rounding.ts';
import type { ChaseEnd } from './codes.ts';

/** For how many seconds an order may chase; both bounds inclusive. [ours] */
export const chaseSeconds = { least: 10, most: 600 } as const;
/** How far its price may go, as a fraction of the first one; both bounds inclusive. [ours] */
export const chaseDistances = { least: '0.0005', most: '0.05' } as const;

/** A limit order that follows the best price of its own side until it is filled. */
export interface Chase {
  /** When it ends, ms UTC. */
  readonly until: number;
  /** The price with which it began, quote per base. */
  readonly from: Dec;
  /** How far it may go from there, a fraction. */
  readonly distance: Dec;
  /** What becomes of the rest at its end. */
  readonly rest: ChaseEnd;
  /** How often it has taken another price. */
  readonly moves: number;
}

/** The best prices of both sides without the order itself; undefined where a side is empty. Quote per base. */
export interface ChasedBook {
  readonly bid: Dec | undefined;
  readonly ask: Dec | undefined;
}

/** What is to be done with a chasing order now. */
export type ChaseStep =
  | { readonly kind: 'stay' }
  | { readonly kind: 'move'; readonly price: Dec }
  | { readonly kind: 'end'; readonly why: 'chaseTimedOut' | 'chaseTooFar' };

/** The rule that a request for a chase breaks, or undefined. @param distance a fraction, > 0. */
export function chaseRefusal(seconds: number, distance: Dec): RefusalCode | undefined {
  const share = new D(distance);
  const isWithin =
    seconds >= chaseSeconds.least &&
    seconds <= chaseSeconds.most &&
    share.gte(chaseDistances.least) &&
    share.lte(chaseDistances.most);
  return isWithin ? undefined : 'chaseInvalid';
}

/**
 * The best price at which an order rests without taking: that of its own side, held at least one tick off the other
 * one; on an empty side that tick. Undefined while both are empty. @param tick quote per base, > 0.
 */
export function makerPrice(side: OrderSide, { bid, ask }: ChasedBook, tick: Dec): Dec | undefined {
  const [own, other] = side === 'sell' ? [ask, bid] : [bid, ask];
  if (other === undefined) return own;
  const behind = new D(other).plus(new D(tick).times(side === 'sell' ? 1 : -1));
  const best = own === undefined ? behind : side === 'sell' ? D.max(own, behind) : D.min(own, behind);
  return best.gt(0) ? toText(best) : undefined;
}

/** The last price that a chase may take, on the tick, never beyond its distance: to sell rounded up, to buy down. */
export function chaseBound(
  side: OrderSide,
  { from, distance }: Pick<Chase, 'from' | 'distance'>,
  tick: Dec,
): Dec {
  const exact = new D(from).times(new D(1).plus(new D(distance).times(side === 'sell' ? -1 : 1)));
  return roundToStep(toText(exact), tick, side === 'sell' ? 'up' : 'down');
}

/**
 * What a chasing order does: it goes after a better offer of others, never back, so that the best price of all keeps
 * its place in the queue; it ends when its time is over or its distance is used up. [ours]
 * @param price at which it rests. @param now ms UTC; its end counts as over.
 */
export function chaseStep(
  side: OrderSide,
  price: Dec,
  chase: Chase,
  book: ChasedBook,
  { tick, now }: { readonly tick: Dec; readonly now: number },
): ChaseStep {
  if (now >= chase.until) return { kind: 'end', why: 'chaseTimedOut' };
  const next = makerPrice(side, book, tick);
  const nearer = (a: Dec, b: Dec): boolean => new D(a).comparedTo(b) * (side === 'sell' ? -1 : 1) > 0;
  if (next === undefined || !nearer(next, price)) return { kind: 'stay' };
  if (nearer(next, chaseBound(side, chase, tick))) return { kind: 'end', why: 'chaseTooFar' };
  return { kind: 'move', price: next };
}
