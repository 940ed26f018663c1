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
    about: 'What can be deposited where, how long it takes, and what still waits for its confirmations',
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
    about: 'The user’s own address on a network, made when it is first asked for',
    request: { chain: 'tron' },
    response: { chain: 'tron', asset: 'USDT', address: 'T1', code: 'tidemark-simulated:tron/T1' },
  },
  'deposit.list': {
    about: 'Deposits of the user, newest first',
    request: { limit: 50, chain: 'tron', state: 'credited' },
    response: { rows: [deposit], next: null },
  },
  'deposit.detail': {
    about: 'One deposit',
    request: { id: 1 },
    response: { deposit },
  },
  'deposit.notify': {
    about: 'Tells of a missing deposit, with a picture as proof; a person looks at it',
    request: { chain: 'tron', amount: '100', tx: 'ab', voucher: 'A'.repeat(43) },
    response: { notice },
  },
  'deposit.notices': {
    about: 'What the user has told of missing deposits, newest first',
    request: { limit: 50 },
    response: { rows: [notice], next: 1 },
  },
  'deposit.voucher': {
    about: 'The picture of a notice, for who sent it',
    request: { id: 1 },
    response: { type: 'image/jpeg', width: 1, height: 1, content: 'aa==' },
  },
  'deposit.test': {
    about: 'Practice only: sends test money to the own address over the simulated network',
    request: { chain: 'tron', amount: '100' },
    response: { chain: 'tron', address: 'T1', tx: 'ab' },
  },
};
