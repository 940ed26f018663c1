import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const [PRESENT, VERIFIED, NEW_KEY] = [0x01, 0x04, 0x40];

/** Bytes of CBOR: what the answers of an authenticator are made of, and no more. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)]),
  ]);
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');

export interface Signing {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin?: string;
  /** Whether the user has shown a finger or a PIN. */
  readonly isVerified?: boolean;
}

/** A phone with one passkey: it makes it, signs with it, and counts. */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const client = (type: string, { challenge, origin = 'http://localhost:8080' }: Signing): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const about = ({ rpId, isVerified = true }: Signing, key?: Buffer): Buffer => {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (key ? NEW_KEY : 0);
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail, key ?? Buffer.alloc(0)]);
  };
  return {
    id: base64url(id),
    /** How often it says that it has signed. */
    count: (times: number) => {
      counter = times;
    },
    make(request: Signing) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(id.length);
      const authData = about(request, Buffer.concat([Buffer.alloc(16), size, id, cbor(key)]));
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: base64url(id),
        clientDataJSON: base64url(client('webauthn.create', request)),
        attestationObject: base64url(cbor(object)),
      };
    },
    sign(request: Signing) {
      counter += 1;
      const clientData = client('webauthn.get', request);
      const authData = about(request);
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(createSign('sha256').update(signed).sign(privateKey)),
      };
    },
  };
}
