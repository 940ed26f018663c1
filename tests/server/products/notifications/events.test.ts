import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotificationRow } from '../../../../domain/contract/index.ts';
import { D, NOTIFICATIONS_KEPT, NOTIFICATIONS_KEPT_MS } from '../../../../domain/index.ts';
import { run } from '../../../../server/base/commands/command.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { addAssets } from '../../../../server/books/ledger/ledger.ts';
import { mark, notificationsOf, summaryOf, sweep } from '../../../../server/products/notifications/store.ts';
import { payDue } from '../../../../server/products/storage/pay.ts';
import { newCycleMarket, openCycle } from '../../../support/cycle.ts';
import { addUser, ownDatabase } from '../../../support/databases.ts';
import { openDeposits } from '../../../support/deposits.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { openFutures } from '../../../support/perpetual.ts';
import { newMarket, openSpot } from '../../../support/spot.ts';
import { DAY, openStorage } from '../../../support/storage.ts';

let db: Database;
beforeAll(async () => {
  db = await ownDatabase();
  await addAssets(db, ['USDT', 'BTC', 'ETH']);
}, 60_000);
afterAll(() => db.close());

/** What a user is notified of, oldest first, checked by the contract. */
async function newsOf(user: number | undefined): Promise<NotificationRow[]> {
  const { rows } = await notificationsOf(db, user ?? 0, { limit: 200 });
  return rows.map((row) => v.parse(NotificationRow, row)).toReversed();
}
const kindsOf = async (user: number | undefined) => (await newsOf(user)).map(({ kind }) => kind);
const seconds = (price: string, count: number): string[] => Array.from({ length: count }, () => price);

describe('orders on spot', () => {
  it('are news once they have rested: in part for the first time, and when they are filled', async () => {
    const market = newMarket();
    const x = await openSpot(db, market);
    const [maker, taker] = x.users;
    x.source.tick(market.id, '100');
    await x.settled();
    const { order } = await x.place(0, { side: 'buy', price: '100', quantity: '3' });
    for (const quantity of ['1', '1', '1']) {
      x.clock.jump(1_000);
      await x.place(1, { side: 'sell', price: '100', quantity, tif: 'IOC' });
      await x.settled();
    }
    const news = await newsOf(maker);
    expect(news).toMatchObject([
      {
        kind: 'fill',
        body: { product: 'spot', order: order.id, side: 'buy', quantity: '1', isPartial: true },
      },
      { kind: 'fill', body: { order: order.id, quantity: '3', value: '300', isPartial: false } },
    ]);
    // What was filled by the tap that sent it is no news.
    expect(await newsOf(taker)).toEqual([]);
    expect(x.logged).toEqual([]);
  });
  it('say when a stop was triggered', async () => {
    const market = newMarket();
    const x = await openSpot(db, market);
    x.book([['99', '10']], [['101', '10']]);
    x.source.tick(market.id, '100');
    await x.settled();
    await x.place(0, { side: 'buy', type: 'stopLimit', stopPrice: '105', price: '90', quantity: '1' });
    x.clock.jump(1_000);
    x.source.trade(market.id, '105', '1', 'buy');
    x.source.tick(market.id, '105');
    await x.settled();
    expect(await newsOf(x.users[0])).toMatchObject([
      { kind: 'trigger', body: { trigger: 'stop', price: '105', result: 'placed', quantity: '0' } },
    ]);
  });
  it.each([
    ['105.5', { kind: 'fill', body: { product: 'spot', side: 'buy', quantity: '2', isPartial: true } }],
    ['107', { kind: 'trigger', body: { trigger: 'stop', result: 'failed', quantity: '0' } }],
  ])('say what became of a stop that takes at once, with offers at %s', async (ask, notice) => {
    const market = newMarket();
    const x = await openSpot(db, market);
    x.book([['99', '10']], [['101', '10']]);
    x.source.tick(market.id, '100');
    await x.settled();
    const stop = { side: 'buy', type: 'stopLimit', stopPrice: '105', price: '106', quantity: '5' } as const;
    await x.place(0, { ...stop, tif: 'IOC' });
    x.clock.jump(1_000);
    x.book([['99', '10']], [['110', '10']]);
    await x.place(1, { side: 'sell', price: ask, quantity: '2' });
    x.source.trade(market.id, '105', '1', 'buy');
    x.source.tick(market.id, '105');
    await x.settled();
    expect(await newsOf(x.users[0])).toMatchObject([notice]);
  });
  it('say nothing of a stop that has ended with the other order of its pair', async () => {
    const market = newMarket();
    const x = await openSpot(db, market);
    x.book([['99', '10']], [['101', '10']]);
    x.source.tick(market.id, '100');
    await x.settled();
    const pair = {
      side: 'sell',
      quantity: '2',
      price: '110',
      stopPrice: '90',
      stopLimitPrice: '89',
    } as const;
    await x.placeOco(1, pair);
    x.clock.jump(1_000);
    await x.place(0, { side: 'buy', price: '110', quantity: '2', tif: 'IOC' });
    await x.settled();
    expect(await newsOf(x.users[1])).toMatchObject([{ kind: 'fill', body: { quantity: '2' } }]);
  });
  it('say what became of a stop at market of which a part alone found somebody', async () => {
    const market = newMarket();
    const x = await openSpot(db, market);
    x.book([['99', '10']], [['101', '10']]);
    x.source.tick(market.id, '100');
    await x.settled();
    await x.place(0, { side: 'buy', type: 'stopMarket', stopPrice: '105', quantity: '5' });
    x.clock.jump(1_000);
    x.book([['99', '10']], [['110', '10']]);
    await x.place(1, { side: 'sell', price: '105.5', quantity: '2' });
    x.source.trade(market.id, '105', '1', 'buy');
    x.source.tick(market.id, '105');
    await x.settled();
    expect(await newsOf(x.users[0])).toMatchObject([
      { kind: 'fill', body: { side: 'buy', quantity: '2', isPartial: true } },
    ]);
  });
});

describe('perpetuals', () => {
  it('say that a position was liquidated, what it cost and what is left, once', async () => {
    const x = await openFutures(db);
    await x.mark('100');
    await x.terms(0, { mode: 'isolated', leverage: 10 });
    const [before] = await x.money(0);
    await x.place(0, { side: 'long', quantity: '5' });
    expect(await newsOf(x.users[0])).toEqual([]);
    await x.mark('90.9');
    const [wallet] = await x.money(0);
    // All that it cost: both fees, the loss of selling 5 at 90.89, and the rest of the margin, which went to the fund.
    const net = new D(wallet).minus(before).toFixed();
    expect(await newsOf(x.users[0])).toMatchObject([
      {
        kind: 'liquidation',
        body: { side: 'long', quantity: '5', value: '454.45', net, left: '0', wallet },
      },
    ]);
    await x.stop();
    const again = await openFutures(db, undefined, { users: x.users, clock: x.clock });
    await again.mark('80');
    expect(await kindsOf(x.users[0])).toEqual(['liquidation']);
    await again.stop();
  });
  it('say which guard acted, and what it made', async () => {
    const x = await openFutures(db);
    await x.mark('100');
    const [before] = await x.money(0);
    await x.place(0, { side: 'long', quantity: '1' });
    await x.protect(0, { takeProfit: { by: 'price', value: '110', source: 'last' } });
    x.source.trade(x.market, '111', '1', 'buy');
    await x.mark('111');
    const [order] = (await x.orders(0)).filter(({ group }) => group !== null);
    expect(order).toMatchObject({ status: 'filled' });
    const news = await newsOf(x.users[0]);
    expect(news).toMatchObject([
      { kind: 'trigger', body: { product: 'perpetual', trigger: 'profit', result: 'filled', quantity: '1' } },
    ]);
    // As the position's record says it: what the account has more than before.
    expect(news[0]).toHaveProperty('body.net', new D((await x.money(0))[0]).minus(before).toFixed());
    await x.stop();
  });
  it('say what became of a stop of which the market took a part alone', async () => {
    const x = await openFutures(db);
    await x.mark('100');
    await x.place(0, { side: 'long', quantity: '5' });
    const trigger = { price: '95', kind: 'stop', source: 'last' } as const;
    await x.place(0, { side: 'short', quantity: '5', reduceOnly: true, trigger });
    await x.mark('94', { depth: '2' });
    expect((await x.orders(0))[0]).toMatchObject({ status: 'expired', filled: '2' });
    expect(await newsOf(x.users[0])).toMatchObject([
      { kind: 'fill', body: { product: 'perpetual', side: 'sell', quantity: '2', isPartial: true } },
    ]);
    await x.stop();
  });
  it('say what became of a stop whose price was gone', async () => {
    const x = await openFutures(db);
    await x.mark('100');
    await x.place(0, { side: 'long', quantity: '5' });
    const trigger = { price: '95', kind: 'stop', source: 'last' } as const;
    const stop = { side: 'short', quantity: '5', trigger, price: '95' } as const;
    await x.place(0, { ...stop, tif: 'IOC' });
    await x.mark('90');
    expect((await x.orders(0))[0]).toMatchObject({ status: 'expired', filled: '0', reason: null });
    expect(await newsOf(x.users[0])).toMatchObject([
      { kind: 'trigger', body: { trigger: 'stop', price: '95', result: 'failed', quantity: '0' } },
    ]);
    await x.stop();
  });
  it('say that a limit order which rested was filled', async () => {
    const x = await openFutures(db);
    await x.mark('100');
    await x.place(0, { side: 'long', quantity: '1', price: '95' });
    await x.mark('90');
    expect(await kindsOf(x.users[0])).toEqual(['fill']);
    await x.stop();
  });
});

describe('a cycle contract', () => {
  it('is news when it has ended, with what it came to', async () => {
    const x = await openCycle(db, [newCycleMarket()]);
    const { id } = await x.buy(0, 'up', '30s', '10');
    x.play([...seconds('100', 27), ...seconds('101', 4)]);
    await x.settled();
    const { profit } = await x.contract(id);
    expect(await newsOf(x.users[0])).toMatchObject([
      { kind: 'cycle', body: { contract: id, outcome: 'win', amount: '10', net: profit } },
    ]);
    expect(await summaryOf(db, x.users[0] ?? 0)).toMatchObject({
      unread: 1,
      unseen: [{ kind: 'cycle', count: 1 }],
      cycleNet: profit,
    });
    await x.close();
  });
});

describe('a deposit', () => {
  it('is news when it is credited and when it is unlocked, however often it is looked at', async () => {
    const user = await addUser(db);
    const x = await openDeposits(db, user);
    await x.send('25');
    await x.blocks(5);
    await x.restart();
    await x.blocks(2);
    expect(await newsOf(user)).toMatchObject([
      { kind: 'deposit', body: { asset: 'USDT', amount: '25', result: 'credited' } },
      { kind: 'deposit', body: { amount: '25', result: 'unlocked' } },
    ]);
  });
});

describe('storage', () => {
  it('pays interest as one line a day of all orders, and says when an order has ended', async () => {
    const x = await openStorage(db);
    const plan = await x.plan({ days: 2 });
    const order = await x.open(0, plan, '1000');
    await x.open(0, plan, '500');
    // One order a transaction: the line of the day grows, and stays one.
    await x.to(order.openedAt + 1_000);
    x.clock.jump(order.firstPayoutAt - x.clock.now());
    await payDue(x.deps, x.clock.now(), 1);
    const [day] = await newsOf(x.users[0]);
    expect(day).toMatchObject({
      kind: 'interest',
      body: { day: order.firstPayoutAt, amounts: [{ asset: 'USDT', amount: '0.45' }] },
    });
    await x.to(order.firstPayoutAt + DAY);
    const news = await newsOf(x.users[0]);
    expect(news.map(({ kind }) => kind).toSorted()).toEqual(['interest', 'interest', 'storage', 'storage']);
    expect(news.find(({ kind }) => kind === 'storage')).toMatchObject({
      body: { asset: 'USDT', isRenewed: false },
    });
    await x.close();
  });
});

describe('what was read', () => {
  const clock = new FakeClock();
  const received: string[] = [];
  const deps = () => ({ db, clock, published: (stream: string) => void received.push(stream) });
  const publishAlerts = (user: number, count: number) =>
    run(deps(), async ({ publish }) => {
      for (let fired = 1; fired <= count; fired++)
        await publish(user, 'alert', {
          id: 7,
          version: fired,
          market: 'BTC-USDT',
          direction: 'above',
          price: '10',
          state: 'resting',
          fired,
          firedAt: 1,
          firedPrice: '11',
        });
    });

  it('never goes back, reaches no further than there is, and is told to other devices', async () => {
    const user = await addUser(db);
    await publishAlerts(user, 3);
    const [first, , last] = await newsOf(user);
    expect(await mark(deps(), user, { seen: last?.id ?? 0 })).toMatchObject({ unread: 3, unseen: [] });
    expect(await mark(deps(), user, { read: first?.id ?? 0 })).toMatchObject({
      unread: 2,
      readTo: first?.id,
    });
    expect(await mark(deps(), user, { read: 1_000_000 })).toMatchObject({ unread: 0, readTo: last?.id });
    expect(await mark(deps(), user, { read: first?.id ?? 0 })).toMatchObject({ unread: 0, readTo: last?.id });
    await publishAlerts(user, 4);
    // The same three events were published again: only the fourth is new.
    expect(await summaryOf(db, user)).toMatchObject({ unread: 1, unseen: [{ kind: 'alert', count: 1 }] });
    const emitted = await db.query<{ seq: number; type: string }>(
      'select seq, type from outbox where stream = $1 order by seq',
      [`user:${user}`],
    );
    expect(emitted.map(({ seq }) => seq)).toEqual(emitted.map((_, i) => i + 1));
    expect(emitted.filter(({ type }) => type === 'notificationState')).toHaveLength(3);
  });
  it('is paged, newest first, by kind', async () => {
    const user = await addUser(db);
    await publishAlerts(user, 5);
    const page = await notificationsOf(db, user, { limit: 2, kinds: ['alert', 'fill'] });
    const rest = await notificationsOf(db, user, { limit: 9, before: page.next ?? 0 });
    expect([...page.rows, ...rest.rows].map(({ body }) => ('alert' in body ? body.alert : 0))).toEqual(
      seconds('7', 5).map(Number),
    );
    expect(rest.next).toBeNull();
    expect((await notificationsOf(db, user, { limit: 9, kinds: ['fill'] })).rows).toEqual([]);
  });
  it('is kept for its time and up to its number', async () => {
    const user = await addUser(db);
    await publishAlerts(user, NOTIFICATIONS_KEPT + 3);
    await sweep(db, clock.now());
    const { rows } = await notificationsOf(db, user, { limit: 200 });
    expect(rows[0]?.body).toMatchObject({ alert: 7 });
    const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
      'select count(*) as count from notification where user_id = $1',
      [user],
    );
    expect(count).toBe(NOTIFICATIONS_KEPT);
    await sweep(db, clock.now() + NOTIFICATIONS_KEPT_MS + 1);
    expect(await newsOf(user)).toEqual([]);
  });
});
