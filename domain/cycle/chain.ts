import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Dec } from '../decimal.ts';

/** One point of an asset's index. */
export interface IndexTick {
  /** Rises by 1 within an asset. */
  readonly seq: number;
  /** The whole second for which it stands, ms UTC; its price is read within that second, never before it. */
  readonly at: number;
  /** Signed, plain digits without needless zeros. */
  readonly price: Dec;
  /** Of this tick and, through the tick before it, of all ticks before: 64 hex digits. */
  readonly hash: string;
}

/** What the first tick of an asset has in place of the hash before it. */
export const FIRST_LINK = '0'.repeat(64);

/**
 * The hash of a tick: SHA-256 of a text of six lines: a name of the format, asset, number, moment, price, and the hash
 * of the tick before it. A change of one of these changes every hash after it.
 */
export function tickHash(asset: string, { seq, at, price }: Omit<IndexTick, 'hash'>, before: string): string {
  const text = ['tidemark-index-1', asset, seq, at, price, before].join('\n');
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The tick that follows another. @param last undefined for an asset's first. */
export function nextTick(asset: string, last: IndexTick | undefined, at: number, price: Dec): IndexTick {
  const tick = { seq: (last?.seq ?? 0) + 1, at, price };
  return { ...tick, hash: tickHash(asset, tick, last?.hash ?? FIRST_LINK) };
}

/**
 * Where a run of ticks is no chain: the place of the first tick whose number, moment or hash does not follow from the
 * one before it. @param before the hash before the first. @returns undefined when all of them follow.
 */
export function chainBreak(asset: string, before: string, ticks: readonly IndexTick[]): number | undefined {
  let hash = before;
  for (const [i, tick] of ticks.entries()) {
    const last = ticks[i - 1];
    const follows = last === undefined || (tick.seq === last.seq + 1 && tick.at > last.at);
    if (!follows || tickHash(asset, tick, hash) !== tick.hash) return i;
    hash = tick.hash;
  }
  return undefined;
}
