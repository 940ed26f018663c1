import { createClockOffset } from '../link/clockOffset.ts';
import type { Clock } from '../types.ts';

/** Until five exchanges are known, and from then on. */
const FIRST_PINGS_MS = 1_000;
const PING_MS = 15_000;
const FIRST_PINGS = 5;

export interface ServerClockDeps {
  readonly clock: Clock;
  readonly say: (message: object) => void;
  /** Server minus device, ms. */
  readonly tell: (offsetMs: number) => void;
}

/** Measures the server's clock by ping and pong. Only monotonic time is trusted for how long an answer took. */
export class ServerClock {
  readonly #deps: ServerClockDeps;
  readonly #offset: ReturnType<typeof createClockOffset>;
  #asked: { readonly ts: number; readonly at: number } | undefined;
  #count = 0;
  #stopPing: (() => void) | undefined;

  constructor(deps: ServerClockDeps) {
    this.#deps = deps;
    this.#offset = createClockOffset(deps.clock);
  }

  start(): void {
    this.#count = 0;
    this.#ping();
  }

  stop(): void {
    this.#asked = undefined;
    this.#stopPing?.();
    this.#stopPing = undefined;
  }

  /** What the server says first: near enough until an exchange is measured. */
  hello(serverNow: number): void {
    if (!this.#offset.isKnown) this.#deps.tell(serverNow - this.#deps.clock.now());
  }

  /** An answer; one that was not asked for measures nothing. */
  pong(ts: number, serverNow: number): void {
    if (this.#asked?.ts !== ts) return;
    this.measured(this.#asked.at, serverNow);
    this.#asked = undefined;
  }

  /** An exchange that began at the monotonic moment `askedAt` ends now. */
  measured(askedAt: number, serverNow: number): void {
    this.#deps.tell(this.#offset.add(this.#deps.clock.monotonic() - askedAt, serverNow));
  }

  #ping(): void {
    const { clock, say } = this.#deps;
    this.#asked = { ts: clock.now(), at: clock.monotonic() };
    say({ op: 'ping', ts: this.#asked.ts });
    this.#count += 1;
    this.#stopPing?.();
    this.#stopPing = clock.after(this.#count < FIRST_PINGS ? FIRST_PINGS_MS : PING_MS, () => this.#ping());
  }
}
