import type { Observable, SchedulerLike } from 'rxjs';
import { auditTime, distinctUntilChanged, filter, map, mergeMap, scan, share, takeUntil } from 'rxjs';
import type { MarketRows } from './marketRows.ts';

/** While a list is scrolled its rows are requested this often, ms: an exchange bounds what a socket says. */
const ASK_MS = 150;

interface SightDeps {
  readonly rows: MarketRows;
  /** A market's row at full pace for as long as somebody subscribes. */
  readonly row$: (id: string) => Observable<unknown>;
  readonly scheduler: SchedulerLike;
}

type Ids = ReadonlySet<string>;
const nobody: Ids = new Set();

/** Reads the rows that are shown at full pace, each for as long as it is. @param ids$ the markets that are shown. */
export function inSight(
  ids$: Observable<Iterable<string>>,
  { rows, row$, scheduler }: SightDeps,
): Observable<unknown> {
  const shown$ = ids$.pipe(
    map((ids) => withRates(ids, rows)),
    distinctUntilChanged(isSame),
    auditTime(ASK_MS, scheduler),
    share(),
  );
  return shown$.pipe(
    scan(({ now: before }, now) => ({ before, now }), { before: nobody, now: nobody }),
    mergeMap(({ before, now }) => [...now].filter((id) => !before.has(id))),
    mergeMap((id) => row$(id).pipe(takeUntil(shown$.pipe(filter((ids) => !ids.has(id)))))),
  );
}

/** Markets, and those by which their prices in dollars are reckoned. */
function withRates(ids: Iterable<string>, rows: MarketRows): Ids {
  const all = new Set(ids);
  for (const id of [...all]) {
    const rate = rows.rateOf(id);
    if (rate !== undefined) all.add(rate);
  }
  return all;
}

const isSame = (a: Ids, b: Ids): boolean => a.size === b.size && [...a].every((id) => b.has(id));
