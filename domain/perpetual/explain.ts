import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import { perpetualFees } from '../orders/fees.ts';
import type { CrossAccount } from './account.ts';
import { crossTotals, crossWallets } from './account.ts';
import { liquidationPrice, marginRatio, solveLiquidation } from './liquidation.ts';
import { positionValue, profitOf, roeOf } from './money.ts';
import type { Exposure } from './parsed.ts';
import type { Position } from './position.ts';
import { averageEntryOf, positionMargin } from './position.ts';
import { signOfSide } from './side.ts';
import type { TierTable } from './tiers.ts';
import { maintenanceMargin, tierOf } from './tiers.ts';

/**
 * The formulas that can be explained, as the words in `locales/` are keyed. `sign` is 1 for long and −1 for short.
 *
 * - `profit`: (mark·quantity − cost)·sign
 * - `roe`: profit·leverage ÷ cost
 * - `marginCross`: cost ÷ leverage; `marginIsolated`: cost ÷ leverage + change
 * - `maintenance`: max(0, value·rate − deduction)
 * - `liquidation`: (wallet + deduction − sign·cost) ÷ (quantity·(rate + fee − sign))
 * - `crossWallet`: balance − held + othersProfit − othersRequirement
 * - `marginRatio`: (maintenance + closingFee) ÷ (equity − held)
 */
export const formulaIds = [
  'profit',
  'roe',
  'marginCross',
  'marginIsolated',
  'maintenance',
  'liquidation',
  'crossWallet',
  'marginRatio',
] as const;
export type FormulaId = (typeof formulaIds)[number];

/** `none`: the figure does not exist; `never` and `due` as in `LiquidationPrice`. */
export type ExplainedResult =
  | { readonly kind: 'figure'; readonly value: Dec }
  | { readonly kind: 'none' | 'never' | 'due' };

/** A number with the exact inputs that it was computed from: money in quote, prices quote per base. */
export interface Explanation {
  readonly formula: FormulaId;
  /** By name, in reading order; unrounded. */
  readonly inputs: Readonly<Record<string, Dec>>;
  readonly result: ExplainedResult;
  /** Of inputs that are themselves computed, by the input's name. */
  readonly parts: Readonly<Record<string, Explanation>>;
}

type Inputs = Explanation['inputs'];

function explained(
  formula: FormulaId,
  inputs: Inputs,
  value: Dec | undefined,
  parts: Explanation['parts'] = {},
): Explanation {
  return {
    formula,
    inputs,
    result: value === undefined ? { kind: 'none' } : { kind: 'figure', value },
    parts,
  };
}

const signText = (position: Pick<Position, 'side'>): Dec => toText(new D(signOfSide(position.side)));
const count = (leverage: number): Dec => toText(new D(leverage));

/** Unrealised P/L on mark, or what closing at a price would bring. */
export function explainProfit(position: Exposure, mark: Dec): Explanation {
  const { side, quantity, cost } = position;
  const inputs = { mark, quantity, cost, entry: averageEntryOf(position), sign: signText(position) };
  return explained('profit', inputs, profitOf(side, positionValue(quantity, mark), cost));
}

/** Yield on the initial margin at entry. */
export function explainRoe(position: Exposure & Pick<Position, 'leverage'>, mark: Dec): Explanation {
  const { side, quantity, cost, leverage } = position;
  const profit = profitOf(side, positionValue(quantity, mark), cost);
  const parts = { profit: explainProfit(position, mark) };
  return explained('roe', { profit, leverage: count(leverage), cost }, roeOf(profit, cost, leverage), parts);
}

/** Position margin. Of an isolated one, `change` is what was added, taken out or paid for funding since opening. */
export function explainMargin(position: Position): Explanation {
  const { mode, cost, leverage, margin } = position;
  const inputs = { cost, leverage: count(leverage) };
  if (mode === 'cross') return explained('marginCross', inputs, positionMargin(position));
  const change = toText(new D(margin).minus(new D(cost).div(leverage)));
  return explained('marginIsolated', { ...inputs, change }, positionMargin(position));
}

/** Maintenance margin of a position's value at mark, with its tier. */
export function explainMaintenance(value: Dec, table: TierTable): Explanation {
  const { floor, cap, rate, deduction } = tierOf(value, table);
  const inputs = {
    value,
    rate: toText(rate),
    deduction: toText(deduction),
    floor: toText(floor),
    cap: toText(cap),
  };
  return explained('maintenance', inputs, maintenanceMargin(value, table));
}

/** Liquidation price, unrounded, with the tier that holds there. @param wallet W; see `solveLiquidation`. */
export function explainLiquidation(
  exposure: Exposure,
  wallet: Dec,
  mark: Dec,
  table: TierTable,
  feeRate: Dec = perpetualFees.taker,
): Explanation {
  const { tier } = solveLiquidation(exposure, wallet, mark, table, feeRate);
  const inputs = {
    wallet,
    deduction: toText(tier.deduction),
    cost: exposure.cost,
    entry: averageEntryOf(exposure),
    quantity: exposure.quantity,
    rate: toText(tier.rate),
    fee: feeRate,
    sign: signText(exposure),
    mark,
  };
  const found = liquidationPrice(exposure, wallet, mark, table, feeRate);
  const result: ExplainedResult =
    found.kind === 'at' ? { kind: 'figure', value: found.price } : { kind: found.kind };
  return { formula: 'liquidation', inputs, result, parts: {} };
}

/** The same of a cross position, with the wallet behind it. @param index of the position in the account. */
export function explainCrossLiquidation(
  account: CrossAccount,
  index: number,
  feeRate: Dec = perpetualFees.taker,
): Explanation | undefined {
  const own = account.positions[index];
  const wallet = crossWallets(account, feeRate)[index];
  if (own === undefined || wallet === undefined) return undefined;
  const others = crossTotals(
    { ...account, positions: account.positions.filter((_, i) => i !== index) },
    feeRate,
  );
  const inputs = {
    balance: account.balance,
    held: account.held,
    othersProfit: others.profit,
    othersRequirement: toText(new D(others.maintenance).plus(others.closingFee)),
  };
  const parts = { wallet: explained('crossWallet', inputs, wallet) };
  return { ...explainLiquidation(own.position, wallet, toText(new D(own.mark)), own.table, feeRate), parts };
}

/** Margin ratio of an account's cross side. */
export function explainMarginRatio(account: CrossAccount, feeRate: Dec = perpetualFees.taker): Explanation {
  const { maintenance, closingFee, equity } = crossTotals(account, feeRate);
  const requirement = toText(new D(maintenance).plus(closingFee));
  const backing = toText(new D(equity).minus(account.held));
  const inputs = { maintenance, closingFee, equity, held: account.held };
  return explained('marginRatio', inputs, marginRatio(requirement, backing));
}
