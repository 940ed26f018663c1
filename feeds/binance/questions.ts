import type { Candle, Interval, Trade } from '../../domain/index.ts';
import type { Tally } from '../venues/core.ts';
import { Rest } from '../venues/rest.ts';
import type { VenueDeps, VenueKind, VenueRestState } from '../venues/types.ts';
import { VenueError } from '../venues/types.ts';
import type { BinanceConfig } from './config.ts';
import type { ExchangeInfo } from './exchangeInfo.ts';
import { readExchangeInfo } from './exchangeInfo.ts';
import type { DepthSnapshot } from './normalise.ts';
import { normaliseFrame, normaliseTrade } from './normalise.ts';
import { readBar, readFundingHours } from './rows.ts';

export interface QuestionsDeps extends VenueDeps {
  readonly config: BinanceConfig;
  readonly hosts: readonly string[];
  readonly kind: VenueKind;
  readonly tally: Tally;
  readonly publish: (state: VenueRestState) => void;
}

const LIMIT = 'weight';
const TRADES = 100;
/** Most that one answer holds. */
const MOST_TRADES = 1_000;

/** Requests to Binance over HTTP for one kind of market: each kind has its own hosts and its own limits. */
export class Questions {
  readonly #config: BinanceConfig;
  readonly #own: BinanceConfig['spot'] | BinanceConfig['futures'];
  readonly #kind: VenueKind;
  readonly #tally: Tally;
  readonly #rest: Rest;

  constructor({ config, hosts, kind, tally, publish, ...deps }: QuestionsDeps) {
    this.#config = config;
    this.#own = kind === 'spot' ? config.spot : config.futures;
    this.#kind = kind;
    this.#tally = tally;
    const used = { header: config.usedHeader, limit: LIMIT };
    this.#rest = new Rest(deps, { hosts, limits: { [LIMIT]: this.#own.limit }, used }, publish);
  }

  /** All symbols; the venue's own limit counts from here on. */
  async exchangeInfo(): Promise<ExchangeInfo> {
    const body = await this.#ask('exchangeInfo', {}, this.#own.exchangeInfo);
    const info = this.#sure(readExchangeInfo(this.#kind, body), 'exchangeInfo');
    this.#tally.dropped += info.dropped;
    if (info.limit) this.#rest.setLimit(LIMIT, info.limit);
    return info;
  }

  /** Rows of the last 24 hours, of every symbol that ever traded. */
  async tickers(): Promise<readonly unknown[]> {
    return this.#list(await this.#ask('ticker/24hr', {}, this.#own.tickers), 'ticker/24hr');
  }

  /** The newest bars that start before a moment, ascending. */
  async bars(symbol: string, interval: Interval, before: number, limit: number): Promise<readonly Candle[]> {
    const weight = this.#own.barWeights.find(([most]) => limit <= most)?.[1] ?? 10;
    const query = { symbol, interval, endTime: `${before - 1}`, limit: `${limit}` };
    const rows = this.#list(await this.#ask('klines', query, weight), 'klines');
    return this.#kept(rows.map((row) => readBar(interval, row)));
  }

  /** The newest trades, ascending; ids are those of the stream. */
  async trades(symbol: string): Promise<readonly Trade[]> {
    const body = await this.#ask('aggTrades', { symbol, limit: `${TRADES}` }, this.#own.aggTrades);
    return this.#kept(this.#list(body, 'aggTrades').map(normaliseTrade));
  }

  /** Trades from an id on, ascending, as many as one answer holds. */
  async tradesSince(symbol: string, id: number): Promise<readonly Trade[]> {
    const query = { symbol, fromId: `${id}`, limit: `${MOST_TRADES}` };
    return this.#kept(
      this.#list(await this.#ask('aggTrades', query, this.#own.aggTrades), 'aggTrades').map(normaliseTrade),
    );
  }

  async depth(symbol: string): Promise<DepthSnapshot> {
    const { limit, weight } = this.#own.depth;
    const event = normaliseFrame(await this.#ask('depth', { symbol, limit: `${limit}` }, weight));
    return this.#sure(event?.kind === 'snapshot' ? event : undefined, 'depth');
  }

  /** Marks of every perpetual: rows as `readMark` takes them. */
  async marks(): Promise<readonly unknown[]> {
    return this.#list(await this.#ask('premiumIndex', {}, this.#config.futures.premiumIndex), 'premiumIndex');
  }

  /** Hours between fundings of a symbol. */
  async fundingHours(): Promise<(symbol: string) => number> {
    const { fundingInfo, usualFundingHours } = this.#config.futures;
    const hours = this.#sure(
      readFundingHours(await this.#ask('fundingInfo', {}, fundingInfo)),
      'fundingInfo',
    );
    return (symbol) => hours.get(symbol) ?? usualFundingHours;
  }

  weight(): number {
    return this.#rest.weight();
  }

  close(): void {
    this.#rest.close();
  }

  #ask(route: string, query: Readonly<Record<string, string>>, weight: number): Promise<unknown> {
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const path = `${this.#own.prefix}/${[route, ...(pairs.length > 0 ? [pairs.join('&')] : [])].join('?')}`;
    return this.#rest.ask({ path, limit: LIMIT, weight });
  }

  #list(body: unknown, route: string): readonly unknown[] {
    return this.#sure(Array.isArray(body) ? (body as readonly unknown[]) : undefined, route);
  }

  #kept<T>(rows: readonly (T | undefined)[]): readonly T[] {
    const kept = rows.filter((row) => row !== undefined);
    this.#tally.dropped += rows.length - kept.length;
    return kept;
  }

  #sure<T>(value: T | undefined, route: string): T {
    if (value !== undefined) return value;
    this.#tally.dropped += 1;
    throw new VenueError('refused', `${route} cannot be read`);
  }
}
