import type { MarkRow } from '../../domain/contract/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';

/** Longer than a feed goes on with a channel that nobody wants, ms. */
const KEPT_MS = 2_000;

/** Mark, index and funding of every perpetual; the one place where they are kept, for as long as anybody reads them. */
export class Marks {
  readonly #rows = new Map<string, MarkRow>();
  readonly #hours = new Map<string, number>();
  #readers = 0;
  #leftAt = 0;
  /** Rises with each message. */
  version = 0;

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  take({ rows, snapshot, fundingHours = [] }: Extract<FeedEvent, { kind: 'marks' }>): void {
    if (snapshot) this.#rows.clear();
    for (const row of rows) this.#rows.set(row[0], row);
    for (const [id, hours] of fundingHours) this.#hours.set(id, hours);
    this.version += 1;
  }

  /** The same object until the market is told anew. */
  of(market: string): MarkRow | undefined {
    return this.#rows.get(market);
  }

  /** Hours between settlements of funding, where the source tells them by market. */
  fundingHoursOf(market: string): number | undefined {
    return this.#hours.get(market);
  }

  /**
   * Somebody reads them from now on. What nobody has read for a while is old, and is forgotten; a shorter while the
   * feed goes on telling without a word of what it told before.
   * @param now the device's monotonic clock, ms. @returns undo.
   */
  read(now: () => number): () => void {
    if (this.#readers === 0 && now() - this.#leftAt > KEPT_MS) this.#rows.clear();
    this.#readers += 1;
    return () => {
      this.#readers -= 1;
      this.#leftAt = now();
    };
  }
}
