import type { Clock, Socket } from '../types.ts';
import type { Line } from './line.ts';
import { forget, sendOn } from './line.ts';
import { ANSWER_MS, Pace } from './pace.ts';
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
  /** A server that speaks as soon as a socket is open, and that bears it to be tried again soon; venues bound that. */
  readonly isOurs?: boolean;
}

export interface LinkEvents {
  /** A socket is open and empty: what to say first on it. */
  greeting(): readonly string[];
  /** The server has spoken on a socket that is listened to from here; what was said before is void. */
  ready(): void;
  message(data: unknown): void;
  /** Whether a message carries data: a socket takes over from a draining one at its first. */
  isData(data: unknown): boolean;
  /** Whether anything is wanted of the server at all. */
  isWanted(): boolean;
  /** Whether a snapshot that was requested has not come yet. */
  isWaiting?(): boolean;
  /** The socket is gone; another attempt follows by itself unless `isFinal`. */
  lost(isFinal: boolean): void;
  /** The next attempt is far off, as no socket gets through or stays: use another way meanwhile. */
  away(): void;
  /** Nothing has been received for SILENT_MS, though the socket claims to be open. */
  silent(): void;
}

/** The first answer may be long on its way: a socket is not replaced for its silence before that. */
const FIRST_DATA_MS = 60_000;
/** A wait that is worth another way. */
const AWAY_MS = 5_000;

/** A socket that is replaced when it fails, falls silent or the device wakes; never more than one is listened to. */
export class SocketLink {
  readonly #deps: LinkDeps;
  readonly #events: LinkEvents;
  readonly #pace: Pace;
  #line: Line | undefined;
  /** Opens beside a line that drains, is silent or not answered yet, to take over from it. */
  #next: Line | undefined;
  /** Whether that is for its silence alone: whichever speaks first is listened to. */
  #isRace = false;
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
    if (this.isReady) sendOn(this.#line, text);
  }

  /** Something is wanted: a link that rested connects at once. */
  need(): void {
    if (this.#isResting) this.#connect();
  }

  /** Leaves the socket, whatever it claims to be, and connects again at once. */
  wake(): void {
    if (this.#isResting && !this.#events.isWanted()) return;
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
    if (this.#isClosed) return;
    this.#isRace = false;
    this.#next ??= this.#open();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopRetry?.();
    this.#stopWatch?.();
    this.#leave();
  }

  #leave(): void {
    forget(this.#line);
    this.#endRace();
    this.#line = undefined;
  }

  #replace(): void {
    const wasReady = this.isReady;
    this.#leave();
    if (wasReady) this.#events.lost(false);
    this.#connect();
  }

  /** A link that rests listens for nothing, and sleeps with its device. */
  #watch(): void {
    this.#stopWatch ??= watchSilence(this.#deps.clock, {
      receivedAt: () => this.#line?.receivedAt,
      silent: () => {
        this.#events.silent();
        if (this.#deps.isOurs && this.isReady && !this.#events.isWaiting?.()) this.#race();
      },
      dead: (quietMs) => this.#dead(quietMs),
      slept: () => this.wake(),
    });
  }

  #connect(): void {
    if (this.#isClosed) return;
    this.#watch();
    this.#stopRetry?.();
    this.#stopRetry = undefined;
    this.#isResting = false;
    this.#pace.tried();
    this.#line = this.#open();
    if (!this.#line) this.#retryIn(this.#pace.refused());
  }

  #open(): Line | undefined {
    const { clock, createSocket, url, protocol, isOurs } = this.#deps;
    try {
      const socket = createSocket(url, protocol);
      const line: Line = {
        socket,
        startedAt: clock.monotonic(),
        receivedAt: undefined,
        isAnswered: false,
        isReady: false,
        held: [],
        stopTimeout: clock.after(isOurs ? this.#pace.patience : ANSWER_MS, () => this.#late(line)),
      };
      socket.onopen = () => this.#opened(line);
      socket.onmessage = ({ data }) => this.#received(line, data);
      socket.onclose = ({ code }) => this.#ended(line, code);
      return line;
    } catch {
      return undefined;
    }
  }

  #opened(line: Line): void {
    if (!this.#deps.isOurs) this.#answered(line);
    line.receivedAt = this.#deps.clock.monotonic();
    for (const text of this.#events.greeting()) sendOn(line, text);
  }

  #answered(line: Line): void {
    if (line.isAnswered) return;
    line.isAnswered = true;
    line.stopTimeout();
    this.#pace.answered(this.#deps.clock.monotonic() - line.startedAt);
  }

  #received(line: Line, data: unknown): void {
    this.#answered(line);
    line.receivedAt = this.#deps.clock.monotonic();
    if (line === this.#line) {
      if (this.#isRace) this.#endRace();
      this.#makeReady(line);
      this.#events.message(data);
      return;
    }
    line.held.push(data);
    if (!this.isReady || this.#events.isData(data)) this.#takeOver(line);
  }

  #makeReady(line: Line): void {
    if (line.isReady) return;
    line.isReady = true;
    this.#pace.received();
    this.#events.ready();
  }

  #takeOver(next: Line): void {
    const wasReady = this.isReady;
    forget(this.#line);
    this.#line = next;
    this.#next = undefined;
    this.#isRace = false;
    if (next.held.length === 0) {
      if (wasReady) this.#events.lost(false);
      return;
    }
    this.#makeReady(next);
    for (const data of next.held.splice(0)) this.#events.message(data);
  }

  /**
   * An attempt was not answered for long. In a hole it never will be, on a slow line it may: it is waited for on, while
   * others begin beside it, one after the other.
   */
  #late(line: Line): void {
    const { clock, isOurs } = this.#deps;
    const leftMs = line.startedAt + ANSWER_MS - clock.monotonic();
    if (!isOurs || (line === this.#line && leftMs <= 0)) {
      this.#ended(line);
      return;
    }
    this.#pace.unanswered();
    if (this.#pace.isRefused) this.#events.away();
    if (line === this.#line) {
      line.stopTimeout = clock.after(leftMs, () => this.#late(line));
      this.#race();
    } else {
      forget(line);
      this.#next = this.#open();
    }
  }

  #ended(line: Line, code?: number): void {
    if (line === this.#next) {
      forget(line);
      this.#next = undefined;
      // Something answers again, though by refusing: the attempt that began before it is not waited for.
      if (code !== undefined && this.#line?.isAnswered === false) this.#ended(this.#line, code);
    } else if (line !== this.#line) return;
    else if (this.#next) this.#takeOver(this.#next);
    else {
      forget(line);
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
    if (line.isReady) this.#retryIn(this.#pace.dropped(livedMs));
    else this.#retryIn(this.#pace.refused());
  }

  /** Tries another socket beside the one that is silent or not answered: whether that still lives is not known. */
  #race(): void {
    this.#isRace = true;
    this.#next ??= this.#open();
  }

  #endRace(): void {
    this.#isRace = false;
    forget(this.#next);
    this.#next = undefined;
  }

  #dead(quietMs: number): void {
    if (this.isReady && quietMs < FIRST_DATA_MS && this.#events.isWaiting?.()) this.#race();
    else if (this.#next) this.#takeOver(this.#next);
    else if (this.isReady) this.#replace();
    else if (this.#line) this.#ended(this.#line);
  }

  #retryIn(ms: number): void {
    if (this.#isClosed) return;
    this.#stopRetry?.();
    this.#retryAt = this.#deps.clock.monotonic() + ms;
    this.#stopRetry = this.#deps.clock.after(ms, () => this.#connect());
    if (this.#pace.isRefused || ms >= AWAY_MS) this.#events.away();
  }
}
