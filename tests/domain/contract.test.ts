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
  MarketId,
  SnapMessage,
  streamLimits,
} from '../../domain/contract/index.ts';
import { isAmountText } from '../../domain/index.ts';
import { alertExamples } from './alerts/examples.ts';
import { contentExamples } from './content/examples.ts';
import { cycleExamples } from './cycle/examples.ts';
import { identityExamples } from './identity/examples.ts';
import { notificationExamples } from './notifications/examples.ts';
import { storageExamples } from './storage/examples.ts';
import { supportExamples } from './support/examples.ts';
import { teamExamples } from './team/examples.ts';
import { worthExamples } from './wallet/examples.ts';
import { withdrawExamples } from './wallet/withdrawExamples.ts';

const market = {
  id: 'BTC-USDT',
  name: 'BTC/USDT',
  kind: 'spot',
  asset: 'crypto',
  base: 'BTC',
  quote: 'USDT',
  iconId: 1,
  tick: '0.01',
  lot: '0.001',
  minQuantity: '0.002',
  minTotal: '10',
  status: 'open',
  cycle: true,
  listedAt: 1_700_000_000_000,
  origin: 'recorded',
  recordedAt: 1_700_000_000_000,
};
const candle = [1_700_000_040_000, '1', '2', '0.5', '1.5', '12.000000000000000001'];
const snap = { t: 'snap', ch: 'tick', e: 'a1', s: 7, ts: 1_700_000_000_000, d: [] };

const AT = 1_700_000_000_000;
const contact = { kind: 'email', email: 'a@b.example' };
const sent = { againInMs: 60_000, validMs: 600_000, isLocal: true };
const balance = { account: 'spot', asset: 'USDT', posted: '1', held: '0', version: 1 };

const position = {
  id: 2,
  market: 'BTC-USDT-PERP',
  side: 'short',
  mode: 'isolated',
  leverage: 20,
  quantity: '2',
  cost: `3.${'3'.repeat(63)}`,
  margin: '0.2',
  realised: { price: '-1.5', fees: '0.1', funding: '-0.1' },
  closedQuantity: '0',
  closedCost: '0',
  closedValue: '0',
  takeProfit: '0',
  stopLoss: '0',
  openedAt: AT,
  updatedAt: AT,
  closedAt: null,
  end: null,
  version: 1,
};
const futuresOrder = {
  id: 1,
  market: 'BTC-USDT-PERP',
  side: 'buy',
  type: 'market',
  tif: 'IOC',
  postOnly: false,
  reduceOnly: true,
  price: null,
  trigger: { kind: 'stop', price: '1', source: 'mark' },
  trail: null,
  group: 1,
  quantity: null,
  filled: '0',
  filledTotal: '0',
  fee: '0',
  profit: '0',
  held: '0',
  filledAt: null,
  takeProfit: '0',
  stopLoss: '0',
  guardSource: 'last',
  mode: 'isolated',
  leverage: 20,
  origin: 'guard',
  status: 'waiting',
  reason: null,
  version: 1,
  createdAt: AT,
  updatedAt: AT,
};
const terms = { market: 'BTC-USDT-PERP', mode: 'cross', leverage: 125 };
const absence = { seconds: 30, action: 'cancelAll', state: 'armed', since: AT, version: 1 };
const done = { order: futuresOrder, fills: [], position };
const futures = { positions: [position], orders: [futuresOrder], terms: [terms], absence };

const order = {
  id: 1,
  market: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  postOnly: false,
  price: '1',
  stopPrice: null,
  quantity: '2',
  total: null,
  filled: '0',
  filledTotal: '0',
  fee: '0',
  feeAsset: 'BTC',
  filledAt: null,
  status: 'open',
  reason: null,
  version: 1,
  createdAt: AT,
  updatedAt: AT,
};
const fill = {
  id: 1,
  order: 1,
  market: 'BTC-USDT',
  side: 'buy',
  price: '1',
  quantity: '2',
  total: '2',
  fee: '0.002',
  feeAsset: 'BTC',
  role: 'taker',
  at: AT,
};

const deposit = {
  id: 1,
  chain: 'tron',
  asset: 'USDT',
  amount: '100',
  address: 'T1',
  tx: 'ab',
  state: 'credited',
  confirmations: 1,
  creditAt: 1,
  unlockAt: 3,
  reason: null,
  debt: '0',
  block: 7,
  seenAt: 1,
  creditedAt: 2,
  unlockedAt: null,
  updatedAt: 2,
  version: 2,
} as const;
const notice = {
  id: 1,
  chain: 'tron',
  asset: 'USDT',
  amount: '100',
  address: 'T1',
  tx: null,
  state: 'waiting',
  reason: null,
  deposit: null,
  createdAt: 1,
  updatedAt: 1,
  version: 1,
} as const;

const apiKey = {
  id: 1,
  name: 'bot',
  apiKey: 'k',
  kind: 'hmac',
  spot: true,
  futures: false,
  addresses: [],
  createdAt: AT,
  usedAt: null,
  usedFrom: null,
} as const;

/** A good request and a good answer of each call; a call without one here does not compile. */
const examples: Record<CallName, { request: unknown; response: unknown }> = {
  'common.loadWapConfig': { request: {}, response: { openH5AppDownload: true, downloadUrl: 'https://a.b' } },
  'common.report': { request: { kind: 'render', detail: 'x', build: '1' }, response: {} },
  'market.list': { request: {}, response: { version: 'v1', markets: [market] } },
  'market.candles': {
    request: { id: 'BTC-USDT', interval: '2h', before: 0, limit: 1_000 },
    response: { candles: [candle], more: true },
  },
  'market.sparklines': {
    request: { ids: ['BTC-USDT', 'XAU-USD'] },
    response: { lines: [['BTC-USDT', ['1', '2.5']]] },
  },
  'market.snapshot': {
    request: { ch: ['tick', 'book:BTC-USDT', 'cndl:BTC-USDT:1w'] },
    response: { now: 1_700_000_000_000, snaps: [snap] },
  },
  'common.temporaryToken': { request: {}, response: { token: 't', expiresAt: AT } },
  'common.sendSms': { request: { phone: '+14155550100', purpose: 'register' }, response: sent },
  'common.sendEmail': { request: { email: 'a@b.example', purpose: 'retrieve' }, response: sent },
  'common.upload': { request: {}, response: { id: 'u', width: 1, height: 2, bytes: 3 } },
  'account.register': {
    request: { contact, code: '123456', password: 'abc123x', inviteCode: 'ABCDEFGH', agreed: true },
    response: { token: 't', uid: '123456789' },
  },
  'account.guest': { request: { agreed: true }, response: { token: 't', uid: '123456789' } },
  'account.complete': { request: { contact, code: '123456', password: 'abc123x' }, response: {} },
  'account.login': {
    request: { contact: { kind: 'phone', phone: '+14155550100' }, password: 'p', totp: '123456' },
    response: { token: 't', uid: '123456789' },
  },
  'account.retrieve': { request: { contact, code: '123456', password: 'abc123x' }, response: {} },
  'account.logout': { request: {}, response: {} },
  'account.profile': {
    request: {},
    response: {
      uid: '123456789',
      email: 'a•••@b.example',
      phone: null,
      level: 0,
      identity: 'none',
      creditScore: 100,
      inviteCode: 'ABCDEFGH',
      createdAt: AT,
      measures: { email: true, fundPassword: false, totp: false, phone: false, antiPhishing: false },
      antiPhishing: null,
      recoveryCodesLeft: 0,
      heldUntil: AT,
      heldAfter: 'passwordChanged',
      isPlay: true,
    },
  },
  'account.favourites': {
    request: {},
    response: { uid: '123456789', ids: ['BTC-USDT'], version: 1 },
  },
  'account.keepFavourites': {
    request: { ids: ['BTC-USDT', 'ETH-USDT'], version: 1 },
    response: { uid: '123456789', ids: ['BTC-USDT', 'ETH-USDT'], version: 2, isKept: true },
  },
  'account.ticket': { request: {}, response: { ticket: 't', expiresAt: AT } },
  'apiKey.list': {
    request: {},
    response: {
      keys: [apiKey],
      most: 30,
      proof: { fundPassword: true, code: 'email', totp: false },
    },
  },
  'apiKey.add': {
    request: { name: 'bot', kind: 'hmac', spot: true, futures: false, addresses: ['10.0.0.1'], proof: 'p' },
    response: { key: apiKey, secret: 's' },
  },
  'apiKey.end': { request: { id: 1 }, response: {} },
  'account.sessions': {
    request: {},
    response: {
      sessions: [{ id: 1, device: 'd', address: 'a', createdAt: AT, seenAt: AT, isCurrent: true }],
    },
  },
  'account.endSession': { request: { id: 1 }, response: { ended: 1 } },
  'account.logins': {
    request: { before: 9, limit: 20 },
    response: { rows: [{ id: 1, what: 'login', device: 'd', address: 'a', at: AT }], more: false },
  },
  'account.changePassword': { request: { old: 'a', password: 'b', totp: '1' }, response: {} },
  'account.setFundPassword': { request: { password: 'b', code: '123456' }, response: {} },
  'account.bindPhone': {
    request: { oldCode: '123456', phone: '+14155550100', code: '123456', password: 'p' },
    response: {},
  },
  'account.bindEmail': {
    request: { oldCode: '123456', email: 'a@b.example', code: '123456', password: 'p' },
    response: {},
  },
  'account.changeEmail': {
    request: { oldCode: '123456', email: 'a@b.example', code: '123456' },
    response: {},
  },
  'account.totpStart': { request: { password: 'p' }, response: { secret: 's', uri: 'otpauth://totp/x' } },
  'account.totpConfirm': { request: { totp: '123456' }, response: { recoveryCodes: ['AAAAA-BBBBB'] } },
  'account.totpOff': { request: { password: 'p', totp: '123456' }, response: {} },
  'account.setAntiPhishing': { request: { word: 'tide' }, response: {} },
  'account.balances': {
    request: {},
    response: {
      uid: '123456789',
      balances: [balance],
      orders: [order],
      futures,
      positionMargin: '0',
      realizedPl: '-1.5',
      notifications: {
        readTo: 3,
        newest: 9,
        unread: 6,
        unseen: [{ kind: 'cycle', count: 2 }],
        cycleNet: '-4.25',
      },
    },
  },
  'account.holds': {
    request: { asset: 'USDT' },
    response: { holds: [{ account: 'spot', kind: 'order', reference: '1', amount: '1', at: AT }] },
  },
  'account.records': {
    request: { asset: 'USDT', account: 'spot', kind: 'transfer', from: AT, to: AT, before: '9.1', limit: 50 },
    response: {
      rows: [
        { id: '9.1', account: 'spot', asset: 'USDT', kind: 'transfer', amount: '-1', balance: '2', at: AT },
      ],
      next: null,
    },
  },
  'account.transfer': {
    request: { asset: 'USDT', from: 'spot', to: 'futures', amount: '1.5' },
    response: { journal: 1 },
  },
  'account.resetPlay': { request: {}, response: { journal: 1 } },
  'account.commands': {
    request: { keys: ['abcdefgh'] },
    response: { commands: [{ key: 'abcdefgh', done: true, response: { journal: 1 } }] },
  },
  'spot.place': {
    request: {
      market: 'BTC-USDT',
      side: 'buy',
      type: 'stopLimit',
      tif: 'GTC',
      postOnly: false,
      price: '1',
      stopPrice: '1.5',
      quantity: '2',
    },
    response: { order, fills: [fill] },
  },
  'spot.amend': { request: { id: 1, price: '2' }, response: { order, fills: [] } },
  'spot.cancel': { request: { id: 1 }, response: { order } },
  'spot.cancelAll': { request: { market: 'BTC-USDT' }, response: { cancelled: [1, 2] } },
  'spot.orders': {
    request: {
      market: 'BTC-USDT',
      side: 'sell',
      status: 'filled',
      live: false,
      from: AT,
      to: AT,
      before: 9,
      limit: 5,
    },
    response: { rows: [order], next: 1 },
  },
  'spot.order': { request: { id: 1 }, response: { order, fills: [fill] } },
  'spot.fills': {
    request: { market: 'BTC-USDT', before: 9, limit: 5 },
    response: { rows: [fill], next: null },
  },
  ...cycleExamples,
  ...worthExamples,
  ...withdrawExamples,
  ...storageExamples,
  ...alertExamples,
  ...notificationExamples,
  ...teamExamples,
  ...contentExamples,
  ...identityExamples,
  ...supportExamples,
  'perpetual.place': {
    request: {
      market: 'BTC-USDT-PERP',
      side: 'long',
      type: 'limit',
      tif: 'IOC',
      postOnly: false,
      reduceOnly: true,
      price: '1',
      quantity: '2',
      trigger: { price: '1.5', source: 'mark', kind: 'profit' },
      takeProfit: '2',
      stopLoss: '0.5',
      guardSource: 'mark',
    },
    response: done,
  },
  'perpetual.amend': {
    request: { id: 1, price: '1', quantity: '2', triggerPrice: '1.5' },
    response: done,
  },
  'perpetual.cancel': { request: { id: 1 }, response: { order: futuresOrder } },
  'perpetual.cancelAll': { request: { market: 'BTC-USDT-PERP' }, response: { cancelled: [1, 2] } },
  'perpetual.close': {
    request: { market: 'BTC-USDT-PERP', type: 'limit', price: '1', quantity: '2', share: '0.5' },
    response: done,
  },
  'perpetual.closeAll': {
    request: { market: 'BTC-USDT-PERP' },
    response: { closed: [{ market: 'BTC-USDT-PERP', order: null, position, refusal: 'noLiquidity' }] },
  },
  'perpetual.reverse': { request: { market: 'BTC-USDT-PERP' }, response: done },
  'perpetual.setTerms': {
    request: { market: 'BTC-USDT-PERP', mode: 'isolated', leverage: 125 },
    response: { terms, position: null },
  },
  'perpetual.changeMargin': { request: { market: 'BTC-USDT-PERP', amount: '-1.5' }, response: { position } },
  'perpetual.protect': {
    request: {
      market: 'BTC-USDT-PERP',
      quantity: '1',
      takeProfit: { by: 'roe', value: '0.25', source: 'mark', limit: '1' },
      stopLoss: null,
    },
    response: { guards: [futuresOrder] },
  },
  'perpetual.amendGuard': {
    request: { id: 1, guard: { by: 'profit', value: '-5', source: 'last' }, quantity: '1' },
    response: { order: futuresOrder },
  },
  'perpetual.setAbsence': { request: { seconds: 30, action: 'reduceOnly' }, response: { absence } },
  'perpetual.state': { request: {}, response: futures },
  'perpetual.positions': {
    request: { market: 'BTC-USDT-PERP', from: AT, to: AT, before: 9, limit: 5, live: true },
    response: { rows: [position], next: 1 },
  },
  'perpetual.orders': {
    request: { live: false, status: 'filled', guards: true, limit: 5 },
    response: { rows: [futuresOrder], next: null },
  },
  'perpetual.fills': {
    request: { order: 1, position: 2, limit: 5 },
    response: {
      rows: [
        {
          id: 1,
          order: null,
          position: 2,
          market: 'BTC-USDT-PERP',
          side: 'sell',
          price: '1',
          quantity: '2',
          fee: '-0.1',
          profit: '3',
          role: 'taker',
          kind: 'takeover',
          at: AT,
        },
      ],
      next: null,
    },
  },
  'perpetual.funding': {
    request: { position: 1, limit: 5 },
    response: {
      rows: [
        {
          id: 1,
          position: 2,
          market: 'BTC-USDT-PERP',
          side: 'long',
          quantity: '2',
          mark: '1',
          rate: '-0.0001',
          amount: '0.0002',
          at: AT,
        },
      ],
      next: null,
    },
  },
  'perpetual.liquidations': {
    request: { position: 1, limit: 5 },
    response: {
      rows: [
        {
          id: 1,
          position: 2,
          market: 'BTC-USDT-PERP',
          step: 'close',
          side: 'long',
          mode: 'cross',
          quantity: '2',
          price: '0.33333333333333333333333333333',
          mark: '1',
          equity: '-0.1',
          maintenance: '0.2',
          closingFee: '0.001',
          profit: '-3',
          fee: '0.001',
          insurance: '-0.1',
          at: AT,
        },
      ],
      next: null,
    },
  },
  'perpetual.rates': {
    request: { market: 'BTC-USDT-PERP', before: AT, limit: 5 },
    response: { rows: [{ at: AT, rate: '0.0001', mark: '1', index: '1' }], next: null },
  },
  'deposit.infos': {
    request: {},
    response: {
      now: 1,
      isSimulated: true,
      coins: [
        { asset: 'USDT', refusal: null },
        { asset: 'BTC', refusal: 'depositAsset' },
      ],
      networks: [
        {
          chain: 'tron',
          name: 'Tron',
          standard: 'TRC20',
          asset: 'USDT',
          least: '1',
          creditAt: 1,
          unlockAt: 3,
          arrivalMs: 10_000,
          unlockMs: 30_000,
          status: 'open',
          heardAt: 1,
          block: 7,
        },
      ],
      locked: [{ asset: 'USDT', amount: '100' }],
      debts: [],
      test: { least: '1', most: '10000' },
    },
  },
  'deposit.address': {
    request: { chain: 'tron' },
    response: { chain: 'tron', asset: 'USDT', address: 'T1', code: 'tidemark-simulated:tron/T1' },
  },
  'deposit.list': {
    request: { limit: 50, chain: 'tron', state: 'credited' },
    response: { rows: [deposit], next: null },
  },
  'deposit.detail': { request: { id: 1 }, response: { deposit } },
  'deposit.notify': {
    request: { chain: 'tron', amount: '100', tx: 'ab', voucher: 'A'.repeat(43) },
    response: { notice },
  },
  'deposit.notices': { request: { limit: 50 }, response: { rows: [notice], next: 1 } },
  'deposit.voucher': {
    request: { id: 1 },
    response: { type: 'image/jpeg', width: 1, height: 1, content: 'aa==' },
  },
  'deposit.test': {
    request: { chain: 'tron', amount: '100' },
    response: { chain: 'tron', address: 'T1', tx: 'ab' },
  },
  'dev.outbox': {
    request: {},
    response: { messages: [{ id: 1, to: 'a@b.example', subject: 's', text: 't', at: AT }] },
  },
};
const named = Object.entries(calls) as [CallName, (typeof calls)[CallName]][];
const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(named)('%s', (name, call) => {
  it('takes and gives what crosses the wire, unchanged', () => {
    const { request, response } = examples[name];
    expect(v.parse(call.request, overWire(request))).toEqual(request);
    expect(v.parse(call.response, overWire(response))).toEqual(response);
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
    ['market.candles', { id: 'BTC-USDT', interval: '1M' }],
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
