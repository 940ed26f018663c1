const AT = 1_700_000_000_000;
/** An open spot order. */
export const order = {
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
  partner: null,
  triggeredAt: null,
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

/** A good request and a good answer of each call about spot orders. */
export const spotExamples = {
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
  'spot.placeOco': {
    request: {
      market: 'BTC-USDT',
      side: 'buy',
      quantity: '2',
      price: '1',
      stopPrice: '1.5',
      stopLimitPrice: '1.6',
      stopTif: 'GTC',
      clientIds: { limit: 'profit-1', stop: 'stop-1' },
    },
    response: {
      limit: { ...order, partner: 2 },
      stop: { ...order, id: 2, partner: 1, type: 'stopLimit', stopPrice: '1.5', status: 'waiting' },
    },
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
};
