const AT = 1_700_000_000_000;

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
  expiresAt: null,
  postOnly: false,
  reduceOnly: true,
  price: null,
  trigger: { kind: 'stop', price: '1', source: 'mark' },
  trail: null,
  chase: null,
  scaled: null,
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
/** What an account has of perpetuals. */
export const futures = { positions: [position], orders: [futuresOrder], terms: [terms], absence };

/** A good request and a good answer of each call about perpetuals. */
export const perpetualExamples = {
  'perpetual.place': {
    request: {
      market: 'BTC-USDT-PERP',
      side: 'long',
      type: 'limit',
      tif: 'GTD',
      expiresAt: AT,
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
  'perpetual.placeScaled': {
    request: {
      market: 'BTC-USDT-PERP',
      side: 'long',
      from: '1',
      to: '2',
      count: 3,
      shape: 'falling',
      quantity: '6',
      reduceOnly: true,
    },
    response: { orders: [{ ...futuresOrder, scaled: 1 }] },
  },
  'perpetual.amend': {
    request: { id: 1, price: '1', quantity: '2', triggerPrice: '1.5' },
    response: done,
  },
  'perpetual.cancel': { request: { id: 1 }, response: { order: futuresOrder } },
  'perpetual.cancelAll': { request: { market: 'BTC-USDT-PERP', scaled: 1 }, response: { cancelled: [1, 2] } },
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
  'perpetual.fundingSums': {
    request: { market: 'BTC-USDT-PERP', from: AT },
    response: { rows: [{ market: 'BTC-USDT-PERP', received: '1.25', paid: '3.5', count: 6 }] },
  },
  'perpetual.interest': {
    request: { market: 'BTC-USDT-PERP' },
    response: {
      at: AT,
      interest: {
        quantity: '12.5',
        value: '13125',
        long: { accounts: 31, quantity: '12.5' },
        short: { accounts: 18, quantity: '9.25' },
        liquidations: [{ at: AT, side: 'long', quantity: '2', price: '1050' }],
        liquidated: { long: { count: 1, value: '2100' }, short: { count: 0, value: '0' } },
      },
    },
  },
};
