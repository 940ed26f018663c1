import * as v from 'valibot';
import { Moment, marketList, TickRow } from '../../domain/contract/index.ts';
import type { KeyValueStore } from '../session/keyValueStore.ts';
import type { MarketRows } from './marketRows.ts';

const KEY = 'market';
const StoredVisit = v.object({
  /** Newest moment of the tickers, the server's clock, ms UTC. */
  at: Moment,
  markets: marketList.response.entries.markets,
  rows: v.array(TickRow),
});

/** Markets and prices kept from one visit to the next, so that a screen has something to show at once. */
export class LastVisit {
  readonly #keep: KeyValueStore;
  readonly #rows: MarketRows;
  #isShown = false;
  #writtenVersion = -1;

  constructor(keep: KeyValueStore, rows: MarketRows) {
    this.#keep = keep;
    this.#rows = rows;
  }

  /** Whether prices are those of the last visit, not yet confirmed. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** The feed has spoken. */
  confirm(): void {
    this.#isShown = false;
  }

  /** Shows what was kept, unless the feed was faster; what is damaged is left out. */
  async restore(): Promise<void> {
    const parsed = v.safeParse(StoredVisit, await this.#keep.get(KEY));
    if (!parsed.success || this.#rows.at > 0) return;
    const { at, markets, rows } = parsed.output;
    if (this.#rows.listVersion === 0) this.#rows.setMarkets(markets);
    const tickers = rows.map(([id, last, open24, volume, high24, low24]) => ({
      id,
      last,
      open24,
      volume,
      high24,
      low24,
    }));
    // A row of its own may have come before all of them, and is newer than what was kept.
    const older = tickers.filter(({ id }) => !this.#rows.row(id)?.ticker);
    this.#rows.applyTickers(older, at, false);
    this.#isShown = true;
  }

  /** Keeps what is known, if anything was received since the last time. */
  async write(): Promise<void> {
    const { at, list, tickerVersion } = this.#rows;
    if (this.#isShown || at === 0 || list.length === 0 || tickerVersion === this.#writtenVersion) return;
    this.#writtenVersion = tickerVersion;
    const markets = list.map(({ market }) => market);
    const rows = this.#rows
      .tickers()
      .map(({ id, last, open24, volume, high24, low24 }) => [id, last, open24, volume, high24, low24]);
    await this.#keep.set(KEY, { at, markets, rows });
  }
}
