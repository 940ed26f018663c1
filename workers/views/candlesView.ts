import type { Candle } from '../../domain/index.ts';
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
import { CandleSeries } from '../streams/candleSeries.ts';
import { FOCUS_STALE_MS } from '../streams/freshness.ts';
import { barsFrom } from './bars.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { isSameFreshness, openChannel } from './view.ts';

const NO_FIGURE = '--';

/** A chart: bars as columns for the pixels, and the legend's words from the decimal texts. */
export class CandlesViewer implements LiveView<CandlesView> {
  readonly #deps: ViewDeps;
  #view: CandlesView;
  #series: CandleSeries;
  #mustReset = true;
  #older = 0;
  /** First changed bar of the tail; undefined when none changed. */
  #tailFrom: number | undefined;
  #freshness: Freshness | undefined;
  #sentLoading = false;

  constructor(view: CandlesView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#series = this.#open();
  }

  update(view: CandlesView): void {
    const isSame =
      view.id === this.#view.id && candleInterval(view.interval) === candleInterval(this.#view.interval);
    this.#view = view;
    if (isSame) void this.#series.want(view.want);
    else {
      this.#series.close();
      this.#series = this.#open();
    }
  }

  refresh(): void {
    this.#mustReset = true;
    this.#freshness = undefined;
  }

  close(): void {
    this.#series.close();
  }

  legendAt(time: number): BarLegend | undefined {
    const { candles } = this.#series;
    const index = candles.findLastIndex(({ at }) => at === time * 1_000);
    return index < 0 ? undefined : this.#legend(candles, index);
  }

  frame(): CandlesFrame | undefined {
    const { beats, words, rows } = this.#deps;
    const { candles, loading, failed, more } = this.#series;
    const isWaiting = candles.length === 0 && more && !failed;
    if (!rows.row(this.#view.id) || isWaiting) return undefined;
    const freshness = beats.of(
      `cndl:${this.#view.id}:${candleInterval(this.#view.interval)}`,
      FOCUS_STALE_MS,
      words().age,
    );
    const isQuiet =
      !this.#mustReset && this.#older === 0 && this.#tailFrom === undefined && loading === this.#sentLoading;
    if (isQuiet && isSameFreshness(this.#freshness, freshness)) return undefined;
    const { mode, bars } = this.#part(candles);
    this.#freshness = freshness;
    this.#sentLoading = loading;
    const market = rows.row(this.#view.id)?.market;
    return {
      kind: 'candles',
      mode,
      bars,
      legend: this.#legend(candles, candles.length - 1),
      decimals: market ? tradeDecimals(candles.at(-1)?.close ?? '0', market) : 2,
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

  #open(): CandleSeries {
    this.#mustReset = true;
    this.#older = 0;
    this.#tailFrom = undefined;
    const { feed, call } = this.#deps;
    const source = {
      call,
      events$: feed.events$,
      open: (channel: string) => openChannel(this.#deps, channel),
    };
    const series = new CandleSeries(this.#view.id, candleInterval(this.#view.interval), source, {
      changed: (change) => {
        if (change.kind === 'reset') this.#mustReset = true;
        else if (change.kind === 'older') this.#older += change.count;
        else this.#tailFrom = Math.min(this.#tailFrom ?? Number.POSITIVE_INFINITY, change.from);
      },
    });
    void series.want(this.#view.want);
    return series;
  }

  #legend(candles: readonly Candle[], index: number): BarLegend {
    const candle = candles[index];
    const { barTime, style } = this.#deps.words();
    const market = this.#deps.rows.row(this.#view.id)?.market;
    const averages = movingAverages.map((length) => {
      const value = averageText(candles, index, length);
      return value === undefined ? NO_FIGURE : tradePriceText(value, market, style);
    });
    if (!candle) return { ...blankLegend, averages };
    const price = (value: string) => tradePriceText(value, market, style);
    const percent = changePercent(candle.close, candle.open);
    const interval = candleInterval(this.#view.interval);
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
