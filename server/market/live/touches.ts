import type { LiveClock } from './clock.ts';
import type { Watches } from './watches.ts';

export interface TouchesDeps {
  readonly watches: Pick<Watches, 'watch' | 'isWatched'>;
  readonly after: LiveClock['after'];
  /** Whether the newest takes the place of the oldest when there is no room; else it is left out. */
  readonly isNewestKept: boolean;
}

/** A market stays subscribed this long after it was requested, so that the next request finds its book. */
const TOUCH_MS = 60_000;
const MOST_TOUCHED = 200;

/** Markets that are subscribed for a while because somebody has requested them once. */
export class Touches {
  readonly #deps: TouchesDeps;
  /** What ends each, the longest touched first. */
  readonly #ends = new Map<string, () => void>();

  constructor(deps: TouchesDeps) {
    this.#deps = deps;
  }

  touch(id: string): void {
    const { watches, after, isNewestKept } = this.#deps;
    if (this.#ends.has(id) || watches.isWatched(id)) return;
    const [oldest] = this.#ends.values();
    if (this.#ends.size >= MOST_TOUCHED && isNewestKept) oldest?.();
    if (this.#ends.size >= MOST_TOUCHED) return;
    const leave = watches.watch(id);
    const end = (): void => {
      stop();
      this.#ends.delete(id);
      leave();
    };
    const stop = after(TOUCH_MS, end);
    this.#ends.set(id, end);
  }

  close(): void {
    for (const end of [...this.#ends.values()]) end();
  }
}
