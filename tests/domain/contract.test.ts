import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { CallName } from '../../domain/contract/index.ts';
import {
  Amount,
  API_BASE,
  ClientMessage,
  calls,
  Envelope,
  examples,
  MarketId,
  SnapMessage,
  streamLimits,
} from '../../domain/contract/index.ts';
import { isAmountText } from '../../domain/index.ts';

const snap = { t: 'snap', ch: 'tick', e: 'a1', s: 7, ts: 1_700_000_000_000, d: [] };
const named = Object.entries(calls) as [CallName, (typeof calls)[CallName]][];
const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(named)('%s', (name, call) => {
  it('takes and gives what crosses the wire, unchanged', () => {
    const { request, response } = examples[name];
    expect(v.parse(call.request, overWire(request))).toEqual(request);
    expect(v.parse(call.response, overWire(response))).toEqual(response);
  });
  it('says in one line what it does', () => {
    expect(examples[name].about).toMatch(/^[A-Z][^\n]{8,}[^.\s]$/);
  });
  it('refuses a body that is no object', () => {
    for (const body of [null, 1, 'text', undefined])
      expect(v.safeParse(call.request, body).success).toBe(false);
  });
  it('stands below the API and can be posted', () => {
    expect(`${API_BASE}${call.path}`).toMatch(/^\/api\/xb\/v1\/[a-z]+(\/[a-z]+)+$/);
    expect(call.methods).toContain('POST');
  });
});

it('gives each call a path of its own', () => {
  expect(new Set(named.map(([, { path }]) => path)).size).toBe(named.length);
});

/** The same value so often as it has numbers, in each of them another one in the place of one. */
function withNumber(value: unknown, other: number): unknown[] {
  if (typeof value === 'number') return [other];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    withNumber(inner, other).map((spoilt) =>
      Array.isArray(value)
        ? value.map((each, i) => (`${i}` === key ? spoilt : each))
        : { ...value, [key]: spoilt },
    ),
  );
}

describe('request fields', () => {
  it.each([
    ['market.candles', { id: '../x', interval: '1m' }],
    ['market.candles', { id: 'BTC-USDT', interval: '2M' }],
    ['market.candles', { id: 'BTC-USDT', interval: '1m', limit: 0 }],
    ['market.candles', { id: 'BTC-USDT', interval: '1m', limit: 1_001 }],
    ['market.candles', { id: 'BTC-USDT', interval: '1m', limit: 1.5 }],
    ['market.candles', { id: 'BTC-USDT', interval: '1m', before: -1 }],
    ['market.candles', { id: 'BTC-USDT', interval: '1m', before: 8_640_000_000_000_001 }],
    ['market.candles', { id: 'BTC-USDT', interval: '1m', before: '0' }],
    ['market.sparklines', { ids: [] }],
    ['market.sparklines', { ids: Array.from({ length: 61 }, () => 'A') }],
    ['market.snapshot', { ch: ['me'] }],
    ['market.snapshot', { ch: Array.from({ length: 51 }, () => 'tick') }],
    ['common.report', { kind: 'render', detail: 'x'.repeat(301), build: '1' }],
    ['common.report', { kind: 'render', detail: 'x', build: '1', more: 1 }],
    ['common.report', { kind: 'other', detail: 'x', build: '1' }],
  ] as const)('%s refuses %j', (name, body) => {
    expect(v.safeParse(calls[name].request, body).success).toBe(false);
  });
  it('take no number that the database cannot hold', () => {
    for (const [name, { request }] of Object.entries(examples))
      for (const spoilt of withNumber(request, 2 ** 63))
        expect([name, spoilt, v.safeParse(calls[name as CallName].request, spoilt).success]).toEqual([
          name,
          spoilt,
          false,
        ]);
  });
  it('asks for 300 candles when no number is given', () => {
    const request = v.parse(calls['market.candles'].request, { id: 'BTC-USDT', interval: '1m' });
    expect(request.limit).toBe(300);
  });
  it.each(['', '-', 'A-', '-A', 'A--B', 'a b', 'A/B', 'A-B-C-D-E', 'Ａ', 'A'.repeat(21), '__proto__', 'A\n'])(
    'refuses %j as a market',
    (id) => {
      expect(v.safeParse(MarketId, id).success).toBe(false);
    },
  );
});

it('reads amounts at both text gates alike', () => {
  const digit = fc.constantFrom(...'0123456789');
  const odd = fc.constantFrom('.', '-', '+', 'e', ' ', '_', 'x', '\n', '１', '0');
  const near = fc
    .array(fc.oneof({ weight: 12, arbitrary: digit }, { weight: 1, arbitrary: odd }), { maxLength: 44 })
    .map((signs) => signs.join(''));
  const built = fc
    .tuple(fc.integer({ min: 0, max: 21 }), fc.integer({ min: -1, max: 20 }), digit)
    .map(([whole, places, sign]) => sign.repeat(whole) + (places < 0 ? '' : `.${sign.repeat(places)}`));
  fc.assert(
    fc.property(fc.oneof(near, built), (text) => {
      expect(isAmountText(text)).toBe(v.safeParse(Amount, text).success);
    }),
    { numRuns: 2_000 },
  );
});

describe('messages of the stream', () => {
  it.each([
    { op: 'sub', ch: ['tick'] },
    { op: 'unsub', id: 3, ch: ['book:BTC-USDT'] },
    { op: 'ping', ts: 1 },
    { op: 'auth', ticket: 't' },
  ])('a client may say %j', (message) => {
    expect(v.parse(ClientMessage, overWire(message))).toEqual(message);
  });
  it.each([
    {},
    [],
    null,
    { op: 'SUB', ch: ['tick'] },
    { op: 'sub' },
    { op: 'sub', ch: [] },
    { op: 'sub', ch: 'tick' },
    { op: 'sub', ch: [1] },
    { op: 'sub', ch: ['x'.repeat(61)] },
    { op: 'sub', ch: Array.from({ length: streamLimits.channels + 1 }, () => 'tick') },
    { op: 'sub', id: -1, ch: ['tick'] },
    { op: 'sub', id: '1', ch: ['tick'] },
    { op: 'auth', ticket: 'x'.repeat(201) },
  ])('a client may not say %j', (message) => {
    expect(v.safeParse(ClientMessage, message).success).toBe(false);
  });
  it.each([{ s: -1 }, { s: 0.5 }, { ts: -1 }, { e: 'x'.repeat(21) }, { ch: 'tick:A' }, { t: 'delta' }])(
    'a snapshot with %j is none',
    (change) => {
      expect(v.safeParse(SnapMessage, { ...snap, ...change }).success).toBe(false);
    },
  );
});

it('answers in an envelope with a code of success, of an ended login, or of a refusal', () => {
  const envelope = (code: unknown) =>
    v.safeParse(Envelope, { code, message: '', data: null, requestId: 'r' });
  for (const code of [200, 401, 'marketUnknown']) expect(envelope(code).success).toBe(true);
  for (const code of [500, null, undefined, {}]) expect(envelope(code).success).toBe(false);
});
