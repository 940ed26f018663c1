import type { ECDH } from 'node:crypto';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser gives a page. */
export interface Device {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The claims of the signature, which was checked. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The key that signed, base64url. */
  readonly key: string;
  /** What the device reads. */
  readonly notice: { id: string; title: string; text: string; path: string };
  readonly bytes: number;
}

interface Keys {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

/** RFC 8292: checks `vapid t=…, k=…`. @throws when it was not signed by the key that it names. */
function signatureOf(authorization: string): Pick<Arrived, 'claims' | 'key'> {
  const [, token = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (!isGood || read(head).alg !== 'ES256') throw new Error('the signature is not good');
  return { claims: read(body), key };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** RFC 8291 on RFC 8188, one record. @throws when it was not encrypted for these keys. */
export function decrypted(content: Buffer, { pair, auth }: Keys): string {
  const salt = content.subarray(0, 16);
  const sender = content.subarray(21, 21 + content.readUInt8(20));
  const record = content.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    { authTagLength: 16 },
  );
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** A push service of a test's own: checks who sends, and reads what is sent as the device would. */
export async function openPushService() {
  const devices = new Map<string, Keys>();
  const arrived: Arrived[] = [];
  const failures: unknown[] = [];
  /** What it answers next, before it says 201 again. */
  const answers: { status: number; retryAfter?: string; meanwhile?: () => Promise<unknown> }[] = [];
  let requested = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    requested += 1;
    const answer = answers.shift();
    if (answer) {
      await answer.meanwhile?.();
      response.writeHead(answer.status, answer.retryAfter ? { 'retry-after': answer.retryAfter } : {}).end();
      return;
    }
    const path = request.url ?? '';
    try {
      const keys = devices.get(path);
      if (!keys) throw new Error(`${path} is nobody's`);
      const content = Buffer.concat(parts);
      const signature = signatureOf(request.headers.authorization ?? '');
      const notice = JSON.parse(decrypted(content, keys));
      arrived.push({ path, headers: request.headers, ...signature, notice, bytes: content.length });
      response.writeHead(201).end();
    } catch (error) {
      failures.push(error);
      response.writeHead(400).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** For `PUSH_TEST_SERVICE`. */
    url: `http://${host}`,
    origin: `https://${host}`,
    arrived,
    failures,
    answers,
    requested: () => requested,
    newDevice(): Device {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      devices.set(path, { pair, auth });
      return {
        endpoint: `https://${host}${path}`,
        p256dh: pair.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    /** What a device was sent, oldest first. */
    sentTo: ({ endpoint }: Device): readonly Arrived[] =>
      arrived.filter(({ path }) => path === new URL(endpoint).pathname),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
export type PushServiceOfTest = Awaited<ReturnType<typeof openPushService>>;
