import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { compatClient, newApiKey } from '../../../support/compat.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(async () => {
  expect(await verifyLedger(x.db)).toEqual([]);
  await x.close();
});

const ORDER = '/api/v3/order';
const duplicate = { code: -2010, msg: 'Duplicate order sent.' };
const ordersOf = async (user: User): Promise<number> =>
  (await x.ask('spot.orders', { limit: 100 }, user)).data.rows.length;

/** A user with a key, and a signed order that nobody has sent yet. */
async function signedOrder(kind: 'hmac' | 'ed25519') {
  const user = await x.newUser();
  const key = await newApiKey(x, user, { kind });
  const client = compatClient(x, key);
  const { body } = await client.get('/api/v3/ticker/price', { symbol: 'BTCUSDT' });
  const price = Math.floor(Number.parseFloat(body.price) * 0.9);
  const text = `symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=${price}&timestamp=${Date.now()}`;
  const send = (signature: string) =>
    client.ask('POST', ORDER, `${text}&signature=${encodeURIComponent(signature)}`);
  return { user, signature: key.signed(text), send };
}

describe('a signed order that comes again with its signature written otherwise', () => {
  it.each([
    ['hmac', 'in capitals', (signature: string) => signature.toUpperCase()],
    ['ed25519', 'without what fills its end up', (signature: string) => signature.replace(/=+$/, '')],
    [
      'ed25519',
      'with a blank in it',
      (signature: string) => `${signature.slice(0, 8)} ${signature.slice(8)}`,
    ],
    ['ed25519', 'with other bits behind its last octet', (signature: string) => otherEnd(signature)],
  ] as const)('is no second one: %s %s', async (kind, _, otherwise) => {
    const { user, signature, send } = await signedOrder(kind);
    expect((await send(signature)).status).toBe(200);
    const { status, body } = await send(otherwise(signature));
    expect([status, body]).toEqual([400, duplicate]);
    expect(await ordersOf(user)).toBe(1);
  });
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** 64 octets leave four bits of the last letter unused. */
function otherEnd(signature: string): string {
  const letters = signature.replace(/=+$/, '');
  const last = LETTERS.indexOf(letters.at(-1) ?? 'A');
  return `${letters.slice(0, -1)}${LETTERS[last ^ 1]}==`;
}
