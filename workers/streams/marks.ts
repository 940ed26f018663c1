import type { Observable } from 'rxjs';
import { defer, filter, map, startWith, tap } from 'rxjs';
import type { MarkRow } from '../../domain/contract/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';

type MarksEvent = Extract<FeedEvent, { kind: 'marks' }>;

/** Mark, index and funding of every perpetual. */
export class Marks {
  readonly #rows = new Map<string, MarkRow>();
  readonly #hours = new Map<string, number>();
  /** Rises with each message. */
  version = 0;

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  apply({ rows, snapshot, fundingHours = [] }: MarksEvent): void {
    if (snapshot) this.#rows.clear();
    for (const row of rows) this.#rows.set(row[0], row);
    for (const [id, hours] of fundingHours) this.#hours.set(id, hours);
    this.version += 1;
  }

  /** The same object until the market is published again. */
  of(market: string): MarkRow | undefined {
    return this.#rows.get(market);
  }

  /** Hours between settlements of funding, where the source has them by market. */
  fundingHoursOf(market: string): number | undefined {
    return this.#hours.get(market);
  }
}

/** The newest marks; what nobody reads any more is forgotten with the subscription. */
export function marksOf(events$: Observable<FeedEvent>): Observable<Marks> {
  return defer(() => {
    const marks = new Marks();
    return events$.pipe(
      filter((event) => event.kind === 'marks'),
      tap((event) => marks.apply(event)),
      map(() => marks),
      startWith(marks),
    );
  });
}
