const AT = 1_700_000_000_000;
const plan = {
  id: 2,
  asset: 'USDT',
  rate: '0.0003',
  days: 30,
  share: '0.8',
  least: '100',
  most: '100000',
  quota: '5000000',
  left: '4999900',
  status: 'open',
  version: 3,
};
const order = {
  id: 7,
  plan: 2,
  asset: 'USDT',
  amount: '100',
  rate: '0.0003',
  days: 30,
  share: '0.8',
  autoRenew: true,
  openedAt: AT,
  startsAt: AT + 1,
  firstPayoutAt: AT + 2,
  endsAt: AT + 3,
  revocableUntil: AT + 600_000,
  state: 'redeemed',
  paidDays: 30,
  earned: '0.9',
  promised: '0.9',
  nextPayoutAt: null,
  cost: '0',
  returned: '100',
  endedAt: AT + 3,
  renewedFrom: 6,
  renewedBy: null,
  notRenewed: 'termsWorse',
  version: 31,
};
const one = { order };

/** A good request and a good answer of each call of storage plans. */
export const storageExamples = {
  'storage.plans': {
    about: 'Storage plans: daily rate, cycle, bounds of an order, and what is left of each',
    request: {},
    response: { now: AT, plans: [plan] },
  },
  'storage.open': {
    about: 'Puts an amount into a plan; it earns for each full UTC day until the cycle ends',
    request: { plan: 2, version: 3, amount: '100', autoRenew: true, agreed: true },
    response: one,
  },
  'storage.revoke': {
    about: 'Within ten minutes of opening: takes it all back, free of charge',
    request: { id: 7 },
    response: one,
  },
  'storage.redeem': {
    about: 'Ends an order early for a stated share of the interest that it was paid',
    request: { id: 7, cost: '0.024' },
    response: one,
  },
  'storage.renew': {
    about: 'Whether an order goes on in the same plan when its cycle ends',
    request: { id: 7, autoRenew: false },
    response: one,
  },
  'storage.list': {
    about: 'Storage orders of the user, newest first',
    request: { state: 'running', asset: 'USDT', plan: 2, from: AT, to: AT, before: 9, limit: 5 },
    response: { rows: [order], next: 7 },
  },
  'storage.detail': {
    about: 'One storage order',
    request: { id: 7 },
    response: one,
  },
  'storage.payouts': {
    about: 'Interest that was paid, newest first',
    request: { order: 7, before: 9, limit: 5 },
    response: {
      rows: [{ id: 1, order: 7, day: 1, asset: 'USDT', amount: '0.03', dueAt: AT, at: AT }],
      next: null,
    },
  },
  'storage.summary': {
    about: 'By asset: what is in escrow, earned, and still promised',
    request: {},
    response: {
      assets: [{ asset: 'USDT', running: 1, escrow: '100', promised: '0.87', earned: '0.03', cost: '0' }],
    },
  },
};
