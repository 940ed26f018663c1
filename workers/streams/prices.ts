import type { Observable, SchedulerLike } from 'rxjs';
import { EMPTY, ignoreElements, map, merge, of, startWith, switchMap } from 'rxjs';
import type { FeedEvent, MarketFeed } from '../../feeds/index.ts';
import { keyed, sharedWithLinger } from '../../feeds/index.ts';
import type { MarketRows } from './marketRows.ts';
import { inSight } from './sight.ts';

interface PricesDeps {
  readonly feed: MarketFeed;
  readonly rows: MarketRows;
  readonly scheduler: SchedulerLike;
  /** A channel whose age is published to pages. */
  readonly channel$: (channel: string) => Observable<FeedEvent>;
  /** Emits when the rows have changed. */
  readonly known$: Observable<unknown>;
}

/** Prices of all markets, in their rows: all at full pace, or those that somebody looks at. */
export function createPrices({ feed, rows, scheduler, channel$, known$ }: PricesDeps) {
  const shared = <T>() => sharedWithLinger<T>(scheduler);
  const rowsOf = (opened$: Observable<unknown>): Observable<MarketRows> =>
    merge(opened$.pipe(ignoreElements()), known$).pipe(
      map(() => rows),
      startWith(rows),
      shared(),
    );
  const hasRows$ = feed.rows$ ?? of(false);
  // Its age is none that a page looks at: a view that shows a price reads its row.
  const listed$ = rowsOf(hasRows$.pipe(switchMap((has) => (has ? feed.channel$('sort') : channel$('tick')))));
  const row$ = keyed(
    (id: string) => hasRows$.pipe(switchMap((has) => (has ? channel$(`row:${id}`) : EMPTY))),
    shared(),
  );
  return {
    tickers$: rowsOf(channel$('tick')),
    /** As seldom as lists need to be sorted; all at full pace where a source has no slower channel. */
    listed$,
    /** The same, with some markets at full pace. @param ids$ those that are shown. */
    prices$: (ids$: Observable<Iterable<string>>): Observable<MarketRows> =>
      merge(listed$, inSight(ids$, { rows, row$, scheduler }).pipe(ignoreElements())),
  };
}
