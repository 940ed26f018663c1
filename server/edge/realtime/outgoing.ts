import type { Message } from './message.ts';

/** The socket under a connection. */
export interface Transport {
  send(data: string | Uint8Array): void;
  close(code: number, reason: string): void;
  /** Bytes given to `send` that have not left yet. */
  bufferedAmount(): number;
}

/** More waiting than this: the reader gets no deltas, and a snapshot once it has caught up. */
const BEHIND_BYTES = 256 * 1024;
const CAUGHT_UP_BYTES = 64 * 1024;
/** Pieces together longer than this leave at once, so that a frame holds up no other. */
const FRAME_BYTES = 64 * 1024;

/**
 * The outgoing messages of one socket, in order. With packing, all messages of a round leave in one frame;
 * without, each leaves at once as text.
 */
export class Outgoing {
  readonly #transport: Transport;
  readonly #gatherer: ((send: () => void) => void) | undefined;
  readonly #behind = new Set<string>();
  /** Of each channel, the log and the number of the delta that left last. */
  readonly #left = new Map<string, Message>();
  #pieces: Uint8Array[] = [];
  #gathered = 0;
  #isClosed = false;

  /** @param gatherer calls back when a round is complete; left out where each message leaves as text. */
  constructor(transport: Transport, gatherer?: (send: () => void) => void) {
    this.#transport = transport;
    this.#gatherer = gatherer;
  }

  /** Bytes that have not left. */
  get waiting(): number {
    return this.#transport.bufferedAmount() + this.#gathered;
  }

  /** Whether a channel's reader does not keep up. */
  isBehind(channel: string): boolean {
    return this.#behind.has(channel);
  }

  /** Sends a text to this socket alone. */
  text(text: string): void {
    if (this.#isClosed) return;
    this.flush();
    this.#transport.send(text);
  }

  /** A message of a channel, unless its reader does not keep up. */
  message(channel: string, message: Message): void {
    if (this.#isClosed || this.#behind.has(channel)) return;
    const piece = this.#gatherer ? message.piece(this.#isNext(channel, message)) : undefined;
    const size = piece?.length ?? message.text.length;
    const { waiting } = this;
    // A reader that nothing waits for is not behind, however large the message.
    if (this.#transport.bufferedAmount() > 0 && waiting + size > BEHIND_BYTES) {
      this.#behind.add(channel);
      this.#left.delete(channel);
      return;
    }
    this.#left.set(channel, message);
    if (piece) this.#gather(piece);
    else this.text(message.text);
  }

  /** Snapshots for the channels that were left out, once there is room. */
  catchUp(snapshotOf: (channel: string) => Message | undefined): void {
    if (this.#transport.bufferedAmount() > CAUGHT_UP_BYTES) return;
    const behind = [...this.#behind];
    this.#behind.clear();
    for (const channel of behind) {
      const snapshot = snapshotOf(channel);
      if (snapshot) this.message(channel, snapshot);
    }
  }

  forget(channel: string): void {
    this.#behind.delete(channel);
    this.#left.delete(channel);
  }

  /** What was gathered leaves. */
  flush(): void {
    const pieces = this.#pieces;
    if (pieces.length === 0) return;
    this.#pieces = [];
    const [only] = pieces;
    const frame = pieces.length === 1 && only ? only : joined(pieces, this.#gathered);
    this.#gathered = 0;
    if (!this.#isClosed) this.#transport.send(frame);
  }

  close(): void {
    this.#isClosed = true;
    this.#behind.clear();
    this.#left.clear();
    this.#pieces = [];
  }

  /** Whether this reader's last message of the log is the delta right before. */
  #isNext(channel: string, { log, seq, isDelta }: Message): boolean {
    const last = this.#left.get(channel);
    return isDelta && last?.isDelta === true && last.log === log && last.seq === seq - 1;
  }

  #gather(piece: Uint8Array): void {
    if (this.#pieces.length === 0) this.#gatherer?.(() => this.flush());
    this.#pieces.push(piece);
    this.#gathered += piece.length;
    if (this.#gathered >= FRAME_BYTES) this.flush();
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const frame = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    frame.set(piece, at);
    at += piece.length;
  }
  return frame;
}
