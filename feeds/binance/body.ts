import type { Market } from '../../domain/index.ts';
import { intervalMs } from '../../domain/index.ts';
import type { Clock } from '../types.ts';
import type { VenueBodyDeps } from '../venues/adapter.ts';
import { pageOfBars } from '../venues/candlePage.ts';
import type { VenueChannel } from '../venues/channel.ts';
import type { VenueBody } from '../venues/core.ts';
import type { ChannelReader, ReaderOutlet } from '../venues/reader.ts';
import { createCandleReader } from '../venues/readers/candle.ts';
import { createTradesReader } from '../venues/readers/trades.ts';
import { createWholeBookReader } from '../venues/readers/wholeBook.ts';
import type { VenueCandlePage, VenueCandleQuery } from '../venues/types.ts';
import { VenueError } from '../venues/types.ts';
import type { BinanceConfig } from './config.ts';
import { normaliseTrade } from './normalise.ts';
import { Part } from './part.ts';
import { DeepBookReader } from './readers/deepBook.ts';
import { createMarksReader } from './readers/marks.ts';
import { createTickersReader } from './readers/tickers.ts';
import { readKline, readWholeBook } from './rows.ts';
import { ReadTrade } from './scan.ts';

/** Longest usual silence of streams, ms. */
const QUIET_MS = { list: 10_000, book: 60_000, bar: 300_000 } as const;

/** What is Binance's own: its two kinds of markets, their streams and their questions. */
export class BinanceBody implements VenueBody {
  readonly plans: VenueBody['plans'];
  readonly #clock: Clock;
  readonly #config: BinanceConfig;
  readonly #levels: number;
  readonly #parts: readonly Part[];

  constructor(given: VenueBodyDeps<BinanceConfig>) {
    const { deps, config, hosts, levels, kinds, listCachedMs, tally, publishRest: publish } = given;
    this.#clock = deps.clock;
    this.#config = config;
    this.#levels = levels;
    this.#parts = kinds.map(
      (kind) => new Part({ ...deps, config, kind, tally, publish }, hosts, listCachedMs),
    );
    this.plans = Object.assign({}, ...this.#parts.map(({ plans }) => plans));
  }

  async markets(): Promise<readonly Market[]> {
    const lists = await Promise.allSettled(this.#parts.map(({ directory }) => directory.load()));
    const markets = this.#parts.flatMap(({ directory }, i) => {
      const list = lists[i];
      return list?.status === 'fulfilled' ? [...list.value.values()] : directory.seen();
    });
    const failed = lists.find((list) => list.status === 'rejected');
    if (markets.length === 0 && failed) throw failed.reason;
    return markets;
  }

  async candles(query: VenueCandleQuery): Promise<VenueCandlePage> {
    const { part, symbol } = await this.#find(query.id);
    const { interval } = query;
    const ask = (before: number, limit: number) => part.questions.bars(symbol, interval, before, limit);
    return pageOfBars(query, { interval, most: this.#config.spot.mostBars, ask }, this.#clock.now());
  }

  async reader(channel: VenueChannel, outlet: ReaderOutlet): Promise<ChannelReader | undefined> {
    if (channel.kind === 'tick') return this.#tickers(outlet);
    if (channel.kind === 'mark') return this.#marks(outlet);
    const found = await this.#found(channel.id);
    if (!found) return undefined;
    if (channel.kind === 'book') return this.#book(channel.id, found, outlet);
    if (channel.kind === 'trade') return this.#trades(channel.id, found, outlet);
    return this.#candle(channel, found, outlet);
  }

  restWeight(): number {
    return this.#parts.reduce((sum, { questions }) => sum + questions.weight(), 0);
  }

  close(): void {
    for (const { questions } of this.#parts) questions.close();
  }

  async #found(id: string): Promise<Found | undefined> {
    for (const part of this.#parts) {
      const symbol = await part.symbol(id);
      if (symbol !== undefined) return { part, symbol, stream: symbol.toLowerCase() };
    }
    return undefined;
  }

  async #find(id: string): Promise<Found> {
    const found = await this.#found(id);
    if (!found) throw new VenueError('unknownMarket', id);
    return found;
  }

  async #tickers(outlet: ReaderOutlet): Promise<ChannelReader> {
    const isReadable = await Promise.all(this.#parts.map(({ directory }) => directory.isReadable()));
    const parts = this.#parts.filter((_, i) => isReadable[i]);
    if (parts.length === 0) throw new VenueError('blocked');
    const lists = parts.map((part) => ({
      kind: part.kind,
      stream: part.stream('market', this.#config.tickerStream, QUIET_MS.list, true),
      all: () => part.questions.tickers(),
      market: part.market,
    }));
    return createTickersReader(lists, this.#clock.now, outlet);
  }

  async #marks(outlet: ReaderOutlet): Promise<ChannelReader | undefined> {
    const part = this.#parts.find(({ kind }) => kind === 'perpetual');
    if (!part) return undefined;
    if (!(await part.directory.isReadable())) throw new VenueError('blocked');
    const plan = {
      stream: part.stream('market', this.#config.markStream, QUIET_MS.list, true),
      all: () => part.questions.marks(),
      hours: () => part.questions.fundingHours(),
      market: part.market,
      now: this.#clock.now,
    };
    return createMarksReader(plan, outlet);
  }

  #book(id: string, { part, symbol, stream }: Found, outlet: ReaderOutlet): ChannelReader {
    const clock = this.#clock;
    const levels = this.#levels;
    const whole = this.#config.wholeBookLevels;
    // Without a snapshot, whole books are all that there is.
    if (levels <= whole || part.directory.isRefused) {
      const own = part.stream('books', `${stream}@depth${whole}@100ms`, QUIET_MS.book);
      const read = (message: unknown) => readWholeBook(message, clock.now());
      return createWholeBookReader({ id, levels, stream: own, read }, outlet);
    }
    const plan = {
      id,
      channel: `book:${id}`,
      levels,
      clock,
      stream: part.stream('books', `${stream}@depth@100ms`, QUIET_MS.book),
      snapshot: () => part.questions.depth(symbol),
      most: (part.kind === 'spot' ? this.#config.spot : this.#config.futures).depth.limit,
    };
    return new DeepBookReader(plan, outlet);
  }

  #trades(id: string, { part, symbol, stream }: Found, outlet: ReaderOutlet): ChannelReader {
    const plan = {
      id,
      stream: part.stream('market', `${stream}@aggTrade`),
      recent: () => part.questions.trades(symbol),
      since: (from: number) => part.questions.tradesSince(symbol, from),
      read: (message: unknown) => {
        const trade = message instanceof ReadTrade ? message.trade : normaliseTrade(message);
        return trade && [trade];
      },
      now: this.#clock.now,
    };
    return createTradesReader(plan, outlet);
  }

  #candle(
    { id, interval }: Extract<VenueChannel, { kind: 'cndl' }>,
    { part, symbol, stream }: Found,
    outlet: ReaderOutlet,
  ): ChannelReader {
    const { now } = this.#clock;
    const plan = {
      id,
      interval,
      stream: part.stream('market', `${stream}@kline_${interval}`, QUIET_MS.bar),
      recent: (limit: number) => part.questions.bars(symbol, interval, now() + intervalMs(interval), limit),
      read: (message: unknown) => readKline(interval, message),
      now,
    };
    return createCandleReader(plan, outlet);
  }
}

/** A market with the part of the venue that has it; `stream` is its symbol as streams spell it. */
interface Found {
  readonly part: Part;
  readonly symbol: string;
  readonly stream: string;
}
