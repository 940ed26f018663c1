import type { Subscription } from 'rxjs';
import { concat, defer, tap } from 'rxjs';
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
  /** Requests the private messages of the account that is logged in. */
  readonly pollPrivate: () => Promise<unknown>;
}

/** Snapshots again and again, where no socket gets through. */
export class Polling {
  readonly #deps: PollingDeps;
  #running: Subscription | undefined;

  constructor(deps: PollingDeps) {
    this.#deps = deps;
  }

  start(): void {
    if (this.#running) return;
    const { clock, random, post, failed } = this.#deps;
    const requests = new SnapshotRequests(post);
    this.#running = poll(pollPlan(clock, random, failed), () => this.#round(requests)).subscribe();
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
