import type { PrivateData } from '../../domain/contract/index.ts';
import type { PrivateEvent } from './account.ts';

/** Kinds of rows of the private channel; contracts that have ended are one of their own. */
type NewsKind = PrivateData['type'] | 'cycleEnded';

/** Counts the private channel's rows of each kind, so that lists know when to be read again. */
export class News {
  readonly #counts = new Map<NewsKind, number>();
  /** Rises when rows of any kind may have been missed. */
  #missed = 0;

  /** Another number when something of the kind was published, or may have been missed. */
  of(kind: NewsKind): number {
    return this.#missed + (this.#counts.get(kind) ?? 0);
  }

  take(event: PrivateEvent): void {
    if ('snapshot' in event) this.#missed += 1;
    else {
      const { row } = event;
      const kind = row.type === 'cycle' && row.body.outcome !== null ? 'cycleEnded' : row.type;
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    }
  }

  clear(): void {
    this.#missed += 1;
  }
}
