import { createECDH } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { encrypt } from 'http_ece';
import { importJWK, SignJWT } from 'jose';
import { defined } from '../../../domain/index.ts';
import type { Settings } from '../../base/settings.ts';
import { isPushEndpoint } from '../../products/notifications/push/endpoint.ts';
import type {
  PushContent,
  PushKey,
  PushOutcome,
  PushService,
  PushTarget,
} from '../../products/notifications/push/service.ts';
import { InnerAddressError, lookupPublic } from './publicAddress.ts';

const TIMEOUT_MS = 10_000;
/** Push services refuse a signature for longer than a day. */
const SIGNED_S = 12 * 3_600;
/** Every message is as long as any other, so that its length says nothing. A push service takes 4,096 octets. */
const PLAIN_BYTES = 2_400;

type Where = Pick<Settings, 'webPush' | 'publicUrl' | 'securityContact' | 'support'>;

/**
 * Web push: content is encrypted for the device (RFC 8291, by `http_ece`), the sender named and signed (RFC 8292, by
 * `jose`), and what is sent goes to public addresses alone. @returns undefined where settings say that nothing is sent, or
 * name nobody whom push services could write to.
 */
export function createPushSender(
  settings: Where,
  lookup: LookupFunction = lookupPublic,
): PushService | undefined {
  const { webPush } = settings;
  const contact = contactOf(settings);
  if (!webPush || contact === undefined) return undefined;
  const isAllowed = (endpoint: string): boolean => isPushEndpoint(endpoint, webPush.testService);
  return {
    isAllowed,
    async send(target, content, key) {
      if (!isAllowed(target.endpoint)) return { result: 'refused', why: 'the address is not allowed' };
      const url = new URL(target.endpoint);
      const isTest = webPush.testService !== undefined && new URL(webPush.testService).host === url.host;
      try {
        const [body, authorization] = await Promise.all([
          encrypted(target, content),
          signed(url.origin, key, contact),
        ]);
        return await post(url, body, headersOf(content, body, authorization), isTest ? undefined : lookup);
      } catch (error) {
        return { result: 'refused', why: String(error) };
      }
    },
  };
}

/** The contact for push services; undefined where settings name none. */
export function contactOf({ webPush, support, securityContact, publicUrl }: Where): string | undefined {
  if (support.email !== undefined) return `mailto:${support.email}`;
  if (securityContact !== undefined) return securityContact;
  if (publicUrl?.startsWith('https:')) return new URL(publicUrl).origin;
  if (webPush?.testService !== undefined) return webPush.testService;
  // Without a public address this is a trial on one machine, whose owner is who would be written to.
  return publicUrl === undefined ? 'mailto:operator@localhost' : undefined;
}

async function encrypted({ p256dh, auth }: PushTarget, { text }: PushContent): Promise<Buffer> {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  const plain = Buffer.from(text, 'utf8');
  const pad = Math.max(0, PLAIN_BYTES - plain.length);
  return encrypt(plain, { version: 'aes128gcm', privateKey, dh: p256dh, authSecret: auth, pad });
}

async function signed(origin: string, { jwk, publicKey }: PushKey, contact: string): Promise<string> {
  const key = await importJWK({ ...jwk, kty: 'EC' }, 'ES256');
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(origin)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + SIGNED_S)
    .setSubject(contact)
    .sign(key);
  return `vapid t=${token}, k=${publicKey}`;
}

const headersOf = ({ ttlS, urgency }: PushContent, body: Buffer, authorization: string) => ({
  authorization,
  'content-encoding': 'aes128gcm',
  'content-type': 'application/octet-stream',
  'content-length': body.length,
  ttl: ttlS,
  urgency,
});

/** @param lookup looks the name up; undefined for the push service of tests, which is reached without TLS. */
function post(
  url: URL,
  body: Buffer,
  headers: Readonly<Record<string, string | number>>,
  lookup: LookupFunction | undefined,
): Promise<PushOutcome> {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      agent: false,
    } as const;
    const request = lookup
      ? httpsRequest(url, { ...options, lookup })
      : httpRequest(`http://${url.host}${url.pathname}${url.search}`, options);
    request.on('response', (answer) => {
      resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']));
      // What it says besides is of no use, however long it is.
      answer.destroy();
    });
    request.on('error', (error) =>
      resolve({ result: error instanceof InnerAddressError ? 'refused' : 'later', why: error.message }),
    );
    request.end(body);
  });
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 404 || status === 410) return { result: 'gone' };
  const why = `it answered ${status}`;
  if (status !== 429 && status < 500) return { result: 'refused', why };
  const afterMs = /^\d{1,6}$/.test(retryAfter ?? '')
    ? Number.parseInt(retryAfter ?? '', 10) * 1_000
    : undefined;
  return { result: 'later', why, ...defined({ afterMs }) };
}
