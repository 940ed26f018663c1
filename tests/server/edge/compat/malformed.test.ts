import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { compatReference } from '../../../../server/edge/compat/protocol/reference.ts';
import type { CompatKey } from '../../../support/compat.ts';
import { compatClient, newApiKey } from '../../../support/compat.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { isLong } from '../../../support/often.ts';

let x: TestExchange;
let user: User;
let key: CompatKey;
beforeAll(async () => {
  x = await openExchange();
  user = await x.newUser();
  key = await newApiKey(x, user);
}, 60_000);
afterAll(async () => {
  expect(await verifyLedger(x.db)).toEqual([]);
  await x.close();
});

/** What programs with a fault send, each in the way in which it comes over the wire. */
const faults = [
  'symbol=&side=&type=&quantity=',
  'symbol=%00&symbols=%5B&limit=x',
  'symbol=BTCUSDT&limit=-1&interval=1m&startTime=-5',
  'symbol=BTCUSDT&interval=%F0%9F%90%8B&limit=99999999999999999999',
  'symbol=BTCUSDT&symbol=ETHUSDT&interval=1m&limit=1&limit=0',
  'symbols=%5B1%2Cnull%5D&batchOrders=%7B%7D&orderIdList=%5Bnull%5D',
  'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1e9&price=Infinity',
  'symbol=BTCUSDT&side=BUY&type=MARKET&quantity=-0.01&quoteOrderQty=NaN',
  'symbol=BTCUSDT&side=SELL&type=MARKET&quantity=99999999999999999999&batchOrders=%5B%5B%5D%2C1%5D',
  'symbol=BTCUSDT&orderId=0&algoId=0&orderListId=0&fromId=9007199254740993',
  'symbol=BTCUSDT&orderId=1.5&origClientOrderId=%27%20or%201%3D1&listenKey=%2F..%2F',
  'symbol=BTCUSDT&startTime=9007199254740991&endTime=0&interval=1M&limit=1500',
  'symbol=BTCUSDT&leverage=0&marginType=X&amount=-1&dualSidePosition=maybe&multiAssetsMargin=2',
  '%=%&&&=&a%5B%5D=1&__proto__=1&constructor=2',
];
const endpoints = Object.values(compatReference)
  .flatMap((part) => Object.entries(part))
  .map(([name, [security]]) => [...name.split(' '), security] as const);

it('is refused by every endpoint with a code, never as a failure of ours, and books nothing', async () => {
  const client = compatClient(x, key);
  const books = async () => [
    (await x.ask('account.balances', {}, user)).data.balances,
    (await x.ask('spot.orders', { limit: 500 }, user)).data.rows,
    (await x.ask('perpetual.orders', { limit: 500 }, user)).data.rows,
  ];
  const before = await books();
  // Each day every endpoint meets a third of the faults, and each of these a third of the endpoints.
  for (const [place, [method = '', path = '', security]] of endpoints.entries())
    for (const fault of faults.filter((_, i) => isLong || i % 3 === place % 3)) {
      const stamped = `${fault}&timestamp=${Date.now()}`;
      const text =
        security === 'signed' ? `${stamped}&signature=${encodeURIComponent(key.signed(stamped))}` : fault;
      const isBody = method !== 'GET' && fault.length % 2 === 0;
      const { status, body } = await client.ask(method, path, text, { isBody });
      const isRefusal = Number.isInteger(body.code) && body.code < 0 && typeof body.msg === 'string';
      expect([method, path, fault, body, status < 500 && (status === 200 || isRefusal)]).toEqual([
        ...[method, path, fault, body],
        true,
      ]);
    }
  expect(await books()).toEqual(before);
}, 120_000);

it.each([
  ['POST', 'batchOrders', [{ symbol: { toString: 1 } }]],
  ['POST', 'batchOrders', [{ symbol: 'BTCUSDT', side: ['BUY'], quantity: { valueOf: 1, toString: 1 } }]],
  ['DELETE', 'orderIdList', [{ toString: 1, valueOf: 1 }]],
])('of a batch that has no text of its own is refused item by item: %s %s %j', async (method, name, list) => {
  const fields = { symbol: 'BTCUSDT', [name]: JSON.stringify(list) };
  const { status, body } = await compatClient(x, key).signed(method, '/fapi/v1/batchOrders', fields);
  expect([status, body]).toEqual([200, [{ code: expect.any(Number), msg: expect.any(String) }]]);
  expect(body[0].code).toBeLessThan(-1000);
});

it('is no failure of ours either where nothing is', async () => {
  const client = compatClient(x, key);
  for (const path of [
    '/',
    '/api/v3',
    '/api/v3/order/',
    '/api/v3/%2e%2e/order',
    '/fapi/v9/x',
    '/sapi/v1/withdraw',
  ])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, body } = await client.ask(method, path, 'a=%');
      expect([method, path, status, body.code]).toEqual([method, path, 404, -5000]);
    }
});

it('is refused where it is brackets all the way down, in a batch as anywhere', async () => {
  const client = compatClient(x, key);
  const deep = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
  for (const [method, fields] of [
    ['POST', { batchOrders: `[{"symbol":${deep}}]` }],
    ['DELETE', { symbol: 'BTCUSDT', orderIdList: `[${deep}]` }],
  ] as const) {
    const answer = await client.signed(method, '/fapi/v1/batchOrders', fields, { isBody: true });
    expect([method, answer.status, answer.body.code]).toEqual([method, 400, -1130]);
  }
});
