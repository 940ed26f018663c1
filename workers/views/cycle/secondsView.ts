import { defer, map, merge, of, tap } from 'rxjs';
import type { Candle, Dec, Trade } from '../../../domain/index.ts';
import { NO_FIGURE, SECOND_MS, toChartNumber, tradeDecimals, tradePriceText } from '../../../domain/index.ts';
import type { CycleSecondsFrame, CycleSecondsView } from '../../protocol.ts';
import { FOCUS_STALE_MS } from '../../streams/age.ts';
import type { ViewDeps } from '../view.ts';
import { projected, switchOn } from '../view.ts';

/** More than the chart of a short contract shows. */
const MOST_SECONDS = 300;

interface Second {
  /** ms UTC. */
  readonly at: number;
  readonly price: Dec;
}

const secondOf = (at: number): number => Math.floor(at / SECOND_MS) * SECOND_MS;
const LAST_OF_MINUTE_MS = 59_000;

/**
 * The last price of each second, as it is seen. Of the time before anybody looked the trades speak, and before those
 * the bars, with the first and the last price of each minute.
 */
class SecondsLine {
  readonly #asset: string;
  readonly #deps: ViewDeps;
  #seen: readonly Second[] = [];
  #traded: readonly Second[] = [];
  #barred: readonly Second[] = [];
  #joined: readonly Second[] = [];

  constructor(asset: string, deps: ViewDeps) {
    this.#asset = asset;
    this.#deps = deps;
  }

  get key(): string {
    const last = this.#joined.at(-1);
    return `${this.now} ${this.#joined.length} ${this.#joined[0]?.at} ${last?.at} ${last?.price}`;
  }

  get now(): number {
    return secondOf(this.#deps.ages.serverNow());
  }

  get seconds(): readonly Second[] {
    return this.#joined;
  }

  /** @param trades ascending. */
  learnTrades(trades: readonly Trade[]): void {
    if (this.#traded.length > 0) return;
    this.#traded = [...new Map(trades.map(({ at, price }) => [secondOf(at), price]))].map(([at, price]) => ({
      at,
      price,
    }));
    this.#join();
  }

  /** @param candles of a minute, ascending. */
  learnBars(candles: readonly Candle[]): void {
    if (this.#barred.length > 0) return;
    this.#barred = candles
      .slice(-MOST_SECONDS / 60)
      .flatMap(({ at, open, close }) => [
        { at, price: open },
        ...(at + LAST_OF_MINUTE_MS < this.now ? [{ at: at + LAST_OF_MINUTE_MS, price: close }] : []),
      ]);
    this.#join();
  }

  /** Takes the price as it stands. What is old is not said of another second. */
  look(): void {
    const { ages, words, rows } = this.#deps;
    const price = rows.row(this.#asset)?.ticker?.last;
    const { state } = ages.of('tick', FOCUS_STALE_MS, words().age);
    if (price === undefined || (state !== 'live' && state !== 'slow')) return;
    const at = this.now;
    const last = this.#seen.at(-1);
    if (last && (last.at > at || (last.at === at && last.price === price))) return;
    const known = last?.at === at ? this.#seen.slice(0, -1) : this.#seen;
    this.#seen = [...known, { at, price }].slice(-MOST_SECONDS);
    this.#join();
  }

  #join(): void {
    const seenFrom = this.#seen[0]?.at ?? Number.POSITIVE_INFINITY;
    const traded = this.#traded.filter(({ at }) => at < seenFrom);
    const tradedFrom = traded[0]?.at ?? seenFrom;
    const barred = this.#barred.filter(({ at }) => at < tradedFrom);
    this.#joined = [...barred, ...traded, ...this.#seen].slice(-MOST_SECONDS);
  }
}

/** A price a second, for contracts that are over before a bar of a minute is. */
export const cycleSecondsView = projected<CycleSecondsView, SecondsLine, CycleSecondsFrame>({
  state: (view$, deps) =>
    view$.pipe(
      switchOn(
        ({ asset }) => asset,
        (asset) =>
          defer(() => {
            const line = new SecondsLine(asset, deps);
            const { streams, time$ } = deps;
            const traded$ = streams.trades$(asset).pipe(tap((trades) => line.learnTrades(trades)));
            const barred$ = streams
              .candles$(asset, '1m', of(MOST_SECONDS / 60))
              .pipe(tap(({ store }) => line.learnBars(store.candles)));
            const looked$ = merge(time$, streams.tickers$).pipe(tap(() => line.look()));
            return merge(traded$, barred$, looked$).pipe(map(() => line));
          }),
      ),
    ),
  key: (_, { key }) => key,
  frame: ({ asset }, { now, seconds }, { rows, words }) => {
    const market = rows.row(asset)?.market;
    const last = seconds.at(-1);
    if (!market || !last) return undefined;
    const { style } = words();
    const prices = seconds.map(({ price }) => toChartNumber(price));
    const textAt = (price: number): string => {
      const found = seconds[prices.indexOf(price)];
      return found ? tradePriceText(found.price, market, style) : NO_FIGURE;
    };
    return {
      kind: 'cycleSeconds',
      asset,
      now,
      times: seconds.map(({ at }) => at),
      prices,
      decimals: tradeDecimals(last.price, market),
      price: tradePriceText(last.price, market, style),
      high: textAt(Math.max(...prices)),
      low: textAt(Math.min(...prices)),
    };
  },
});
