import type { Observable } from 'rxjs';
import {
  concat,
  concatMap,
  defer,
  EMPTY,
  exhaustMap,
  expand,
  filter,
  from,
  map,
  merge,
  of,
  share,
} from 'rxjs';
import type { Interval } from '../../domain/index.ts';
import { defined } from '../../domain/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';
import type { Caller } from '../session/caller.ts';
import type { CandleChange } from './candleStore.ts';
import { CandleStore } from './candleStore.ts';

/** Bars of one page; long bars are dearer to make and fewer are looked at. */
const PAGE: { readonly [Each in Interval]?: number } = { '1d': 200, '3d': 120, '1w': 80, '1M': 20 };
const USUAL_PAGE = 300;
/** Bars fetched again after a break in the stream. */
const REPAIRED = 100;

export interface CandlesDeps {
  readonly id: string;
  readonly interval: Interval;
  readonly call: Caller;
  /** Of the bars' channel. */
  readonly events$: Observable<FeedEvent>;
  /** How many bars are looked at, at least. */
  readonly want$: Observable<number>;
}

/** The bars of one market and interval after a change, and what of them has changed. */
export interface CandlesState {
  readonly store: CandleStore;
  readonly change: CandleChange;
}

/** Where bars come from. */
export interface BarSource {
  readonly call: Caller;
  readonly channel$: (channel: string) => Observable<FeedEvent>;
}

/** The bars of one chart: each looks as far back as it wants. */
export const barsOf = (
  { call, channel$ }: BarSource,
  id: string,
  interval: Interval,
  want$: Observable<number>,
): Observable<CandlesState> =>
  candlesOf({ id, interval, call, want$, events$: channel$(`cndl:${id}:${interval}`) });

/** History by pages, one after the other, the newest by the stream, repaired after each break of it. */
export function candlesOf({ id, interval, call, events$, want$ }: CandlesDeps): Observable<CandlesState> {
  return defer(() => {
    const store = new CandleStore(interval);
    const request = (limit: number, before?: number) =>
      from(call('market.candles', { id, interval, limit, ...defined({ before }) }));
    const pageSize = PAGE[interval] ?? USUAL_PAGE;
    const page$ = defer(() => {
      const before = store.candles[0]?.at;
      return concat(
        of(store.begin()),
        request(pageSize, before).pipe(map((page) => store.addPage(page, before))),
      );
    });
    const pages$ = want$.pipe(
      concatMap((want) => {
        const next$ = defer(() => (store.needs(want) ? page$ : EMPTY));
        return next$.pipe(expand(() => (store.loading || store.failed ? EMPTY : next$)));
      }),
    );
    const taken$ = events$.pipe(
      map((event) => store.take(event)),
      share(),
    );
    const repaired$ = taken$.pipe(
      filter(() => store.mustRepair),
      exhaustMap(() => {
        store.beginRepair();
        // A chart that has none yet looks for as many as at first, and an average of them too.
        return request(store.candles.length === 0 ? pageSize : REPAIRED);
      }),
      map((page) => store.repair(page)),
    );
    return merge(repaired$, taken$, pages$).pipe(
      filter((change) => change !== undefined),
      map((change) => ({ store, change })),
    );
  });
}
