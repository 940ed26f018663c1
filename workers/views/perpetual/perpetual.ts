import type { Observable } from 'rxjs';
import { combineLatest, map, of, startWith } from 'rxjs';
import type { Book, Dec } from '../../../domain/index.ts';
import { emptyBook } from '../../../domain/index.ts';
import type { Frame } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { FOCUS_STALE_MS } from '../../streams/age.ts';
import type { Positions } from '../../streams/positions/index.ts';
import { positionsIn } from '../../streams/positions/index.ts';
import type { Open, ViewDeps } from '../view.ts';
import { projected, seconds, switchOn, withAge } from '../view.ts';
import type { DayRanges } from './ranges.ts';
import { dayRanges } from './ranges.ts';

/** What frames of perpetuals are made of. */
export interface FuturesState extends Pick<ViewDeps, 'rows' | 'ages' | 'funds' | 'clock' | 'isCached'> {
  readonly positions: Positions;
  /** Of the market whose book the view needs; else empty. */
  readonly book: Book;
  /** Of the markets with an open position, in the view that shows how far liquidation is; else empty. */
  readonly ranges: DayRanges;
}

/** How a view's frame is made of what stands; undefined while nothing can be said. */
type Make<V, F> = (view: V, state: FuturesState, words: Words) => F | undefined;

/** What frames of perpetuals are made of, as it changes. The parameters are those of `ofPositions`. */
export function futuresState<V>(
  view$: Observable<V>,
  deps: ViewDeps,
  bookOf: (view: V) => string | undefined = () => undefined,
  hasRanges = false,
): Observable<FuturesState> {
  const book$ = view$.pipe(switchOn(bookOf, (market) => bookIn(market, deps)));
  const { tickers$, balances$ } = deps.streams;
  const { rows, ages, funds, clock, isCached } = deps;
  const positions$ = positionsIn(deps.streams);
  const markets$ = positions$.pipe(
    map((positions) => positions.snapshot().positions.map(({ market }) => market)),
  );
  const ranges$ = hasRanges ? dayRanges(markets$, deps) : of(new Map<string, Dec>());
  return combineLatest([positions$, book$, ranges$, tickers$, balances$, seconds(deps)]).pipe(
    map(
      ([positions, book, ranges]): FuturesState => ({
        ...{ positions, book, ranges, rows, ages, funds, clock, isCached },
      }),
    ),
  );
}

/** A view of the joined positions. @param bookOf the market whose book is looked at; none by default. @param hasRanges whether it shows ranges of a day. */
export function ofPositions<V, F extends Frame>(
  make: Make<V, F>,
  bookOf: (view: V) => string | undefined = () => undefined,
  hasRanges = false,
): Open<V, F> {
  return projected({
    state: (view$, deps) => futuresState(view$, deps, bookOf, hasRanges),
    frame: (view, state, { words }) => make(view, state, words()),
    // A snapshot that reads like the one before is no news.
    reads: (frame) => JSON.stringify({ ...frame, snapshot: 0 }),
  });
}

/** A market's book, also while it is stale: nothing can be traded by it then. */
function bookIn(market: string | undefined, deps: ViewDeps): Observable<Book> {
  if (market === undefined) return of(emptyBook);
  const book$ = deps.streams.book$(market).pipe(startWith(emptyBook));
  return book$.pipe(
    withAge(deps, `book:${market}`, FOCUS_STALE_MS),
    map(({ value }) => value),
  );
}
