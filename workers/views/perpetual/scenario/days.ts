import type { Observable } from 'rxjs';
import { combineLatest, distinctUntilChanged, map, of, switchMap } from 'rxjs';
import type { DayBar } from '../../../../domain/index.ts';
import { barStart, D, HOUR_MS, SCENARIO_DAYS } from '../../../../domain/index.ts';
import type { ScenarioView } from '../../../protocol.ts';
import type { Positions } from '../../../streams/positions/index.ts';
import { requested } from '../../requested.ts';
import type { ViewDeps } from '../../view.ts';

/** Days are requested for the largest positions; the markets of the others stay where they are. */
export const MOST_MARKETS = 24;

/** The exchange's own days by market, ascending; undefined while they are not wanted, or on their way. */
export type DaysByMarket = ReadonlyMap<string, readonly DayBar[]> | undefined;

/** Requests the recorded days of the markets in which positions are open, as soon as a view wants them. */
export function recordedDays(
  view$: Observable<ScenarioView>,
  positions$: Observable<Positions>,
  deps: ViewDeps,
): Observable<DaysByMarket> {
  const isWanted$ = view$.pipe(
    map(({ day }) => day !== undefined),
    distinctUntilChanged(),
  );
  const markets$ = positions$.pipe(
    map(largest),
    distinctUntilChanged((a, b) => a.join() === b.join()),
  );
  return combineLatest([isWanted$, markets$]).pipe(
    switchMap(([isWanted, markets]) => {
      if (!isWanted) return of(undefined);
      if (markets.length === 0) return of(new Map());
      return combineLatest(markets.map((market) => daysOf(market, deps))).pipe(
        map((all) =>
          all.some((each) => each === undefined)
            ? undefined
            : new Map(all.filter((each) => each !== undefined)),
        ),
      );
    }),
  );
}

/** By worth when the position was opened: marks that move change no order. In the order of their names. */
function largest(positions: Positions): readonly string[] {
  return positions
    .snapshot()
    .positions.toSorted((a, b) => new D(b.cost).comparedTo(a.cost))
    .slice(0, MOST_MARKETS)
    .map(({ market }) => market)
    .sort();
}

/** Finished days alone. A market whose days cannot be had has none. */
function daysOf(
  market: string,
  deps: ViewDeps,
): Observable<readonly [market: string, days: readonly DayBar[]] | undefined> {
  const { ages, call } = deps;
  return requested(of(market), deps, {
    // The close before the first day is what it is measured from.
    request: (id) => call('market.candles', { id, interval: '1d', limit: SCENARIO_DAYS + 1 }),
    key: () => `${Math.floor(ages.serverNow() / HOUR_MS)}`,
  }).pipe(
    map(({ data, failed }) => {
      if (!data && !failed) return undefined;
      const today = barStart(ages.serverNow(), '1d');
      const days = (data?.candles ?? [])
        .filter(([at]) => at < today)
        .map(([at, open, high, low, close]): DayBar => ({ at, open, high, low, close }));
      return [market, days] as const;
    }),
  );
}
