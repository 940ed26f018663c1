import type { Observable } from 'rxjs';
import { combineLatest, distinctUntilChanged, filter, map, merge, of, scan, startWith, take } from 'rxjs';
import type { Candle, Dec, Trade } from '../../../domain/index.ts';
import { NO_FIGURE, SECOND_MS, toChartNumber, tradeDecimals, tradePriceText } from '../../../domain/index.ts';
import type { CycleSecondsFrame, CycleSecondsView } from '../../protocol.ts';
import { FOCUS_STALE_MS } from '../../streams/age.ts';
import { barsOf } from '../../streams/candles.ts';
import type { ViewDeps } from '../view.ts';
import { projected, seconds, switchOn } from '../view.ts';

/** More than the chart of a short contract shows. */
const MOST_SECONDS = 300;

interface Second {
  /** ms UTC. */
  readonly at: number;
  readonly price: Dec;
}

const secondOf = (at: number): number => Math.floor(at / SECOND_MS) * SECOND_MS;
const LAST_OF_MINUTE_MS = 59_000;

/** Trades, ascending, as seconds. */
const tradedSeconds = (trades: readonly Trade[]): readonly Second[] =>
  [...new Map(trades.map(({ at, price }) => [secondOf(at), price]))].map(([at, price]) => ({ at, price }));

/** Bars of a minute, ascending, as their first and last seconds; the one that runs at `now` has no last yet. */
const barredSeconds = (candles: readonly Candle[], now: number): readonly Second[] =>
  candles
    .slice(-MOST_SECONDS / 60)
    .flatMap(({ at, open, close }) => [
      { at, price: open },
      ...(at + LAST_OF_MINUTE_MS < now ? [{ at: at + LAST_OF_MINUTE_MS, price: close }] : []),
    ]);

/** The price as it stands, of this second; undefined for what is old. */
function secondNow(asset: string, { ages, words, rows }: ViewDeps): Second | undefined {
  const price = rows.row(asset)?.ticker?.last;
  const { state } = ages.of('tick', FOCUS_STALE_MS, words().age);
  if (price === undefined || (state !== 'live' && state !== 'slow')) return undefined;
  return { at: secondOf(ages.serverNow()), price };
}

/** The same array where nothing is new. */
function withSecond(seen: readonly Second[], now: Second | undefined): readonly Second[] {
  const last = seen.at(-1);
  if (!now || (last && (last.at > now.at || (last.at === now.at && last.price === now.price)))) return seen;
  return [...(last?.at === now.at ? seen.slice(0, -1) : seen), now].slice(-MOST_SECONDS);
}

/** Of the time before anybody looked the trades speak, and before those the bars. */
export function joinedSeconds(
  seen: readonly Second[],
  traded: readonly Second[],
  barred: readonly Second[],
): readonly Second[] {
  const since = (from: Second | undefined) => (each: Second) => !from || each.at < from.at;
  const before = traded.filter(since(seen[0]));
  return [...barred.filter(since(before[0] ?? seen[0])), ...before, ...seen].slice(-MOST_SECONDS);
}

/** The first that there are, and none until then. */
const firstOf = (seconds$: Observable<readonly Second[]>): Observable<readonly Second[]> =>
  seconds$.pipe(
    filter(({ length }) => length > 0),
    take(1),
    startWith([]),
  );

/** The last price of each second, as it is seen. */
function secondsOf(asset: string, deps: ViewDeps): Observable<readonly Second[]> {
  const { streams, time$, ages } = deps;
  const seen$ = merge(time$, streams.tickers$).pipe(
    map(() => secondNow(asset, deps)),
    scan(withSecond, []),
    startWith([]),
    distinctUntilChanged(),
  );
  const traded$ = streams.trades$(asset).pipe(map(tradedSeconds));
  const barred$ = barsOf(streams.bars, asset, '1m', of(MOST_SECONDS / 60)).pipe(
    map(({ store }) => barredSeconds(store.candles, ages.serverNow())),
  );
  return combineLatest([seen$, firstOf(traded$), firstOf(barred$)]).pipe(map((all) => joinedSeconds(...all)));
}

/** A price a second, for contracts that are over before a bar of a minute is. */
export const cycleSecondsView = projected<
  CycleSecondsView,
  readonly [readonly Second[], unknown],
  CycleSecondsFrame
>({
  state: (view$, deps) =>
    view$.pipe(
      switchOn(
        ({ asset }) => asset,
        (asset) => combineLatest([secondsOf(asset, deps), seconds(deps)]),
      ),
    ),
  key: (_, state) => state,
  frame: ({ asset }, [line], { rows, words, ages }) => {
    const market = rows.row(asset)?.market;
    const last = line.at(-1);
    if (!market || !last) return undefined;
    const { style } = words();
    const prices = line.map(({ price }) => toChartNumber(price));
    const textAt = (price: number): string => {
      const found = line[prices.indexOf(price)];
      return found ? tradePriceText(found.price, market, style) : NO_FIGURE;
    };
    return {
      kind: 'cycleSeconds',
      asset,
      now: secondOf(ages.serverNow()),
      times: line.map(({ at }) => at),
      prices,
      decimals: tradeDecimals(last.price, market),
      price: tradePriceText(last.price, market, style),
      high: textAt(Math.max(...prices)),
      low: textAt(Math.min(...prices)),
    };
  },
});
