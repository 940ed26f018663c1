import type { Observable, SchedulerLike } from 'rxjs';
import {
  catchError,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  first,
  from,
  map,
  merge,
  share,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import type { Result } from '../../domain/index.ts';
import { setFees } from '../../domain/index.ts';
import { poll } from '../../feeds/index.ts';
import type { Caller } from '../session/caller.ts';
import type { MarketRows } from './marketRows.ts';

const REFRESH_MS = 60_000;
/** Doubled with each failure in a row, up to the most. */
const RETRY_MS = 2_000;
const RETRY_MOST_MS = 30_000;
/**
 * A request that has no answer by then has another one beside it, ms: one that is lost on its way ends after most of a
 * minute, and without the list no price is shown. The first is not given up, as a thin line takes long for it, and it
 * alone says that there is no answer: one beside it may be refused by an exchange that is busy.
 */
const BESIDE_MS = [8_000, 24_000];

export interface MarketsDeps {
  readonly call: Caller;
  readonly scheduler: SchedulerLike;
  readonly rows: MarketRows;
  /** The list is older than what is published: it is requested at once. */
  readonly old$: Observable<unknown>;
  /** Versions of the list as the exchange publishes them: one that is not here is requested at once. */
  readonly version$: Observable<string>;
  /** Emits when, or once, somebody looks; while nobody does, a list that is known is not requested again. */
  readonly seen$: Observable<unknown>;
}

/** Keeps the list of markets: requested again when that fails, and now and then for markets that open or close. */
export function listedMarkets({
  call,
  scheduler,
  rows,
  old$,
  version$,
  seen$,
}: MarketsDeps): Observable<MarketRows> {
  let known: string | undefined;
  const newer$ = version$.pipe(filter((version) => known !== undefined && version !== known));
  const plan = {
    everyMs: REFRESH_MS,
    retryMs: (failures: number) => Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** (failures - 1)),
    scheduler,
    hurry$: merge(old$, newer$),
    while$: seen$,
  };
  const list$ = defer(() => from(call('market.list', {})).pipe(map(dataOf)));
  const beside = (ms: number) =>
    timer(ms, scheduler).pipe(
      switchMap(() => list$),
      catchError(() => EMPTY),
    );
  return poll(plan, () => merge(list$, ...BESIDE_MS.map(beside)).pipe(first())).pipe(
    distinctUntilChanged((a, b) => a.version === b.version),
    tap(({ version, markets, notices, fees }) => {
      known = version;
      // Before anything is previewed again by this list.
      if (fees) setFees(fees);
      rows.setMarkets(markets, notices);
    }),
    map(() => rows),
    share(),
  );
}

/** The data of a response. @throws for a refusal, so that it is requested again. */
function dataOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error('refused');
  return result.data;
}
