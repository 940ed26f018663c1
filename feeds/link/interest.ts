import type { Clock } from '../types.ts';

/** A channel that nobody wants lives on this long, so that a change of screen does not fetch it again. */
const LINGER_MS = 1_000;

interface Wanted<T> {
  readonly held: T;
  count: number;
  stopLinger: (() => void) | undefined;
}

export interface InterestEvents<T> {
  /** The first wish for a channel. @returns what is held while it is wanted. */
  begin(channel: string): T;
  /** Nobody has wanted it for a while. */
  end(channel: string, held: T): void;
}

/** Which channels are wanted: counted, and a little longer than they are. */
export class Interest<T> {
  readonly #clock: Clock;
  readonly #events: InterestEvents<T>;
  readonly #wanted = new Map<string, Wanted<T>>();
  #isClosed = false;

  constructor(clock: Clock, events: InterestEvents<T>) {
    this.#clock = clock;
    this.#events = events;
  }

  get size(): number {
    return this.#wanted.size;
  }

  /** The longest wanted first. */
  channels(): IterableIterator<string> {
    return this.#wanted.keys();
  }

  held(channel: string): T | undefined {
    return this.#wanted.get(channel)?.held;
  }

  *all(): IterableIterator<T> {
    for (const { held } of this.#wanted.values()) yield held;
  }

  /** @returns undo, of which only the first call counts. */
  open(channel: string): () => void {
    if (this.#isClosed) return () => undefined;
    const wanted = this.#wanted.get(channel) ?? this.#begin(channel);
    wanted.count += 1;
    wanted.stopLinger?.();
    wanted.stopLinger = undefined;
    let isDone = false;
    return () => {
      if (isDone || this.#isClosed) return;
      isDone = true;
      wanted.count -= 1;
      if (wanted.count === 0)
        wanted.stopLinger = this.#clock.after(LINGER_MS, () => this.#end(channel, wanted));
    };
  }

  /** Ends all timers; what is held is the caller's to close. */
  close(): void {
    this.#isClosed = true;
    for (const { stopLinger } of this.#wanted.values()) stopLinger?.();
    this.#wanted.clear();
  }

  #begin(channel: string): Wanted<T> {
    const held = this.#events.begin(channel);
    const wanted: Wanted<T> = { held, count: 0, stopLinger: undefined };
    this.#wanted.set(channel, wanted);
    return wanted;
  }

  #end(channel: string, { held }: Wanted<T>): void {
    this.#wanted.delete(channel);
    this.#events.end(channel, held);
  }
}
