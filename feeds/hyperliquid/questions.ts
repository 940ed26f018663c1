import type { Candle, Interval } from '../../domain/index.ts';
import { intervalMs } from '../../domain/index.ts';
import type { Tally } from '../venues/core.ts';
import type { Rest, RestPlan } from '../venues/rest.ts';
import { VenueError } from '../venues/types.ts';
import type { HyperliquidConfig } from './config.ts';
import type { CoinContext } from './rows.ts';
import { readCandle, readContext } from './rows.ts';
import type { HyperliquidCoin } from './universe.ts';
import { readPerpetuals, readSpotPairs } from './universe.ts';

const LIMIT = 'weight';

export function hyperliquidRestPlan(config: HyperliquidConfig, hosts: readonly string[]): RestPlan {
  return { hosts, limits: { [LIMIT]: config.limit } };
}

/** Coins with what is known of each, by position; undefined for what is not read. */
export interface Listing {
  readonly coins: readonly (HyperliquidCoin | undefined)[];
  readonly contexts: readonly (CoinContext | undefined)[];
}

/** Requests over HTTP: all go to one address and differ by type. */
export class HyperliquidQuestions {
  readonly #rest: Rest;
  readonly #config: HyperliquidConfig;
  readonly #tally: Tally;

  constructor(rest: Rest, config: HyperliquidConfig, tally: Tally) {
    this.#rest = rest;
    this.#config = config;
    this.#tally = tally;
  }

  /** Every perpetual. @throws {VenueError} */
  async perpetuals(): Promise<Listing> {
    const { meta, contexts } = await this.#contexts('metaAndAssetCtxs');
    const coins = readPerpetuals(meta);
    if (!coins) throw new VenueError('refused', 'no universe');
    return { coins, contexts: coins.map((coin, i) => coin && this.#context(contexts[i])) };
  }

  /** Every spot pair; contexts name their pair. @throws {VenueError} */
  async spots(): Promise<Listing> {
    const { meta, contexts } = await this.#contexts('spotMetaAndAssetCtxs');
    const coins = readSpotPairs(meta);
    if (!coins) throw new VenueError('refused', 'no universe of spot pairs');
    const byCoin = new Map<string | undefined, CoinContext>();
    for (const raw of contexts) {
      const context = this.#context(raw);
      if (context) byCoin.set(context.coin, context);
    }
    return { coins, contexts: coins.map(({ coin }) => byCoin.get(coin)) };
  }

  /** The newest `limit` bars that start before a moment, ascending. @throws {VenueError} */
  async bars(coin: string, interval: Interval, before: number, limit: number): Promise<readonly Candle[]> {
    const startTime = before - limit * intervalMs(interval);
    const req = { coin, interval, startTime, endTime: before - 1 };
    const { candles, rowsPerWeight } = this.#config.weights;
    const weight = candles + Math.ceil(limit / rowsPerWeight);
    const rows = await this.#ask({ type: 'candleSnapshot', req }, weight);
    if (!Array.isArray(rows)) throw new VenueError('refused', 'no bars');
    const read = rows.map((row) => readCandle(row, interval)).filter((bar) => bar !== undefined);
    this.#tally.dropped += rows.length - read.length;
    // The bar in which the time begins comes as well.
    return read.filter(({ at }) => at >= startTime && at < before);
  }

  async #contexts(type: string): Promise<{ readonly meta: unknown; readonly contexts: readonly unknown[] }> {
    const body = await this.#ask({ type }, this.#config.weights.contexts);
    const [meta, contexts] = Array.isArray(body) ? body : [];
    if (!Array.isArray(contexts)) throw new VenueError('refused', `no contexts: ${type}`);
    return { meta, contexts };
  }

  #context(raw: unknown): CoinContext | undefined {
    const context = readContext(raw);
    if (!context) this.#tally.dropped += 1;
    return context;
  }

  #ask(question: object, weight: number): Promise<unknown> {
    const body = JSON.stringify(question);
    return this.#rest.ask({ path: this.#config.paths.info, body, limit: LIMIT, weight });
  }
}
