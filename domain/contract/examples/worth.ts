const AT = 1_700_000_000_000;
const conversion = {
  id: 7,
  kind: 'quote',
  from: 'BTC',
  to: 'USDT',
  fromAmount: '0.5',
  toAmount: '24975',
  price: '49950',
  reference: '50000',
  at: AT,
  journal: 12,
};
const small = { asset: 'BTC', amount: '0.00001', toAmount: '0.4995', price: '49950', reference: '50000' };
const stands = { now: AT, expiresAt: AT + 8_000 };

/** A good request and a good answer of each call about converting and worth. */
export const worthExamples = {
  'convert.quote': {
    request: { from: 'BTC', to: 'USDT', side: 'from', amount: '0.5' },
    response: {
      id: 'quote-01',
      from: 'BTC',
      to: 'USDT',
      fromAmount: '0.5',
      toAmount: '24975',
      price: '49950',
      reference: '50000',
      ...stands,
    },
  },
  'convert.accept': { request: { quote: 'quote-01' }, response: { conversion } },
  'convert.small': {
    request: {},
    response: { id: 'quote-02', to: 'USDT', below: '5', rows: [small], ...stands },
  },
  'convert.acceptSmall': {
    request: { quote: 'quote-02', assets: ['BTC'] },
    response: { conversions: [{ ...conversion, kind: 'small' }] },
  },
  'account.worth': {
    request: { range: 'week' },
    response: {
      points: [[AT, '-1.5']],
      today: { since: AT, worth: '100', moved: '-2' },
    },
  },
  'convert.list': {
    request: { asset: 'BTC', kind: 'small', from: AT, to: AT, before: 9, limit: 5 },
    response: { rows: [conversion], next: 7 },
  },
};
