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
    about: 'What one asset becomes of another: a quote that stands for 8 seconds and is good once',
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
  'convert.accept': {
    about: 'Converts exactly as quoted',
    request: { quote: 'quote-01' },
    response: { conversion },
  },
  'convert.small': {
    about: 'The small balances of the spot account, each with what it becomes; stands for 8 seconds',
    request: {},
    response: { id: 'quote-02', to: 'USDT', below: '5', rows: [small], ...stands },
  },
  'convert.acceptSmall': {
    about: 'Converts the chosen small balances exactly as quoted, in one transaction',
    request: { quote: 'quote-02', assets: ['BTC'] },
    response: { conversions: [{ ...conversion, kind: 'small' }] },
  },
  'account.worth': {
    about: 'What the accounts were worth over time, and from where today’s P/L counts',
    request: { range: 'week' },
    response: {
      points: [[AT, '-1.5']],
      today: { since: AT, worth: '100', moved: '-2' },
    },
  },
  'convert.list': {
    about: 'Conversions, newest first',
    request: { asset: 'BTC', kind: 'small', from: AT, to: AT, before: 9, limit: 5 },
    response: { rows: [conversion], next: 7 },
  },
};
