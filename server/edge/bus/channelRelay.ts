import * as v from 'valibot';
import { RuleError } from '../../../domain/index.ts';
import type { Bus } from '../../base/bus.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Reader, Subscription } from '../realtime/log.ts';
import { keyOf } from '../realtime/log.ts';
import type { MarketChannels } from '../realtime/marketChannels.ts';
import type { Answering } from './answerer.ts';
import { bytesOf, textOf } from './frames.ts';
import type { Subjects } from './subjects.ts';

/** The engine's heartbeat. */
export const Here = v.object({
  /** Another one for each start, and whenever what was sent may have been lost. */
  run: v.string(),
  /** The market's clock, ms UTC. */
  now: v.number(),
  list: v.string(),
  origin: v.picklist(['simulated', 'recorded', 'live']),
  notice: v.optional(v.unknown()),
  /** Heads of logs that have been idle for a while and have no pending changes. */
  heads: v.record(v.string(), v.tuple([v.string(), v.number()])),
});
export type Here = v.InferOutput<typeof Here>;

const Wanted = v.object({ name: v.string(), isSlow: v.boolean() });
const Keys = v.array(v.string());

export const HERE_MS = 500;
/** Heads of one message. */
const HEADS = 5_000;
/** A log that no gateway has requested for this time is sent no more. */
const KEPT_MS = 6_000;

interface Relayed {
  readonly name: string;
  readonly isSlow: boolean;
  subscription: Subscription;
  keptAt: number;
}

export interface ChannelRelayDeps {
  readonly bus: Bus;
  readonly channels: MarketChannels;
  readonly clock: Pick<ServerClock, 'now' | 'every'>;
  readonly subjects: Subjects;
  readonly run: string;
}

/** The engine's side of the market's channels: each message of a log that some gateway reads goes out once. */
export class ChannelRelay {
  readonly #deps: ChannelRelayDeps;
  readonly #relayed = new Map<string, Relayed>();
  readonly #stops: (() => void)[];
  /** Messages sent since the start. */
  sent = 0;

  constructor(deps: ChannelRelayDeps) {
    this.#deps = deps;
    this.#stops = [deps.clock.every(HERE_MS, () => this.#beat())];
    this.#beat();
  }

  /**
   * Subscribes to a log for a gateway and responds with its snapshot.
   * @throws {RuleError} `channelUnknown`, `marketUnknown`.
   */
  readonly open: Answering = async ({ data }) => {
    const { name, isSlow } = v.parse(Wanted, data);
    const key = keyOf(name, isSlow);
    const relayed = this.#relayed.get(key) ?? this.#read(key, name, isSlow);
    relayed.keptAt = this.#deps.clock.now();
    try {
      await relayed.subscription.ready;
    } catch (error) {
      this.#leave(key, relayed);
      throw error;
    }
    const snapshot = this.#deps.channels.snapshot(name, isSlow);
    if (!snapshot) throw new RuleError('unavailable');
    return { body: bytesOf(snapshot.text) };
  };

  /**
   * The logs that a gateway still reads. Responds with those that are not sent: the gateway opens them again.
   */
  readonly keep: Answering = async ({ body }) => {
    const now = this.#deps.clock.now();
    const missing = v.parse(Keys, JSON.parse(textOf(body))).filter((key) => {
      const relayed = this.#relayed.get(key);
      if (relayed) relayed.keptAt = now;
      return !relayed;
    });
    return { body: bytesOf(JSON.stringify(missing)) };
  };

  /** That of the newest heartbeat, unless the bus was lost since. */
  get run(): string {
    return `${this.#deps.run}.${this.#deps.bus.returns}`;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const [key, relayed] of this.#relayed) this.#leave(key, relayed);
  }

  #read(key: string, name: string, isSlow: boolean): Relayed {
    const { bus, subjects, channels, clock } = this.#deps;
    let isFirst = true;
    const reader: Reader = {
      // For the hub each log has its own reader: no log here counts as greedy.
      who: () => `bus ${key}`,
      take: (message) => {
        // The first snapshot is the response to the gateway's request.
        if (!isFirst || message.isDelta) this.#publish(subjects.log(key), message.text, bus);
        isFirst = false;
      },
      restart: () => {
        relayed.subscription.leave();
        try {
          relayed.subscription = channels.subscribe(name, reader, { isSlow });
        } catch {
          // Its market is listed no more: gateways find the log missing, and are refused when they open it again.
          this.#leave(key, relayed);
          return;
        }
        relayed.subscription.ready.catch(() => this.#leave(key, relayed));
      },
    };
    const relayed: Relayed = {
      ...{ name, isSlow, keptAt: clock.now() },
      subscription: channels.subscribe(name, reader, { isSlow }),
    };
    this.#relayed.set(key, relayed);
    return relayed;
  }

  #publish(subject: string, text: string, bus: Bus): void {
    const bytes = bytesOf(text);
    this.sent += 1;
    // A message that is too long for the bus is sent as a gap: gateways then request the snapshot, in parts.
    bus.publish(subject, bytes.length <= bus.mostBytes ? bytes : bytesOf('{"t":"gap"}'));
  }

  #leave(key: string, relayed: Relayed): void {
    relayed.subscription.leave();
    if (this.#relayed.get(key) === relayed) this.#relayed.delete(key);
  }

  #beat(): void {
    const { bus, channels, clock, subjects } = this.#deps;
    const heads: [string, readonly [string, number]][] = [];
    for (const [key, relayed] of this.#relayed) {
      if (clock.now() - relayed.keptAt > KEPT_MS) this.#leave(key, relayed);
      const head = channels.idleHead(relayed.name, HERE_MS, relayed.isSlow);
      if (head) heads.push([key, head]);
    }
    for (let at = 0; at < heads.length || at === 0; at += HEADS) {
      const here = {
        ...{
          run: this.run,
          now: channels.now(),
          list: channels.listVersion,
          origin: channels.origin,
        },
        notice: channels.notice,
        heads: Object.fromEntries(heads.slice(at, at + HEADS)),
      };
      bus.publish(subjects.here, bytesOf(JSON.stringify(here)));
    }
  }
}
