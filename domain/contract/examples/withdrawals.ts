import { DAY_MS } from '../../interval.ts';

const AT = 1_700_000_000_000;
const withdrawal = {
  kind: 'crypto',
  id: 1,
  currency: 'USDT',
  amount: '100',
  fee: '1',
  received: '99',
  state: 'sent',
  reason: null,
  restsUntil: null,
  createdAt: AT,
  updatedAt: AT,
  version: 3,
  chain: 'tron',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  tx: 'a1',
  confirmations: 2,
  confirmationsNeeded: 3,
};
const toBank = {
  kind: 'bank',
  id: 2,
  currency: 'USDT',
  amount: '100',
  fee: '5',
  received: '81.29',
  state: 'rejected',
  reason: 'The name differs',
  restsUntil: null,
  createdAt: AT,
  updatedAt: AT,
  version: 2,
  fiat: 'EUR',
  rate: '0.8557',
  bank: 'Analytical Bank',
  card: '•••• 4242',
  tx: null,
};
const address = {
  id: 1,
  currency: 'USDT',
  chain: 'tron',
  family: 'tron',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  label: '',
  createdAt: AT,
  usableAt: AT + DAY_MS,
};
const card = {
  id: 1,
  holder: 'Ada Lovelace',
  bank: 'Analytical Bank',
  branch: 'London',
  code: 'ANBKGB2L',
  number: '•••• 4242',
  createdAt: AT,
};
const day = { most: '99999999', used: '0', left: '99999999' };
const whitelist = { on: true, offAt: AT };
const key = 'p'.repeat(43);

/** A good request and a good answer of each call about withdrawals. */
export const withdrawExamples = {
  'withdraw.infos': {
    about: 'What can be withdrawn where: bounds, fees, what is left of the limits, and why withdrawals rest',
    request: { currency: 'USDT' },
    response: {
      now: AT,
      held: { until: AT, after: 'passwordChanged' },
      proof: { fundPassword: true, code: 'email', totp: false, passkey: false },
      whitelist,
      paused: false,
      addressRestMs: DAY_MS,
      level: 1,
      day,
      levelMost: '10000',
      pending: { count: 0, most: 20 },
      currencies: [
        {
          currency: 'USDT',
          available: '200',
          withdrawable: '150',
          locked: '50',
          bounds: { least: '100', most: '1000000', levelMost: '10000', dayLeft: '99999999' },
          chains: [{ chain: 'tron', family: 'tron', fee: '1', decimals: 6, pattern: '^T', confirmations: 3 }],
        },
      ],
      bank: { currencies: ['EUR'], fee: '5', blocked: 'identityNeeded', day, verifiedName: null },
    },
  },
  'withdraw.prove': {
    about:
      'Proves by funding password, code and authenticator that it is the user. Good once, for five minutes',
    request: { purpose: 'withdrawal', fundPassword: 'a', code: '123456', totp: '123456' },
    response: { proof: key, expiresAt: AT },
  },
  'withdraw.send': {
    about: 'Asks for a withdrawal to an address; its amount is set aside at once',
    request: { currency: 'USDT', chain: 'tron', address: 'T', amount: '100', proof: key },
    response: { withdrawal },
  },
  'withdraw.toBank': {
    about: 'Asks for a withdrawal to a saved bank card at a quote',
    request: { quote: 'q', card: 1, proof: key },
    response: { withdrawal: toBank },
  },
  'withdraw.cancel': {
    about: 'Takes a withdrawal back while it is requested',
    request: { id: 1 },
    response: { withdrawal },
  },
  'withdraw.list': {
    about: 'Withdrawals of the user, newest first',
    request: { kind: 'bank', state: 'sent', currency: 'USDT', from: 0, to: AT, before: 2, limit: 10 },
    response: { rows: [withdrawal, toBank], next: 1 },
  },
  'withdraw.detail': {
    about: 'One withdrawal',
    request: { id: 1 },
    response: { withdrawal },
  },
  'withdraw.addresses': {
    about: 'The address book, and whether only its addresses are allowed',
    request: {},
    response: { addresses: [address], whitelist },
  },
  'withdraw.addAddress': {
    about: 'Adds an address after checking its checksum and network',
    request: { currency: 'USDT', chain: 'tron', address: 'T', label: '' },
    response: { address },
  },
  'withdraw.removeAddress': {
    about: 'Takes an address out of the book',
    request: { id: 1 },
    response: {},
  },
  'withdraw.setWhitelist': {
    about: 'Allows only addresses of the book; taking that back acts after a day',
    request: { on: false, proof: key },
    response: { whitelist },
  },
  'withdraw.cards': {
    about: 'Saved bank cards, their numbers masked',
    request: {},
    response: { cards: [card] },
  },
  'withdraw.addCard': {
    about: 'Saves a bank card in the verified name',
    request: { holder: 'A', bank: 'B', branch: 'C', code: 'D', number: '1' },
    response: { card },
  },
  'withdraw.removeCard': {
    about: 'Forgets a bank card',
    request: { id: 1 },
    response: {},
  },
  'withdraw.bankQuote': {
    about: 'A rate to a fiat currency, locked for this user and amount, to be used once',
    request: { fiat: 'EUR', amount: '100' },
    response: {
      id: 'q',
      fiat: 'EUR',
      amount: '100',
      fee: '5',
      rate: '0.8557',
      market: '0.86',
      received: '81.29',
      now: AT,
      expiresAt: AT,
    },
  },
};
