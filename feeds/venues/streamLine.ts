import { SILENT_MS } from '../link/silence.ts';
import { SocketLink } from '../link/socketLink.ts';
import type { LinkState } from '../types.ts';
import type { StreamIncoming, StreamPlan, StreamSubscription } from './streams.ts';
import { Subscriptions } from './subscriptions.ts';
import type { VenueDeps } from './types.ts';

/** The states of a line. */
export interface LineEvents {
  /** Its state has changed. */
  changed(): void;
  reconnected(): void;
  resynced(): void;
  /** A message was malformed or hostile. */
  dropped(): void;
  maintenance(): void;
}

/** Attempts at one address before its fall-back is tried. */
const TRIES_PER_HOST = 2;
/** A socket beside the old one is tried again after this time. */
const HAND_OVER_MS = 60_000;
const CHECK_MS = 1_000;
/** After this much silence the line is probed. */
const PROBE_MS = 2_000;

/** One socket of a venue, replaced by itself, and the streams that are wanted of it. */
export class StreamLine {
  readonly #deps: VenueDeps;
  readonly #plan: StreamPlan;
  readonly #events: LineEvents;
  readonly #subscriptions: Subscriptions;
  readonly #link: SocketLink;
  #state: LinkState = 'connecting';
  #host = 0;
  /** Attempts since a socket of this venue last spoke. */
  #tries = 0;
  #readyAt = 0;
  #receivedAt = Number.NEGATIVE_INFINITY;
  #sentAt = 0;
  #handOverAt = Number.NEGATIVE_INFINITY;
  #stopCheck: (() => void) | undefined;

  constructor(deps: VenueDeps, plan: StreamPlan, events: LineEvents) {
    this.#deps = deps;
    this.#plan = plan;
    this.#events = events;
    this.#subscriptions = new Subscriptions({
      clock: deps.clock,
      plan,
      say: (text) => this.#say(text),
      resynced: () => events.resynced(),
    });
    this.#link = this.#createLink();
  }

  get size(): number {
    return this.#subscriptions.size;
  }
  get state(): LinkState {
    return this.#state;
  }
  /** Whether the venue has just spoken on it. */
  get isFresh(): boolean {
    return this.#state === 'live' && this.#deps.clock.monotonic() - this.#receivedAt < SILENT_MS;
  }

  /** Connects with the first request. */
  want(subscription: StreamSubscription): void {
    this.#subscriptions.want(subscription);
    if (this.#stopCheck) return;
    this.#link.start();
    this.#checkSoon();
  }

  unwant(stream: string): void {
    this.#subscriptions.unwant(stream);
  }

  renew(stream: string): void {
    this.#subscriptions.renew(stream);
  }

  wake(): void {
    this.#link.wake();
  }

  close(): void {
    this.#stopCheck?.();
    this.#subscriptions.close();
    this.#link.close();
  }

  #createLink(): SocketLink {
    const { clock, random, createSocket } = this.#deps;
    const url = () => this.#url();
    const link = {
      clock,
      random,
      createSocket,
      // Read at each attempt: the address names streams, and falls back.
      get url() {
        return url();
      },
      protocol: '',
      finalCodes: [],
      idleCode: 0,
    };
    return new SocketLink(link, {
      greeting: () => this.#subscriptions.greeting(),
      ready: () => this.#ready(),
      message: (data) => this.#take(this.#plan.read(data)),
      isData: (data) => this.#subscriptions.isGreeted(this.#plan.read(data)),
      isWanted: () => true,
      lost: () => this.#lost(),
      away: () => this.#setState('offline'),
      silent: () => undefined,
    });
  }

  /** Each attempt; a host that does not let us in is left for its fall-back. */
  #url(): string {
    const { hosts, path } = this.#plan;
    if (this.#tries > 0 && this.#tries % TRIES_PER_HOST === 0) this.#host += 1;
    this.#tries += 1;
    return `${hosts[this.#host % hosts.length] ?? ''}${path(this.#subscriptions.streams())}`;
  }

  #ready(): void {
    this.#tries = 0;
    this.#readyAt = this.#deps.clock.monotonic();
    this.#sentAt = this.#readyAt;
    this.#receivedAt = this.#readyAt;
    this.#subscriptions.ready();
    this.#setState('live');
  }

  #lost(): void {
    this.#events.reconnected();
    this.#setState('connecting');
    this.#subscriptions.gone();
  }

  #take(incoming: StreamIncoming | undefined): void {
    this.#receivedAt = this.#deps.clock.monotonic();
    if (!incoming) this.#events.dropped();
    else if (incoming.kind === 'maintenance') this.#leave();
    else this.#subscriptions.take(incoming);
  }

  #leave(): void {
    this.#events.maintenance();
    this.#handOver();
  }

  /** The next socket opens beside this one and takes over when it sends all that is wanted. */
  #handOver(): void {
    this.#handOverAt = this.#deps.clock.monotonic();
    this.#link.drain();
  }

  #checkSoon(): void {
    this.#stopCheck = this.#deps.clock.after(CHECK_MS, () => {
      this.#check();
      this.#checkSoon();
    });
  }

  #check(): void {
    if (!this.#link.isReady) return;
    const now = this.#deps.clock.monotonic();
    const { speakEveryMs = Number.POSITIVE_INFINITY, lifetimeMs } = this.#plan;
    if (now - this.#receivedAt >= PROBE_MS || now - this.#sentAt >= speakEveryMs) {
      const text = this.#subscriptions.probe();
      if (text !== undefined) this.#say(text);
    }
    if (!this.#subscriptions.check()) this.#link.wake();
    else if (now - this.#readyAt >= lifetimeMs && now - this.#handOverAt >= HAND_OVER_MS) this.#handOver();
  }

  #say(text: string): void {
    this.#sentAt = this.#deps.clock.monotonic();
    this.#link.send(text);
  }

  #setState(state: LinkState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#events.changed();
  }
}
