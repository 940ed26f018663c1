import { proxy } from 'comlink';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PlanRow, StorageRow } from '../../domain/contract/index.ts';
import type {
  StorageForm,
  StorageOrdersFrame,
  StoragePayoutsFrame,
  StoragePlansFrame,
  StorageTicketFrame,
  StorageTicketView,
  View,
} from '../../workers/api.ts';
import { createWords } from '../../workers/session/words.ts';
import '../../workers/views/userViews.ts';
import { ask, pass, userState, world, worldForEach } from './world.ts';

worldForEach();

const DAY = 86_400_000;
/** A Wednesday noon. */
const AT = Date.UTC(2026, 10, 18, 12);
const plan: PlanRow = {
  id: 2,
  asset: 'USDT',
  rate: '0.0003',
  days: 30,
  share: '0.8',
  least: '100',
  most: '100000',
  quota: '5000000',
  left: '1250000',
  status: 'open',
  version: 3,
};
const order: StorageRow = {
  id: 7,
  plan: 2,
  asset: 'USDT',
  amount: '1000',
  rate: '0.0003',
  days: 30,
  share: '0.8',
  autoRenew: false,
  openedAt: AT - 60_000,
  startsAt: AT + DAY / 2,
  firstPayoutAt: AT + (3 * DAY) / 2,
  endsAt: AT + DAY / 2 + 30 * DAY,
  revocableUntil: AT + 540_000,
  state: 'running',
  paidDays: 0,
  earned: '0',
  promised: '9',
  nextPayoutAt: AT + (3 * DAY) / 2,
  cost: '0',
  returned: null,
  endedAt: null,
  renewedFrom: null,
  renewedBy: null,
  notRenewed: null,
  version: 1,
};
const publishUser = (usdt = '1000') =>
  world.feed.subject.next({
    kind: 'private',
    at: AT,
    snapshot: userState({
      balances: [{ account: 'spot', asset: 'USDT', posted: usdt, held: '0', version: 1 }],
    }),
  });

async function shown<F>(view: View): Promise<{ frames: F[]; update: (next: View) => Promise<void> }> {
  const frames: F[] = [];
  const handle = (await (world.session.open(
    view,
    proxy((frame) => void frames.push(frame as F)),
  ) as unknown)) as { update: (next: View) => Promise<void> };
  await pass(200);
  const update = async (next: View) => {
    await handle.update(next);
    await pass(200);
  };
  return { frames, update };
}
const asksOf = (end: string) => world.requested.filter(([path]) => path.endsWith(end));
let plans: PlanRow[];
let rows: StorageRow[];

beforeEach(() => {
  plans = [plan];
  rows = [order];
  world.answers['storage/plan/list'] = () => ({ now: AT, plans });
  world.answers['storage/summary'] = () => ({
    assets: [{ asset: 'USDT', running: 2, escrow: '1500', promised: '8.7', earned: '1.2', cost: '0.2' }],
  });
  world.answers['storage/order/list'] = () => ({ rows, next: null });
});

describe('plans', () => {
  it('are told to visitors, with what is left of them, and anew after a while', async () => {
    const { frames } = await shown<StoragePlansFrame>({ kind: 'storagePlans', turn: 0 });
    expect(frames.at(-1)).toMatchObject({
      isKnown: true,
      sums: [],
      plans: [
        {
          id: 2,
          rate: '0.03%',
          yearly: '10.95%',
          days: 30,
          least: '100.00',
          most: '100,000.00',
          left: '1,250,000.00',
          leftPermille: 250,
          share: '80%',
          status: 'open',
        },
      ],
    });
    expect(asksOf('storage/summary')).toEqual([]);
    plans = [{ ...plan, left: '50', status: 'full' }];
    await pass(11_000);
    expect(frames.at(-1)?.plans).toMatchObject([{ left: '50.00', leftPermille: 0, status: 'full' }]);
  });
  it('stand beside what the user has in them, the cost of leaving taken off', async () => {
    await world.session.setSettings({ token: 'mine' });
    publishUser();
    const { frames } = await shown<StoragePlansFrame>({ kind: 'storagePlans', turn: 0 });
    expect(frames.at(-1)?.sums).toEqual([
      { asset: 'USDT', running: 2, escrow: '1,500.00', promised: '8.70', earned: '1.00' },
    ]);
  });
  it('come together with the sums that stand above them, or with none when those cannot be had', async () => {
    await world.session.setSettings({ token: 'mine' });
    publishUser();
    let answer: (sums: unknown) => void = () => undefined;
    world.answers['storage/summary'] = () => new Promise((resolve) => (answer = resolve));
    const { frames } = await shown<StoragePlansFrame>({ kind: 'storagePlans', turn: 0 });
    expect(frames).toEqual([]);
    answer({ code: 'unavailable', message: '', data: null, requestId: 'r' });
    await pass(200);
    expect(frames.at(-1)).toMatchObject({ isKnown: true, sums: [], plans: [{ asset: 'USDT' }] });
  });
  it('that cannot be had say so, and are asked for at once when the user taps', async () => {
    world.answers['storage/plan/list'] = () => ({
      code: 'unavailable',
      message: '',
      data: null,
      requestId: 'r',
    });
    const { frames, update } = await shown<StoragePlansFrame>({ kind: 'storagePlans', turn: 0 });
    expect(frames.at(-1)).toMatchObject({ isKnown: false, failed: { code: 'unavailable' } });
    world.answers['storage/plan/list'] = () => ({ now: AT, plans });
    await update({ kind: 'storagePlans', turn: 1 });
    expect(frames.at(-1)).toMatchObject({ isKnown: true });
    expect(frames.at(-1)).not.toHaveProperty('failed');
  });
});

describe('a ticket', () => {
  const view: StorageTicketView = { kind: 'storageTicket', plan: 2, amount: '1000', turn: 0 };
  const ticket = async (more: Partial<StorageTicketView> = {}): Promise<StorageForm> => {
    const { frames } = await shown<StorageTicketFrame>({ ...view, ...more });
    const form = frames.at(-1)?.form;
    if (!form) throw new Error('no form was told');
    return form;
  };

  it('says in money what comes of it and when, and what to send', async () => {
    publishUser('5000');
    const form = await ticket();
    expect(form).toMatchObject({
      isExample: false,
      amount: '1,000.00',
      daily: '0.30',
      interest: '9.00',
      total: '1,009.00',
      available: '5,000.00',
      mostDigits: '5000',
      order: { plan: 2, version: 3, amount: '1000' },
    });
    // The first full UTC day begins at the next midnight and is paid when it is over.
    const { moment } = createWords('en_us');
    const midnight = (days: number) => moment(Date.UTC(2026, 10, 19) + days * DAY);
    expect([form.startsAt, form.firstPayoutAt, form.endsAt]).toEqual([0, 1, 30].map(midnight));
  });
  it.each([
    ['', 'escrowZero'],
    ['0', 'escrowZero'],
    ['0,00', 'escrowZero'],
    ['abc', 'amountInvalid'],
    ['1.000000001', 'amountTooFine'],
    ['99.99999999', 'escrowTooSmall'],
    ['100000.00000001', 'escrowTooLarge'],
    ['1000.00000001', 'insufficientBalance'],
  ])('refuses %j with %s, and there is nothing to send', async (amount, error) => {
    publishUser('1000');
    const form = await ticket({ amount });
    expect(form.error).toBe(error);
    expect(form).not.toHaveProperty('order');
  });
  it('takes the bounds themselves, with either separator', async () => {
    publishUser('100000');
    expect((await ticket({ amount: '100,0' })).order?.amount).toBe('100.0');
    expect((await ticket({ amount: '100000' })).order?.amount).toBe('100000');
  });
  it('shows the smallest order as an example while nothing is typed', async () => {
    expect(await ticket({ amount: '' })).toMatchObject({
      isExample: true,
      amount: '100.00',
      interest: '0.90',
    });
  });
  it.each([
    ['closed', 'planClosed'],
    ['full', 'planQuota'],
  ] as const)('of a plan that is %s is blocked', async (status, blocked) => {
    publishUser('5000');
    plans = [{ ...plan, status, left: status === 'full' ? '5' : plan.left }];
    const form = await ticket();
    expect(form.blocked).toBe(blocked);
    expect(form).not.toHaveProperty('order');
  });
  it('of no plan says that there is none', async () => {
    const { frames } = await shown<StorageTicketFrame>({ ...view, plan: 9 });
    expect(frames.at(-1)).toMatchObject({ isUnknown: true });
    expect(frames.at(-1)).not.toHaveProperty('form');
  });
  it('asks for the plan anew at the next turn', async () => {
    publishUser('5000');
    const { frames, update } = await shown<StorageTicketFrame>(view);
    plans = [{ ...plan, rate: '0.0001', version: 4 }];
    await update({ ...view, turn: 1 });
    expect(frames.at(-1)?.form).toMatchObject({ interest: '3.00', order: { version: 4 } });
  });

  describe('draws what leaving early takes', () => {
    it('on each day, the cost rounded up and never more than the interest paid', async () => {
      const { figure } = await ticket({ day: 10 });
      expect(figure.chosen).toMatchObject({
        day: 10,
        interest: '3.00',
        cost: '2.40',
        back: '997.60',
        net: '+0.60',
      });
      expect(figure.points).toHaveLength(31);
      expect(figure.points.slice(0, 2)).toEqual([
        { day: 0, interest: 0, net: 0 },
        { day: 1, interest: 33, net: 7 },
      ]);
      expect(figure.points.at(-1)).toEqual({ day: 30, interest: 1000, net: 1000 });
      expect(figure.breakEven?.day).toBe(1);
    });
    it('a day beyond the cycle is its last, on which nothing is taken', async () => {
      const { figure } = await ticket({ day: 99 });
      expect(figure.chosen).toMatchObject({ day: 30, cost: '0.00', back: '1,000.00', net: '+9.00' });
    });
    it('has no day of breaking even where all interest is taken', async () => {
      plans = [{ ...plan, share: '1' }];
      const { figure } = await ticket();
      expect(figure).not.toHaveProperty('breakEven');
      expect(figure.points.at(-2)).toMatchObject({ day: 29, net: 0 });
    });
    it('thins a long cycle, and keeps its last two days', async () => {
      plans = [{ ...plan, days: 1825, rate: '0.0001' }];
      const { figure } = await ticket();
      expect(figure.points.length).toBeLessThan(125);
      expect(figure.points.slice(-2).map(({ day }) => day)).toEqual([1824, 1825]);
    });
  });
});

describe('orders', () => {
  const list = (more: object = {}): View => ({ kind: 'storageOrders', want: 50, ...more });
  beforeEach(async () => {
    await world.session.setSettings({ token: 'mine' });
    publishUser();
  });

  it('count down the time of free revoking, and offer it no more when it is over', async () => {
    rows = [{ ...order, revocableUntil: world.clock.now() + 2_000 }];
    const { frames } = await shown<StorageOrdersFrame>(list());
    expect(frames.at(-1)?.lines[0]?.revoke).toBe('0:02');
    await pass(1_000);
    expect(frames.at(-1)?.lines[0]?.revoke).toBe('0:01');
    await pass(2_000);
    expect(frames.at(-1)?.lines[0]).not.toHaveProperty('revoke');
    const published = frames.length;
    await pass(3_000);
    expect(frames).toHaveLength(published);
  });
  it('say what redeeming costs to the last unit, and send exactly that', async () => {
    rows = [{ ...order, paidDays: 1, earned: '0.30000001', revocableUntil: AT - 1 }];
    const { frames } = await shown<StorageOrdersFrame>(list());
    expect(frames.at(-1)?.lines[0]).toMatchObject({
      earned: '0.30000001',
      redeem: {
        cost: '0.24000001',
        back: '999.75999999',
        net: '+0.06',
        netDirection: 1,
        request: { id: 7, cost: '0.24000001' },
      },
    });
  });
  it('that have ended offer nothing', async () => {
    rows = [
      {
        ...order,
        state: 'redeemedEarly',
        cost: '0.24',
        returned: '999.76',
        endedAt: AT,
        nextPayoutAt: null,
        version: 2,
      },
    ];
    const { frames } = await shown<StorageOrdersFrame>(list());
    const line = frames.at(-1)?.lines[0];
    expect(line).toMatchObject({
      state: 'redeemedEarly',
      cost: '0.24',
      returned: '999.76',
      nextPayoutAt: '',
    });
    expect(line).not.toHaveProperty('redeem');
    expect(line).not.toHaveProperty('revoke');
  });
  it('are read again when one has changed, and as the filter says', async () => {
    const { frames, update } = await shown<StorageOrdersFrame>(list({ state: 'running' }));
    expect(asksOf('storage/order/list').at(-1)?.[1]).toEqual({ state: 'running', limit: 50 });
    rows = [{ ...order, earned: '0.3', paidDays: 1, version: 2 }];
    world.feed.subject.next({
      kind: 'private',
      at: AT,
      row: { type: 'storage', body: { id: 7, version: 2 } },
    });
    await pass(200);
    expect(frames.at(-1)?.lines[0]).toMatchObject({ earned: '0.30', paidDays: 1 });
    await update(list({ asset: 'BTC', from: 1, to: 2 }));
    expect(asksOf('storage/order/list').at(-1)?.[1]).toEqual({ asset: 'BTC', from: 1, to: 2, limit: 50 });
  });
});

describe('payouts and files', () => {
  const payout = { id: 5, order: 7, day: 1, asset: 'USDT', amount: '0.3', dueAt: AT, at: AT + 5 };
  it('of one order, each with its day', async () => {
    world.answers['storage/payout/list'] = () => ({ rows: [payout], next: null });
    const { frames } = await shown<StoragePayoutsFrame>({ kind: 'storagePayouts', order: 7, want: 50 });
    expect(asksOf('storage/payout/list').at(-1)?.[1]).toEqual({ order: 7, limit: 50 });
    expect(frames.at(-1)?.lines).toMatchObject([{ id: 5, order: 7, day: 1, amount: '+0.30', asset: 'USDT' }]);
  });
  it('are saved at full precision, all pages', async () => {
    world.answers['storage/payout/list'] = ({ before }: { before?: number }) => ({
      rows: [before ? { ...payout, id: 4, amount: '0.00000001' } : payout],
      next: before ? null : 5,
    });
    const text = await ask('exportStorage', { of: 'payouts' });
    expect(text).toEqual({
      ok: true,
      data: [
        'id,due (UTC),booked (UTC),order,day,asset,amount',
        '5,2026-11-18T12:00:00.000Z,2026-11-18T12:00:00.005Z,7,1,USDT,0.3',
        '4,2026-11-18T12:00:00.000Z,2026-11-18T12:00:00.005Z,7,1,USDT,0.00000001',
        '',
      ].join('\r\n'),
    });
    const orders = await ask('exportStorage', { of: 'orders', state: 'running' });
    expect(orders.ok && orders.data.split('\r\n')[1]).toBe(
      '7,2026-11-18T11:59:00.000Z,2,USDT,1000,0.0003,30,running,2026-11-19T00:00:00.000Z,2026-12-19T00:00:00.000Z,,0,0,9,0,,false,,,',
    );
  });
});
