import type { Dec } from '../../../domain/index.ts';
import { compareDec, D, RuleError, toText } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { giveStock } from '../../books/ledger/house.ts';
import { plain } from '../../books/ledger/ledger.ts';

/** The liquidity provider's funding per asset, once, in USDT: the most that it can ever lose of it. */
const STOCK_USDT = '20000000';

/** The house's free balances, in memory, so that a match never takes more than there is. */
export class House {
  readonly #free = new Map<string, Dec>();
  /** Assets whose balance need not be read again. */
  readonly #known = new Set<string>();
  readonly #usdtOf: (asset: string) => Dec | undefined;

  /** @param usdtOf the price of an asset in USDT, as far as it is known. */
  constructor(usdtOf: (asset: string) => Dec | undefined) {
    this.#usdtOf = usdtOf;
  }

  readonly limit = (asset: string): Dec => this.#free.get(asset) ?? '0';

  /** Reads the balances of these assets, and funds an asset that the house never had. */
  async load(tx: Queries, assets: readonly string[], at: number): Promise<void> {
    for (const asset of assets) {
      if (this.#known.has(asset)) continue;
      if (!(await this.#read(tx, asset)) && (await this.#stock(tx, asset, at))) await this.#read(tx, asset);
    }
  }

  /** Assets among these whose balance has to be read, or to be funded now that there is a price. */
  missing(assets: readonly string[]): string[] {
    return [...new Set(assets)].filter(
      (asset) =>
        !this.#known.has(asset) &&
        (!this.#free.has(asset) || asset === 'USDT' || this.#usdtOf(asset) !== undefined),
    );
  }

  /** @throws {RuleError} `insufficientBalance` when the house would give what it does not have. */
  mustCover(): void {
    for (const amount of this.#free.values())
      if (compareDec(amount, '0') < 0) throw new RuleError('insufficientBalance');
  }

  /** Applies a command's changes. @param moves by asset, signed. */
  moved(moves: ReadonlyMap<string, Dec>): void {
    for (const [asset, amount] of moves) {
      const free = this.#free.get(asset);
      if (free !== undefined) this.#free.set(asset, toText(new D(free).plus(amount)));
    }
  }

  /**
   * Balances in memory may be wrong: they are read again before the next command. Commands under way keep
   * them.
   */
  forget(): void {
    this.#known.clear();
  }

  async #read(tx: Queries, asset: string): Promise<boolean> {
    const [row] = await tx.query<{ posted: Dec }>(
      "select posted::text from account where owner_id is null and kind = 'house_mm' and asset = $1",
      [asset],
    );
    this.#free.set(asset, plain(row?.posted ?? '0'));
    if (row) this.#known.add(asset);
    return row !== undefined;
  }

  async #stock(tx: Queries, asset: string, at: number): Promise<boolean> {
    const price = asset === 'USDT' ? '1' : this.#usdtOf(asset);
    if (price === undefined || new D(price).lte(0)) return false;
    const amount = toText(new D(STOCK_USDT).div(price).toDecimalPlaces(8, D.ROUND_DOWN));
    await giveStock(tx, { kind: 'house_mm', asset }, 'house', amount, at);
    return true;
  }
}
