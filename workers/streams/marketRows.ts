import type { TradingNotice } from '../../domain/contract/index.ts';
import type { Dec, DollarRate, Market, Ticker } from '../../domain/index.ts';
import { D, toScreenNumber } from '../../domain/index.ts';

/** A market with its newest ticker, and float64 copies to sort and screen by. */
export interface MarketRow {
  market: Market;
  ticker: Ticker | undefined;
  /** Rises with each change of the ticker. */
  version: number;
  last: number;
  volume: number;
  /** Fraction against 24 h ago; NaN for a market that is younger. */
  change: number;
}

/** All markets and their newest tickers; the one place where they are kept. */
export class MarketRows {
  readonly #rows = new Map<string, MarketRow>();
  #list: readonly MarketRow[] = [];
  /** What the exchange has stopped of trading, the whole of it first. */
  notices: readonly TradingNotice[] = [];
  #listVersion = 0;
  #tickerVersion = 0;
  /** Newest tickers of markets that are not on the list yet. */
  readonly #waiting = new Map<string, Ticker>();
  /** The dollar that markets are quoted in: USDC where none is in USDT. */
  quotedIn: 'USDT' | 'USDC' = 'USDT';
  /** Newest `at` of the tickers, the server's clock; 0 before the first. */
  at = 0;

  /** Markets in the server's order; the same array until the list changes. */
  get list(): readonly MarketRow[] {
    return this.#list;
  }
  /** Rises when markets come, go or change. */
  get listVersion(): number {
    return this.#listVersion;
  }
  /** Rises with each batch of tickers. */
  get tickerVersion(): number {
    return this.#tickerVersion;
  }

  row(id: string): MarketRow | undefined {
    return this.#rows.get(id);
  }

  setMarkets(markets: readonly Market[], notices: readonly TradingNotice[] = []): void {
    this.notices = notices;
    const list = markets.map((market) => {
      const row = this.#rows.get(market.id) ?? emptyRow(market);
      // Prices are written by it.
      if (row.market.tick !== market.tick) row.version += 1;
      row.market = market;
      return row;
    });
    this.#rows.clear();
    for (const row of list) this.#rows.set(row.market.id, row);
    this.#list = list;
    const isUsdc = markets.length > 0 && !markets.some(({ quote }) => isDollar(quote));
    this.quotedIn = isUsdc ? 'USDC' : 'USDT';
    this.#listVersion += 1;
    for (const [id, ticker] of this.#waiting) {
      const row = this.#rows.get(id);
      if (!row) continue;
      fill(row, ticker);
      this.#waiting.delete(id);
      this.#tickerVersion += 1;
    }
  }

  /**
   * Tickers of markets that are not listed wait for a list that has them.
   * @param at when these were published, where they are of all markets. @param isSnapshot these are all there are: what
   *   waited before is forgotten.
   * @returns false when a ticker is of a market that is not on the list.
   */
  applyTickers(tickers: readonly Ticker[], at: number | undefined, isSnapshot: boolean): boolean {
    if (isSnapshot) this.#waiting.clear();
    for (const ticker of tickers) {
      const row = this.#rows.get(ticker.id);
      if (row) fill(row, ticker);
      else this.#waiting.set(ticker.id, ticker);
    }
    this.#tickerVersion += 1;
    this.at = Math.max(this.at, at ?? 0);
    return this.#waiting.size === 0;
  }

  /** Tickers that are known, to be kept for the next visit. */
  tickers(): Ticker[] {
    return this.#list.map(({ ticker }) => ticker).filter((ticker) => ticker !== undefined);
  }

  /**
   * Dollars per unit of a quote currency: USD and USDT count as one, others by their own USDT price; USDC counts as one
   * where no source has it.
   */
  readonly dollarRate: DollarRate = (quote) => {
    if (isDollar(quote)) return '1';
    return this.#rateRow(quote)?.ticker?.last ?? (quote === 'USDC' ? '1' : undefined);
  };

  /** The market by which a market's price in dollars is reckoned; undefined where it needs none. */
  rateOf(id: string): string | undefined {
    const quote = this.row(id)?.market.quote;
    return quote === undefined || isDollar(quote) ? undefined : this.#rateRow(quote)?.market.id;
  }

  /** Rises when anything that is shown of a market changes, its price in dollars included. */
  versionOf(row: MarketRow): number {
    const { quote } = row.market;
    return isDollar(quote) ? row.version : row.version + (this.#rateRow(quote)?.version ?? 0);
  }

  /** A market's price in dollars, exact; undefined when no rate is known. */
  dollar(row: MarketRow): Dec | undefined {
    const rate = this.dollarRate(row.market.quote);
    if (rate === undefined || !row.ticker) return undefined;
    return rate === '1' ? row.ticker.last : new D(row.ticker.last).times(rate).toFixed();
  }

  #rateRow(quote: string): MarketRow | undefined {
    return this.#rows.get(`${quote}-USDT`);
  }
}

const isDollar = (currency: string): boolean => currency === 'USDT' || currency === 'USD';

function emptyRow(market: Market): MarketRow {
  return { market, ticker: undefined, version: 0, last: 0, volume: 0, change: Number.NaN };
}

function fill(row: MarketRow, ticker: Ticker): void {
  row.ticker = ticker;
  row.version += 1;
  row.last = toScreenNumber(ticker.last);
  row.volume = toScreenNumber(ticker.volume);
  const open = toScreenNumber(ticker.open24);
  row.change = open > 0 ? row.last / open - 1 : Number.NaN;
}
