import type { Freshness } from './market.ts';

/** How much stands in a book up to a price, on both sides. */
export interface DepthView {
  readonly kind: 'depth';
  readonly id: string;
}
/** One step of price, from the middle outwards. */
export interface DepthColumn {
  readonly price: string;
  /** From the middle, with its sign: `−0.12%`. */
  readonly away: string;
  readonly sum: string;
  /** Of the deepest sum, for pixels: 0 to 1000. */
  readonly permille: number;
}
export interface DepthFrame {
  readonly kind: 'depth';
  /** Empty where a side of the book is. */
  readonly bids: readonly DepthColumn[];
  readonly asks: readonly DepthColumn[];
  readonly middle: string;
  /** Share of bids in all that is shown, in per cent: 0 to 100. */
  readonly bidShare: number;
  readonly freshness: Freshness;
}
