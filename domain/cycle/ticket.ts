import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { AssetClass } from '../market/market.ts';
import { fitsScale } from '../wallet/balance.ts';

/** The asset of stakes and payouts, of the spot account. */
export const CYCLE_ASSET = 'USDT';
/** Smallest and largest stake of one contract, USDT. The numbers of this file are ours, the specification gives none. */
export const stakeLimits: Readonly<Record<AssetClass, { readonly least: Dec; readonly most: Dec }>> = {
  crypto: { least: '1', most: '5000' },
  commodity: { least: '1', most: '2000' },
};
/** Contracts of one user that may run at once, and their stakes together, USDT. */
export const userLimits = { contracts: 30, staked: '20000' } as const;
/** What the house may lose on one asset's running contracts if all of them win, USDT. */
export const ASSET_EXPOSURE: Dec = '250000';
/** What the house has for cycle contracts once, USDT: never more can be at risk. */
export const CYCLE_HOUSE_STOCK: Dec = '2000000';

/** What runs already. */
export interface CycleRoom {
  /** The user's running contracts, and their stakes together, USDT. */
  readonly contracts: number;
  readonly staked: Dec;
  /** What the house loses when all running contracts of the asset win, USDT. */
  readonly atRisk: Dec;
  /** What the house has and has not put aside, USDT. */
  readonly houseFree: Dec;
}

/** The first rule that a typed stake breaks, or undefined. @see specification §5 "must be greater than zero" */
export function stakeRefusal(stake: unknown, asset: AssetClass): RefusalCode | undefined {
  const sign = amountSign(stake);
  if (sign === undefined) return 'amountInvalid';
  if (sign === 0) return 'amountZero';
  const amount = stake as Dec;
  if (!fitsScale(amount)) return 'amountTooFine';
  if (new D(amount).lt(stakeLimits[asset].least)) return 'stakeTooSmall';
  return new D(amount).gt(stakeLimits[asset].most) ? 'stakeTooLarge' : undefined;
}

/** The first limit that one more contract would pass, or undefined. @param win what it pays beyond its stake. */
export function roomRefusal(stake: Dec, win: Dec, room: CycleRoom): RefusalCode | undefined {
  if (room.contracts >= userLimits.contracts) return 'contractsTooMany';
  if (new D(room.staked).plus(stake).gt(userLimits.staked)) return 'stakeLimit';
  if (new D(room.atRisk).plus(win).gt(ASSET_EXPOSURE)) return 'exposureLimit';
  return new D(win).gt(room.houseFree) ? 'exposureLimit' : undefined;
}

/** The largest stake that the limits leave, USDT, rounded down to 8 places; "0" when none is. @param rate the higher one. */
export function mostStake(asset: AssetClass, rate: Dec, room: CycleRoom): Dec {
  if (room.contracts >= userLimits.contracts) return '0';
  const risk = D.min(new D(ASSET_EXPOSURE).minus(room.atRisk), room.houseFree).div(rate);
  const most = D.min(stakeLimits[asset].most, new D(userLimits.staked).minus(room.staked), risk);
  const rounded = D.max(most, 0).toDecimalPlaces(8, D.ROUND_DOWN);
  return rounded.lt(stakeLimits[asset].least) ? '0' : toText(rounded);
}
