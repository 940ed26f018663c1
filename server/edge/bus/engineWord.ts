import * as v from 'valibot';
import type { Bus } from '../../base/bus.ts';
import type { ServerClock } from '../../base/clock.ts';
import { Here } from './channelRelay.ts';
import { textOf } from './frames.ts';
import type { Subjects } from './subjects.ts';

/** Silence of the engine, ms, after which it counts as away. */
export const AWAY_MS = 2_000;

interface EngineBeat extends Here {
  /** How often this process had lost the bus. */
  readonly returns: number;
  /** The device's clock, ms. */
  readonly at: number;
}

/** What a gateway knows of its engine. */
export class EngineWord {
  readonly #bus: Bus;
  readonly #clock: Pick<ServerClock, 'now' | 'every'>;
  readonly #stops: (() => void)[];
  #received: EngineBeat | undefined;
  #isHere = false;
  /** Called with each heartbeat of the engine, and whether earlier messages may have been lost. */
  received: (here: Here, isOther: boolean) => void = () => undefined;
  /** Called when the engine has fallen silent. */
  lost: () => void = () => undefined;
  /** Called when the engine has ended as it should: what has no answer from it was not taken. */
  left: () => void = () => undefined;

  constructor(
    bus: Bus,
    clock: Pick<ServerClock, 'now' | 'every'>,
    { here, left }: Pick<Subjects, 'here' | 'left'>,
  ) {
    this.#bus = bus;
    this.#clock = clock;
    this.#stops = [
      bus.subscribe(here, (bytes) => this.#take(textOf(bytes))),
      bus.subscribe(left, (bytes) => {
        // Where the bus was lost since its last word, answers may have been lost as well.
        if (this.#received?.run === textOf(bytes) && this.#received.returns === bus.returns) this.left();
      }),
      clock.every(AWAY_MS / 4, () => this.#check()),
    ];
  }

  /** Whether it has spoken a moment ago. */
  get isHere(): boolean {
    // A heartbeat dated in the future was received before the clock was set back: it does not count.
    return this.#received !== undefined && Math.abs(this.#clock.now() - this.#received.at) < AWAY_MS;
  }

  /** The newest heartbeat; undefined before the first. */
  get newest(): EngineBeat | undefined {
    return this.#received;
  }

  /** The market's clock, ms UTC. */
  now(): number {
    const now = this.#clock.now();
    return this.#received ? this.#received.now + Math.max(0, now - this.#received.at) : now;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #take(text: string): void {
    const parsed = v.safeParse(Here, parsedJson(text));
    if (!parsed.success) return;
    const { returns } = this.#bus;
    const before = this.#received;
    const isOther = before !== undefined && (before.run !== parsed.output.run || before.returns !== returns);
    this.#received = { ...parsed.output, returns, at: this.#clock.now() };
    this.#isHere = true;
    this.received(parsed.output, isOther);
  }

  #check(): void {
    if (!this.#isHere || this.isHere) return;
    this.#isHere = false;
    this.lost();
  }
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
