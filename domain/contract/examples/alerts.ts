const alert = {
  id: 1,
  market: 'BTC-USDT',
  direction: 'above',
  price: '70000',
  repeats: false,
  state: 'reached',
  fired: 1,
  firedAt: 2,
  firedPrice: '70000.5',
  createdAt: 1,
  version: 2,
};

/** A good request and a good answer of each call about price alerts. */
export const alertExamples = {
  'alert.list': {
    about: 'Price alerts of the user, newest first',
    request: { market: 'BTC-USDT' },
    response: { rows: [alert], most: 50 },
  },
  'alert.add': {
    about: 'Tells the user when a price is reached; the same alert again is the one that is there',
    request: { market: 'BTC-USDT', direction: 'below', price: '0.5', repeats: true },
    response: { alert },
  },
  'alert.remove': {
    about: 'Takes a price alert away',
    request: { id: 1 },
    response: {},
  },
};
