import { toScreenNumber } from '../compare.ts';
import { toText } from '../decimal.ts';
import { perpetualFees } from '../orders/fees.ts';
import type { Position } from './position.ts';
import { signOfSide } from './side.ts';
import type { TierTable } from './tiers.ts';

/*
 * A screen in float64: it says which positions decimals must look at, and nothing else. None of its numbers is
 * shown, booked or sent.
 */

/** Part of what is compared that floats may have lost: a thousand times what 1,000 positions can lose. */
export const SAFETY = 1e-9;
let takerText = '';
let takerNumber = 0;
/** Read once for each fee: it is needed with every mark. */
function takerRate(): number {
  const { taker } = perpetualFees;
  if (taker !== takerText) {
    takerText = taker;
    takerNumber = toScreenNumber(taker);
  }
  return takerNumber;
}

/** Tiers as plain numbers, by index. */
export interface ScreenTable {
  readonly caps: Float64Array;
  readonly rates: Float64Array;
  readonly deductions: Float64Array;
}

/** A position as the screen sees it. */
export interface ScreenPosition {
  readonly sign: 1 | -1;
  readonly quantity: number;
  readonly cost: number;
  readonly table: ScreenTable;
}

/** Built once for each table. */
export function screenTable(table: TierTable): ScreenTable {
  return {
    caps: Float64Array.from(table, ({ cap }) => toScreenNumber(toText(cap))),
    rates: Float64Array.from(table, ({ rate }) => toScreenNumber(toText(rate))),
    deductions: Float64Array.from(table, ({ deduction }) => toScreenNumber(toText(deduction))),
  };
}

/** Built once for each state of a position. */
export function screenPosition(
  { side, quantity, cost }: Pick<Position, 'side' | 'quantity' | 'cost'>,
  table: ScreenTable,
): ScreenPosition {
  return {
    sign: signOfSide(side),
    quantity: toScreenNumber(quantity),
    cost: toScreenNumber(cost),
    table,
  };
}

/** The tier that holds at a value. */
function tierAt({ caps }: ScreenTable, value: number): number {
  let tier = 0;
  while (tier < caps.length - 1 && value >= (caps[tier] ?? 0)) tier++;
  return tier;
}

/** Maintenance margin at a value, about: quote, ≥ 0. */
export function maintenanceScreen({ table }: Pick<ScreenPosition, 'table'>, value: number): number {
  const tier = tierAt(table, value);
  return Math.max(0, value * (table.rates[tier] ?? 1) - (table.deductions[tier] ?? 0));
}

/**
 * Margin ratio of what backs these positions, about: maintenance and closing fees over equity; infinite without equity.
 * The parameters are those of `liquidationScreen`.
 */
export function marginRatioScreen(
  wallet: number,
  positions: readonly ScreenPosition[],
  marks: ArrayLike<number>,
  feeRate: number = takerRate(),
): number {
  let equity = wallet;
  let needed = 0;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i];
    if (position === undefined) continue;
    const { sign, quantity, cost, table } = position;
    const value = quantity * (marks[i] ?? Number.NaN);
    const tier = tierAt(table, value);
    const share = value * (table.rates[tier] ?? 1);
    needed += Math.max(0, share - (table.deductions[tier] ?? 0)) + value * feeRate;
    equity += sign * (value - cost);
  }
  return equity <= 0 ? Number.POSITIVE_INFINITY : needed / equity;
}

/**
 * Whether a margin that backs these positions may not suffice at these marks: true for everything that decimals
 * would liquidate, and for what is nearer to it than a billionth of what is compared. For isolated, the one
 * position and its margin; for cross, all positions of the account and its balance less what is held.
 * @param wallet quote. @param marks quote per base, one for each position. @param feeRate as in the decimal rule.
 * @returns true also for anything that is no number: decimals decide.
 */
export function liquidationScreen(
  wallet: number,
  positions: readonly ScreenPosition[],
  marks: ArrayLike<number>,
  feeRate: number = takerRate(),
): boolean {
  let slack = wallet;
  let size = Math.abs(wallet);
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i];
    if (position === undefined) continue;
    const { sign, quantity, cost, table } = position;
    const value = quantity * (marks[i] ?? Number.NaN);
    const { rates, deductions } = table;
    const tier = tierAt(table, value);
    const share = value * (rates[tier] ?? 1);
    const deduction = deductions[tier] ?? 0;
    slack += sign * (value - cost) - Math.max(0, share - deduction) - value * feeRate;
    size += value + cost + share + deduction;
  }
  return !(slack > size * SAFETY);
}
