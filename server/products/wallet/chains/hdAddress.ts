import { hex } from '@scure/base';
import { HDKey, publicKeyToAddress } from 'viem/accounts';

/** The field of secp256k1. */
const FIELD = 2n ** 256n - 2n ** 32n - 977n;

/**
 * Deposit addresses of an EVM chain from an extended public key: the keys to them never come near the exchange.
 * @param extended the account's (m/44'/60'/0'); its addresses are 0/index, as wallets number them.
 * @throws {Error} for a text that is none, or one that holds the private key.
 */
export function hdAddresses(extended: string): (index: number) => string {
  const account = HDKey.fromExtendedKey(extended);
  if (account.privateKey) throw new Error('this is a private key');
  const external = account.deriveChild(0);
  return (index) => {
    const { publicKey } = external.deriveChild(index);
    if (!publicKey) throw new Error(`no key ${index}`);
    return publicKeyToAddress(`0x04${uncompressed(hex.encode(publicKey))}`);
  };
}

/** Both coordinates of a point as hexadecimal digits. @param compressed 02 or 03 for the sign of y, then x. */
function uncompressed(compressed: string): string {
  const x = BigInt(`0x${compressed.slice(2)}`);
  const root = power((x * x * x + 7n) % FIELD, (FIELD + 1n) / 4n);
  const isOdd = compressed.startsWith('03');
  const y = (root % 2n === 1n) === isOdd ? root : FIELD - root;
  return compressed.slice(2) + y.toString(16).padStart(64, '0');
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % FIELD;
    square = (square * square) % FIELD;
  }
  return result;
}
