import type { Observable } from 'rxjs';
import { finalize, Subscription, tap } from 'rxjs';
import type { Market } from '../../domain/index.ts';
import { HOUR_MS } from '../../domain/index.ts';
import { backoffMs } from '../link/backoff.ts';
import { poll } from '../rx/poll.ts';
import { schedulerOf } from '../rx/scheduler.ts';
import type { Clock } from '../types.ts';

/** Where a venue's list of markets outlives a run: orders rest in them, and the venue may be away at the next start. */
export interface MarketsCache {
  read(): readonly Market[];
  write(markets: readonly Market[]): void;
}

export interface MarketsKeeperDeps {
  readonly ask: () => Promise<readonly Market[]>;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly kept: MarketsCache;
  /** The list is another one. */
  readonly publish: () => void;
  readonly failed: (error: unknown) => void;
}

/** Asks for a venue's markets until they are known, and again every hour. */
export class MarketsKeeper {
  readonly #deps: MarketsKeeperDeps;
  /** Resolves when the first question has been answered, or has failed. */
  readonly requested: Promise<void>;
  readonly #running = new Subscription();
  #markets: readonly Market[];
  #byId: ReadonlyMap<string, Market>;

  constructor(deps: MarketsKeeperDeps) {
    this.#deps = deps;
    this.#markets = deps.kept.read();
    this.#byId = byId(this.#markets);
    this.requested = new Promise((resolve) => {
      this.#running.add(this.#answers(resolve).subscribe((markets) => this.#set(markets)));
    });
  }

  get markets(): readonly Market[] {
    return this.#markets;
  }

  market(id: string): Market | undefined {
    return this.#byId.get(id);
  }

  close(): void {
    this.#running.unsubscribe();
  }

  #answers(ended: () => void): Observable<readonly Market[]> {
    const { ask, clock, random, failed } = this.#deps;
    let isAway = false;
    const plan = {
      everyMs: HOUR_MS,
      retryMs: (failures: number) => backoffMs(failures - 1, random()),
      scheduler: schedulerOf(clock),
      failed(error: unknown): void {
        // Once for each time that it goes away: a venue that stays away would fill the log.
        if (!isAway) failed(error);
        isAway = true;
        ended();
      },
    };
    return poll(plan, ask).pipe(
      tap(() => {
        isAway = false;
        ended();
      }),
      finalize(ended),
    );
  }

  #set(markets: readonly Market[]): void {
    if (markets.length === 0 || JSON.stringify(markets) === JSON.stringify(this.#markets)) return;
    this.#markets = markets;
    this.#byId = byId(markets);
    this.#deps.kept.write(markets);
    this.#deps.publish();
  }
}

const byId = (markets: readonly Market[]): ReadonlyMap<string, Market> =>
  new Map(markets.map((market) => [market.id, market]));
