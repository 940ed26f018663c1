import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { Book, Level } from './book.ts';

/** What stands on one side of a book up to a price. */
export interface DepthStep {
  /** Quote per base. */
  readonly price: Dec;
  /** Base units that stand at this price or a better one, ≥ 0. */
  readonly quantity: Dec;
}
export interface DepthSteps {
  /** The middle between the best bid and the best ask, quote per base. */
  readonly middle: Dec;
  /** From the middle outwards; as many on each side, as far from it on both. */
  readonly bids: readonly DepthStep[];
  readonly asks: readonly DepthStep[];
}

/** No further from the middle than this share of it: what lies beyond is no depth that anybody trades with. */
const FARTHEST = '0.1';

/**
 * The depth of a book in even steps of price, as far as both sides are known. @param count steps of a side, ≥ 1.
 * @returns undefined where a side is empty: there is no middle.
 */
export function depthSteps({ bids, asks }: Book, count: number): DepthSteps | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  if (!bid || !ask) return undefined;
  const middle = new D(bid[0]).plus(ask[0]).div(2);
  const reach = D.min(
    middle.minus(bids.at(-1)?.[0] ?? bid[0]),
    new D(asks.at(-1)?.[0] ?? ask[0]).minus(middle),
    middle.times(FARTHEST),
  );
  return {
    middle: toText(middle),
    bids: stepsOf(bids, middle, reach.negated(), count),
    asks: stepsOf(asks, middle, reach, count),
  };
}

/** @param reach to the last step, signed: below the middle for bids. */
function stepsOf(side: readonly Level[], middle: D, reach: D, count: number): readonly DepthStep[] {
  let at = 0;
  let sum = new D(0);
  return Array.from({ length: count }, (_, i): DepthStep => {
    // The last step is the last level itself, without a rounding.
    const price = middle.plus(i + 1 === count ? reach : reach.times(i + 1).div(count));
    for (let level = side[at]; level; level = side[at]) {
      const isWithin = reach.isNegative() ? price.lte(level[0]) : price.gte(level[0]);
      if (!isWithin) break;
      sum = sum.plus(level[1]);
      at += 1;
    }
    return { price: toText(price), quantity: toText(sum) };
  });
}
