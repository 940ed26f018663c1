import type { Candle, Trade } from '../../domain/index.ts';
import { intervalMs } from '../../domain/index.ts';
import type { Tally } from '../venues/core.ts';
import { isFields } from '../venues/fields.ts';
import type { Rest, RestPlan } from '../venues/rest.ts';
import { VenueError } from '../venues/types.ts';
import type { OkxBar, OkxConfig } from './config.ts';
import type { OkxInstrument } from './instruments.ts';
import { readCandle, readTrade } from './rows.ts';

export type OkxKind = 'SPOT' | 'SWAP';

/** The venue's limits, and its errors, which stand in the body. */
export function okxRestPlan(config: OkxConfig, hosts: readonly string[]): RestPlan {
  const slower: readonly unknown[] = config.slowerCodes.rest;
  return {
    hosts,
    limits: config.limits,
    judge: (body) => {
      const code = isFields(body) ? body['code'] : undefined;
      if (code === '0') return 'ok';
      return slower.includes(code) ? 'limited' : 'refused';
    },
  };
}

/** Requests over HTTP. Answers are rows, the newest first. */
export class OkxQuestions {
  readonly #rest: Rest;
  readonly #config: OkxConfig;
  readonly #tally: Tally;

  constructor(rest: Rest, config: OkxConfig, tally: Tally) {
    this.#rest = rest;
    this.#config = config;
    this.#tally = tally;
  }

  /** @throws {VenueError} */
  instruments(instType: OkxKind): Promise<readonly unknown[]> {
    return this.#ask('instruments', { instType });
  }

  /** @throws {VenueError} */
  tickers(instType: OkxKind): Promise<readonly unknown[]> {
    return this.#ask('tickers', { instType });
  }

  /** The newest trades, ascending. @throws {VenueError} */
  async trades(instrument: OkxInstrument): Promise<readonly Trade[]> {
    const { trades: limit } = this.#config;
    const rows = await this.#ask('trades', { instId: instrument.instId, limit: `${limit}` });
    return this.#ascending(rows.map((row) => readTrade(row, instrument)));
  }

  /** The newest `limit` bars that start before a moment, ascending. @throws {VenueError} */
  async bars(
    instrument: OkxInstrument,
    interval: OkxBar,
    range: { readonly before: number; readonly limit: number; readonly now: number },
  ): Promise<readonly Candle[]> {
    const { recentBars, candlesPerPage, oldCandlesPerPage } = this.#config;
    const length = intervalMs(interval);
    const isRecent = range.before - range.limit * length >= range.now - recentBars * length;
    const most = isRecent ? candlesPerPage : oldCandlesPerPage;
    const bars: Candle[] = [];
    let before = range.before;
    while (bars.length < range.limit) {
      const limit = Math.min(most, range.limit - bars.length);
      const page = await this.#page(instrument, interval, { isRecent, before, limit });
      bars.unshift(...page);
      const [oldest] = page;
      if (!oldest || page.length < limit) break;
      before = oldest.at;
    }
    return bars;
  }

  async #page(
    instrument: OkxInstrument,
    interval: OkxBar,
    { isRecent, before, limit }: { isRecent: boolean; before: number; limit: number },
  ): Promise<readonly Candle[]> {
    const { instId } = instrument;
    const bar = this.#config.bars[interval];
    const query = { instId, bar, after: `${before}`, limit: `${limit}` };
    const rows = await this.#ask(isRecent ? 'candles' : 'oldCandles', query);
    return this.#ascending(rows.map((row) => readCandle(row, interval, instrument)?.candle));
  }

  #ascending<T>(newestFirst: readonly (T | undefined)[]): readonly T[] {
    const read = newestFirst.filter((row) => row !== undefined);
    this.#tally.dropped += newestFirst.length - read.length;
    return read.reverse();
  }

  async #ask(
    kind: keyof OkxConfig['limits'],
    query: Readonly<Record<string, string>>,
  ): Promise<readonly unknown[]> {
    const text = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    const path = `${this.#config.paths[kind]}?${text}`;
    const body = await this.#rest.ask({ path, limit: kind, weight: 1 });
    const rows = isFields(body) ? body['data'] : undefined;
    if (!Array.isArray(rows)) throw new VenueError('refused', `no rows: ${kind}`);
    return rows;
  }
}
