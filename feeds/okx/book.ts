import type { Book, Dec, Level } from '../../domain/index.ts';
import { amountSign, compareDec, isBookValid } from '../../domain/index.ts';
import { isFields, isWhole } from '../venues/fields.ts';
import { wholeOf } from '../venues/texts.ts';
import { checksumOf } from './checksum.ts';
import { OkxSide } from './side.ts';

/** A message of `books`. Levels stay in the venue's own texts, since its checksum is made of them. */
export interface OkxBookMessage {
  readonly isSnapshot: boolean;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** Undefined where the venue sends none. */
  readonly seqId: number | undefined;
  readonly prevSeqId: number | undefined;
  /** 0 where there is none to compare with. */
  readonly checksum: number;
  /** ms UTC, the venue's clock. */
  readonly at: number;
}

/** A message that is read already. */
export class ReadBook {
  readonly message: OkxBookMessage;
  constructor(message: OkxBookMessage) {
    this.message = message;
  }
}

interface Sides {
  readonly bids: OkxSide;
  readonly asks: OkxSide;
}

/** Levels a side that the venue keeps in a `books` channel. */
const DEPTH = 400;
/** Levels a side of one message. */
export const MOST_LEVELS = 4 * DEPTH;

/** The row of a `books` message; undefined is one to count and drop. */
export function readBook(raw: unknown, action: unknown): OkxBookMessage | undefined {
  if (raw instanceof ReadBook) return raw.message;
  if (!isFields(raw) || (action !== 'snapshot' && action !== 'update')) return undefined;
  const bids = readLevels(raw['bids']);
  const asks = readLevels(raw['asks']);
  const at = wholeOf(raw['ts']);
  const { seqId, prevSeqId, checksum } = raw;
  if (!bids || !asks || at === undefined) return undefined;
  return {
    isSnapshot: action === 'snapshot',
    bids,
    asks,
    seqId: isWhole(seqId) ? seqId : undefined,
    prevSeqId: Number.isSafeInteger(prevSeqId) ? (prevSeqId as number) : undefined,
    checksum: Number.isSafeInteger(checksum) ? (checksum as number) : 0,
    at,
  };
}

function readLevels(value: unknown): Level[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_LEVELS) return undefined;
  const levels: Level[] = [];
  for (const entry of value) {
    if (!Array.isArray(entry) || amountSign(entry[0]) !== 1 || amountSign(entry[1]) === undefined)
      return undefined;
    // The entry itself: its further fields are left alone, and a book brings thousands.
    levels.push(entry as unknown as Level);
  }
  return levels;
}

/**
 * What a message did: `ready` it is in the book; `same` it only says that the book still stands; `waiting` for a
 * snapshot; `old` applied before; `gap`: the book is lost, and a new snapshot is needed.
 */
export type OkxBookResult = 'ready' | 'same' | 'waiting' | 'old' | 'gap';

/** The venue's book of one market: a snapshot, and the changes that chain to it without a hole. */
export class OkxBook {
  readonly #toBase: (size: Dec) => Dec;
  #sides: Sides | undefined;
  #seqId: number | undefined;

  /** @param toBase base units of a size of the venue. */
  constructor(toBase: (size: Dec) => Dec) {
    this.#toBase = toBase;
  }

  take(message: OkxBookMessage): OkxBookResult {
    if (message.isSnapshot) return this.#begin(message);
    if (!this.#sides) return 'waiting';
    if (isRepeated(message, this.#seqId)) return 'old';
    if (message.prevSeqId !== this.#seqId) return this.#lose();
    const isEmpty = message.bids.length === 0 && message.asks.length === 0;
    // A number below the one before it is the venue's own new start: the chain goes on from there.
    if (isEmpty) {
      this.#seqId = message.seqId;
      return 'same';
    }
    this.#sides.bids.change(message.bids, DEPTH);
    this.#sides.asks.change(message.asks, DEPTH);
    return this.#check(this.#sides, message);
  }

  /** Best first, in plain amounts of the market; undefined while there is none to be trusted. */
  top(levels: number): Book | undefined {
    const sides = this.#sides;
    return sides && { bids: sides.bids.published(levels), asks: sides.asks.published(levels) };
  }

  /** The line is gone: what follows begins with a snapshot. */
  clear(): void {
    this.#sides = undefined;
    this.#seqId = undefined;
  }

  #begin(message: OkxBookMessage): OkxBookResult {
    const { bids, asks } = message;
    if (!isBookValid({ bids, asks })) return this.#lose();
    const sides = {
      bids: new OkxSide(1, bids, this.#toBase),
      asks: new OkxSide(-1, asks, this.#toBase),
    };
    return this.#check(sides, message);
  }

  #check(sides: Sides, { seqId, checksum }: OkxBookMessage): OkxBookResult {
    const { bids, asks } = sides;
    const isCrossed =
      bids.best !== undefined && asks.best !== undefined && compareDec(bids.best, asks.best) >= 0;
    if (isCrossed || (checksum !== 0 && checksum !== checksumOf(bids.sums(), asks.sums())))
      return this.#lose();
    this.#sides = sides;
    this.#seqId = seqId;
    return 'ready';
  }

  #lose(): 'gap' {
    this.clear();
    return 'gap';
  }
}

/** The newest message once more; a keep-alive also names the newest, but chains to it. */
function isRepeated({ seqId, prevSeqId }: OkxBookMessage, newest: number | undefined): boolean {
  return seqId !== undefined && seqId === newest && prevSeqId !== newest;
}
