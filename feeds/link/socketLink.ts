import type { Clock, Socket } from '../types.ts';
import { Pace } from './pace.ts';
import { watchSilence } from './silence.ts';

export interface LinkDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly createSocket: (url: string, protocol: string) => Socket;
  readonly url: string;
  readonly protocol: string;
  /** Close codes after which connecting again is of no use until the device wakes. */
  readonly finalCodes: readonly number[];
  /** Close code by which the server ends a socket on which nothing is wanted. */
  readonly idleCode: number;
}

export interface LinkEvents {
  /** A socket is open and empty: what to say first on it. */
  greeting(): readonly string[];
  /** The server has spoken on a socket that is listened to from here; what was said before is void. */
  ready(): void;
  message(data: unknown): void;
  /** Whether a message tells data: a socket takes over from a draining one at its first. */
  isData(data: unknown): boolean;
  /** Whether anything is wanted of the server at all. */
  isWanted(): boolean;
  /** The socket is gone; another attempt follows by itself unless `isFinal`. */
  lost(isFinal: boolean): void;
  /** The next attempt is far off, as no socket gets through or stays: use another way meanwhile. */
  away(): void;
  /** Nothing has been heard for SILENT_MS, though the socket claims to be open. */
  silent(): void;
}

/** An attempt that neither opens nor fails is given up. */
const OPEN_TIMEOUT_MS = 10_000;
/** A wait that is worth another way. */
const AWAY_MS = 5_000;

/** One attempt: a socket, and how far it has come. */
interface Line {
  readonly socket: Socket;
  readonly startedAt: number;
  /** When it last spoke, or opened; undefined until then. */
  heardAt: number | undefined;
  /** Whether the server has spoken on it while it was listened to. */
  isReady: boolean;
  /** What was said before this line took over. */
  readonly held: unknown[];
  stopTimeout: () => void;
}

/** A socket that is replaced when it fails, falls silent or the device wakes; never more than one is listened to. */
export class SocketLink {
  readonly #deps: LinkDeps;
  readonly #events: LinkEvents;
  readonly #pace: Pace;
  #line: Line | undefined;
  /** Opens beside a draining line, to take over from it. */
  #next: Line | undefined;
  #isClosed = false;
  #isResting = false;
  #retryAt = 0;
  #stopRetry: (() => void) | undefined;
  #stopWatch: (() => void) | undefined;

  constructor(deps: LinkDeps, events: LinkEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#pace = new Pace(deps.clock, deps.random);
  }

  /** Whether the server has spoken on the present socket. */
  get isReady(): boolean {
    return this.#line?.isReady ?? false;
  }

  start(): void {
    this.#connect();
  }

  /** Sends when the server has spoken; before, the text would only repeat the greeting. */
  send(text: string): void {
    if (this.isReady) this.#sendOn(this.#line, text);
  }

  /** Something is wanted: a link that rested connects at once. */
  need(): void {
    if (this.#isResting) this.#connect();
  }

  /** Leaves the socket, whatever it claims to be, and connects anew at once. */
  wake(): void {
    if (this.#isClosed || (this.#isResting && !this.#events.isWanted())) return;
    this.#pace.forget();
    this.#replace();
  }

  /** The server answers by another way: the next attempt need not wait its full time. */
  hurry(): void {
    if (!this.#stopRetry) return;
    const ms = this.#pace.hurried();
    if (this.#deps.clock.monotonic() + ms < this.#retryAt) this.#retryIn(ms);
  }

  /** The server will close soon: the next socket opens beside this one and takes over when it has data. */
  drain(): void {
    if (!this.#isClosed && !this.#next) this.#next = this.#open();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopRetry?.();
    this.#stopWatch?.();
    this.#forget(this.#line);
    this.#forget(this.#next);
    this.#line = undefined;
    this.#next = undefined;
  }

  #replace(): void {
    const wasReady = this.isReady;
    this.#forget(this.#line);
    this.#forget(this.#next);
    this.#line = undefined;
    this.#next = undefined;
    if (wasReady) this.#events.lost(false);
    this.#connect();
  }

  /** A link that rests listens for nothing, and sleeps with its device. */
  #watch(): void {
    this.#stopWatch ??= watchSilence(this.#deps.clock, {
      heardAt: () => this.#line?.heardAt,
      silent: () => this.#events.silent(),
      dead: () => this.#dead(),
      slept: () => this.wake(),
    });
  }

  #connect(): void {
    this.#watch();
    this.#stopRetry?.();
    this.#stopRetry = undefined;
    this.#isResting = false;
    this.#pace.tried();
    this.#line = this.#open();
    if (!this.#line) this.#retryIn(this.#pace.refused());
  }

  #open(): Line | undefined {
    const { clock, createSocket, url, protocol } = this.#deps;
    try {
      const socket = createSocket(url, protocol);
      const line: Line = {
        socket,
        startedAt: clock.monotonic(),
        heardAt: undefined,
        isReady: false,
        held: [],
        stopTimeout: clock.after(OPEN_TIMEOUT_MS, () => this.#ended(line)),
      };
      socket.onopen = () => this.#opened(line);
      socket.onmessage = ({ data }) => this.#heard(line, data);
      socket.onclose = ({ code }) => this.#ended(line, code);
      socket.onerror = null;
      return line;
    } catch {
      return undefined;
    }
  }

  #opened(line: Line): void {
    line.stopTimeout();
    line.heardAt = this.#deps.clock.monotonic();
    for (const text of this.#events.greeting()) this.#sendOn(line, text);
  }

  #heard(line: Line, data: unknown): void {
    line.heardAt = this.#deps.clock.monotonic();
    if (line === this.#line) {
      this.#makeReady(line);
      this.#events.message(data);
      return;
    }
    line.held.push(data);
    if (this.#events.isData(data)) this.#takeOver(line);
  }

  #makeReady(line: Line): void {
    if (line.isReady) return;
    line.isReady = true;
    this.#pace.heard();
    this.#events.ready();
  }

  #takeOver(next: Line): void {
    const wasReady = this.isReady;
    this.#forget(this.#line);
    this.#line = next;
    this.#next = undefined;
    if (next.held.length === 0) {
      if (wasReady) this.#events.lost(false);
      return;
    }
    this.#makeReady(next);
    for (const data of next.held.splice(0)) this.#events.message(data);
  }

  #ended(line: Line, code?: number): void {
    if (line === this.#next) {
      this.#forget(line);
      this.#next = undefined;
    } else if (line !== this.#line) return;
    else if (this.#next) this.#takeOver(this.#next);
    else {
      this.#forget(line);
      this.#line = undefined;
      this.#gone(line, code);
    }
  }

  #gone(line: Line, code: number | undefined): void {
    const isFinal = code !== undefined && this.#deps.finalCodes.includes(code);
    if (line.isReady || isFinal) this.#events.lost(isFinal);
    if (isFinal) return;
    if (code === this.#deps.idleCode && !this.#events.isWanted()) {
      this.#isResting = true;
      this.#stopWatch?.();
      this.#stopWatch = undefined;
      return;
    }
    const livedMs = this.#deps.clock.monotonic() - line.startedAt;
    this.#retryIn(line.isReady ? this.#pace.dropped(livedMs) : this.#pace.refused());
  }

  #dead(): void {
    if (this.isReady) this.#replace();
    else if (this.#line) this.#ended(this.#line);
  }

  #retryIn(ms: number): void {
    this.#stopRetry?.();
    this.#retryAt = this.#deps.clock.monotonic() + ms;
    this.#stopRetry = this.#deps.clock.after(ms, () => this.#connect());
    if (this.#pace.isRefused || ms >= AWAY_MS) this.#events.away();
  }

  #sendOn(line: Line | undefined, text: string): void {
    try {
      line?.socket.send(text);
    } catch {
      // A socket that cannot send is closing: its end, or its silence, brings the next one.
    }
  }

  /** A socket that sleeps may claim to be open and ignore `close`: its voice is taken away as well. */
  #forget(line: Line | undefined): void {
    if (!line) return;
    line.stopTimeout();
    line.socket.onopen = null;
    line.socket.onmessage = null;
    line.socket.onclose = null;
    line.socket.onerror = null;
    try {
      line.socket.close();
    } catch {
      // A socket that refuses to close is left to the browser.
    }
  }
}
