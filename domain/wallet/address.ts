import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';
import type { RefusalCode } from '../errors.ts';
import type { AddressFamily } from './codes.ts';

/** Longest text that is looked at as an address. */
export const ADDRESS_MAX = 100;

/** What a text is: an address in its one writing, or why it is none. */
export type AddressReading =
  | { readonly family: AddressFamily; readonly address: string; readonly refusal?: undefined }
  | { readonly family?: AddressFamily; readonly address?: undefined; readonly refusal: RefusalCode };

const EVM = /^0x[0-9a-fA-F]{40}$/;
const BASE58 = /^[13T][1-9A-HJ-NP-Za-km-z]{24,35}$/;
const SEGWIT = /^(bc1[a-z0-9]{6,87}|BC1[A-Z0-9]{6,87})$/;

const PATTERNS: Readonly<Record<AddressFamily, string>> = {
  evm: EVM.source,
  tron: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
  bitcoin: '^([13][1-9A-HJ-NP-Za-km-z]{24,34}|bc1[a-z0-9]{6,87}|BC1[A-Z0-9]{6,87})$',
};

/** What an address of a family looks like, as a regular expression; a text that fits may still have a slip in it. */
export const addressPattern = (family: AddressFamily): string => PATTERNS[family];

/** Version bytes before the hash. */
const BITCOIN_VERSIONS: readonly number[] = [0x00, 0x05];
const TRON_VERSION = 0x41;

const base58check = /*#__PURE__*/ createBase58check(sha256);

/**
 * Reads an address of any family and checks its checksum: Base58Check, Bech32(m), EIP-55. EVM addresses in one case
 * have no checksum and get it; Bech32 is written in small letters.
 * @returns `addressEmpty`, `addressInvalid` for a text in no known form or without an owner, `addressChecksum` for one
 * that has the form and a slip in it.
 */
export function readAddress(text: string): AddressReading {
  const typed = text.trim();
  if (typed === '') return { refusal: 'addressEmpty' };
  if (typed.length > ADDRESS_MAX) return { refusal: 'addressInvalid' };
  if (EVM.test(typed)) return readEvm(typed);
  if (BASE58.test(typed)) return readBase58(typed);
  if (SEGWIT.test(typed)) return readSegwit(typed.toLowerCase());
  return { refusal: 'addressInvalid' };
}

/** The same for an address that has to be of one family. @returns `addressNetwork` too: a good address elsewhere. */
export function readAddressOf(family: AddressFamily, text: string): AddressReading {
  const reading = readAddress(text);
  if (reading.refusal === undefined && reading.family !== family)
    return { family: reading.family, refusal: 'addressNetwork' };
  return reading;
}

/** An address with its EIP-55 checksum. @param address `0x` and 40 hexadecimal digits of any case. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = hex.encode(keccak_256(utf8ToBytes(digits)));
  const cased = Array.from(digits, (digit, i) => ((hash[i] ?? '0') >= '8' ? digit.toUpperCase() : digit));
  return `0x${cased.join('')}`;
}

function readEvm(typed: string): AddressReading {
  const digits = typed.slice(2);
  if (!isSomebodys(hex.decode(digits.toLowerCase()))) return { family: 'evm', refusal: 'addressInvalid' };
  const address = checksummed(typed);
  const hasCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return hasCase && address !== typed
    ? { family: 'evm', refusal: 'addressChecksum' }
    : { family: 'evm', address };
}

function readBase58(typed: string): AddressReading {
  const family = typed.startsWith('T') ? 'tron' : 'bitcoin';
  const bytes = attempt(() => base58check.decode(typed));
  if (!bytes) return { family, refusal: 'addressChecksum' };
  const version = bytes[0] ?? -1;
  const isKnown = family === 'tron' ? version === TRON_VERSION : BITCOIN_VERSIONS.includes(version);
  return isKnown && bytes.length === 21 && isSomebodys(bytes.subarray(1))
    ? { family, address: typed }
    : { family, refusal: 'addressInvalid' };
}

/** Versions 0 and 1 alone: money that is sent to a later one can be taken by anybody today. */
function readSegwit(typed: string): AddressReading {
  const family = 'bitcoin';
  const version = { q: 0, p: 1 }[typed.charAt(3)];
  if (version === undefined) return { family, refusal: 'addressInvalid' };
  const code = version === 0 ? bech32 : bech32m;
  const decoded = attempt(() => code.decode(typed as `${string}1${string}`, 90));
  if (!decoded) return { family, refusal: 'addressChecksum' };
  const program = attempt(() => code.fromWords(decoded.words.slice(1)));
  const lengths = version === 0 ? [20, 32] : [32];
  return program && lengths.includes(program.length) && isSomebodys(program)
    ? { family, address: typed }
    : { family, refusal: 'addressInvalid' };
}

/** Nobody has the key of zero: what is sent there is destroyed. */
const isSomebodys = (hash: Uint8Array): boolean => hash.some((byte) => byte !== 0);

/** The libraries throw on what cannot be decoded. */
function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

const SCHEME = /^(bitcoin|ethereum|tron):(?:\/\/)?(.*)$/is;

/**
 * The address in what a picture code holds: the text itself, or a payment link (`bitcoin:…?amount=`,
 * `ethereum:0x…@1/transfer?address=0x…`). Amounts in links are left aside: users type their own.
 */
export function addressInLink(text: string): string {
  const link = SCHEME.exec(text.trim());
  if (!link) return text.trim();
  const rest = link[2] ?? '';
  const [path = '', query = ''] = rest.split('?', 2);
  const to = /(?:^|&)address=([^&]*)/.exec(query)?.[1];
  if (path.includes('/transfer')) return to ?? '';
  return (path.split(/[@/]/, 1)[0] ?? '').replace(/^pay-/, '');
}

/** Addresses that one user's book holds. */
export const MOST_ADDRESSES = 100;

/** A label may be empty. @see specification §3, the remark of a withdrawal address */
export function labelRefusal(label: string): RefusalCode | undefined {
  return /^[^\p{C}\u2028\u2029]{0,40}$/u.test(label) ? undefined : 'labelInvalid';
}
