import type { Subscription } from 'rxjs';
import { concat, defer, Subject, tap } from 'rxjs';
import { poll } from '../rx/poll.ts';
import type { FeedDeps } from '../types.ts';
import { pollPlan } from './pollPlan.ts';
import { SnapshotRequests } from './snapshots.ts';

interface PollingDeps extends Pick<FeedDeps, 'clock' | 'random' | 'post'> {
  /** The channels that are open. */
  readonly channels: () => Iterable<string>;
  /** A request got through. @param askedAt monotonic. @param now the server's clock, ms UTC, where it says it. */
  readonly answered: (requestedAt: number, now: number | undefined) => void;
  readonly take: (snap: unknown) => void;
  readonly failed: () => void;
  /** Whether few requests are enough: nobody looks, or data is saved. */
  readonly isSlow: () => boolean;
  /** Requests the private messages of the account that is logged in. */
  readonly pollPrivate: () => Promise<unknown>;
}

/** Snapshots again and again, where no socket gets through. */
export class Polling {
  readonly #deps: PollingDeps;
  readonly #hurry = new Subject<void>();
  #running: Subscription | undefined;

  constructor(deps: PollingDeps) {
    this.#deps = deps;
  }

  start(): void {
    if (this.#running) return;
    const { clock, random, post, failed, isSlow } = this.#deps;
    const requests = new SnapshotRequests(post);
    const plan = { ...pollPlan(clock, random, failed, isSlow), hurry$: this.#hurry };
    this.#running = poll(plan, () => this.#round(requests)).subscribe();
  }

  /** Somebody looks again: the next request is sent at once. */
  hurry(): void {
    this.#hurry.next();
  }

  end(): void {
    this.#running?.unsubscribe();
    this.#running = undefined;
  }

  /** One round of requests: the open channels, then the private one. */
  #round(requests: SnapshotRequests) {
    const { clock, channels, answered, take, pollPrivate } = this.#deps;
    let requestedAt = clock.monotonic();
    const snapshots$ = requests.snapshots$([...channels()]).pipe(
      tap(({ now, snaps }) => {
        answered(requestedAt, now);
        for (const snap of snaps) take(snap);
        requestedAt = clock.monotonic();
      }),
    );
    return concat(snapshots$, defer(pollPrivate));
  }
}
