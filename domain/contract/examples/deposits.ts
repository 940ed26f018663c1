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

/** A good request and a good answer of each call about deposits. */
export const depositExamples = {
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
};
