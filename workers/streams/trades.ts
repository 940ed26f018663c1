import type { Observable } from 'rxjs';
import { filter, scan } from 'rxjs';
import type { Trade } from '../../domain/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';

const MOST_KEPT = 100;

/** One market's newest trades, ascending. */
export function tradesOf(events$: Observable<FeedEvent>): Observable<readonly Trade[]> {
  return events$.pipe(
    filter((event) => event.kind === 'trades'),
    scan<Extract<FeedEvent, { kind: 'trades' }>, readonly Trade[]>(
      (known, { snapshot, trades }) => (snapshot ? trades : [...known, ...trades].slice(-MOST_KEPT)),
      [],
    ),
  );
}
