import type { Dec } from '../../domain/index.ts';
import { crcOver, crcOverZeros } from '../../domain/index.ts';

/** What `:price:size` adds to a sum, wherever it stands, and how long it is. */
export interface ChecksumPart {
  readonly sum: number;
  readonly length: number;
}

/** Levels a side that the venue's checksum covers. */
export const CHECKED_LEVELS = 25;
/** With a separator behind it, it is what a sum begins with: so each piece may begin with one, the first too. */
const BEFORE = -258_633_757;
const SEPARATOR = /*#__PURE__*/ crcOver(0, ':');

/** @param price, size the venue's own texts. */
export function summed(price: Dec, size: Dec): ChecksumPart {
  const sum = crcOver(crcOver(crcOver(SEPARATOR, price), ':'), size);
  return { sum, length: price.length + size.length + 2 };
}

/**
 * The venue's checksum of a book: CRC-32 (signed) of `bidPrice:bidSize:askPrice:askSize:…` over the best levels, the
 * longer side going on alone. What each level adds is known: here it is only moved to its place, instead of going over
 * a text of a thousand letters for each message.
 * @param bids, asks best first, as many as are covered.
 */
export function checksumOf(bids: readonly ChecksumPart[], asks: readonly ChecksumPart[]): number {
  const ranks = Math.max(bids.length, asks.length);
  if (ranks === 0) return 0;
  let register = BEFORE;
  for (let rank = 0; rank < ranks; rank++) {
    const bid = bids[rank];
    const ask = asks[rank];
    if (bid) register = moved(register, bid.length) ^ bid.sum;
    if (ask) register = moved(register, ask.length) ^ ask.sum;
  }
  return ~register;
}

/** What each byte of a register becomes behind so many bytes, by their number: few lengths ever come. */
const moves: Int32Array[] = [];

function moved(register: number, length: number): number {
  const move = moves[length] ?? moveBy(length);
  return (
    (move[register & 255] ?? 0) ^
    (move[256 + ((register >>> 8) & 255)] ?? 0) ^
    (move[512 + ((register >>> 16) & 255)] ?? 0) ^
    (move[768 + (register >>> 24)] ?? 0)
  );
}

function moveBy(length: number): Int32Array {
  const move = new Int32Array(4 * 256);
  for (let bit = 0; bit < 32; bit++) {
    const column = crcOverZeros(1 << bit, length);
    const from = (bit >> 3) * 256;
    const own = 1 << (bit & 7);
    // What has only lower bits is there already.
    for (let low = 0; low < own; low++) move[from + own + low] = (move[from + low] ?? 0) ^ column;
  }
  moves[length] = move;
  return move;
}
