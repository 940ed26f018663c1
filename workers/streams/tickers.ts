import type { Observable } from 'rxjs';
import { filter, map, share } from 'rxjs';
import type { FeedEvent } from '../../feeds/index.ts';
import type { LastVisit } from './lastVisit.ts';
import type { MarketRows } from './marketRows.ts';

/** What a batch of tickers has done to the rows. */
export interface Applied {
  /** Whether the list of markets knows less than was told: it is older, or has not come yet. */
  readonly isListOld: boolean;
}

/** Puts each batch of tickers into the rows, in place: what flows on says only that it did. */
export function appliedTickers(
  events$: Observable<FeedEvent>,
  rows: MarketRows,
  lastVisit: LastVisit,
): Observable<Applied> {
  return events$.pipe(
    filter((event) => event.kind === 'tickers'),
    map(({ rows: tickers, at, snapshot }) => {
      lastVisit.confirm();
      const areAllListed = rows.applyTickers(tickers, at, snapshot);
      return { isListOld: (snapshot || rows.list.length === 0) && !areAllListed };
    }),
    share(),
  );
}
