import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { expect } from 'vitest';
import type { TestExchange, User } from './exchange.ts';

const FUND_PASSWORD = 'moon1234x';
const BASE = '/compat/binance';

type Fields = Readonly<Record<string, string | number>>;

/** What came back, as a client sees it. */
export interface CompatAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: black-box tests look at what came over the wire
  readonly body: any;
  readonly headers: Headers;
}

/** How a request differs from a right one. */
export interface Bent {
  /** Signs the parameters; the key's own secret otherwise. */
  readonly signed?: (text: string) => string;
  readonly apiKey?: string;
  /** Of the caller's clock, ms. */
  readonly late?: number;
  /** In the body in place of the query. */
  readonly isBody?: boolean;
}

export interface CompatKey {
  readonly id: number;
  readonly apiKey: string;
  readonly signed: (text: string) => string;
  /** Of an HMAC key. */
  readonly secret?: string;
}

/** A key of somebody who has a funding password by then. */
export async function newApiKey(
  x: Pick<TestExchange, 'ask' | 'mailCode'>,
  user: User,
  input: Readonly<Record<string, unknown>> = {},
): Promise<CompatKey> {
  const set = await x.mailCode(user.email, 'fundPassword', user.token);
  if (set !== '') await x.ask('account.setFundPassword', { password: FUND_PASSWORD, code: set }, user);
  const code = await x.mailCode(user.email, 'apiKey', user.token);
  const { proof } = (
    await x.ask('withdraw.prove', { purpose: 'apiKey', fundPassword: FUND_PASSWORD, code }, user)
  ).data;
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' });
  const isEd25519 = input['kind'] === 'ed25519';
  const { code: made, data } = await x.ask(
    'apiKey.add',
    {
      ...{ name: 'bot', kind: 'hmac', spot: true, futures: true, addresses: [], proof, ...input },
      ...(isEd25519 ? { publicKey } : {}),
    },
    user,
  );
  expect(made).toBe(200);
  const { id, apiKey } = data.key;
  const signed = isEd25519
    ? (text: string) => sign(null, Buffer.from(text), pair.privateKey).toString('base64')
    : (text: string) => createHmac('sha256', data.secret).update(text).digest('hex');
  return { id, apiKey, signed, ...(isEd25519 ? {} : { secret: data.secret }) };
}

/** Asks the compatible API as programs do. */
export function compatClient(x: Pick<TestExchange, 'base'>, key?: CompatKey) {
  const ask = async (
    method: string,
    path: string,
    text: string,
    { apiKey, isBody }: Pick<Bent, 'apiKey' | 'isBody'> = {},
  ): Promise<CompatAnswer> => {
    const url = `http://${x.base}${BASE}${path}`;
    const name = apiKey ?? key?.apiKey;
    const answer = await fetch(isBody || text === '' ? url : `${url}?${text}`, {
      method,
      headers: {
        ...(name === undefined ? {} : { 'X-MBX-APIKEY': name }),
        ...(isBody ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(isBody ? { body: text } : {}),
    });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  };
  const textOf = (fields: Fields): string =>
    Object.entries(fields)
      .map(([field, value]) => `${field}=${encodeURIComponent(value)}`)
      .join('&');
  return {
    ask,
    get: (path: string, fields: Fields = {}) => ask('GET', path, textOf(fields)),
    signed(method: string, path: string, fields: Fields = {}, bent: Bent = {}): Promise<CompatAnswer> {
      const text = textOf({ ...fields, timestamp: Date.now() - (bent.late ?? 0) });
      const signature = (bent.signed ?? key?.signed)?.(text) ?? '';
      return ask(method, path, `${text}&signature=${encodeURIComponent(signature)}`, bent);
    },
  };
}
