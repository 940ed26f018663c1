import type { MarkRow, PositionRow } from '../../../domain/contract/index.ts';
import type {
  CrossAccount,
  CrossTotals,
  Dec,
  LiquidationPrice,
  MarkedPosition,
  Market,
  TierTable,
} from '../../../domain/index.ts';
import {
  bookedCost,
  crossLiquidations,
  crossTotals,
  D,
  liquidationPrice,
  marginRatio,
  positionMargin,
  positionValue,
  profitOf,
  requirementOf,
  SETTLEMENT_ASSET,
  tiersOfMarket,
  toText,
} from '../../../domain/index.ts';
import type { ViewDeps } from '../view.ts';
import { Steady } from './steady.ts';

/** A position beside its market and mark, computed by the exchange's own rules. */
export interface Joined {
  readonly row: PositionRow;
  readonly market: Market;
  readonly mark: MarkRow;
  readonly table: TierTable;
  readonly value: Dec;
  readonly profit: Dec;
  readonly liquidation: LiquidationPrice;
  /** What is shown of it: it does not flicker. */
  readonly shown: LiquidationPrice;
  readonly ratio: Dec | undefined;
}

/** Everything that screens show of a futures account, from one moment's figures. */
export interface Snapshot {
  /** Rises with each snapshot. */
  readonly id: number;
  readonly positions: readonly PositionRow[];
  /** By market; without those whose mark or market is not known yet. */
  readonly joined: ReadonlyMap<string, Joined>;
  /** Undefined while nobody's money is known. */
  readonly account: CrossAccount | undefined;
  /** Undefined while a mark of an open cross position is missing. */
  readonly totals: CrossTotals | undefined;
  /** Booked money and unrealised P/L of all positions; undefined while a mark is missing. */
  readonly equity: Dec | undefined;
  readonly profit: Dec | undefined;
  readonly posted: Dec;
  /** Margin of all positions as it is booked: set aside for isolated ones, at entry for cross ones. */
  readonly margin: Dec;
}

/** What snapshots are made from. */
interface Source {
  readonly version: number;
  readonly positions: readonly PositionRow[];
  markOf(market: string): MarkRow | undefined;
}

type Placed = Pick<Joined, 'row' | 'market' | 'mark' | 'table'>;

/** Makes snapshots, one for each state of what they are made from. */
export class Snapshots {
  readonly #source: Source;
  readonly #deps: Pick<ViewDeps, 'funds' | 'rows' | 'clock'>;
  readonly #steady: Steady;
  #last: Snapshot | undefined;
  #state = '';
  #id = 0;

  constructor(source: Source, deps: Pick<ViewDeps, 'funds' | 'rows' | 'clock'>) {
    this.#source = source;
    this.#deps = deps;
    this.#steady = new Steady(deps.clock);
  }

  now(): Snapshot {
    const { funds, rows } = this.#deps;
    const state = [this.#source.version, funds.version, rows.listVersion, this.#steady.turn()].join();
    if (this.#last && state === this.#state) return this.#last;
    this.#state = state;
    this.#last = this.#make();
    return this.#last;
  }

  #make(): Snapshot {
    const { positions } = this.#source;
    const placed = positions.flatMap((row) => this.#placed(row));
    const isWhole = placed.length === positions.length;
    const { posted, account } = this.#account(positions, placed);
    const isCrossWhole = positions
      .filter(({ mode }) => mode === 'cross')
      .every(({ market }) => placed.some(({ row }) => row.market === market));
    const totals = account && isCrossWhole ? crossTotals(account) : undefined;
    const joined = this.#joined(placed, isCrossWhole ? account : undefined, totals);
    const profit = isWhole
      ? toText([...joined.values()].reduce((sum, each) => sum.plus(each.profit), new D(0)))
      : undefined;
    this.#id += 1;
    return {
      id: this.#id,
      positions,
      joined,
      account,
      totals,
      profit,
      posted,
      margin: toText(positions.reduce((sum, row) => sum.plus(bookedCost(positionMargin(row))), new D(0))),
      equity: profit === undefined ? undefined : toText(new D(posted).plus(profit)),
    };
  }

  #placed(row: PositionRow): Placed[] {
    const market = this.#deps.rows.row(row.market)?.market;
    const mark = this.#source.markOf(row.market);
    return market && mark ? [{ row, market, mark, table: tiersOfMarket(market) }] : [];
  }

  /** The cross side: what is booked and held, without the margins of isolated positions. */
  #account(
    positions: readonly PositionRow[],
    placed: readonly Placed[],
  ): { posted: Dec; account: CrossAccount | undefined } {
    const { funds } = this.#deps;
    const found = funds.balances.find(
      ({ account, asset }) => account === 'futures' && asset === SETTLEMENT_ASSET,
    );
    const posted = found?.posted ?? '0';
    if (funds.uid === undefined) return { posted, account: undefined };
    const margins = positions.reduce((sum, { margin }) => sum.plus(margin), new D(0));
    return {
      posted,
      account: {
        balance: toText(new D(posted).minus(margins)),
        // Balance and position are told one after the other: between the two nothing is held twice.
        held: toText(D.max(0, new D(found?.held ?? 0).minus(margins))),
        positions: placed.filter(({ row }) => row.mode === 'cross').map(markedOf),
      },
    };
  }

  #joined(
    placed: readonly Placed[],
    account: CrossAccount | undefined,
    totals: CrossTotals | undefined,
  ): Map<string, Joined> {
    const cross = account ? crossLiquidations(account) : [];
    const joined = new Map<string, Joined>();
    let next = 0;
    for (const each of placed) {
      const { row, mark, table } = each;
      const value = positionValue(row.quantity, mark[1]);
      const profit = profitOf(row.side, value, row.cost);
      const isCross = row.mode === 'cross';
      const liquidation = isCross
        ? (cross[next++] ?? NEVER)
        : liquidationPrice(row, row.margin, mark[1], table);
      const ratio = isCross ? totals?.ratio : isolatedRatio(row, value, profit, table);
      const shown = this.#steady.of(row, liquidation);
      joined.set(row.market, { ...each, value, profit, liquidation, shown, ratio });
    }
    return joined;
  }
}

const NEVER: LiquidationPrice = { kind: 'never' };

const markedOf = ({ row, mark, table }: Placed): MarkedPosition => ({ position: row, mark: mark[1], table });

function isolatedRatio(row: PositionRow, value: Dec, profit: Dec, table: TierTable): Dec | undefined {
  const { maintenance, fee } = requirementOf(value, table);
  const needed = toText(new D(maintenance).plus(fee));
  return marginRatio(needed, toText(new D(row.margin).plus(profit)));
}
