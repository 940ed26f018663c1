import * as v from 'valibot';
import type { ServerClock } from '../../base/clock.ts';
import { Counts } from '../../base/counts.ts';
import type { Places } from '../../base/places.ts';
import { OwnPlaces } from '../../base/places.ts';
import type { Answering } from './answerer.ts';
import { parsedJson } from './engineWord.ts';
import { bytesOf, textOf } from './frames.ts';
import type { Requester } from './requester.ts';

const Wanted = v.object({ who: v.string(), most: v.number() });
const Left = v.object({ who: v.string() });
const PlaceCounts = v.array(v.tuple([v.string(), v.number()]));

/** Interval at which a gateway reports its places, which repairs what the bus has lost. */
const SAY_MS = 2_000;
/** Silence of a gateway, ms, after which its places are free: its users have come back elsewhere by then. */
const GONE_MS = 6_000;
const DEADLINE_MS = 2_000;

interface Held {
  counts: Counts;
  at: number;
}

/** The places of all processes, counted by the engine, so that a limit holds across gateways. */
export class SharedPlaces implements Places {
  readonly #own = new OwnPlaces();
  readonly #gateways = new Map<string, Held>();
  readonly #clock: Pick<ServerClock, 'now'>;

  constructor(clock: Pick<ServerClock, 'now'>) {
    this.#clock = clock;
  }

  /** Of sockets at the engine itself. */
  take(who: string, most: number): boolean {
    return this.#allOf(who) < most && this.#own.take(who, most);
  }

  leave(who: string): void {
    this.#own.leave(who);
  }

  /** Answers by kind of question. */
  readonly kinds: Readonly<Record<string, Answering>> = {
    takePlace: async ({ gateway, data }) => {
      const { who, most } = v.parse(Wanted, data);
      if (this.#allOf(who) >= most) return { data: false };
      this.#heldBy(gateway).counts.add(who);
      return { data: true };
    },
    leavePlace: async ({ gateway, data }) => {
      this.#heldBy(gateway).counts.remove(v.parse(Left, data).who);
      return {};
    },
    places: async ({ gateway, body }) => {
      const counts = new Counts();
      for (const [who, count] of v.parse(PlaceCounts, parsedJson(textOf(body))))
        for (let n = 0; n < count; n++) counts.add(who);
      this.#heldBy(gateway).counts = counts;
      return {};
    },
  };

  #heldBy(gateway: string): Held {
    const held = this.#gateways.get(gateway) ?? { counts: new Counts(), at: 0 };
    held.at = this.#clock.now();
    this.#gateways.set(gateway, held);
    return held;
  }

  #allOf(who: string): number {
    let all = this.#own.counts.of(who);
    const now = this.#clock.now();
    for (const [gateway, held] of this.#gateways) {
      // A clock that was set back makes nobody stay longer.
      held.at = Math.min(held.at, now);
      if (now - held.at > GONE_MS) this.#gateways.delete(gateway);
      else all += held.counts.of(who);
    }
    return all;
  }
}

/** A gateway's places: its own, and the engine's count of all. */
export class BusPlaces implements Places {
  readonly #own = new OwnPlaces();
  readonly #requester: Requester;
  readonly #stop: () => void;

  constructor(requester: Requester, clock: Pick<ServerClock, 'every'>) {
    this.#requester = requester;
    this.#stop = clock.every(SAY_MS, () => this.say());
  }

  /** Without the engine, the gateway's own count decides. */
  async take(who: string, most: number): Promise<boolean> {
    // Counted from here on, so that a concurrent `say` includes it.
    if (!this.#own.take(who, most)) return false;
    const requested = this.#requester.ask({ kind: 'takePlace', data: { who, most }, deadline: DEADLINE_MS });
    const isGiven = await requested.then(
      ({ data }) => data !== false,
      () => true,
    );
    if (!isGiven) this.#own.leave(who);
    return isGiven;
  }

  leave(who: string): void {
    this.#own.leave(who);
    this.#publish('leavePlace', { who });
  }

  /** Reports all places taken here; also to an engine that has just started. */
  say(): void {
    this.#publish('places', null, bytesOf(JSON.stringify([...this.#own.counts.entries()])));
  }

  close(): void {
    this.#stop();
  }

  #publish(kind: string, data: unknown, body?: Uint8Array): void {
    const question = { kind, data, deadline: DEADLINE_MS, ...(body ? { body } : {}) };
    // The next report replaces a lost one.
    this.#requester.ask(question).catch(() => undefined);
  }
}
