import type { Observable } from 'rxjs';
import { filter, map } from 'rxjs';
import type { Book } from '../../domain/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';

/** One market's book, whole each time. */
export function booksOf(events$: Observable<FeedEvent>): Observable<Book> {
  return events$.pipe(
    filter((event) => event.kind === 'book'),
    map(({ book }) => book),
  );
}
