import { distinctUntilChanged, map, merge, of, switchMap, tap } from 'rxjs';
import type { Candle, Interval } from '../../domain/index.ts';
import {
  candleInterval,
  changePercent,
  D,
  directionOf,
  percentText,
  tradeDecimals,
  tradePriceText,
  volumeText,
} from '../../domain/index.ts';
import type { BarLegend, CandlesFrame, CandlesView, Freshness } from '../protocol.ts';
import { movingAverages } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import type { CandleStore } from '../streams/candleStore.ts';
import type { CandlesState } from '../streams/candles.ts';
import { barsFrom } from './bars.ts';
import type { Open, ViewDeps } from './view.ts';
import { isSameFreshness, withAge } from './view.ts';

const NO_FIGURE = '--';

/** A chart: bars as columns for the pixels, and the legend's words from the decimal texts. */
export const candlesView: Open<CandlesView, CandlesFrame> = (view$, deps) => {
  const want$ = view$.pipe(map(({ want }) => want));
  return view$.pipe(
    map(({ id, interval }) => ({ id, interval: candleInterval(interval) })),
    distinctUntilChanged((a, b) => a.id === b.id && a.interval === b.interval),
    switchMap(({ id, interval }) => {
      const chart = new Chart(id, interval, deps);
      const projection = Object.assign(() => chart.frame(), {
        legendAt: (time: number) => chart.legendAt(time),
      });
      const changed$ = deps.streams.candles$(id, interval, want$).pipe(tap((state) => chart.take(state)));
      const age$ = of(undefined).pipe(withAge(deps, chart.channel, FOCUS_STALE_MS));
      const again$ = deps.refresh$.pipe(tap(() => chart.refresh()));
      return merge(changed$, age$, again$, deps.streams.markets$).pipe(map(() => projection));
    }),
  );
};

/** The bars of one chart, and what the page does not have of them. */
class Chart {
  readonly channel: string;
  readonly #id: string;
  readonly #interval: Interval;
  readonly #deps: ViewDeps;
  #store: CandleStore | undefined;
  #mustReset = true;
  #older = 0;
  /** First changed bar of the tail; undefined when none changed. */
  #tailFrom: number | undefined;
  #freshness: Freshness | undefined;
  #sentLoading = false;

  constructor(id: string, interval: Interval, deps: ViewDeps) {
    this.#id = id;
    this.#interval = interval;
    this.#deps = deps;
    this.channel = `cndl:${id}:${interval}`;
  }

  take({ store, change }: CandlesState): void {
    this.#store = store;
    if (change.kind === 'reset') this.#mustReset = true;
    else if (change.kind === 'older') this.#older += change.count;
    else this.#tailFrom = Math.min(this.#tailFrom ?? Number.POSITIVE_INFINITY, change.from);
  }

  refresh(): void {
    this.#mustReset = true;
    this.#freshness = undefined;
  }

  legendAt(time: number): BarLegend | undefined {
    const candles = this.#store?.candles ?? [];
    const index = candles.findLastIndex(({ at }) => at === time * 1_000);
    return index < 0 ? undefined : this.#legend(candles, index);
  }

  frame(): CandlesFrame | undefined {
    const { ages, words, rows } = this.#deps;
    const market = rows.row(this.#id)?.market;
    if (!this.#store || !market) return undefined;
    const { candles, loading, failed, more } = this.#store;
    if (candles.length === 0 && more && !failed) return undefined;
    const freshness = ages.of(this.channel, FOCUS_STALE_MS, words().age);
    const isQuiet =
      !this.#mustReset && this.#older === 0 && this.#tailFrom === undefined && loading === this.#sentLoading;
    if (isQuiet && isSameFreshness(this.#freshness, freshness)) return undefined;
    const { mode, bars } = this.#part(candles);
    this.#freshness = freshness;
    this.#sentLoading = loading;
    return {
      kind: 'candles',
      mode,
      bars,
      legend: this.#legend(candles, candles.length - 1),
      decimals: tradeDecimals(candles.at(-1)?.close ?? '0', market),
      more,
      loading,
      ...(failed ? { failed } : {}),
      freshness,
    };
  }

  #part(candles: readonly Candle[]): Pick<CandlesFrame, 'mode' | 'bars'> {
    if (this.#mustReset) {
      this.#mustReset = false;
      this.#older = 0;
      this.#tailFrom = undefined;
      return { mode: 'reset', bars: barsFrom(candles, 0) };
    }
    if (this.#older > 0) {
      const count = this.#older;
      this.#older = 0;
      // The averages of the bars after them begin anew, so those come along.
      const longest = movingAverages.at(-1) ?? 0;
      return { mode: 'older', bars: barsFrom(candles, 0, Math.min(candles.length, count + longest)) };
    }
    const from = Math.max(0, Math.min(this.#tailFrom ?? candles.length, candles.length) - 1);
    this.#tailFrom = undefined;
    return { mode: 'tail', bars: barsFrom(candles, from) };
  }

  #legend(candles: readonly Candle[], index: number): BarLegend {
    const candle = candles[index];
    const { barTime, style } = this.#deps.words();
    const market = this.#deps.rows.row(this.#id)?.market;
    const averages = movingAverages.map((length) => {
      const value = averageText(candles, index, length);
      return value === undefined ? NO_FIGURE : tradePriceText(value, market, style);
    });
    if (!candle) return { ...blankLegend, averages };
    const price = (value: string) => tradePriceText(value, market, style);
    const percent = changePercent(candle.close, candle.open);
    const interval = this.#interval;
    return {
      time: barTime(candle.at, interval === '1d' || interval === '1w'),
      open: price(candle.open),
      high: price(candle.high),
      low: price(candle.low),
      close: price(candle.close),
      volume: volumeText(candle.volume, style),
      change: percentText(percent, style),
      direction: directionOf(new D(candle.close).minus(candle.open).toFixed()),
      averages,
    };
  }
}

const blankLegend = {
  time: NO_FIGURE,
  open: NO_FIGURE,
  high: NO_FIGURE,
  low: NO_FIGURE,
  close: NO_FIGURE,
  volume: NO_FIGURE,
  change: NO_FIGURE,
  direction: 0,
} as const;

/** Exact mean of the closes of `length` bars up to `index`; undefined where there are fewer. */
function averageText(candles: readonly Candle[], index: number, length: number): string | undefined {
  if (index + 1 < length) return undefined;
  const closes = candles.slice(index + 1 - length, index + 1).map(({ close }) => close);
  return D.sum(...closes)
    .div(length)
    .toFixed();
}
