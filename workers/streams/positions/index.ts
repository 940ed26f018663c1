import type { Observable } from 'rxjs';
import {
  defer,
  distinctUntilChanged,
  EMPTY,
  from,
  ignoreElements,
  map,
  merge,
  repeat,
  startWith,
  switchMap,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import { sharedWithLinger } from '../../../feeds/index.ts';
import type { Streams } from '../index.ts';
import { Positions } from './positions.ts';

export { Positions } from './positions.ts';
export type { Snapshot } from './snapshot.ts';

/** After this time what could not be had is requested again, ms. */
const RETRY_MS = 3_000;

type PositionsDeps = Pick<
  Streams,
  | 'account$'
  | 'marks$'
  | 'tickers$'
  | 'balances$'
  | 'markets$'
  | 'funds'
  | 'rows'
  | 'clock'
  | 'scheduler'
  | 'callAsUser'
>;

/** One for all that look at the same streams; it is no part of the worker's first load. */
const known = new WeakMap<Streams, Observable<Positions>>();

export function positionsIn(streams: Streams): Observable<Positions> {
  const own = known.get(streams) ?? positionsOf(streams).pipe(sharedWithLinger(streams.scheduler));
  known.set(streams, own);
  return own;
}

/**
 * Positions, orders and account of the logged-in user: private rows joined with marks and markets. All views of all
 * pages look at this one, so that no two of them disagree; figures are computed when one of them reads them.
 */
function positionsOf(deps: PositionsDeps): Observable<Positions> {
  return defer(() => {
    const positions = new Positions(deps);
    positions.own(deps.funds.uid);
    const marks$ = deps.marks$.pipe(
      tap((marks) => {
        positions.marks = marks;
      }),
    );
    const prices$ = deps.tickers$.pipe(ignoreElements());
    const money$ = merge(deps.balances$, deps.markets$);
    return merge(marks$, published(positions, deps), loaded(positions, deps), money$, prices$).pipe(
      map(() => positions),
    );
  });
}

/** What the private channel publishes. */
function published(positions: Positions, { account$, funds }: PositionsDeps): Observable<unknown> {
  return account$.pipe(
    tap((event) => {
      if (event.kind === 'cleared') positions.own(undefined);
      else {
        positions.own('snapshot' in event ? event.snapshot.uid : funds.uid);
        positions.take(event);
      }
    }),
  );
}

/** What has not been published yet, for each user who logs in. */
function loaded(positions: Positions, deps: PositionsDeps): Observable<unknown> {
  const { account$, scheduler, funds } = deps;
  const request$ = defer(() => {
    const before = positions.known();
    return from(deps.callAsUser('perpetual.state', {})).pipe(
      tap((result) => positions.answer(result.ok ? result.data : result.error, before)),
    );
  });
  return merge(account$, deps.balances$).pipe(
    startWith(undefined),
    map(() => funds.uid),
    distinctUntilChanged(),
    switchMap((uid) => {
      positions.own(uid);
      if (uid === undefined || positions.isKnown) return EMPTY;
      const again$ = request$.pipe(repeat({ delay: () => timer(RETRY_MS, scheduler) }));
      return again$.pipe(takeWhile(() => !positions.isKnown, true));
    }),
  );
}
