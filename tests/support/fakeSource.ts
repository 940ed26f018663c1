import type { Book, Candle, Market, OrderSide, Ticker, Trade } from '../../domain/index.ts';
import { aggregateCandles } from '../../domain/index.ts';
import { createAudience } from '../../server/market/audience.ts';
import type { MarketSource } from '../../server/market/source.ts';

export const fakeMarket = (id: string): Market => ({
  id,
  name: id.replace('-', '/'),
  kind: 'spot',
  asset: 'crypto',
  base: id.split('-')[0] ?? id,
  quote: id.split('-')[1] ?? 'USDT',
  iconId: null,
  tick: '0.01',
  lot: '0.001',
  minQuantity: '0.001',
  minTotal: '5',
  status: 'open',
  cycle: false,
  listedAt: 0,
  origin: 'simulated',
});

/** A market that does what a test says. */
export class FakeSource implements MarketSource {
  readonly origin = 'simulated';
  version = 'v1';
  readonly audience = createAudience();
  readonly #clock: { now(): number };
  #markets: readonly Market[];
  readonly #tickers = new Map<string, Ticker>();
  readonly books = new Map<string, Book>();
  readonly tapes = new Map<string, Trade[]>();
  minutes: Candle[] = [];
  /** Of markets that have other ones. */
  readonly minutesOf = new Map<string, readonly Candle[]>();
  #nextId = 1;

  constructor(clock: { now(): number }, ids: readonly (string | Market)[] = ['AAA-USDT', 'BBB-USDT']) {
    this.#clock = clock;
    this.#markets = ids.map((each) => (typeof each === 'string' ? fakeMarket(each) : each));
    for (const { id } of this.#markets) {
      this.books.set(id, { bids: [['9.99', '1']], asks: [['10.01', '1']] });
      this.tapes.set(id, []);
      this.tick(id, '10');
    }
  }
  markets = () => this.#markets;
  now = () => this.#clock.now();
  tickers = () => [...this.#tickers.values()];
  book = (id: string) => this.books.get(id);
  last = (id: string) => this.tapes.get(id)?.at(-1)?.price;
  trades = (id: string) => this.tapes.get(id)?.slice(-100);
  candles = async ({ id, interval, before, limit }: Parameters<MarketSource['candles']>[0]) => {
    const all = aggregateCandles(this.minutesOf.get(id) ?? this.minutes, interval).filter(
      ({ at }) => before === undefined || at < before,
    );
    return { candles: all.slice(-limit), more: all.length > limit };
  };
  sparkline = async () => ['1', '2'];
  subscribe = this.audience.subscribe;
  watch = this.audience.watch;
  close = () => undefined;

  tick(id: string, last: string): void {
    const ticker: Ticker = { id, last, open24: '10', volume: '100', high24: '12', low24: '8' };
    this.#tickers.set(id, ticker);
    this.audience.publish({ kind: 'tickers', rows: [ticker] });
  }
  trade(id: string, price: string, quantity = '1', side: OrderSide = 'buy'): Trade {
    const trade: Trade = { id: this.#nextId++, price, quantity, side, at: this.#clock.now() };
    this.tapes.get(id)?.push(trade);
    this.audience.publish({ kind: 'trades', id, trades: [trade] });
    return trade;
  }
  setBook(id: string, book: Book): void {
    this.books.set(id, book);
    this.audience.publish({ kind: 'book', id });
  }
  setStatus(id: string, status: Market['status']): void {
    this.#markets = this.#markets.map((each) => (each.id === id ? { ...each, status } : each));
    this.version = `${this.version}+`;
  }
  reset(id: string): void {
    this.audience.publish({ kind: 'reset', id });
  }
}
