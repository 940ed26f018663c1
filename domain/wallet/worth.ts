import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';

/** From where a P/L counts, USDT. */
export interface WorthBasis {
  /** What the accounts were worth then. */
  readonly worth: Dec;
  /** What has come in from outside since then, less what has gone out. */
  readonly moved: Dec;
}

/** P/L since a moment without what was moved in or out, USDT, signed. @param now what the accounts are worth, USDT. */
export function profitSince(now: Dec, { worth, moved }: WorthBasis): Dec {
  return toText(new D(now).minus(worth).minus(moved));
}

/** The same as a fraction of what there was to gain with; undefined where that is nothing. [ours] */
export function yieldSince(now: Dec, basis: WorthBasis): Dec | undefined {
  const stake = D.max(new D(basis.worth), new D(basis.worth).plus(basis.moved));
  return stake.gt(0) ? toText(new D(profitSince(now, basis)).div(stake)) : undefined;
}
