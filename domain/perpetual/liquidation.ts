import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import { NO_FIGURE } from '../format/change.ts';
import type { PriceScale } from '../format/price.ts';
import { tradePriceText } from '../format/price.ts';
import type { NumberStyle } from '../format/style.ts';
import { plainStyle } from '../format/style.ts';
import { perpetualFees } from '../orders/fees.ts';
import { roundToStep } from '../rounding.ts';
import type { Exposure, TierLine } from './parsed.ts';
import { linesOf, parsedOf } from './parsed.ts';
import type { Position } from './position.ts';
import type { PositionSide } from './side.ts';
import { signOfSide } from './side.ts';
import type { Tier, TierTable } from './tiers.ts';
import { maintenanceOf, tierOf } from './tiers.ts';

/**
 * Where a position is liquidated. `at`: when the mark reaches the price, quote per base, > 0. `never`: no price
 * above zero does it. `due`: the mark has reached it; the position is being liquidated, and has no price to show.
 */
export type LiquidationPrice =
  | { readonly kind: 'at'; readonly price: Dec }
  | { readonly kind: 'never' }
  | { readonly kind: 'due' };

/** The one equation with its solution: equity at P = maintenance at P + close fee at P. */
export interface Solved {
  /** Quote per base, unrounded; not above zero when no price solves it. */
  readonly price: Dec;
  /** The tier that holds at P. */
  readonly tier: Tier;
  /** Whether the mark has reached it. */
  readonly isDue: boolean;
}

/**
 * `P = (W + d − s·q·E) ÷ (q·(r + f − s))`, with the tier that holds at P. Equity less maintenance and fee is
 * monotone in P while `r + f < 1`; its sign at each tier's cap yields the tier, without a division. [recorded for
 * f = 0, suite for the taker fee; f = taker ours]
 * @param wallet W, quote: isolated margin, or what `crossWallets` yields. @param mark quote per base.
 */
export function solveLiquidation(
  exposure: Exposure,
  wallet: Dec | D,
  mark: Dec | D,
  table: TierTable,
  feeRate: Dec = perpetualFees.taker,
): Solved {
  const { price, tier, base, lines } = solved(exposure, wallet, table, feeRate);
  const value = parsedOf(exposure).quantity.times(mark);
  const here = lines[table.indexOf(tierOf(value, table))] ?? lines[0];
  const isDue = here === undefined || base.plus(here.tier.deduction).lte(value.times(here.coefficient));
  return { price, tier, isDue };
}

/** The part of a solution that no mark moves. */
interface Still extends Pick<Solved, 'price' | 'tier'> {
  /** Equity at a value, but for the value's own share: `W − s·cost`. */
  readonly base: D;
  readonly lines: readonly TierLine[];
}
interface Solution {
  readonly wallet: Dec;
  readonly table: TierTable;
  readonly feeRate: Dec;
  readonly still: Still;
}
/** The newest solution of each position: what backs an isolated one stays while marks move. */
const newest = /*#__PURE__*/ new WeakMap<Exposure, Solution>();

function solved(exposure: Exposure, wallet: Dec | D, table: TierTable, feeRate: Dec): Still {
  const known = newest.get(exposure);
  if (known?.wallet === wallet && known.table === table && known.feeRate === feeRate) return known.still;
  const { sign, quantity, cost } = parsedOf(exposure);
  const lines = linesOf(table, sign, feeRate);
  const backing = typeof wallet === 'string' ? new D(wallet) : wallet;
  const base = sign === 1 ? backing.minus(cost) : backing.plus(cost);
  const line = lines.find(({ atCap }) => base.comparedTo(atCap) * sign > 0) ?? lines.at(-1);
  if (line === undefined) throw new RangeError('tiers: none');
  const price = toText(base.plus(line.tier.deduction).div(line.coefficient.times(quantity)));
  const still = { price, tier: line.tier, base, lines };
  if (typeof wallet === 'string') newest.set(exposure, { wallet, table, feeRate, still });
  return still;
}

/**
 * Liquidation price of a position, unrounded. For cross it holds the other marks still, and is an estimate.
 * @see solveLiquidation for the equation and the parameters.
 */
export function liquidationPrice(
  exposure: Exposure,
  wallet: Dec | D,
  mark: Dec | D,
  table: TierTable,
  feeRate: Dec = perpetualFees.taker,
): LiquidationPrice {
  const { price, isDue } = solveLiquidation(exposure, wallet, mark, table, feeRate);
  if (isDue) return { kind: 'due' };
  return isAboveZero(price) ? { kind: 'at', price } : { kind: 'never' };
}

/**
 * The worst price at which closing still pays its own fee: `W + s·(q·P − cost) = q·P·f`, on the tick, on the safe side
 * of the exact price. Undefined when no price above zero is too bad. @param backing W, quote, ≥ 0. [ours]
 */
export function exhaustionPrice(
  { side, quantity, cost }: Exposure,
  backing: Dec,
  tick: Dec,
  feeRate: Dec = perpetualFees.taker,
): Dec | undefined {
  const sign = signOfSide(side);
  const exact = new D(backing).minus(new D(cost).times(sign)).div(new D(feeRate).minus(sign).times(quantity));
  const price = roundToStep(toText(D.max(0, exact)), tick, side === 'long' ? 'up' : 'down');
  return side === 'long' && new D(price).isZero() ? undefined : price;
}

/** Left aside of what backs a closing, quote: each of its trades may round by two of the last place. [ours] */
const ROUNDING_ROOM = '0.00001';

/**
 * The worst price at which a position can be closed without costing more than backs it, on the tick; undefined when
 * none is too bad. @param free what its account has free, quote: what backs a cross position.
 */
export function coveredPrice(
  { side, quantity, cost, mode, margin }: Exposure & Pick<Position, 'mode' | 'margin'>,
  free: Dec,
  tick: Dec,
): Dec | undefined {
  const backing = new D(mode === 'isolated' ? margin : free).minus(ROUNDING_ROOM);
  return exhaustionPrice({ side, quantity, cost }, toText(D.max(0, backing)), tick);
}

/** Whether computed text is above zero, by its signs alone. */
const isAboveZero = (text: Dec): boolean => text[0] !== '-' && /[1-9]/.test(text);

/** Maintenance margin and closing fee of a position of this value, quote: what its equity must stay above. */
export function requirementOf(
  value: Dec,
  table: TierTable,
  feeRate: Dec = perpetualFees.taker,
): { readonly maintenance: Dec; readonly fee: Dec } {
  const size = new D(value);
  return {
    maintenance: toText(maintenanceOf(size, tierOf(size, table))),
    fee: toText(size.times(feeRate)),
  };
}

/**
 * Margin ratio: maintenance and closing fee as a fraction of equity; liquidation is at 1. Undefined when there is
 * no equity to compare with: then the position is being liquidated. @param requirement quote, both parts. [ours]
 */
export function marginRatio(requirement: Dec, equity: Dec): Dec | undefined {
  const own = new D(equity);
  return own.lte(0) ? undefined : toText(new D(requirement).div(own));
}

/**
 * A liquidation price on the tick, rounded toward the mark (long up, short down), so that it never promises too
 * much. The other two kinds stay as they are. [ours]
 */
export function shownLiquidation(
  liquidation: LiquidationPrice,
  side: PositionSide,
  tick: Dec,
): LiquidationPrice {
  if (liquidation.kind !== 'at') return liquidation;
  return { kind: 'at', price: roundToStep(liquidation.price, tick, side === 'long' ? 'up' : 'down') };
}

/**
 * The one formatter of liquidation prices: the price on its tick, or `--`. A reader of `due` also says so in words,
 * by the kind.
 */
export function liquidationText(
  liquidation: LiquidationPrice,
  side: PositionSide,
  market: PriceScale,
  style: NumberStyle = plainStyle,
): string {
  const shown = shownLiquidation(liquidation, side, market.tick);
  return shown.kind === 'at' ? tradePriceText(shown.price, market, style) : NO_FIGURE;
}
