import type { Observable } from 'rxjs';
import { filter, map, share } from 'rxjs';
import type { Ticker } from '../../domain/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';
import type { Ages } from './age.ts';
import type { LastVisit } from './lastVisit.ts';
import type { MarketRows } from './marketRows.ts';

/** What a batch of tickers has done to the rows. */
export interface Applied {
  /** Whether the list of markets knows less than was published: it is older, or has not come yet. */
  readonly isListOld: boolean;
}

type Tickers = Extract<FeedEvent, { kind: 'tickers' }>;

/** Puts each batch of tickers into the rows, in place: what flows on says only that it did. */
export function appliedTickers(
  events$: Observable<FeedEvent>,
  { rows, ages, lastVisit }: { rows: MarketRows; ages: Ages; lastVisit: LastVisit },
): Observable<Applied> {
  return events$.pipe(
    filter((event) => event.kind === 'tickers'),
    map((event) => {
      const { at, snapshot } = event;
      const isWhole = isOfAll(event);
      // One row says nothing of the others, which may still be those of the last visit.
      if (isWhole) lastVisit.confirm();
      const tickers = event.channel === 'sort' && !snapshot ? newest(event.rows, rows, ages) : event.rows;
      const areAllListed = rows.applyTickers(tickers, isWhole ? at : undefined, snapshot);
      return { isListOld: (snapshot || rows.list.length === 0) && !areAllListed };
    }),
    share(),
  );
}

const isOfAll = ({ channel = 'tick' }: Tickers): boolean => channel === 'tick' || channel === 'sort';

/** What lists are sorted by, without what is read at full pace; of a day it knows no more than is known. */
function newest(tickers: readonly Ticker[], rows: MarketRows, ages: Ages): Ticker[] {
  if (ages.isFollowed('tick')) return [];
  return tickers.flatMap((ticker) => {
    if (ages.isFollowed(`row:${ticker.id}`)) return [];
    const known = rows.row(ticker.id)?.ticker;
    return [known ? { ...ticker, high24: known.high24, low24: known.low24 } : ticker];
  });
}
