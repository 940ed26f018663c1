import type { Observable } from 'rxjs';
import { combineLatest, distinctUntilChanged, map, of, startWith, switchMap } from 'rxjs';
import type { Dec } from '../../../domain/index.ts';
import { averageRange, barStart, HOUR_MS, RANGE_DAYS } from '../../../domain/index.ts';
import { requested } from '../requested.ts';
import type { ViewDeps } from '../view.ts';

/** Markets of open positions whose days are requested; who holds more sees no ranges for the others. */
const MOST_MARKETS = 24;

/** Average ranges of a day by market, quote per base, for what is open. */
export type DayRanges = ReadonlyMap<string, Dec>;

/** Requests the days of each market in which a position is open, once an hour. */
export function dayRanges(markets$: Observable<readonly string[]>, deps: ViewDeps): Observable<DayRanges> {
  return markets$.pipe(
    map((markets) => [...new Set(markets)].sort().slice(0, MOST_MARKETS)),
    distinctUntilChanged((a, b) => a.join() === b.join()),
    switchMap((markets) =>
      markets.length === 0 ? of([]) : combineLatest(markets.map((market) => rangeOf(market, deps))),
    ),
    map((ranges) => new Map(ranges.filter((each): each is readonly [string, Dec] => each[1] !== undefined))),
    startWith(new Map<string, Dec>()),
  );
}

function rangeOf(
  market: string,
  deps: ViewDeps,
): Observable<readonly [market: string, range: Dec | undefined]> {
  const { ages, call } = deps;
  return requested(of(market), deps, {
    // The day before the first one is the one that it has jumped from, and the running day does not count.
    request: (id) => call('market.candles', { id, interval: '1d', limit: RANGE_DAYS + 2 }),
    key: () => `${Math.floor(ages.serverNow() / HOUR_MS)}`,
  }).pipe(
    map(({ data }) => {
      const today = barStart(ages.serverNow(), '1d');
      const days = (data?.candles ?? []).filter(([at]) => at < today);
      const range = averageRange(days.map(([, , high, low, close]) => ({ high, low, close })));
      return [market, range] as const;
    }),
  );
}
