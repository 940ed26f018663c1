import type { Clock, Socket } from '../types.ts';
import { backoffMs } from './backoff.ts';

export interface LinkDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly createSocket: (url: string, protocol: string) => Socket;
  readonly url: string;
  readonly protocol: string;
  /** Close codes after which connecting again is of no use. */
  readonly finalCodes: readonly number[];
}

export interface LinkEvents {
  /** A socket is open and empty: subscribe to everything. */
  opened(): void;
  message(data: unknown): void;
  /** The socket is gone; another attempt follows by itself unless `isFinal`. */
  lost(isFinal: boolean): void;
  /** So many attempts in a row ended before the socket opened. */
  refused(attempts: number): void;
  /** Nothing has been heard for SILENT_MS, though the socket claims to be open. */
  silent(): void;
}

/** Silence after which what is shown is old, and after which the socket is not believed any more. */
export const SILENT_MS = 3_000;
export const REPLACE_MS = 10_000;
const CHECK_MS = 1_000;
/** A check that comes this much too late, or clocks that part by this much: the device slept. */
const JUMP_MS = 5_000;
const HEALTHY_MS = 30_000;
/** An attempt that neither opens nor fails is given up. */
const OPEN_TIMEOUT_MS = 10_000;
/** Attempts in a row that fail before the pace of trying drops. */
export const REFUSED_ATTEMPTS = 3;
const SLOW_RETRY_MS = 30_000;

/** A socket that is replaced when it fails, falls silent or the device wakes; never more than one is listened to. */
export class SocketLink {
  readonly #deps: LinkDeps;
  readonly #events: LinkEvents;
  #socket: Socket | undefined;
  #next: Socket | undefined;
  #isOpen = false;
  #failures = 0;
  #openedAt = 0;
  #heardAt = 0;
  #checkedAt: { wall: number; monotonic: number } | undefined;
  #isSilent = false;
  #isClosed = false;
  #stopRetry: (() => void) | undefined;
  #stopCheck: (() => void) | undefined;
  #stopTimeout: (() => void) | undefined;

  constructor(deps: LinkDeps, events: LinkEvents) {
    this.#deps = deps;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  start(): void {
    this.#connect();
    this.#scheduleCheck();
  }

  /** Sends when open; otherwise the text is of no use any more and is left out. */
  send(text: string): void {
    if (!this.#isOpen) return;
    try {
      this.#socket?.send(text);
    } catch {
      this.replace();
    }
  }

  /** Leaves the socket, whatever it claims to be, and connects anew at once. */
  replace(): void {
    if (this.#isClosed) return;
    const wasOpen = this.#isOpen;
    this.#forget(this.#socket);
    this.#forget(this.#next);
    this.#next = undefined;
    this.#isOpen = false;
    if (wasOpen) this.#events.lost(false);
    this.#connect();
  }

  /** The server will close soon: the next socket opens first and takes over when it has data. */
  drain(): void {
    if (this.#isClosed || this.#next) return;
    const next = this.#open((socket) => {
      if (this.#next !== socket) return;
      this.#next = undefined;
      const old = this.#socket;
      this.#adopt(socket);
      this.#forget(old);
    });
    if (!next) return;
    this.#next = next;
    next.onclose = () => {
      if (this.#next === next) this.#next = undefined;
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#isOpen = false;
    this.#stopRetry?.();
    this.#stopCheck?.();
    this.#stopTimeout?.();
    this.#forget(this.#socket);
    this.#forget(this.#next);
  }

  #connect(): void {
    this.#stopRetry?.();
    this.#stopTimeout?.();
    const socket = this.#open((opened) => {
      if (this.#socket === opened) this.#adopt(opened);
    });
    this.#socket = socket;
    if (!socket) {
      this.#failed();
      return;
    }
    socket.onclose = ({ code }) => this.#gone(socket, code);
    this.#stopTimeout = this.#deps.clock.after(OPEN_TIMEOUT_MS, () => {
      if (this.#socket !== socket || this.#isOpen) return;
      this.#forget(socket);
      this.#failed();
    });
  }

  #open(opened: (socket: Socket) => void): Socket | undefined {
    try {
      const socket = this.#deps.createSocket(this.#deps.url, this.#deps.protocol);
      socket.onopen = () => opened(socket);
      socket.onerror = null;
      return socket;
    } catch {
      return undefined;
    }
  }

  #adopt(socket: Socket): void {
    const { clock } = this.#deps;
    this.#stopTimeout?.();
    this.#socket = socket;
    this.#isOpen = true;
    this.#isSilent = false;
    this.#openedAt = clock.monotonic();
    this.#heardAt = clock.monotonic();
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#heardAt = clock.monotonic();
      this.#isSilent = false;
      this.#events.message(data);
    };
    socket.onclose = ({ code }) => this.#gone(socket, code);
    this.#events.opened();
  }

  #gone(socket: Socket, code: number): void {
    if (this.#socket !== socket || this.#isClosed) return;
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    this.#forget(socket);
    if (this.#deps.finalCodes.includes(code)) {
      this.#events.lost(true);
      return;
    }
    if (!wasOpen) {
      this.#failed();
      return;
    }
    if (this.#deps.clock.monotonic() - this.#openedAt >= HEALTHY_MS) this.#failures = 0;
    this.#events.lost(false);
    this.#retryIn(backoffMs(this.#failures++, this.#deps.random()));
  }

  #failed(): void {
    this.#failures += 1;
    this.#events.refused(this.#failures);
    const jittered = backoffMs(this.#failures, this.#deps.random());
    this.#retryIn(
      this.#failures < REFUSED_ATTEMPTS ? jittered : SLOW_RETRY_MS * (0.8 + 0.4 * this.#deps.random()),
    );
  }

  #retryIn(ms: number): void {
    this.#stopRetry?.();
    this.#stopRetry = this.#deps.clock.after(ms, () => this.#connect());
  }

  /** A socket that sleeps may claim to be open and ignore `close`: its voice is taken away as well. */
  #forget(socket: Socket | undefined): void {
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.onerror = null;
    try {
      socket.close();
    } catch {
      // A socket that refuses to close is left to the browser.
    }
  }

  #scheduleCheck(): void {
    this.#checkedAt = { wall: this.#deps.clock.now(), monotonic: this.#deps.clock.monotonic() };
    this.#stopCheck = this.#deps.clock.after(CHECK_MS, () => this.#check());
  }

  #check(): void {
    const { clock } = this.#deps;
    const last = this.#checkedAt ?? { wall: clock.now(), monotonic: clock.monotonic() };
    const wall = clock.now() - last.wall;
    const monotonic = clock.monotonic() - last.monotonic;
    const hasSlept = monotonic > CHECK_MS + JUMP_MS || Math.abs(wall - monotonic) > JUMP_MS;
    const quiet = clock.monotonic() - this.#heardAt;
    if (hasSlept || (this.#isOpen && quiet >= REPLACE_MS)) this.replace();
    else if (this.#isOpen && quiet >= SILENT_MS && !this.#isSilent) {
      this.#isSilent = true;
      this.#events.silent();
    }
    this.#scheduleCheck();
  }
}
