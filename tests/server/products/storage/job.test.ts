import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { StorageEngine } from '../../../../server/products/storage/engine.ts';
import { ordersOf, payoutsOf } from '../../../../server/products/storage/lists.ts';
import { payDue } from '../../../../server/products/storage/pay.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { StorageWorld } from '../../../support/storage.ts';
import { booksOf, DAY, openStorage } from '../../../support/storage.ts';

withDatabase('storage interest', (db) => {
  let x: StorageWorld;
  beforeEach(async () => {
    x = await openStorage(db());
  });
  afterEach(async () => {
    await x.close();
    expect(x.logged).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
  });
  const days = async (order: number): Promise<number[]> =>
    (await payoutsOf(db(), x.users[0] ?? 0, { order, limit: 500 })).rows.map(({ day }) => day).reverse();
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

  describe('the job', () => {
    it('running twice, and in two processes at once, pays once', async () => {
      const order = await x.open(0, await x.plan(), '1000');
      await x.to(order.firstPayoutAt);
      const books = await booksOf(db());
      await x.engine.check();
      expect(await payDue(x.deps, x.clock.now())).toBe(0);
      expect(await booksOf(db())).toBe(books);
      x.clock.jump(DAY);
      await Promise.all([payDue(x.deps, x.clock.now()), payDue(x.deps, x.clock.now(), 1), x.engine.check()]);
      expect(await days(order.id)).toEqual([1, 2]);
      expect(await x.money(0)).toEqual(['99000.6', '1000']);
    });
    it('three days late pays three days in their order, each as of its midnight', async () => {
      const plan = await x.plan();
      const orders = [await x.open(0, plan, '1000'), await x.open(0, plan, '500')];
      const [first] = orders;
      if (!first) throw new Error('nothing was opened');
      await x.to(first.firstPayoutAt + 3 * DAY + 5);
      const { rows } = await payoutsOf(db(), x.users[0] ?? 0, { limit: 500 });
      expect(
        rows.reverse().map(({ order, day }) => [orders.findIndex(({ id }) => id === order), day]),
      ).toEqual(
        [1, 2, 3, 4].flatMap((day) => [
          [0, day],
          [1, day],
        ]),
      );
      expect(rows.map(({ dueAt }) => (dueAt - first.firstPayoutAt) / DAY)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
      expect(new Set(rows.map(({ at }) => at))).toEqual(new Set([x.clock.now()]));
    });
    it('after a start finds what was missed while nothing ran', async () => {
      const order = await x.open(0, await x.plan({ days: 5 }), '1000');
      await x.close();
      x.clock.jump(40 * DAY);
      const again = new StorageEngine(x.deps);
      await again.start();
      expect(await x.order(0, order.id)).toMatchObject({ state: 'redeemed', paidDays: 5, earned: '1.5' });
      await again.close();
    });
    it('that cannot book keeps no exchange from opening, and pays once it can', async () => {
      const order = await x.open(0, await x.plan({ days: 5 }), '1000');
      await x.close();
      x.clock.jump(40 * DAY);
      await db().query('alter table storage_payout add constraint refused check (false) not valid');
      const logged: string[] = [];
      const again = new StorageEngine({ ...x.deps, log: (event) => void logged.push(event) });
      await again.start();
      expect(logged).toEqual(['storage']);
      await db().query('alter table storage_payout drop constraint refused');
      await again.check();
      expect(await x.order(0, order.id)).toMatchObject({ state: 'redeemed', paidDays: 5, earned: '1.5' });
      await again.close();
    });
    it('pays all others, the days after it too, when one order cannot be booked', async () => {
      const plan = await x.plan({ days: 5 });
      const orders = [];
      for (let i = 0; i < 3; i++) orders.push(await x.open(0, plan, '100'));
      const [first, bad, last] = orders.map(({ id }) => id);
      const at = (orders[0]?.firstPayoutAt ?? 0) + DAY;
      x.clock.jump(at - x.clock.now());
      const refuse = `alter table storage_payout add constraint refused check (order_id <> ${bad}) not valid`;
      await db().query(refuse);
      await expect(payDue(x.deps, at)).rejects.toThrow('refused');
      const paid = async () => [await days(first ?? 0), await days(bad ?? 0), await days(last ?? 0)];
      expect(await paid()).toEqual([[1, 2], [], [1, 2]]);
      await db().query('alter table storage_payout drop constraint refused');
      await payDue(x.deps, at);
      expect(await paid()).toEqual([upTo(2), upTo(2), upTo(2)]);
    });
    it('is woken by its timer when a day begins', async () => {
      const order = await x.open(0, await x.plan(), '1000');
      x.clock.jump(order.firstPayoutAt - 1_500 - x.clock.now());
      await x.clock.advance(1_000);
      await x.engine.check();
      expect(await days(order.id)).toEqual([]);
      await x.clock.advance(2_000);
      await x.engine.check();
      expect(await days(order.id)).toEqual([1]);
    });
    it('takes no harm from a clock that jumps forth and back', async () => {
      const plan = await x.plan({ days: 10 });
      const order = await x.open(0, plan, '1000');
      await x.to(order.firstPayoutAt + 2 * DAY);
      expect(await days(order.id)).toEqual(upTo(3));
      await x.to(order.firstPayoutAt);
      // What is opened while the clock is behind is paid when its own days have passed.
      const behind = await x.open(0, plan, '500');
      await x.to(order.firstPayoutAt + DAY);
      await x.to(order.firstPayoutAt + 2 * DAY);
      expect(await days(order.id)).toEqual(upTo(3));
      expect(await days(behind.id)).toEqual(upTo(2));
      await x.to(order.endsAt + DAY);
      expect(await days(order.id)).toEqual(upTo(10));
      expect(await x.money(0)).toEqual(['100004.5', '0']);
    });
    it('goes on in groups when many are due, and goes on after one that failed', async () => {
      const plan = await x.plan();
      const orders = await Promise.all(Array.from({ length: 25 }, () => x.open(0, plan, '100')));
      const at = orders[0]?.firstPayoutAt ?? 0;
      x.clock.jump(at - x.clock.now());
      const payouts = async (): Promise<number> =>
        (await db().query<{ count: number }>('select count(*) as count from storage_payout'))[0]?.count ?? 0;
      const before = await payouts();
      let transactions = 0;
      const failing = {
        ...x.deps,
        db: {
          ...db(),
          query: db().query.bind(db()),
          transaction: <T>(work: Parameters<ReturnType<typeof db>['transaction']>[0]): Promise<T> =>
            (transactions += 1) === 2
              ? Promise.reject(new Error('the lights went out'))
              : (db().transaction(work) as Promise<T>),
        } as ReturnType<typeof db>,
      };
      await expect(payDue(failing, at, 10)).rejects.toThrow('the lights went out');
      expect((await payouts()) - before).toBe(10);
      await payDue(x.deps, at, 10);
      for (const { id } of orders) expect(await days(id)).toEqual([1]);
    });
  });

  describe('an order that is renewed', () => {
    const all = async () => {
      const { rows } = await ordersOf(db(), x.users[0] ?? 0, { limit: 500 });
      return rows.reverse();
    };
    it('goes on in the next without losing a day, its principal where it was', async () => {
      const plan = await x.plan({ days: 2 });
      const first = await x.open(0, plan, '1000', true);
      await x.to(first.endsAt);
      const [before, now] = await all();
      expect(before).toMatchObject({ state: 'finished', returned: null, earned: '0.6', renewedBy: now?.id });
      expect(now).toMatchObject({
        state: 'running',
        renewedFrom: first.id,
        openedAt: first.endsAt,
        autoRenew: true,
      });
      expect([now?.startsAt, now?.firstPayoutAt]).toEqual([first.endsAt, first.endsAt + DAY]);
      expect(await x.money(0)).toEqual(['99000.6', '1000']);
      expect((await x.planOf(plan)).taken).toBe('1000');
      await x.to(first.endsAt + DAY);
      expect(await x.money(0)).toEqual(['99000.9', '1000']);
    });
    it('is caught up through several cycles', async () => {
      const first = await x.open(0, await x.plan({ days: 2 }), '1000', true);
      await x.to(first.endsAt + 5 * DAY);
      const rows = await all();
      expect(rows.map(({ state, paidDays }) => [state, paidDays])).toEqual([
        ['finished', 2],
        ['finished', 2],
        ['finished', 2],
        ['running', 1],
      ]);
      expect(await x.money(0)).toEqual(['99002.1', '1000']);
    });
    it('takes better terms, and is paid back, with the reason, when it cannot go on', async () => {
      const cases = [
        ['rate = 0.0004', 'finished', null],
        ['is_open = false', 'redeemed', 'planClosed'],
        ['rate = 0.0002', 'redeemed', 'termsWorse'],
        ['share = 0.9', 'redeemed', 'termsWorse'],
        ['least = 2000', 'redeemed', 'limits'],
        ['quota = 999', 'redeemed', 'quotaFull'],
      ] as const;
      const opened = [];
      for (const [change] of cases) {
        const plan = await x.plan({ days: 1 });
        opened.push(await x.open(0, plan, '1000', true));
        await db().query(`update storage_plan set ${change} where id = $1`, [plan]);
      }
      await x.to(opened[0]?.endsAt ?? 0);
      const ended = await Promise.all(opened.map(({ id }) => x.order(0, id)));
      expect(ended.map(({ state, notRenewed }) => [state, notRenewed])).toEqual(
        cases.map(([, state, reason]) => [state, reason]),
      );
      const next = (await all()).at(-1);
      expect(next).toMatchObject({ rate: '0.0004', promised: '0.4' });
    });
    it('shares what is left of the quota with others that end with it, first come first', async () => {
      const plan = await x.plan({ days: 1 });
      const orders = [];
      for (const amount of ['600', '500', '400']) orders.push(await x.open(0, plan, amount, true));
      await db().query('update storage_plan set quota = 1000 where id = $1', [plan]);
      await x.to(orders[0]?.endsAt ?? 0);
      const ended = await Promise.all(orders.map(({ id }) => x.order(0, id)));
      // The second no longer fits, the third just does.
      expect(ended.map(({ notRenewed }) => notRenewed)).toEqual([null, 'quotaFull', null]);
      expect((await x.planOf(plan)).taken).toBe('1000');
    });
    it('is not, once the user has turned it off, and is again once turned on', async () => {
      const plan = await x.plan({ days: 1 });
      const off = await x.open(0, plan, '1000', true);
      const on = await x.open(0, plan, '1000');
      await x.renew(0, off.id, false);
      await x.renew(0, on.id, true);
      const { version } = await x.order(0, on.id);
      await x.renew(0, on.id, true);
      expect((await x.order(0, on.id)).version).toBe(version);
      await x.to(off.endsAt);
      expect((await x.order(0, off.id)).state).toBe('redeemed');
      expect((await x.order(0, on.id)).state).toBe('finished');
    });
    it('is paid back when the house cannot promise the interest', async () => {
      const asset = `R${x.users[0]}`;
      await db().query('insert into asset values ($1, 8)', [asset]);
      const plan = await x.plan({ asset, days: 1, least: '100' });
      const give = (to: string, amount: string, owner: number | null, n: number) =>
        db().query(
          `select ledger_post('houseFunding', 'test', $1, 1, jsonb_build_array(
             jsonb_build_object('account', ledger_account(null, 'ext_genesis', $2), 'amount', '-' || $3::text),
             jsonb_build_object('account', ledger_account(p_owner => $4, p_kind => $5, p_asset => $2), 'amount', $3::text)))`,
          [`${asset}-${n}`, asset, amount, owner, to],
        );
      await give('house_storage', '0.5', null, 1);
      await give('spot', '1000', x.users[0] ?? 0, 2);
      const order = await x.open(0, plan, '1000', true);
      expect(await x.house(asset)).toEqual(['0.5', '0.3']);
      await x.to(order.endsAt);
      expect(await x.order(0, order.id)).toMatchObject({ state: 'redeemed', notRenewed: 'uncovered' });
      expect(await x.money(0, asset)).toEqual(['1000.3', '0']);
      expect(await x.house(asset)).toEqual(['0.2', '0']);
    });
  });

  describe('the database refuses', () => {
    it.each([
      [
        'more interest than the rule gives',
        'update storage_order set earned = earned + 0.00000001 where id = $1',
      ],
      ['a day that is not due next', 'update storage_order set next_at = next_at + 86400000 where id = $1'],
      [
        'a return that is not the rule’s',
        "update storage_order set state = 'redeemedEarly', next_at = null, ended_at = 1, cost = 0.01, returned = amount - 0.01 where id = $1",
      ],
      ['other terms', 'update storage_order set rate = 0.001 where id = $1'],
      ['a payout without its day', 'update storage_order set paid_days = 3 where id = $1'],
      ['its removal', 'delete from storage_order where id = $1'],
    ])('%s', async (_, statement) => {
      const order = await x.open(0, await x.plan(), '1000');
      await x.to(order.firstPayoutAt);
      const books = await booksOf(db());
      await expect(db().query(statement, [order.id])).rejects.toThrow();
      await expect(
        db().query(
          'insert into storage_payout (order_id, user_id, day, amount, due_at, at) values ($1, $2, 1, 1, 0, 0)',
          [order.id, x.users[0]],
        ),
      ).rejects.toThrow();
      expect(await booksOf(db())).toBe(books);
    });
    it('and what is in the books still is what verify finds', async () => {
      const order = await x.open(0, await x.plan(), '1000');
      await db().query('update storage_plan set taken = taken + 1 where id = $1', [order.plan]);
      expect((await verifyLedger(db())).map(({ what, where }) => `${what} ${where}`)).toEqual([
        `storage plan ${order.plan}`,
      ]);
      await db().query('update storage_plan set taken = taken - 1 where id = $1', [order.plan]);
    });
  });
});
