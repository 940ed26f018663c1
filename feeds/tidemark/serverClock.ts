import { createClockOffset } from '../link/clockOffset.ts';
import type { Clock } from '../types.ts';

/** Until five exchanges are known, and from then on. */
const FIRST_PINGS_MS = 1_000;
const PING_MS = 15_000;
const FIRST_PINGS = 5;
/** A question without an answer after this time is lost. */
const LOST_MS = 60_000;
/** What the server says of its time may be so far off what was measured, ms; beyond that its clock was set. */
const SET_MS = 1_000;

export interface ServerClockDeps {
  readonly clock: Clock;
  readonly say: (message: object) => void;
  /** Server minus device, ms. */
  readonly publish: (offsetMs: number) => void;
}

/** Measures the server's clock by ping and pong. Only monotonic time is trusted for how long an answer took. */
export class ServerClock {
  readonly #deps: ServerClockDeps;
  readonly #offset: ReturnType<typeof createClockOffset>;
  #requested: { readonly ts: number; readonly at: number } | undefined;
  #count = 0;
  #stopPing: (() => void) | undefined;
  #offsetMs = 0;
  /** What the server said last of its time. */
  #received = 0;

  constructor(deps: ServerClockDeps) {
    this.#deps = deps;
    this.#offset = createClockOffset(deps.clock);
  }

  /** The server's clock as far as it is known, ms UTC. */
  now(): number {
    return this.#deps.clock.now() + this.#offsetMs;
  }

  start(): void {
    this.#count = 0;
    this.#received = 0;
    this.#requested = undefined;
    this.#ping();
  }

  stop(): void {
    this.#requested = undefined;
    this.#stopPing?.();
    this.#stopPing = undefined;
  }

  /** What the server says first: near enough until an exchange is measured. */
  hello(serverNow: number): void {
    if (!this.#offset.isKnown) this.#publish(serverNow - this.#deps.clock.now());
  }

  /** An answer; one without a request measures nothing. */
  pong(ts: number, serverNow: number): void {
    if (this.#requested?.ts !== ts) return;
    this.measured(this.#requested.at, serverNow);
    this.#requested = undefined;
  }

  /** An exchange that began at the monotonic moment `askedAt` ends now. */
  measured(requestedAt: number, serverNow: number): void {
    this.#publish(this.#offset.add(this.#deps.clock.monotonic() - requestedAt, serverNow));
  }

  /** The server's time in passing: one that went back, or that is ahead of what was measured, was set. */
  received(at: number): void {
    const isAhead = at > this.now() + SET_MS;
    if (isAhead || at < this.#received - SET_MS) {
      this.#offset.forget();
      this.start();
      if (isAhead) this.#publish(at - this.#deps.clock.now());
    }
    this.#received = at;
  }

  #publish(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.#deps.publish(offsetMs);
  }

  #ping(): void {
    const { clock, say } = this.#deps;
    // An answer that takes long is waited for: on a full line none would come before the next question.
    if (!this.#requested || clock.monotonic() - this.#requested.at > LOST_MS) {
      this.#requested = { ts: clock.now(), at: clock.monotonic() };
      say({ op: 'ping', ts: this.#requested.ts });
    }
    this.#count += 1;
    this.#stopPing?.();
    this.#stopPing = clock.after(this.#count < FIRST_PINGS ? FIRST_PINGS_MS : PING_MS, () => this.#ping());
  }
}
