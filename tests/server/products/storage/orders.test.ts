import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StorageRow } from '../../../../domain/contract/index.ts';
import type { Dec } from '../../../../domain/index.ts';
import { D, redemptions, toText } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { payoutsOf, summaryOf } from '../../../../server/products/storage/lists.ts';
import { openOrder } from '../../../../server/products/storage/open.ts';
import { withDatabase } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';
import type { StorageWorld } from '../../../support/storage.ts';
import { booksOf, DAY, MORNING, openStorage, outcomes, USUAL } from '../../../support/storage.ts';

const less = (a: Dec, b: Dec): Dec => toText(new D(a).minus(b));
const plus = (a: Dec, b: Dec): Dec => toText(new D(a).plus(b));
const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

withDatabase('storage orders', (db) => {
  let x: StorageWorld;
  beforeEach(async () => {
    x = await openStorage(db());
  });
  afterEach(async () => {
    await x.close();
    expect(x.logged).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
  });
  const paid = async (order: StorageRow): Promise<[day: number, amount: string, due: string][]> => {
    const { rows } = await payoutsOf(db(), x.users[0] ?? 0, { order: order.id, limit: 500 });
    return rows
      .reverse()
      .map(({ day, amount, dueAt }) => [day, amount, new Date(dueAt).toISOString().slice(0, 10)]);
  };

  describe('an order', () => {
    it('lies in escrow, is paid each midnight, and comes back at the end', async () => {
      const plan = await x.plan({ days: 3 });
      const [before] = await x.house();
      const order = await x.open(0, plan, '333.33333333');
      expect(order).toMatchObject({ state: 'running', earned: '0', promised: '0.29999999', paidDays: 0 });
      expect([order.startsAt, order.firstPayoutAt, order.endsAt].map((at) => at - MORNING)).toEqual(
        [1, 2, 4].map((days) => days * DAY - 10 * 3_600_000),
      );
      expect(await x.money(0)).toEqual(['99666.66666667', '333.33333333']);
      expect((await x.house())[1]).toBe('0.29999999');
      expect((await x.planOf(plan)).taken).toBe('333.33333333');
      await x.to(order.firstPayoutAt - 1);
      expect(await paid(order)).toEqual([]);
      await x.to(order.firstPayoutAt);
      expect(await x.order(0, order.id)).toMatchObject({ paidDays: 1, earned: '0.09999999' });
      expect(await x.money(0)).toEqual(['99666.76666666', '333.33333333']);
      await x.to(order.endsAt);
      expect(await paid(order)).toEqual([
        [1, '0.09999999', '2026-11-23'],
        [2, '0.09999999', '2026-11-24'],
        [3, '0.10000001', '2026-11-25'],
      ]);
      const ended = await x.order(0, order.id);
      expect(ended).toMatchObject({ state: 'redeemed', returned: '333.33333333', nextPayoutAt: null });
      expect(await x.money(0)).toEqual(['100000.29999999', '0']);
      const [after, promised] = await x.house();
      expect([less(before, after), promised]).toEqual(['0.29999999', '0']);
      expect((await x.planOf(plan)).taken).toBe('0');
    });
    it.each([
      // February of a leap year and of another, the end of a month with 31 days, the end of a year.
      ['2028-02-27', 3, ['2028-02-29', '2028-03-01', '2028-03-02']],
      ['2027-02-26', 3, ['2027-02-28', '2027-03-01', '2027-03-02']],
      ['2027-08-29', 2, ['2027-08-31', '2027-09-01']],
      ['2026-12-29', 3, ['2026-12-31', '2027-01-01', '2027-01-02']],
    ])('opened on %s for %i days is paid at %j', async (day, days, midnights) => {
      await x.to(utc(day) + 1);
      const order = await x.open(0, await x.plan({ days }), '1000');
      for (const at of midnights) await x.to(utc(at));
      expect(await paid(order)).toEqual(midnights.map((at, i) => [i + 1, '0.3', at]));
    });
    it('counts the day that begins with it', async () => {
      await x.to(utc('2026-12-01'));
      const order = await x.open(0, await x.plan({ days: 1 }), '1000');
      expect(order.endsAt).toBe(utc('2026-12-02'));
    });
    it('is told to its owner with each change, and so is escrow', async () => {
      const plan = await x.plan({ days: 1 });
      const order = await x.open(0, plan, '100');
      await x.to(order.endsAt);
      const rows = await db().query<{
        type: string;
        body: { version: number; account: string; held: string };
      }>('select type, body from outbox where stream = $1 order by seq', [`user:${x.users[0]}`]);
      const emitted = rows.filter(({ type }) => type === 'storage').map(({ body }) => body);
      expect(emitted.map(({ version }) => version)).toEqual([1, 3]);
      expect(emitted.at(-1)).toEqual(await x.order(0, order.id));
      const escrow = rows.filter(({ body }) => body.account === 'escrow').map(({ body }) => body.held);
      expect(escrow).toEqual(['100', '0']);
      expect(x.published).toContain(`user:${x.users[0]}`);
    });
    it('keeps its terms when the plan changes', async () => {
      const plan = await x.plan({ days: 2 });
      const order = await x.open(0, plan, '1000');
      await db().query(
        'update storage_plan set rate = 0.0001, days = 9, version = version + 1 where id = $1',
        [plan],
      );
      await x.to(order.endsAt);
      expect(await paid(order)).toEqual([
        [1, '0.3', '2026-11-23'],
        [2, '0.3', '2026-11-24'],
      ]);
    });
    it('adds up in the summary', async () => {
      const plan = await x.plan({ days: 2 });
      const first = await x.open(0, plan, '1000');
      await x.open(0, plan, '500');
      await x.to(first.firstPayoutAt);
      await x.redeem(0, first.id, '0.24');
      expect(await summaryOf(db(), x.users[0] ?? 0)).toEqual({
        assets: [
          { asset: 'USDT', running: 1, escrow: '500', promised: '0.15', earned: '0.45', cost: '0.24' },
        ],
      });
    });
  });

  describe('revoking', () => {
    it('gives everything back up to ten minutes after, this instant included', async () => {
      const plan = await x.plan();
      const house = await x.house();
      const order = await x.open(0, plan, '1000');
      x.clock.jump(600_000);
      expect(await x.revoke(0, order.id)).toMatchObject({ state: 'revoked', returned: '1000', cost: '0' });
      expect(await x.money(0)).toEqual(['100000', '0']);
      expect([await x.house(), (await x.planOf(plan)).taken]).toEqual([house, '0']);
    });
    it('is refused a millisecond later, and after midnight with interest paid', async () => {
      const order = await x.open(0, await x.plan(), '1000');
      x.clock.jump(600_001);
      const books = await booksOf(db());
      expect(await codeOf(x.revoke(0, order.id))).toBe('revokeLate');
      expect(await booksOf(db())).toBe(books);
      await x.to(order.firstPayoutAt);
      // The clock is set back to the minute of the opening: what was paid is not kept for nothing.
      x.clock.jump(MORNING - x.clock.now());
      expect(await codeOf(x.revoke(0, order.id))).toBe('revokeLate');
    });
  });

  describe('redeeming early', () => {
    it('on each day costs what was shown for it', async () => {
      const days = 5;
      const amount = '333.33333333';
      const plan = await x.plan({ days });
      const orders = await Promise.all(
        redemptions(amount, USUAL)
          .slice(0, days)
          .map(() => x.open(0, plan, amount)),
      );
      let earned: Dec = '0';
      for (const { day, cost, back, interest } of redemptions(amount, { ...USUAL, days }).slice(0, days)) {
        const order = orders[day];
        if (!order) throw new Error('an order is missing');
        await x.to(order.startsAt + day * DAY);
        const [spot] = await x.money(0);
        expect(await x.redeem(0, order.id, cost)).toMatchObject({
          state: 'redeemedEarly',
          paidDays: day,
          earned: interest,
          cost,
          returned: back,
        });
        expect(less((await x.money(0))[0], spot)).toBe(back);
        earned = plus(earned, less(interest, cost));
        expect(await verifyLedger(db())).toEqual([]);
      }
      expect((await x.money(0))[0]).toBe(plus('100000', earned));
    });
    it('pays the days that the job has not paid yet', async () => {
      const order = await x.open(0, await x.plan({ days: 9 }), '1000');
      x.clock.jump(order.startsAt + 3 * DAY - x.clock.now());
      expect(await codeOf(x.redeem(0, order.id, '0'))).toBe('redeemCost');
      expect(await x.redeem(0, order.id, '0.72')).toMatchObject({ paidDays: 3, earned: '0.9', cost: '0.72' });
      expect(await paid(order)).toHaveLength(3);
      await x.engine.check();
      expect(await paid(order)).toHaveLength(3);
    });
    it('is refused when the cost is another than was shown, when it has ended, and of others', async () => {
      x = await openStorage(db(), { userCount: 2 });
      const order = await x.open(0, await x.plan({ days: 2 }), '1000');
      await x.to(order.firstPayoutAt);
      const books = await booksOf(db());
      for (const cost of ['0', '0.23999999', '0.25'])
        expect(await codeOf(x.redeem(0, order.id, cost))).toBe('redeemCost');
      expect(await codeOf(x.redeem(1, order.id, '0.24'))).toBe('notFound');
      expect(await codeOf(x.revoke(1, order.id))).toBe('notFound');
      expect(await codeOf(x.renew(1, order.id, true))).toBe('notFound');
      expect(await codeOf(x.redeem(0, order.id + 99, '0'))).toBe('notFound');
      expect(await booksOf(db())).toBe(books);
      // The end has come, though the job has not: it is no early redemption any more.
      x.clock.jump(order.endsAt - x.clock.now());
      expect(await codeOf(x.redeem(0, order.id, '0.24'))).toBe('storageEnded');
      expect(await codeOf(x.revoke(0, order.id))).toBe('storageEnded');
      expect(await codeOf(x.renew(0, order.id, true))).toBe('storageEnded');
      expect(await booksOf(db())).toBe(books);
      await x.engine.check();
      expect(await x.order(0, order.id)).toMatchObject({ state: 'redeemed', earned: '0.6' });
      expect(await codeOf(x.redeem(0, order.id, '0'))).toBe('storageEnded');
    });
    it('fifty times at once happens once', async () => {
      const order = await x.open(0, await x.plan(), '1000');
      await x.to(order.firstPayoutAt);
      const all = Array.from({ length: 50 }, () => x.redeem(0, order.id, '0.24'));
      expect(await outcomes(all)).toEqual({ done: 1, storageEnded: 49 });
      expect(await x.money(0)).toEqual(['100000.06', '0']);
    });
    it('and revoking fifty times at once is one of the two, once', async () => {
      const order = await x.open(0, await x.plan(), '1000');
      const all = Array.from({ length: 50 }, (_, i) =>
        i % 2 === 0 ? x.revoke(0, order.id) : x.redeem(0, order.id, '0'),
      );
      expect(await outcomes(all)).toEqual({ done: 1, storageEnded: 49 });
      expect(await x.money(0)).toEqual(['100000', '0']);
    });
    it('at midnight, with the job, ends once and is paid once', async () => {
      const plan = await x.plan({ days: 4 });
      const orders = await Promise.all(Array.from({ length: 20 }, () => x.open(0, plan, '1000')));
      x.clock.jump(orders[0] ? orders[0].firstPayoutAt - x.clock.now() : 0);
      await Promise.all([x.engine.check(), ...orders.map(({ id }) => x.redeem(0, id, '0.24'))]);
      expect(await x.money(0)).toEqual([String(100_000 + 20 * 0.06), '0']);
    });
  });

  describe('opening is refused', () => {
    it.each([
      ['zero', { amount: '0' }, 'escrowZero'],
      ['too little', { amount: '9.99999999' }, 'escrowTooSmall'],
      ['too much', { amount: '50000.00000001' }, 'escrowTooLarge'],
      ['too fine', { amount: '10.000000001' }, 'amountTooFine'],
      ['without agreement', { agreed: false }, 'agreementRequired'],
      ['with terms that are not the plan’s', { version: 2 }, 'planChanged'],
      ['in no plan', { plan: 999_999 }, 'notFound'],
    ])('with %s', async (_, change, code) => {
      const plan = await x.plan();
      const books = await booksOf(db());
      const request = { plan, version: 1, amount: '100', autoRenew: false, agreed: true, ...change };
      const opened = x.act(0, 'storage.open', request, (work, userId) => openOrder(work, userId, request));
      expect(await codeOf(opened)).toBe(code);
      expect(await booksOf(db())).toBe(books);
    });
    it('when the user has not so much', async () => {
      x = await openStorage(db(), { funds: '50' });
      const plan = await x.plan();
      const books = await booksOf(db());
      expect(await codeOf(x.open(0, plan, '50.00000001'))).toBe('insufficientBalance');
      expect(await booksOf(db())).toBe(books);
      expect((await x.open(0, plan, '50')).state).toBe('running');
    });
    it('when the plan is closed, and what runs goes on', async () => {
      const plan = await x.plan({ days: 1 });
      const order = await x.open(0, plan, '100');
      await db().query('update storage_plan set is_open = false where id = $1', [plan]);
      expect(await codeOf(x.open(0, plan, '100'))).toBe('planClosed');
      await x.to(order.endsAt);
      expect((await x.order(0, order.id)).state).toBe('redeemed');
    });
    it('beyond the quota, however many come at once', async () => {
      x = await openStorage(db(), { userCount: 5 });
      const plan = await x.plan({ quota: '1050' });
      const all = Array.from({ length: 50 }, (_, i) => x.open(i % 5, plan, '100'));
      expect(await outcomes(all)).toEqual({ done: 10, planQuota: 40 });
      expect((await x.planOf(plan)).taken).toBe('1000');
      expect(await codeOf(x.open(0, plan, '50.00000001'))).toBe('planQuota');
      expect((await x.open(0, plan, '50')).state).toBe('running');
    });
    it('beyond what the house can promise', async () => {
      const inventory = `asset${x.users[0]}`.toUpperCase();
      await db().query('insert into asset values ($1, 8)', [inventory]);
      const plan = await x.plan({ asset: inventory });
      expect(await codeOf(x.open(0, plan, '10'))).toBe('planQuota');
    });
  });
});
