import type { MarkRow, PositionRow } from '../../../domain/contract/index.ts';
import type { CrossAccount, CrossTotals, Dec, Part, Valued } from '../../../domain/index.ts';
import {
  bookedCost,
  CrossSums,
  D,
  Exact,
  netRealised,
  partOf,
  perpetualFees,
  positionMargin,
  readExact,
  SETTLEMENT_ASSET,
  tiersOfMarket,
  toText,
  valuedOf,
} from '../../../domain/index.ts';
import type { Clock } from '../../../feeds/index.ts';
import type { Funds } from '../balances.ts';
import type { MarketRows } from '../marketRows.ts';
import type { Placed } from './joined.ts';
import { Joined } from './joined.ts';
import { Steady } from './steady.ts';

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
  /** Net P/L of all positions if they closed at mark now; undefined while a mark is missing. */
  readonly net: Dec | undefined;
  readonly posted: Dec;
  /** Margin of all positions as it is booked: set aside for isolated ones, at entry for cross ones. */
  readonly margin: Dec;
}

/** What they are joined with. */
export interface SnapshotDeps {
  readonly funds: Pick<Funds, 'uid' | 'version' | 'balances'>;
  readonly rows: Pick<MarketRows, 'row' | 'listVersion'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** What snapshots are made from. */
interface Source {
  readonly version: number;
  readonly positions: readonly PositionRow[];
  markOf(market: string): MarkRow | undefined;
}

/** A position as the sums hold it. */
interface Held {
  readonly placed: Placed;
  readonly valued: Valued;
  /** Of a cross position: the same with what is needed behind it. */
  readonly part: Part | undefined;
}

/**
 * Makes snapshots, one for each state of what they are made from. Positions whose mark has not moved keep their part in
 * the sums: what a snapshot costs is what has changed since the last.
 */
export class Snapshots {
  readonly #source: Source;
  readonly #deps: SnapshotDeps;
  readonly #steady: Steady;
  readonly #held = new Map<PositionRow, Held>();
  readonly #marks = new Map<string, { readonly text: Dec; readonly price: D }>();
  readonly #cross = new CrossSums();
  /** P/L of all positions. */
  #profit = new Exact(0);
  /** At mark, of all positions. */
  #value = new Exact(0);
  #margins: Margins = { positions: [], isolated: new D(0), booked: '0', realised: new D(0) };
  #last: Snapshot | undefined;
  #state = '';
  #id = 0;

  constructor(source: Source, deps: SnapshotDeps) {
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
    this.#follow(positions);
    const held = positions.flatMap((row) => this.#held.get(row) ?? []);
    const isCrossWhole = positions.every((row) => row.mode !== 'cross' || this.#held.has(row));
    const { posted, account } = this.#account(held);
    const cross =
      account && isCrossWhole
        ? { totals: this.#cross.totals(account), walletOf: this.#cross.wallets(account) }
        : undefined;
    const profit = held.length === positions.length ? toText(readExact(this.#profit)) : undefined;
    this.#id += 1;
    return {
      id: this.#id,
      positions,
      joined: new Map(
        held.map(({ placed, valued, part }) => {
          const backing = cross && part && { ratio: cross.totals.ratio, wallet: () => cross.walletOf(part) };
          return [placed.row.market, new Joined(placed, valued, backing, this.#steady)];
        }),
      ),
      account,
      totals: cross?.totals,
      profit,
      net: profit === undefined ? undefined : this.#netOf(profit),
      posted,
      margin: this.#margins.booked,
      equity: profit === undefined ? undefined : toText(new D(posted).plus(profit)),
    };
  }

  /** What stands booked, the P/L, and the fee of closing all of it. */
  #netOf(profit: Dec): Dec {
    const fee = readExact(this.#value).times(perpetualFees.taker);
    return toText(this.#margins.realised.plus(profit).minus(fee));
  }

  /** Brings the sums up to what stands now. */
  #follow(positions: readonly PositionRow[]): void {
    if (positions !== this.#margins.positions) {
      this.#margins = marginsOf(positions);
      const open = new Set(positions);
      for (const row of this.#held.keys()) if (!open.has(row)) this.#drop(row);
    }
    for (const row of positions) {
      const known = this.#held.get(row);
      const mark = this.#source.markOf(row.market);
      const market = this.#deps.rows.row(row.market)?.market;
      if (known && known.placed.mark === mark && known.placed.market === market) continue;
      if (known) this.#drop(row);
      if (market && mark)
        this.#put({ row, market, mark, price: this.#priceOf(mark), table: tiersOfMarket(market) });
    }
  }

  #put(placed: Placed): void {
    const { row, price, table } = placed;
    const marked = { position: row, mark: price, table };
    const part = row.mode === 'cross' ? partOf(marked) : undefined;
    const valued = part ?? valuedOf(marked);
    this.#held.set(row, { placed, valued, part });
    this.#profit = this.#profit.plus(valued.profit);
    this.#value = this.#value.plus(valued.value);
    if (part) this.#cross.add(part, row.leverage);
  }

  #drop(row: PositionRow): void {
    const known = this.#held.get(row);
    if (!known) return;
    this.#held.delete(row);
    this.#profit = this.#profit.minus(known.valued.profit);
    this.#value = this.#value.minus(known.valued.value);
    if (known.part) this.#cross.remove(known.part, row.leverage);
  }

  /** A mark as a number, read once. */
  #priceOf([market, text]: MarkRow): D {
    const known = this.#marks.get(market);
    if (known?.text === text) return known.price;
    const price = new D(text);
    this.#marks.set(market, { text, price });
    return price;
  }

  /** The cross side: what is booked and held, without the margins of isolated positions. */
  #account(held: readonly Held[]): { posted: Dec; account: CrossAccount | undefined } {
    const { funds } = this.#deps;
    const found = funds.balances.find(
      ({ account, asset }) => account === 'futures' && asset === SETTLEMENT_ASSET,
    );
    const posted = found?.posted ?? '0';
    if (funds.uid === undefined) return { posted, account: undefined };
    const { isolated } = this.#margins;
    return {
      posted,
      account: {
        balance: toText(new D(posted).minus(isolated)),
        // Balance and position are published one after the other: between the two nothing is held twice.
        held: toText(D.max(0, new D(found?.held ?? 0).minus(isolated))),
        positions: held.flatMap(({ placed: { row, mark, table } }) =>
          row.mode === 'cross' ? [{ position: row, mark: mark[1], table }] : [],
        ),
      },
    };
  }
}

/** What is set aside for positions; it changes with them alone. */
interface Margins {
  readonly positions: readonly PositionRow[];
  readonly isolated: D;
  /** As booked, of all of them. */
  readonly booked: Dec;
  /** Net of what they have brought so far. */
  readonly realised: D;
}

function marginsOf(positions: readonly PositionRow[]): Margins {
  return {
    positions,
    isolated: positions.reduce((sum, { margin }) => sum.plus(margin), new D(0)),
    booked: toText(positions.reduce((sum, row) => sum.plus(bookedCost(positionMargin(row))), new D(0))),
    realised: positions.reduce((sum, { realised }) => sum.plus(netRealised(realised)), new D(0)),
  };
}
