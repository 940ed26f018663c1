import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { LiquidationPrice } from './liquidation.ts';
import { liquidationPrice, marginRatio } from './liquidation.ts';
import { perpetualFees } from './money.ts';
import { parsedOf } from './parsed.ts';
import type { Position } from './position.ts';
import type { TierTable } from './tiers.ts';
import { maintenanceOf, tierOf } from './tiers.ts';

/** A position beside its market's mark and tiers. */
export interface MarkedPosition {
  readonly position: Pick<Position, 'side' | 'quantity' | 'cost' | 'leverage'>;
  /** Quote per base; a number that was read already spares reading it for each position. */
  readonly mark: Dec | D;
  readonly table: TierTable;
}

/** The cross side of a futures account, all in quote. */
export interface CrossAccount {
  /** What is booked, without the margins of isolated positions. */
  readonly balance: Dec;
  /** Of it, what is held for resting orders. */
  readonly held: Dec;
  /** Cross positions only. */
  readonly positions: readonly MarkedPosition[];
}

/** Totals of the cross side, in quote, unrounded. */
export interface CrossTotals {
  /** Unrealised P/L on mark, signed. */
  readonly profit: Dec;
  /** Balance and unrealised P/L. */
  readonly equity: Dec;
  /** Σ `q·M/L`. */
  readonly initial: Dec;
  readonly maintenance: Dec;
  /** Fee of closing all at mark. */
  readonly closingFee: Dec;
  /** `max(0, min(balance, equity) − initial − held)`: what new orders and withdrawals can use. [ours] */
  readonly available: Dec;
  /** Maintenance and closing fee over equity less held; undefined when that is not above zero. */
  readonly ratio: Dec | undefined;
  /** Whether the positions are being liquidated. False without positions. */
  readonly isDue: boolean;
}

interface Part {
  readonly value: D;
  readonly profit: D;
  readonly maintenance: D;
  readonly fee: D;
}

function partOf({ position, mark, table }: MarkedPosition, feeRate: Dec): Part {
  const { sign, quantity, cost } = parsedOf(position);
  const value = quantity.times(mark);
  const profit = sign === 1 ? value.minus(cost) : cost.minus(value);
  return {
    value,
    profit,
    maintenance: maintenanceOf(value, tierOf(value, table)),
    fee: value.times(feeRate),
  };
}

interface Sums extends Omit<Part, 'value'> {
  readonly initial: D;
}

/** Values of one leverage are added before they are divided: dividing takes longer than all the rest. */
function sumOf(positions: CrossAccount['positions'], parts: readonly Part[]): Sums {
  let [profit, maintenance, fee] = [new D(0), new D(0), new D(0)];
  const values = new Map<number, D>();
  for (const [i, part] of parts.entries()) {
    profit = profit.plus(part.profit);
    maintenance = maintenance.plus(part.maintenance);
    fee = fee.plus(part.fee);
    const leverage = positions[i]?.position.leverage ?? 1;
    const sum = values.get(leverage);
    values.set(leverage, sum ? sum.plus(part.value) : part.value);
  }
  let initial = new D(0);
  for (const [leverage, value] of values) initial = initial.plus(value.div(leverage));
  return { profit, maintenance, fee, initial };
}

/** Equity, margins, what is available and how near liquidation is. @see trading rules §1 */
export function crossTotals(account: CrossAccount, feeRate: Dec = perpetualFees.taker): CrossTotals {
  return totalsOf(account, partsOf(account, feeRate));
}

const partsOf = ({ positions }: CrossAccount, feeRate: Dec): readonly Part[] =>
  positions.map((each) => partOf(each, feeRate));

function totalsOf({ balance, held, positions }: CrossAccount, parts: readonly Part[]): CrossTotals {
  const { profit, initial, maintenance, fee } = sumOf(positions, parts);
  const equity = profit.plus(balance);
  const backing = equity.minus(held);
  const needed = maintenance.plus(fee);
  const free = D.min(balance, equity).minus(initial).minus(held);
  return {
    profit: toText(profit),
    equity: toText(equity),
    initial: toText(initial),
    maintenance: toText(maintenance),
    closingFee: toText(fee),
    available: toText(D.max(0, free)),
    ratio: marginRatio(toText(needed), toText(backing)),
    isDue: positions.length > 0 && backing.lte(needed),
  };
}

/**
 * What stands behind each cross position, W in the liquidation equation, quote: balance less what is held, the
 * other positions' unrealised P/L, less the other positions' maintenance and closing fees. In order of the positions.
 */
export function crossWallets(account: CrossAccount, feeRate: Dec = perpetualFees.taker): readonly Dec[] {
  return walletsOf(account, partsOf(account, feeRate)).map(toText);
}

function walletsOf({ balance, held }: CrossAccount, parts: readonly Part[]): readonly D[] {
  /** What each adds to the slack of the account. */
  const slacks = parts.map(({ profit, maintenance, fee }) => profit.minus(maintenance).minus(fee));
  const whole = slacks.reduce((sum, slack) => sum.plus(slack), new D(balance).minus(held));
  return slacks.map((slack) => whole.minus(slack));
}

/** Liquidation price of each cross position, in their order. Estimates: the other marks are held still. */
export function crossLiquidations(
  account: CrossAccount,
  feeRate: Dec = perpetualFees.taker,
): readonly LiquidationPrice[] {
  return liquidationsOf(account, partsOf(account, feeRate), feeRate);
}

function liquidationsOf(
  account: CrossAccount,
  parts: readonly Part[],
  feeRate: Dec,
): readonly LiquidationPrice[] {
  const wallets = walletsOf(account, parts);
  return account.positions.map(({ position, mark, table }, i) =>
    liquidationPrice(position, wallets[i] ?? '0', mark, table, feeRate),
  );
}

/** Totals and liquidation prices of the same moment, as `crossTotals` and `crossLiquidations` yield them. */
export function crossFrame(
  account: CrossAccount,
  feeRate: Dec = perpetualFees.taker,
): { readonly totals: CrossTotals; readonly liquidations: readonly LiquidationPrice[] } {
  const parts = partsOf(account, feeRate);
  return { totals: totalsOf(account, parts), liquidations: liquidationsOf(account, parts, feeRate) };
}
