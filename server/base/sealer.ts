import { hexOf } from './secrets.ts';

/** Keeps documents unreadable at rest: each is sealed for one owner and purpose, and opens for nothing else. */
export interface Sealer {
  /** @param purpose owner and use of the content; opening requires the same. */
  seal(content: Uint8Array<ArrayBuffer>, purpose: string): Promise<Uint8Array<ArrayBuffer>>;
  /** @throws {SealError} for what another key sealed, or what was changed, moved or made up. */
  open(sealed: Uint8Array, purpose: string): Promise<Uint8Array<ArrayBuffer>>;
  /** A text's mark under each key, the newest first: the same for the same text, and found by nobody without the key. */
  marks(text: string): Promise<readonly Uint8Array[]>;
}

/** Content that cannot be opened here; the message gives the reason, for the operator. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** First byte of what is sealed: the form that it has. Key's name, nonce and ciphertext follow. */
const FORM = 1;
const NAME_BYTES = 4;
const NONCE_BYTES = 12;
const HEAD_BYTES = 1 + NAME_BYTES + NONCE_BYTES;

type Secret = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

interface Key {
  /** Identifies the key without revealing it. */
  readonly name: Uint8Array;
  readonly secret: Secret;
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Derives one key per use, so that none reveals another. */
async function derived(root: Secret, use: string): Promise<Uint8Array<ArrayBuffer>> {
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8(`tidemark ${use}`) };
  return new Uint8Array(await crypto.subtle.deriveBits(how, root, 256));
}

async function keyOf(bytes: Uint8Array<ArrayBuffer>): Promise<Key & { readonly root: Secret }> {
  const root = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits']);
  const secret = await crypto.subtle.importKey('raw', await derived(root, 'documents'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  return { root, secret, name: (await derived(root, 'name')).subarray(0, NAME_BYTES) };
}

/**
 * AES-GCM under keys that are kept apart from the data.
 * @param keys 32 bytes each: the first seals, all open. At least one.
 */
export async function createSealer(keys: readonly Uint8Array<ArrayBuffer>[]): Promise<Sealer> {
  const known = await Promise.all(keys.map(keyOf));
  const [first] = known;
  if (!first) throw new Error('a sealer needs a key');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const markers = await Promise.all(
    known.map(async ({ root }) =>
      crypto.subtle.importKey('raw', await derived(root, 'marks'), hmac, false, ['sign']),
    ),
  );
  return {
    async seal(content, purpose) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const how = { name: 'AES-GCM', iv, additionalData: utf8(purpose) };
      const data = new Uint8Array(await crypto.subtle.encrypt(how, first.secret, content));
      const sealed = new Uint8Array(HEAD_BYTES + data.length);
      sealed.set([FORM, ...first.name, ...iv]);
      sealed.set(data, HEAD_BYTES);
      return sealed;
    },
    open: (sealed, purpose) => opened(known, Uint8Array.from(sealed), purpose),
    marks: (text) =>
      Promise.all(
        markers.map(async (marker) => new Uint8Array(await crypto.subtle.sign('HMAC', marker, utf8(text)))),
      ),
  };
}

async function opened(
  known: readonly Key[],
  sealed: Uint8Array<ArrayBuffer>,
  purpose: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (sealed[0] !== FORM || sealed.length < HEAD_BYTES) throw new SealError('it is damaged');
  const name = hexOf(sealed.subarray(1, 1 + NAME_BYTES));
  const key = known.find((each) => hexOf(each.name) === name);
  if (!key)
    throw new SealError(
      `it was sealed with key ${name}, not with ${known.map((each) => hexOf(each.name)).join(', ')}`,
    );
  const iv = sealed.subarray(1 + NAME_BYTES, HEAD_BYTES);
  try {
    const how = { name: 'AES-GCM', iv, additionalData: utf8(purpose) };
    return new Uint8Array(await crypto.subtle.decrypt(how, key.secret, sealed.subarray(HEAD_BYTES)));
  } catch (error) {
    throw new SealError('it was changed, or is not what it is kept as', { cause: error });
  }
}
