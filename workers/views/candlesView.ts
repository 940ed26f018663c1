import type { Observable } from 'rxjs';
import {
  combineLatest,
  defer,
  distinctUntilChanged,
  map,
  merge,
  of,
  retry,
  share,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import type { Candle, Indicator, Interval } from '../../domain/index.ts';
import {
  candleInterval,
  changePercent,
  D,
  directionOf,
  isDaily,
  percentText,
  tradeDecimals,
  tradePriceText,
  volumeText,
} from '../../domain/index.ts';
import type {
  BarLegend,
  CandlesFrame,
  CandlesView,
  Freshness,
  ProfileFrame,
  TimeRange,
} from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import type { CandleStore } from '../streams/candleStore.ts';
import type { CandlesState } from '../streams/candles.ts';
import { barsOf } from '../streams/candles.ts';
import { barsFrom } from './bars.ts';
import type { Plots } from './indicators/plots.ts';
import type { Profile } from './indicators/profile.ts';
import { loadPart } from './parts.ts';
import type { Open, ViewDeps } from './view.ts';
import { isSameFreshness, sampled, withAge } from './view.ts';

const NO_FIGURE = '--';
/** Until the indicators' code is requested again where it did not come, ms. */
const RETRY_MS = 1_000;

/** A chart: bars as columns for the pixels, and the legend's words from the decimal texts. */
export const candlesView: Open<CandlesView, CandlesFrame> = (view$, deps) => {
  return view$.pipe(
    map(({ id, interval }) => ({ id, interval: candleInterval(interval) })),
    distinctUntilChanged((a, b) => a.id === b.id && a.interval === b.interval),
    switchMap(({ id, interval }) => {
      const chart = new Chart(id, interval, deps);
      const projection = Object.assign(() => chart.frame(), {
        legendAt: (time: number) => chart.legendAt(time),
      });
      const plots$ = plotsFor(view$, interval, deps);
      // What is reckoned from a day's beginning has to know the day.
      const want$ = combineLatest([view$, plots$.pipe(startWith(undefined))]).pipe(
        map(([{ want }, plots]) => Math.max(want, plots?.barsNeeded(deps.ages.serverNow()) ?? 0)),
      );
      const changed$ = barsOf(deps.streams.bars, id, interval, want$).pipe(tap((state) => chart.take(state)));
      const drawn$ = plots$.pipe(tap((plots) => chart.draw(plots)));
      const profile$ = view$.pipe(
        map(({ profile }) => profile !== undefined),
        distinctUntilChanged(),
        switchMap((isOn) =>
          isOn
            ? late(() => import('./indicators/profile.ts'), deps).pipe(map(({ Profile }) => new Profile()))
            : of(undefined),
        ),
      );
      const profiled$ = combineLatest([view$, profile$]).pipe(
        tap(([{ profile: range }, profile]) => chart.profile(profile, range)),
      );
      const age$ = of(undefined).pipe(withAge(deps, chart.channel, FOCUS_STALE_MS));
      const again$ = deps.refresh$.pipe(tap(() => chart.refresh()));
      // A long chart is read in portions, a beat after the other.
      const read$ = sampled(deps, () => chart.unread);
      return merge(drawn$, profiled$, read$, changed$, age$, again$, deps.streams.markets$).pipe(
        map(() => projection),
      );
    }),
  );
};

/** A part whose code is requested until it comes. */
const late = <T>(load: () => Promise<T>, { scheduler }: Pick<ViewDeps, 'scheduler'>): Observable<T> =>
  defer(() => loadPart(load)).pipe(retry({ delay: () => timer(RETRY_MS, scheduler) }));

/** What reckons the indicators that are requested: its code comes with the first of them. */
function plotsFor(
  view$: Observable<CandlesView>,
  interval: Interval,
  deps: Pick<ViewDeps, 'scheduler'>,
): Observable<Plots | undefined> {
  return view$.pipe(
    map(({ indicators }) => indicators),
    distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    switchMap((indicators: readonly Indicator[]) => {
      if (indicators.length === 0) return of(undefined);
      return late(() => import('./indicators/plots.ts'), deps).pipe(
        map(({ Plots }) => new Plots(indicators, interval)),
      );
    }),
    share(),
  );
}

/** The bars of one chart, and what the page does not have of them. */
class Chart {
  readonly channel: string;
  readonly #id: string;
  readonly #interval: Interval;
  readonly #deps: ViewDeps;
  #store: CandleStore | undefined;
  #plots: Plots | undefined;
  #profile: Profile | undefined;
  #range: TimeRange | undefined;
  #sentProfile: ProfileFrame | undefined;
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

  /** Other indicators, and none where there are none. */
  draw(plots: Plots | undefined): void {
    this.#plots = plots;
    this.#mustReset = true;
  }

  /** Volume by price of another range, and none where there is none. */
  /** Bars that volume by price has still to read. */
  get unread(): number {
    return this.#profile?.left ?? 0;
  }

  profile(profile: Profile | undefined, range: TimeRange | undefined): void {
    this.#profile = profile;
    this.#range = range;
  }

  refresh(): void {
    this.#mustReset = true;
    this.#sentProfile = undefined;
    this.#freshness = undefined;
  }

  legendAt(time: number): BarLegend | undefined {
    const candles = this.#store?.candles ?? [];
    const index = candles.findLastIndex(({ at }) => at === time * 1_000);
    this.#plots?.follow(candles);
    return index < 0 ? undefined : this.#legend(candles, index);
  }

  frame(): CandlesFrame | undefined {
    const { ages, clock, words, rows } = this.#deps;
    const market = rows.row(this.#id)?.market;
    if (!this.#store || !market) return undefined;
    const { candles, loading, failed, more } = this.#store;
    if (candles.length === 0 && more && !failed) return undefined;
    const freshness = ages.of(this.channel, FOCUS_STALE_MS, words().age);
    const isQuiet =
      !this.#mustReset && this.#older === 0 && this.#tailFrom === undefined && loading === this.#sentLoading;
    const profile =
      this.#range && this.#profile?.frame(candles, this.#range, market, words().style, clock.now());
    const isSameProfile = profile === this.#sentProfile;
    if (isQuiet && isSameProfile && isSameFreshness(this.#freshness, freshness)) return undefined;
    this.#sentProfile = profile;
    this.#plots?.follow(candles);
    const { mode, bars } = this.#part(candles);
    this.#freshness = freshness;
    this.#sentLoading = loading;
    return {
      kind: 'candles',
      mode,
      bars,
      indicators: this.#plots?.indicators ?? [],
      ...(isSameProfile ? {} : { profile: profile ?? null }),
      legend: this.#legend(candles, candles.length - 1),
      decimals: tradeDecimals(candles.at(-1)?.close ?? '0', market),
      more,
      loading,
      ...(failed ? { failed } : {}),
      freshness,
    };
  }

  #part(candles: readonly Candle[]): Pick<CandlesFrame, 'mode' | 'bars'> {
    const length = candles.length;
    if (this.#mustReset) {
      this.#mustReset = false;
      this.#older = 0;
      this.#tailFrom = undefined;
      return { mode: 'reset', bars: this.#bars(candles, 0, length) };
    }
    if (this.#older > 0) {
      // Most figures depend on all bars before theirs, so that those of later bars come along.
      const to = this.#plots ? length : Math.min(length, this.#older);
      this.#older = 0;
      return { mode: 'older', bars: this.#bars(candles, 0, to) };
    }
    const from = Math.max(0, Math.min(this.#tailFrom ?? length, length) - 1);
    this.#tailFrom = undefined;
    return { mode: 'tail', bars: this.#bars(candles, from, length) };
  }

  #bars(candles: readonly Candle[], from: number, to: number): CandlesFrame['bars'] {
    return barsFrom(candles, from, to, this.#plots?.columns(from, to) ?? []);
  }

  #legend(candles: readonly Candle[], index: number): BarLegend {
    const candle = candles[index];
    const { barTime, style } = this.#deps.words();
    const market = this.#deps.rows.row(this.#id)?.market;
    if (!candle || !market) return blankLegend;
    const price = (value: string) => tradePriceText(value, market, style);
    const percent = changePercent(candle.close, candle.open);
    return {
      time: barTime(candle.at, isDaily(this.#interval)),
      open: price(candle.open),
      high: price(candle.high),
      low: price(candle.low),
      close: price(candle.close),
      volume: volumeText(candle.volume, style),
      change: percentText(percent, style),
      direction: directionOf(new D(candle.close).minus(candle.open).toFixed()),
      plots: this.#plots?.texts(index, candle.close, market, style) ?? [],
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
  plots: [],
} as const;
