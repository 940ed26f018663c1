import type { Dec } from '../decimal.ts';
import { D, Exact, readExact, toText } from '../decimal.ts';
import { perpetualFees } from '../orders/fees.ts';
import type { LiquidationPrice } from './liquidation.ts';
import { liquidationPrice, marginRatio } from './liquidation.ts';
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

/** What a position is worth at a mark and what it has gained, quote. */
export interface Valued {
  readonly value: D;
  readonly profit: D;
}
/** What one position adds to its account, quote. */
export interface Part extends Valued {
  readonly maintenance: D;
  readonly fee: D;
}

/** A position at its mark. */
export function valuedOf({ position, mark }: Pick<MarkedPosition, 'position' | 'mark'>): Valued {
  const { sign, quantity, cost } = parsedOf(position);
  const value = quantity.times(mark);
  return { value, profit: sign === 1 ? value.minus(cost) : cost.minus(value) };
}

/** The same with what is needed behind it. @param feeRate of closing it, a fraction. */
export function partOf(marked: MarkedPosition, feeRate: Dec = perpetualFees.taker): Part {
  const { value, profit } = valuedOf(marked);
  const { table } = marked;
  return {
    value,
    profit,
    maintenance: maintenanceOf(value, tierOf(value, table)),
    fee: value.times(feeRate),
  };
}

/** What a part leaves behind the other positions of its account: its P/L less its maintenance and closing fee. */
const slackOf = ({ profit, maintenance, fee }: Part): D => profit.minus(maintenance).minus(fee);

/**
 * Sums of the cross side. Adding and taking out round nothing, so that sums which have followed single positions for
 * long are those of adding all of them now.
 */
export class CrossSums {
  #count = 0;
  #profit = new Exact(0);
  #maintenance = new Exact(0);
  #fee = new Exact(0);
  /** By leverage: dividing each value takes longer than all the rest. */
  readonly #values = new Map<number, D>();

  add(part: Part, leverage: number): void {
    this.#count += 1;
    this.#profit = this.#profit.plus(part.profit);
    this.#maintenance = this.#maintenance.plus(part.maintenance);
    this.#fee = this.#fee.plus(part.fee);
    this.#values.set(leverage, (this.#values.get(leverage) ?? new Exact(0)).plus(part.value));
  }

  /** @param part one that was added. */
  remove(part: Part, leverage: number): void {
    this.#count -= 1;
    this.#profit = this.#profit.minus(part.profit);
    this.#maintenance = this.#maintenance.minus(part.maintenance);
    this.#fee = this.#fee.minus(part.fee);
    const value = (this.#values.get(leverage) ?? new Exact(0)).minus(part.value);
    if (value.isZero()) this.#values.delete(leverage);
    else this.#values.set(leverage, value);
  }

  /** @see crossTotals */
  totals({ balance, held }: Pick<CrossAccount, 'balance' | 'held'>): CrossTotals {
    const [profit, maintenance, fee] = [this.#profit, this.#maintenance, this.#fee].map(readExact) as [
      D,
      D,
      D,
    ];
    let initial = new D(0);
    for (const [leverage, value] of [...this.#values].sort(([a], [b]) => a - b))
      initial = initial.plus(readExact(value).div(leverage));
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
      isDue: this.#count > 0 && backing.lte(needed),
    };
  }

  /** What stands behind each of the positions as the sums are now, by its part. @see crossWallets */
  wallets({ balance, held }: Pick<CrossAccount, 'balance' | 'held'>): (part: Part) => D {
    const slack = this.#profit.minus(this.#maintenance).minus(this.#fee);
    const whole = slack.plus(balance).minus(held);
    return (part) => readExact(whole.minus(slackOf(part)));
  }
}

/** Equity, margins, what is available and how near liquidation is. @see trading rules §1 */
export function crossTotals(account: CrossAccount, feeRate: Dec = perpetualFees.taker): CrossTotals {
  return sumsOf(account.positions, partsOf(account, feeRate)).totals(account);
}

const partsOf = ({ positions }: CrossAccount, feeRate: Dec): readonly Part[] =>
  positions.map((each) => partOf(each, feeRate));

function sumsOf(positions: CrossAccount['positions'], parts: readonly Part[]): CrossSums {
  const sums = new CrossSums();
  for (const [i, part] of parts.entries()) sums.add(part, positions[i]?.position.leverage ?? 1);
  return sums;
}

/**
 * What stands behind each cross position, W in the liquidation equation, quote: balance less what is held, the
 * other positions' unrealised P/L, less the other positions' maintenance and closing fees. In order of the positions.
 */
export function crossWallets(account: CrossAccount, feeRate: Dec = perpetualFees.taker): readonly Dec[] {
  const parts = partsOf(account, feeRate);
  const walletOf = sumsOf(account.positions, parts).wallets(account);
  return parts.map((part) => toText(walletOf(part)));
}

/** Liquidation price of each cross position, in their order. Estimates: the other marks are held still. */
export function crossLiquidations(
  account: CrossAccount,
  feeRate: Dec = perpetualFees.taker,
): readonly LiquidationPrice[] {
  return crossFrame(account, feeRate).liquidations;
}

/** Totals and liquidation prices of the same moment, as `crossTotals` and `crossLiquidations` yield them. */
export function crossFrame(
  account: CrossAccount,
  feeRate: Dec = perpetualFees.taker,
): { readonly totals: CrossTotals; readonly liquidations: readonly LiquidationPrice[] } {
  const { positions } = account;
  const parts = partsOf(account, feeRate);
  const sums = sumsOf(positions, parts);
  const walletOf = sums.wallets(account);
  const liquidations = positions.flatMap(({ position, mark, table }, i) => {
    const part = parts[i];
    return part ? [liquidationPrice(position, walletOf(part), mark, table, feeRate)] : [];
  });
  return { totals: sums.totals(account), liquidations };
}
