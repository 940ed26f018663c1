import type { Interval, Market } from '../../domain/index.ts';
import { barAfter, intervalMs } from '../../domain/index.ts';
import type { VenueBodyDeps } from '../venues/adapter.ts';
import { createBarBuilder } from '../venues/barBuilder.ts';
import { pageOfBars } from '../venues/candlePage.ts';
import type { VenueChannel } from '../venues/channel.ts';
import type { VenueBody } from '../venues/core.ts';
import type { ChannelReader, ReaderOutlet } from '../venues/reader.ts';
import { createCandleReader } from '../venues/readers/candle.ts';
import { createTradesReader } from '../venues/readers/trades.ts';
import { Rest } from '../venues/rest.ts';
import type { StreamPlan } from '../venues/streams.ts';
import type { VenueCandlePage, VenueCandleQuery } from '../venues/types.ts';
import { VenueError } from '../venues/types.ts';
import type { OkxCatalogue } from './catalogue.ts';
import { createCatalogue, watchCatalogue } from './catalogue.ts';
import type { OkxConfig } from './config.ts';
import { okxBarOf } from './config.ts';
import { streamName } from './frames.ts';
import type { OkxInstrument } from './instruments.ts';
import type { OkxKind } from './questions.ts';
import { OkxQuestions, okxRestPlan } from './questions.ts';
import { createBookReader } from './readers/book.ts';
import { createMarksReader } from './readers/marks.ts';
import { createTickersReader } from './readers/tickers.ts';
import { readCandle, readTrade } from './rows.ts';
import { dataOf, okxPlan } from './streams.ts';

/** What is OKX's own in reading its channels. */
export class OkxBody implements VenueBody {
  readonly plans: { readonly public: StreamPlan; readonly business: StreamPlan };
  readonly #given: VenueBodyDeps<OkxConfig>;
  readonly #rest: Rest;
  readonly #questions: OkxQuestions;
  readonly #kinds: readonly OkxKind[];
  readonly #catalogue: () => Promise<OkxCatalogue>;

  constructor(given: VenueBodyDeps<OkxConfig>) {
    const { deps, config, hosts, tally } = given;
    this.#given = given;
    this.#kinds = given.kinds.map((kind) => (kind === 'spot' ? 'SPOT' : 'SWAP'));
    this.plans = {
      public: okxPlan(config, hosts['socket'] ?? [], 'public'),
      business: okxPlan(config, hosts['socket'] ?? [], 'business'),
    };
    this.#rest = new Rest(deps, okxRestPlan(config, hosts['rest'] ?? []), given.publishRest);
    this.#questions = new OkxQuestions(this.#rest, config, tally);
    this.#catalogue = createCatalogue({
      deps,
      questions: this.#questions,
      plan: this.plans.public,
      cachedMs: given.listCachedMs,
      kinds: this.#kinds,
      tally,
    });
  }

  async markets(): Promise<readonly Market[]> {
    return (await this.#catalogue()).markets;
  }

  async candles(query: VenueCandleQuery): Promise<VenueCandlePage> {
    const instrument = (await this.#catalogue()).byId.get(query.id);
    if (!instrument) throw new VenueError('unknownMarket', query.id);
    const interval = okxBarOf(query.interval);
    const now = this.#given.deps.clock.now();
    const source = {
      interval,
      most: query.limit * partsOf(query.interval),
      ask: (before: number, limit: number) =>
        this.#questions.bars(instrument, interval, { before, limit, now }),
    };
    return pageOfBars(query, source, now);
  }

  async reader(channel: VenueChannel, outlet: ReaderOutlet): Promise<ChannelReader | undefined> {
    const { clock } = this.#given.deps;
    const catalogue = await this.#catalogue();
    if (channel.kind === 'mark')
      return createMarksReader({ first: catalogue, watch: this.#watch, clock }, outlet);
    if (channel.kind === 'tick') return this.#tickers(catalogue, outlet);
    const instrument = catalogue.byId.get(channel.id);
    if (!instrument) return undefined;
    if (channel.kind === 'book') return this.#book(instrument, outlet);
    if (channel.kind === 'trade') return this.#trades(instrument, outlet);
    return this.#candle(instrument, channel.interval, outlet);
  }

  restWeight(): number {
    return this.#rest.weight();
  }

  close(): void {
    this.#rest.close();
  }

  readonly #watch = (listener: (next: OkxCatalogue) => void): (() => void) => {
    const { config, deps } = this.#given;
    const everyMs = config.newMarketsEveryMs;
    return watchCatalogue({ clock: deps.clock, catalogue: this.#catalogue, everyMs }, listener);
  };

  #tickers(catalogue: OkxCatalogue, outlet: ReaderOutlet): ChannelReader {
    const { config, deps } = this.#given;
    const all = async () => {
      const rows = await Promise.all(this.#kinds.map((kind) => this.#questions.tickers(kind)));
      return rows.flat();
    };
    const { clock } = deps;
    return createTickersReader({ first: catalogue, watch: this.#watch, config, clock, all }, outlet);
  }

  #book(instrument: OkxInstrument, outlet: ReaderOutlet): ChannelReader {
    const { config, deps, levels } = this.#given;
    const channel = `book:${instrument.market.id}`;
    const plan = { instrument, channel, levels, quietMs: config.bookQuietMs, clock: deps.clock };
    return createBookReader(plan, outlet);
  }

  #trades(instrument: OkxInstrument, outlet: ReaderOutlet): ChannelReader {
    const plan = {
      id: instrument.market.id,
      stream: { pool: 'public', stream: streamName('trades', instrument.instId) },
      recent: () => this.#questions.trades(instrument),
      read: (message: unknown) => {
        const { rows } = dataOf(message);
        const read = rows.map((row) => readTrade(row, instrument)).filter((trade) => trade !== undefined);
        return read.length === rows.length ? read : undefined;
      },
      now: () => this.#given.deps.clock.now(),
    };
    return createTradesReader(plan, outlet);
  }

  async #candle(instrument: OkxInstrument, interval: Interval, outlet: ReaderOutlet): Promise<ChannelReader> {
    const { config, deps } = this.#given;
    const now = () => deps.clock.now();
    const fine = okxBarOf(interval);
    const range = () => ({ before: now() + intervalMs(fine), limit: partsOf(interval), now: now() });
    const parts = async () =>
      fine === interval ? [] : await this.#questions.bars(instrument, fine, range());
    const builder = createBarBuilder(interval, await parts());
    const plan = {
      id: instrument.market.id,
      interval,
      stream: {
        pool: 'business',
        stream: streamName(`candle${config.bars[fine]}`, instrument.instId),
      },
      recent: async (limit: number) => {
        builder.renew(await parts());
        return (await this.candles({ id: instrument.market.id, interval, limit })).candles;
      },
      read: (message: unknown) => {
        const news = readCandle(dataOf(message).rows.at(-1), fine, instrument);
        if (!news || fine === interval) return news && { ...news, at: now() };
        const candle = builder.take(news.candle);
        const isLast = barAfter(news.candle.at, fine) === barAfter(candle.at, interval);
        return { candle, closed: news.closed && isLast, at: now() };
      },
      now,
    };
    return createCandleReader(plan, outlet);
  }
}

/** How many of the venue's bars one of ours is made of. */
const partsOf = (interval: Interval): number => intervalMs(interval) / intervalMs(okxBarOf(interval));
