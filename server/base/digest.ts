import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a text. The platform's own goes by a pool of threads, which costs each call more than the few dozen
 * bytes of a key or a token do.
 */
export const digestOf = (text: string): Uint8Array => sha256(utf8ToBytes(text));
