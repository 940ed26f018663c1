import type { MarkRow, PositionRow } from '../../../domain/contract/index.ts';
import type { CrossTotals, Dec, LiquidationPrice, Market, TierTable, Valued } from '../../../domain/index.ts';
import { D, liquidationPrice, marginRatio, requirementOf, toText } from '../../../domain/index.ts';
import type { Steady } from './steady.ts';

/** A position whose market and mark are known. */
export interface Placed {
  readonly row: PositionRow;
  readonly market: Market;
  readonly mark: MarkRow;
  /** The mark as a number, read once for all positions of its market. */
  readonly price: D;
  readonly table: TierTable;
}

/** What stands behind a cross position at the moment of a snapshot. */
export interface Backing {
  /** Of the account. */
  readonly ratio: CrossTotals['ratio'];
  readonly wallet: () => D;
}

/**
 * A position beside its market and mark, computed by the exchange's own rules from the figures of one snapshot. What no
 * screen looks at is not computed.
 */
export class Joined {
  readonly row: PositionRow;
  readonly market: Market;
  readonly mark: MarkRow;
  readonly table: TierTable;
  readonly #valued: Valued;
  readonly #backing: Backing | undefined;
  readonly #steady: Steady;
  #liquidation: LiquidationPrice | undefined;

  /** @param backing of a cross position; undefined while a mark of its account is missing. */
  constructor(
    { row, market, mark, table }: Placed,
    valued: Valued,
    backing: Backing | undefined,
    steady: Steady,
  ) {
    this.row = row;
    this.market = market;
    this.mark = mark;
    this.table = table;
    this.#valued = valued;
    this.#backing = backing;
    this.#steady = steady;
  }

  /** At mark, quote. */
  get value(): Dec {
    return toText(this.#valued.value);
  }
  /** Unrealised P/L, quote, signed. */
  get profit(): Dec {
    return toText(this.#valued.profit);
  }
  get liquidation(): LiquidationPrice {
    this.#liquidation ??= this.#solved();
    return this.#liquidation;
  }
  /** What is shown of it: it does not flicker. */
  get shown(): LiquidationPrice {
    return this.#steady.of(this.row, this.liquidation);
  }
  /** Of a cross position that of its account; undefined without equity to compare with. */
  get ratio(): Dec | undefined {
    if (this.row.mode === 'cross') return this.#backing?.ratio;
    const { maintenance, fee } = requirementOf(this.value, this.table);
    const needed = toText(new D(maintenance).plus(fee));
    return marginRatio(needed, toText(this.#valued.profit.plus(this.row.margin)));
  }

  #solved(): LiquidationPrice {
    const { row, mark, table } = this;
    if (row.mode === 'isolated') return liquidationPrice(row, row.margin, mark[1], table);
    if (!this.#backing) return { kind: 'never' };
    return liquidationPrice(row, this.#backing.wallet(), mark[1], table);
  }
}
