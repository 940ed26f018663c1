import { afterEach, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { D, trailFrom, walkTrail } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, OrderInput, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('trailing stops', (db) => {
  let x: Futures;
  const pair = perpetualPair('BTC');
  const open = async (setup: Setup = {}): Promise<void> => {
    x = await openFutures(db(), [pair], setup);
    await x.mark('100');
  };
  /** The same users' exchange, as it comes up again. */
  const restart = async (price: Dec): Promise<void> => {
    const { users, clock } = x;
    await x.stop();
    x = await openFutures(db(), [pair], {
      users,
      clock,
      before: (source) => {
        for (const { id } of pair) source.tick(id, price);
      },
    });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    await x.stop();
  });
  const trailing = (request: Partial<OrderInput> & Pick<OrderInput, 'trail'>) =>
    x.place(0, { side: 'short', quantity: '4', reduceOnly: true, ...request });
  const byDistance = { by: 'distance', value: '5', source: 'mark' } as const;
  const stop = async () => (await x.orders(0)).find(({ trail }) => trail !== null);

  it('follow the mark, are booked as they do, fire once, and say by what', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    const { order } = await trailing({ trail: byDistance });
    expect(order).toMatchObject({
      status: 'waiting',
      trigger: { kind: 'trail', price: '95', source: 'mark' },
      trail: { by: 'distance', value: '5', activation: null, best: '100', reached: null },
    });
    await x.mark('110');
    await x.mark('106');
    expect(await stop()).toMatchObject({ trigger: { price: '105' }, trail: { best: '110', reached: null } });
    expect(await x.db.query("select count(*)::int as n from notification where kind = 'trigger'")).toEqual([
      { n: 0 },
    ]);
    await x.mark('90');
    expect(await stop()).toMatchObject({
      status: 'filled',
      filled: '4',
      reason: null,
      trigger: { price: '105' },
      trail: { best: '110', reached: '90' },
    });
    expect(x.position(0)).toBeUndefined();
    await x.mark('120');
    await x.mark('80');
    expect((await x.fills(0)).length).toBe(2);
    expect(x.logged).toEqual([]);
  });

  it('follow each print of the last price, also those between two marks', async () => {
    await open();
    await x.place(0, { side: 'short', quantity: '4' });
    await trailing({ side: 'long', trail: { by: 'rate', value: '0.05', source: 'last' } });
    x.source.trade(x.market, '80');
    x.source.trade(x.market, '83.99');
    await x.pass(0);
    expect(await stop()).toMatchObject({
      status: 'waiting',
      trigger: { price: '84' },
      trail: { best: '80' },
    });
    x.source.trade(x.market, '84');
    x.source.trade(x.market, '70');
    await x.pass(0);
    expect(await stop()).toMatchObject({ status: 'filled', trail: { best: '80', reached: '84' } });
  });

  it('begin at their activation price, and not before', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    const { order } = await trailing({ trail: { ...byDistance, activation: '110' } });
    expect(order).toMatchObject({ trigger: { price: '105' }, trail: { best: null } });
    await x.mark('99');
    await x.mark('109');
    await x.mark('90');
    expect(await stop()).toMatchObject({ status: 'waiting', trail: { best: null, reached: null } });
    await x.mark('112');
    await x.mark('107');
    expect(await stop()).toMatchObject({ status: 'filled', trail: { best: '112', reached: '107' } });
  });

  it('of a whole position guard whatever it has become, and take their partners with them', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    await x.protect(0, { takeProfit: { by: 'price', value: '150', source: 'last' } });
    await x.protect(0, { stopLoss: { by: 'price', value: '50', source: 'last' }, trailing: byDistance });
    await x.place(0, { side: 'long', quantity: '3' });
    // Another one takes the place of the first; a fixed stop-loss stays beside it.
    await x.protect(0, { trailing: { ...byDistance, value: '8' } });
    const live = (await x.orders(0)).filter(({ status }) => status === 'waiting');
    expect(live.map(({ trigger }) => [trigger?.kind, trigger?.price])).toEqual([
      ['trail', '92'],
      ['stop', '50'],
      ['profit', '150'],
    ]);
    expect(x.position(0)).toMatchObject({ takeProfit: '150', stopLoss: '50' });
    await x.mark('92');
    expect(x.position(0)).toBeUndefined();
    const ended = (await x.orders(0)).filter(({ group }) => group !== null);
    expect(ended.map(({ trigger, status, reason }) => [trigger?.kind, status, reason])).toEqual([
      ['trail', 'filled', null],
      ['trail', 'cancelled', null],
      ['stop', 'cancelled', 'endedByPartner'],
      ['profit', 'cancelled', 'endedByPartner'],
    ]);
    const notices = await x.db.query<{ body: { trigger: string; result: string } }>(
      "select body from notification where kind = 'trigger'",
    );
    expect(notices.map(({ body }) => [body.trigger, body.result])).toEqual([['trail', 'filled']]);
  });

  it.each<[string, Partial<OrderInput> & Pick<OrderInput, 'trail'>, string]>([
    ['a distance off the tick', { trail: { ...byDistance, value: '0.001' } }, 'trailInvalid'],
    ['a rate of nothing', { trail: { by: 'rate', value: '0', source: 'last' } }, 'trailInvalid'],
    ['an activation that has passed', { trail: { ...byDistance, activation: '99' } }, 'triggerPassed'],
    ['an activation off the tick', { trail: { ...byDistance, activation: '110.001' } }, 'orderTick'],
    ['an order that may open', { trail: byDistance, reduceOnly: false }, 'orderOptions'],
    ['a limit', { trail: byDistance, price: '90' }, 'orderOptions'],
    [
      'a trigger besides',
      { trail: byDistance, trigger: { price: '90', source: 'last', kind: 'stop' } },
      'orderOptions',
    ],
  ])('refuse %s', async (_, request, code) => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    expect(await codeOf(trailing(request))).toBe(code);
  });

  it('are changed by no other words, are taken back like any order, and end when there is nothing to close', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    const { order } = await trailing({ trail: byDistance });
    expect(await codeOf(x.amend(0, order.id, { triggerPrice: '90' }))).toBe('orderOptions');
    const [guard] = await x.protect(0, { trailing: byDistance });
    expect(
      await codeOf(
        x.amendGuard(0, { id: guard?.id ?? 0, guard: { by: 'price', value: '90', source: 'last' } }),
      ),
    ).toBe('orderOptions');
    await x.cancel(0, guard?.id ?? 0);
    await x.close(0, { quantity: '4' });
    await x.mark('94');
    expect(await stop()).toMatchObject({ status: 'cancelled' });
    expect((await x.orders(0)).find(({ id }) => id === order.id)).toMatchObject({
      status: 'cancelled',
      reason: 'positionNone',
      trail: { reached: '94' },
    });
  });

  it('are changed and keep the best price they have seen, a guard and an order alike', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    const { order } = await trailing({ trail: byDistance });
    await x.mark('110');
    const amended = await x.amend(0, order.id, { trail: { ...byDistance, value: '8' } });
    expect(amended.order).toMatchObject({
      status: 'waiting',
      trigger: { price: '102' },
      trail: { value: '8', best: '110', activation: null },
    });
    const [guard] = await x.protect(0, { trailing: byDistance });
    await x.mark('112');
    const byRate = { by: 'rate', value: '0.1', source: 'mark' } as const;
    expect(await x.amendGuard(0, { id: guard?.id ?? 0, trail: byRate })).toMatchObject({
      trigger: { price: '100.8' },
      trail: { by: 'rate', value: '0.1', best: '112' },
    });
    // Nearer than the price has fallen: it would fire at once.
    await x.mark('107');
    expect(await codeOf(x.amend(0, order.id, { trail: { ...byDistance, value: '4' } }))).toBe(
      'triggerPassed',
    );
    expect(await codeOf(x.amend(0, order.id, { trail: { ...byDistance, value: '0.001' } }))).toBe(
      'trailInvalid',
    );
    await restart('107');
    await x.mark('104');
    expect((await x.orders(0)).find(({ id }) => id === order.id)).toMatchObject({
      status: 'filled',
      trigger: { price: '104' },
      trail: { best: '112', reached: '104' },
    });
  });

  it('that do not follow yet are changed as if they were new', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    const { order } = await trailing({ trail: { ...byDistance, activation: '110' } });
    const further = { ...byDistance, value: '2', activation: '120' };
    expect((await x.amend(0, order.id, { trail: further })).order).toMatchObject({
      trigger: { price: '118' },
      trail: { activation: '120', best: null },
    });
    expect(await codeOf(x.amend(0, order.id, { trail: { ...further, activation: '99' } }))).toBe(
      'triggerPassed',
    );
    await x.mark('112');
    await x.mark('105');
    expect(await stop()).toMatchObject({ status: 'waiting' });
  });

  it('stay fired when nobody is there, whatever the price does then', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    await trailing({ trail: byDistance });
    x.source.setBook(x.market, { bids: [], asks: [] });
    await x.mark('95', { depth: null });
    expect(await stop()).toMatchObject({
      status: 'waiting',
      reason: 'noLiquidity',
      trail: { reached: '95' },
    });
    await restart('120');
    await x.mark('120');
    // Why it could not act is no part of what it did.
    expect(await stop()).toMatchObject({
      ...{ status: 'filled', reason: null },
      trail: { best: '100', reached: '95' },
    });
  });

  it('lose nothing when a booking fails: what was heard counts with the next price', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    await trailing({ trail: byDistance });
    x.breakWhen((text) => text.includes('futures_write'));
    await x.mark('130');
    expect(await stop()).toMatchObject({ trail: { best: '100' } });
    x.breakWhen(undefined);
    await x.mark('126');
    expect(await stop()).toMatchObject({ trigger: { price: '125' }, trail: { best: '130' } });
    expect(x.logged.length).toBeGreaterThan(0);
  });

  it('are changed with the best price they have seen, though it could not be booked', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    const { order } = await trailing({ trail: byDistance });
    x.breakWhen((text) => text.includes('futures_write'));
    for (const price of ['130', '126']) await x.mark(price);
    expect(await stop()).toMatchObject({ trail: { best: '100' } });
    x.breakWhen(undefined);
    // Nearer than the price has fallen from there.
    expect(await codeOf(x.amend(0, order.id, { trail: { ...byDistance, value: '4' } }))).toBe(
      'triggerPassed',
    );
    expect((await x.amend(0, order.id, { trail: { ...byDistance, value: '8' } })).order).toMatchObject({
      trigger: { price: '122' },
      trail: { value: '8', best: '130', reached: null },
    });
    await x.mark('123');
    expect(await stop()).toMatchObject({ status: 'waiting', trail: { best: '130' } });
    await x.mark('122');
    expect(await stop()).toMatchObject({ status: 'filled', trail: { best: '130', reached: '122' } });
  });

  it('fire where the rule says along a path, with a restart between every two steps', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    const request = { by: 'rate', value: '0.04', activation: '101' } as const;
    await trailing({ trail: { ...request, source: 'mark' } });
    const path = ['99.5', '101.2', '100', '104.77', '102.3', '103', '100.58', '100.57', '120', '60'];
    let twin = trailFrom('sell', request, '100');
    for (const [i, price] of path.entries()) {
      await x.mark(price);
      twin = walkTrail('sell', twin, [price], '0.01');
      expect((await stop())?.trail, `step ${i}`).toEqual(twin);
      expect((await stop())?.status).toBe(twin.reached === null ? 'waiting' : 'filled');
      await restart(price);
    }
    expect(twin).toMatchObject({ best: '104.77', reached: '100.57' });
    const sold = (await x.fills(0)).filter(({ side }) => side === 'sell');
    expect(sold.reduce((sum, { quantity }) => sum.plus(quantity), new D(0)).toFixed()).toBe('4');
  });
});
