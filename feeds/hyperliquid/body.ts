import type { Interval, Market, Trade } from '../../domain/index.ts';
import { barAfter, DAY_MS, HOUR_MS, intervalMs } from '../../domain/index.ts';
import type { VenueBodyDeps } from '../venues/adapter.ts';
import { createBarBuilder } from '../venues/barBuilder.ts';
import { pageOfBars } from '../venues/candlePage.ts';
import type { VenueChannel } from '../venues/channel.ts';
import type { VenueBody } from '../venues/core.ts';
import type { ChannelReader, ReaderOutlet } from '../venues/reader.ts';
import { createCandleReader } from '../venues/readers/candle.ts';
import { createTradesReader } from '../venues/readers/trades.ts';
import { createWholeBookReader } from '../venues/readers/wholeBook.ts';
import { Rest } from '../venues/rest.ts';
import type { StreamPlan } from '../venues/streams.ts';
import { isPossible } from '../venues/texts.ts';
import type { VenueCandlePage, VenueCandleQuery } from '../venues/types.ts';
import { VenueError } from '../venues/types.ts';
import { closingBars } from './bars.ts';
import type { HyperliquidConfig } from './config.ts';
import { HyperliquidQuestions, hyperliquidRestPlan } from './questions.ts';
import { createMarksReader } from './readers/marks.ts';
import { TickersReader } from './readers/tickers.ts';
import { readBook, readCandle, readTrade } from './rows.ts';
import { hyperliquidPlan, streamName } from './streams.ts';
import { createTradeNumbers } from './tradeNumbers.ts';
import type { Listed } from './world.ts';
import { Worlds } from './world.ts';

/** What is Hyperliquid's own in reading its channels. */
export class HyperliquidBody implements VenueBody {
  readonly plans: { readonly public: StreamPlan };
  readonly #given: VenueBodyDeps<HyperliquidConfig>;
  readonly #rest: Rest;
  readonly #questions: HyperliquidQuestions;
  readonly #worlds: Worlds;

  constructor(given: VenueBodyDeps<HyperliquidConfig>) {
    const { deps, config, hosts, kinds } = given;
    this.#given = given;
    this.plans = { public: hyperliquidPlan(config, hosts['socket'] ?? []) };
    this.#rest = new Rest(deps, hyperliquidRestPlan(config, hosts['rest'] ?? []), given.publishRest);
    this.#questions = new HyperliquidQuestions(this.#rest, config, given.tally);
    const everyMs = config.contextsEveryMs;
    this.#worlds = new Worlds({ clock: deps.clock, questions: this.#questions, kinds, everyMs });
  }

  async markets(): Promise<readonly Market[]> {
    return (await this.#world()).markets;
  }

  async candles(query: VenueCandleQuery): Promise<VenueCandlePage> {
    const { coin } = await this.#listed(query.id);
    const { config, deps } = this.#given;
    const interval = config.bars[query.interval];
    const ask = (before: number, limit: number) => this.#questions.bars(coin.coin, interval, before, limit);
    return pageOfBars(query, { interval, most: config.candlesPerPage, ask }, deps.clock.now());
  }

  async reader(channel: VenueChannel, outlet: ReaderOutlet): Promise<ChannelReader | undefined> {
    if (channel.kind === 'tick') return this.#tickers(outlet);
    if (channel.kind === 'mark') return this.#marks(outlet);
    const listed = (await this.#world()).byId.get(channel.id);
    if (!listed) return undefined;
    if (channel.kind === 'book') return this.#book(listed, outlet);
    if (channel.kind === 'trade') return this.#trades(listed, outlet);
    return this.#candle(listed, channel.interval, outlet);
  }

  restWeight(): number {
    return this.#rest.weight();
  }

  close(): void {
    this.#worlds.close();
    this.#rest.close();
  }

  #world() {
    return this.#worlds.get(this.#given.listCachedMs);
  }

  async #listed(id: string): Promise<Listed> {
    const listed = (await this.#world()).byId.get(id);
    if (!listed) throw new VenueError('unknownMarket', id);
    return listed;
  }

  #tickers(outlet: ReaderOutlet): ChannelReader {
    const { config, deps } = this.#given;
    const day = (coin: string) => {
      const before = deps.clock.now() + HOUR_MS;
      return this.#questions.bars(coin, '1h', before, DAY_MS / HOUR_MS + 1);
    };
    const plan = { clock: deps.clock, worlds: this.#worlds, day, dayEveryMs: config.dayEveryMs };
    return new TickersReader({ ...plan, quietMs: config.quietMs.mids }, outlet);
  }

  #marks(outlet: ReaderOutlet): ChannelReader {
    const { config, deps } = this.#given;
    const plan = { clock: deps.clock, worlds: this.#worlds, dex: config.dex };
    return createMarksReader({ ...plan, quietMs: config.quietMs.contexts }, outlet);
  }

  #book({ coin }: Listed, outlet: ReaderOutlet): ChannelReader {
    const { config, deps, levels } = this.#given;
    const stream = {
      pool: 'public',
      stream: streamName('l2Book', coin.coin),
      quietMs: config.quietMs.book,
      isSteady: true,
    };
    const read = (message: unknown) => {
      const news = readBook(message);
      return news && isPossible(news.at, deps.clock.now()) ? { ...news, version: news.at } : undefined;
    };
    return createWholeBookReader({ id: coin.id, levels, stream, read }, outlet);
  }

  /** The stream begins with the newest trades by itself. */
  #trades({ coin }: Listed, outlet: ReaderOutlet): ChannelReader {
    const numberOf = createTradeNumbers();
    const now = () => this.#given.deps.clock.now();
    const plan = {
      id: coin.id,
      stream: { pool: 'public', stream: streamName('trades', coin.coin) },
      read: (message: unknown) => readTrades(message, numberOf, now()),
      now,
    };
    return createTradesReader(plan, outlet);
  }

  async #candle({ coin }: Listed, interval: Interval, outlet: ReaderOutlet): Promise<ChannelReader> {
    const { config, deps } = this.#given;
    const fine = config.bars[interval];
    const now = () => deps.clock.now();
    const parts = () =>
      this.#questions.bars(
        coin.coin,
        fine,
        now() + intervalMs(fine),
        intervalMs(interval) / intervalMs(fine),
      );
    const builder = createBarBuilder(interval, fine === interval ? [] : await parts());
    const plan = {
      id: coin.id,
      interval,
      stream: { pool: 'public', stream: streamName('candle', coin.coin, fine) },
      recent: async (limit: number) => {
        if (fine !== interval) builder.renew(await parts());
        return (await this.candles({ id: coin.id, interval, limit })).candles;
      },
      read: (message: unknown) => {
        const bar = readCandle(message, fine);
        const candle = bar && (fine === interval ? bar : builder.take(bar));
        return candle && { candle, closed: barAfter(candle.at, interval) <= now(), at: now() };
      },
      now,
    };
    return createCandleReader(plan, closingBars(outlet));
  }
}

/** Ascending, with ids of ours; undefined when one of them is malformed. */
function readTrades(
  message: unknown,
  numberOf: ReturnType<typeof createTradeNumbers>,
  now: number,
): readonly Trade[] | undefined {
  if (!Array.isArray(message)) return undefined;
  const read = message.map((row) => readTrade(row)?.trade).filter((trade) => trade !== undefined);
  if (read.length < message.length || !read.every(({ at }) => isPossible(at, now))) return undefined;
  return read.sort((a, b) => a.at - b.at).map((trade) => ({ ...trade, id: numberOf(trade.id, trade.at) }));
}
