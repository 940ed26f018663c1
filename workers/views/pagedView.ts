import type { Observable } from 'rxjs';
import { combineLatest, distinctUntilChanged, map, switchMap } from 'rxjs';
import type { Refusal, Result } from '../../domain/index.ts';
import { defined } from '../../domain/index.ts';
import { forEachOwner } from './owner.ts';
import type { Page, Pages } from './pages.ts';
import { hasMore, pages } from './pages.ts';
import type { Open, ViewDeps } from './view.ts';
import { sampled } from './view.ts';

const PAGE = 50;

/** What a frame of an endless list says of its end. */
export interface ListEnd {
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** A part of a list: at most `limit` rows, older than `before`. */
interface Part<Next> {
  readonly limit: number;
  readonly before?: Next;
}

export interface PagedRecipe<V, R extends object, Row extends { readonly id: Next }, Next, F> {
  /** What of a view is requested: another request reads the list from scratch. */
  readonly request: (view: V) => R;
  readonly page: (deps: ViewDeps, request: R & Part<Next>) => Promise<Result<Page<Row, Next>>>;
  /** Another number when there may be newer rows, or known ones may have changed. */
  readonly version$: (deps: ViewDeps) => Observable<number>;
  readonly frame: (rows: readonly Row[], end: ListEnd, deps: ViewDeps) => F;
  /** Another value when the same rows read differently, as time passes. */
  readonly moment?: (rows: readonly Row[], deps: ViewDeps) => unknown;
}

/** A list that is read page by page as far as its reader scrolls; new rows come by themselves. `Next` names a row. */
export const pagedView =
  <Next>() =>
  <V extends { readonly want: number }, R extends object, Row extends { readonly id: Next }, F>({
    request,
    page,
    version$,
    frame,
    moment,
  }: PagedRecipe<V, R, Row, Next, F>): Open<V, F> => {
    const pagesOf = (own: R, wanted$: Observable<V>, deps: ViewDeps): Observable<Pages<Row, Next>> =>
      pages<Row, Next>({
        wanted$,
        version$: version$(deps),
        time$: deps.time$,
        now: () => deps.clock.now(),
        page: (before) => page(deps, { ...own, limit: PAGE, ...defined({ before }) }),
      });
    return (view$, deps) => {
      const pages$ = view$.pipe(
        map(request),
        distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
        switchMap((own) => forEachOwner(pagesOf(own, view$, deps), deps)),
        switchMap((now) => sampled(deps, () => moment?.(now.rows, deps)).pipe(map(() => now))),
      );
      return combineLatest([pages$, deps.refresh$]).pipe(
        map(([now]) => {
          const { rows, loading, failed } = now;
          return () => frame(rows, { more: hasMore(now), loading, ...(failed ? { failed } : {}) }, deps);
        }),
      );
    };
  };

/** Rises with each movement of the account's money. */
export const moneyVersion = (deps: ViewDeps): Observable<number> => sampled(deps, () => deps.funds.version);

/** Rises with each deposit and withdrawal, and with each change of one. */
export const walletVersion = (deps: ViewDeps): Observable<number> =>
  sampled(deps, () => deps.funds.walletVersion);
