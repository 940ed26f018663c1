import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Random numbers by address, like those of the past, but unpredictable without the secret. */
export interface Future {
  /** The first minute since 1970 that is drawn from the secret. */
  readonly since: number;
  /** @param stream names it. @param index of a part of it. @returns numbers of 32 bits. */
  words(stream: string, index: number, count: number): Uint32Array;
}

/** Words of one block of the cipher. */
const BLOCK = 16;
/** ChaCha with twelve rounds: as many as hold, and fast enough for two thousand markets. */
const DOUBLE_ROUNDS = 6;
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  let [wa, wb, wc, wd] = [x[a] as number, x[b] as number, x[c] as number, x[d] as number];
  wa = (wa + wb) | 0;
  wd = rotated(wd ^ wa, 16);
  wc = (wc + wd) | 0;
  wb = rotated(wb ^ wc, 12);
  wa = (wa + wb) | 0;
  wd = rotated(wd ^ wa, 8);
  wc = (wc + wd) | 0;
  x[a] = wa;
  x[d] = wd;
  x[c] = wc;
  x[b] = rotated(wb ^ wc, 7);
}

const state = new Uint32Array(BLOCK);
const work = new Uint32Array(BLOCK);

/** One block of the stream. @see RFC 8439 §2.3 */
function block(key: Uint32Array, index: number, counter: number, to: Uint32Array, at: number): void {
  state.set(CONSTANTS);
  state.set(key, 4);
  state[12] = counter;
  state[13] = index;
  state[14] = Math.floor(index / 2 ** 32);
  state[15] = 0;
  work.set(state);
  for (let round = 0; round < DOUBLE_ROUNDS; round++) {
    quarter(work, 0, 4, 8, 12);
    quarter(work, 1, 5, 9, 13);
    quarter(work, 2, 6, 10, 14);
    quarter(work, 3, 7, 11, 15);
    quarter(work, 0, 5, 10, 15);
    quarter(work, 1, 6, 11, 12);
    quarter(work, 2, 7, 8, 13);
    quarter(work, 3, 4, 9, 14);
  }
  const most = Math.min(BLOCK, to.length - at);
  for (let i = 0; i < most; i++) to[at + i] = (work[i] as number) + (state[i] as number);
}

/** @param secret 32 bytes. @param since the first minute since 1970 that depends on it. */
export function createFuture(secret: Uint8Array, since: number): Future {
  const keys = new Map<string, Uint32Array>();
  const keyOf = (stream: string): Uint32Array => {
    const known = keys.get(stream);
    if (known) return known;
    const bytes = sha256(concatBytes(secret, utf8ToBytes(stream)));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const key = Uint32Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
    keys.set(stream, key);
    return key;
  };
  return {
    since,
    words(stream, index, count) {
      const words = new Uint32Array(count);
      const key = keyOf(stream);
      for (let at = 0; at < count; at += BLOCK) block(key, index, at / BLOCK, words, at);
      return words;
    },
  };
}
