import type { ChannelName } from '../../domain/contract/index.ts';
import { parseChannel } from '../../domain/contract/index.ts';
import type { Book, Cursor, Numbered, Ticker } from '../../domain/index.ts';
import { HOLD_MS, judge } from '../../domain/index.ts';
import type { Clock, FeedEvent } from '../types.ts';
import type { Drops } from './decode.ts';
import { decodeBook, decodeCandle, decodeMarks, decodeSorts, decodeTickers, decodeTrades } from './decode.ts';

/** A numbered message whose envelope is sound; its data is not looked at yet. */
export interface ChannelMessage extends Numbered {
  /** The server's clock, ms UTC. */
  readonly at: number;
  readonly data: unknown;
  /** Instead of data, where another log of the channel with the same content ends. */
  readonly from: unknown;
}

export interface ReaderDeps {
  readonly clock: Clock;
  readonly drops: Drops;
  readonly emit: (event: FeedEvent) => void;
  /** Asks for a new snapshot of the channel. */
  readonly resync: () => void;
}

/** More messages than this do not wait for a missing one. */
const HELD_MOST = 100;
/** A snapshot that has not come after this time is requested again. */
const SNAPSHOT_MS = 3_000;

/** Undefined for a channel that there cannot be, as of what an address names in place of a market. */
export function createReader(name: string, deps: ReaderDeps): ChannelReader | undefined {
  const channel = parseChannel(name);
  return channel && new ChannelReader(name, channel, deps);
}

/** One channel as its client follows it: in order, without holes, or lost and known to be lost. */
export class ChannelReader {
  readonly #name: string;
  readonly #channel: ChannelName;
  readonly #deps: ReaderDeps;
  #cursor: Cursor | undefined;
  #held = new Map<number, ChannelMessage>();
  #stopHold: (() => void) | undefined;
  #book: Book | undefined;
  /** Of `sort`: what its short rows change. */
  readonly #tickers = new Map<string, Ticker>();
  #newestTrade = Number.NEGATIVE_INFINITY;
  /** Since when a snapshot is awaited, the clock's monotonic ms. */
  #awaitingSince: number;
  #isRefused = false;

  constructor(name: string, channel: ChannelName, deps: ReaderDeps) {
    this.#name = name;
    this.#channel = channel;
    this.#deps = deps;
    this.#awaitingSince = deps.clock.monotonic();
  }

  /** Whether its snapshot has been requested and is not here. */
  get isWaiting(): boolean {
    return !this.#cursor && !this.#isRefused;
  }

  take(message: ChannelMessage): void {
    if (message.from !== undefined) {
      this.#goOver(message);
      return;
    }
    // What was on its way before the requested snapshot says nothing new.
    if (!this.#cursor && message.kind === 'delta') return;
    const verdict = judge(this.#cursor, message);
    if (verdict === 'apply') this.#apply(message);
    else if (verdict === 'hold') this.#hold(message);
    else if (verdict === 'resync') this.lose();
  }

  /**
   * What the server says of the log's end; a message that is missing may just be late.
   * @returns whether every message up to there is here.
   */
  head(epoch: string, seq: number): boolean {
    if (!this.#cursor) return false;
    if (this.#cursor.epoch !== epoch) this.lose();
    else if (seq > this.#cursor.seq) this.#waitForMissing();
    else return true;
    return false;
  }

  /** Asks again when a snapshot is awaited for too long: it was malformed, or its request was lost. */
  checkSnapshot(): void {
    if (!this.isWaiting) return;
    if (this.#deps.clock.monotonic() - this.#awaitingSince > SNAPSHOT_MS) this.lose();
  }

  /** The server knows no such channel: it is not requested again on this socket. */
  refuse(): void {
    this.#isRefused = true;
  }

  /** The socket is gone: only a snapshot counts from here. Values stay as they are. */
  restart(): void {
    this.#cursor = undefined;
    this.#isRefused = false;
    this.#awaitingSince = this.#deps.clock.monotonic();
    this.#drop();
  }

  close(): void {
    this.#drop();
  }

  #apply(message: ChannelMessage): void {
    const events = this.#decode(message);
    if (!events) {
      this.#deps.drops.dropped += 1;
      this.lose();
      return;
    }
    this.#cursor = { epoch: message.epoch, seq: message.seq };
    if (message.kind === 'snap') this.#keepAfter(message);
    for (const event of events) this.#deps.emit(event);
    this.#applyHeld();
  }

  /** Another log goes on where this one has been read to the end; who has not asks for its snapshot. */
  #goOver({ from, epoch, seq, at }: ChannelMessage): void {
    if (!this.#cursor) return;
    const isRead = Array.isArray(from) && from[0] === this.#cursor.epoch && from[1] === this.#cursor.seq;
    if (isRead && this.#held.size === 0) {
      this.#cursor = { epoch, seq };
      this.#deps.emit({ kind: 'alive', channels: [this.#name], at });
    } else this.lose();
  }

  #applyHeld(): void {
    const next = this.#cursor && this.#held.get(this.#cursor.seq + 1);
    if (next) {
      this.#held.delete(next.seq);
      this.#apply(next);
    } else if (this.#held.size === 0) this.#drop();
  }

  /** What waits for its turn after a snapshot still counts; what the snapshot holds already does not. */
  #keepAfter(snapshot: ChannelMessage): void {
    for (const [seq, { epoch }] of this.#held) {
      if (seq <= snapshot.seq || epoch !== snapshot.epoch) this.#held.delete(seq);
    }
  }

  #hold(message: ChannelMessage): void {
    this.#held.set(message.seq, message);
    if (this.#held.size > HELD_MOST) this.lose();
    else this.#waitForMissing();
  }

  #waitForMissing(): void {
    const from = this.#cursor;
    this.#stopHold ??= this.#deps.clock.after(HOLD_MS, () => {
      this.#stopHold = undefined;
      if (this.#cursor && this.#cursor === from) this.lose();
      else if (this.#held.size > 0) this.#waitForMissing();
    });
  }

  #drop(): void {
    this.#held.clear();
    this.#stopHold?.();
    this.#stopHold = undefined;
  }

  /** What was emitted can no longer be trusted. */
  lose(): void {
    this.restart();
    this.#deps.emit({ kind: 'lost', channel: this.#name });
    this.#deps.resync();
  }

  /** Undefined when nothing of the message can be used. */
  #decode({ kind, data, at }: ChannelMessage): FeedEvent[] | undefined {
    const { drops } = this.#deps;
    const snapshot = kind === 'snap';
    const channel = this.#channel;
    if (channel.kind === 'tick' || channel.kind === 'row') {
      const rows = decodeTickers(data, drops);
      if (channel.kind === 'tick') return rows && [{ kind: 'tickers', snapshot, rows, at }];
      return rows && [{ kind: 'tickers', channel: this.#name, snapshot: false, rows, at }];
    }
    if (channel.kind === 'sort') {
      if (snapshot) this.#tickers.clear();
      const rows = decodeSorts(data, this.#tickers, drops);
      return rows && [{ kind: 'tickers', channel: this.#name, snapshot, rows, at }];
    }
    if (channel.kind === 'mark') {
      const rows = decodeMarks(data, drops);
      return rows && [{ kind: 'marks', snapshot, rows, at }];
    }
    if (channel.kind === 'trade') return this.#decodeTrades(channel.id, data, snapshot, at);
    if (channel.kind === 'book') {
      const book = decodeBook(data, snapshot ? undefined : this.#book);
      this.#book = book;
      return book && [{ kind: 'book', id: channel.id, book, at }];
    }
    const { id, interval } = channel;
    const bar = decodeCandle(data, interval);
    // A snapshot of a market without a bar is empty, and a bar that is off the grid harms none but itself.
    if (!bar) {
      if (data !== undefined && data !== null) drops.dropped += 1;
      return [];
    }
    return [{ kind: 'candle', id, interval, candle: bar.candle, closed: bar.closed, at }];
  }

  #decodeTrades(id: string, data: unknown, snapshot: boolean, at: number): FeedEvent[] | undefined {
    // Another log may count from the beginning.
    if (snapshot) this.#newestTrade = Number.NEGATIVE_INFINITY;
    const trades = decodeTrades(data, this.#newestTrade, this.#deps.drops);
    if (!trades) return undefined;
    this.#newestTrade = trades.at(-1)?.id ?? this.#newestTrade;
    return [{ kind: 'trades', id, snapshot, trades, at }];
  }
}
