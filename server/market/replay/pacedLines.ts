import { MINUTE_MS } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';

/** How a recording is played. */
export interface Pace {
  readonly clock: ServerClock;
  /** The market's clock. */
  readonly now: () => number;
  readonly speed: number;
  readonly loop: boolean;
}

/** What becomes of a recording's lines. */
export interface LinePlayer {
  /** @param shift added to a recorded moment, ms. @returns whether the line could be read. */
  take(frame: unknown, shift: number): boolean;
  /** The recording starts again from its beginning. */
  restart(): void;
}

const LEAST_WAIT_MS = 10;

/** Lines of a recording at their pace. After the last one it starts again or stands still. */
export class PacedLines {
  readonly #lines: () => AsyncIterable<string>;
  readonly #player: LinePlayer;
  readonly #pace: Pace;
  #isClosed = false;
  #stopWait: (() => void) | undefined;
  #endWait: (() => void) | undefined;
  /** Lines that were malformed and left out. */
  dropped = 0;
  isDone = false;

  constructor(lines: () => AsyncIterable<string>, player: LinePlayer, pace: Pace) {
    this.#lines = lines;
    this.#player = player;
    this.#pace = pace;
  }

  /** Plays until closed, or to the end when it does not loop. */
  async play(): Promise<void> {
    const { loop } = this.#pace;
    do {
      await this.#pass();
      if (loop && !this.#isClosed) this.#player.restart();
    } while (loop && !this.#isClosed);
    this.isDone = true;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWait?.();
    this.#endWait?.();
  }

  /** One pass, shifted by whole minutes so that it begins in the running minute. */
  async #pass(): Promise<void> {
    const { now } = this.#pace;
    let start: { readonly shift: number; readonly begun: number; readonly first: number } | undefined;
    for await (const line of this.#lines()) {
      if (this.#isClosed) return;
      const at = Number.parseInt(line.slice(0, 13), 10);
      if (!Number.isFinite(at)) {
        this.dropped += 1;
        continue;
      }
      start ??= { shift: Math.round((now() - at) / MINUTE_MS) * MINUTE_MS, begun: now(), first: at };
      const due = start.begun + (at - start.first);
      if (due > now()) await this.#wait(due - now());
      if (!this.#player.take(parseJson(line.slice(line.indexOf(' ') + 1)), start.shift)) this.dropped += 1;
    }
  }

  #wait(ms: number): Promise<void> {
    const { clock, speed } = this.#pace;
    return new Promise((resolve) => {
      this.#endWait = resolve;
      this.#stopWait = clock.after(Math.max(LEAST_WAIT_MS, ms / speed), resolve);
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
