import type { ServerClock } from '../../base/clock.ts';
import type { LoopTurns } from '../../base/loopTurns.ts';
import type { Log } from './log.ts';

/** Work before the event loop gets its turn. */
const SLICE_MS = 5;
/** A round's messages leave after this time at the latest, also while the round goes on. */
const GATHER_MS = 20;
/** What a round gives to channels that only greedy callers read; the next round goes on with the others of them. */
const GREEDY_MS = 10;

interface PublishLoopDeps {
  readonly clock: ServerClock;
  readonly turns: LoopTurns;
  /** Publishes a channel's changes to its readers. */
  readonly publish: (log: Log) => void;
  /** Whether a channel is read only by callers with very many subscriptions. */
  readonly isGreedy: (log: Log) => boolean;
}

/** Rounds over all channels of a pace. A round that takes longer than its pace is not begun again before its end. */
export class PublishLoop {
  readonly #deps: PublishLoopDeps;
  readonly #running = new Set<number>();
  /** Channels of greedy callers that a round had no time for, those first that have waited longest. */
  #left: readonly Log[] = [];
  /** Flushes of the sockets that have messages. */
  #gathered: (() => void)[] = [];
  #sentAt = 0;

  constructor(deps: PublishLoopDeps) {
    this.#deps = deps;
  }

  /**
   * Calls `send` when the round has published everything, so that a socket sends once; soon without a round.
   */
  gather(send: () => void): void {
    this.#gathered.push(send);
    if (this.#gathered.length === 1 && this.#running.size === 0) queueMicrotask(() => this.#send());
  }

  async run(pace: number, logs: Iterable<Log>): Promise<void> {
    if (this.#running.has(pace)) return;
    this.#running.add(pace);
    try {
      const { isGreedy } = this.#deps;
      const due = [...logs].filter((log) => log.pace === pace);
      const greedy = due.filter(isGreedy);
      this.#sentAt = this.#deps.clock.now();
      await this.#publish(due.filter((log) => !isGreedy(log)));
      this.#send();
      if (greedy.length > 0) await this.#publishGreedy(greedy);
    } finally {
      this.#running.delete(pace);
      this.#send();
    }
  }

  /** @param most ms of work. @returns the channels for which there was no time. */
  async #publish(logs: readonly Log[], most = Number.POSITIVE_INFINITY): Promise<readonly Log[]> {
    const { clock, turns, publish } = this.#deps;
    let began = clock.now();
    let spent = 0;
    for (const [place, log] of logs.entries()) {
      const slice = clock.now() - began;
      if (spent + slice >= most) return logs.slice(place);
      if (slice >= SLICE_MS) {
        spent += slice;
        if (clock.now() - this.#sentAt >= GATHER_MS) this.#send();
        await turns.next();
        began = clock.now();
      }
      publish(log);
    }
    return [];
  }

  #send(): void {
    this.#sentAt = this.#deps.clock.now();
    for (const send of this.#gathered.splice(0)) send();
  }

  async #publishGreedy(logs: readonly Log[]): Promise<void> {
    const due = new Set(logs);
    const order = new Set([...this.#left].filter((log) => due.has(log)).concat(logs));
    this.#left = await this.#publish([...order], GREEDY_MS);
  }
}
