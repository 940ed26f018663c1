import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { LiquidationPrice } from './liquidation.ts';
import { liquidationPrice, marginRatio } from './liquidation.ts';
import { perpetualFees } from './money.ts';
import type { Position } from './position.ts';
import { signOfSide } from './side.ts';
import type { TierTable } from './tiers.ts';
import { maintenanceOf, tierOf } from './tiers.ts';

/** A position beside its market's mark and tiers. */
export interface MarkedPosition {
  readonly position: Pick<Position, 'side' | 'quantity' | 'cost' | 'leverage'>;
  /** Quote per base. */
  readonly mark: Dec;
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
  readonly profit: D;
  readonly initial: D;
  readonly maintenance: D;
  readonly fee: D;
}

function partOf({ position, mark, table }: MarkedPosition, feeRate: Dec): Part {
  const value = new D(position.quantity).times(mark);
  return {
    profit: value.minus(position.cost).times(signOfSide(position.side)),
    initial: value.div(position.leverage),
    maintenance: maintenanceOf(value, tierOf(value, table)),
    fee: value.times(feeRate),
  };
}

function sumOf(parts: readonly Part[]): Part {
  const start = { profit: new D(0), initial: new D(0), maintenance: new D(0), fee: new D(0) };
  return parts.reduce<Part>(
    (sum, part) => ({
      profit: sum.profit.plus(part.profit),
      initial: sum.initial.plus(part.initial),
      maintenance: sum.maintenance.plus(part.maintenance),
      fee: sum.fee.plus(part.fee),
    }),
    start,
  );
}

/** Equity, margins, what is available and how near liquidation is. @see trading rules §1 */
export function crossTotals(account: CrossAccount, feeRate: Dec = perpetualFees.taker): CrossTotals {
  const { balance, held, positions } = account;
  const { profit, initial, maintenance, fee } = sumOf(positions.map((each) => partOf(each, feeRate)));
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
  const parts = account.positions.map((each) => partOf(each, feeRate));
  const all = sumOf(parts);
  const whole = new D(account.balance)
    .minus(account.held)
    .plus(all.profit)
    .minus(all.maintenance)
    .minus(all.fee);
  return parts.map(({ profit, maintenance, fee }) => toText(whole.minus(profit).plus(maintenance).plus(fee)));
}

/** Liquidation price of each cross position, in their order. Estimates: the other marks are held still. */
export function crossLiquidations(
  account: CrossAccount,
  feeRate: Dec = perpetualFees.taker,
): readonly LiquidationPrice[] {
  const wallets = crossWallets(account, feeRate);
  return account.positions.map(({ position, mark, table }, i) =>
    liquidationPrice(position, wallets[i] ?? '0', mark, table, feeRate),
  );
}
