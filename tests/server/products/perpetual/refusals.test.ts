import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { D, removableMargin } from '../../../../domain/index.ts';
import { freeToTake } from '../../../../server/products/perpetual/free.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

const at = (value: string) => ({ by: 'price', value, source: 'last' }) as const;

withDatabase('what is refused of an open position', (db) => {
  let x: Futures;
  beforeEach(async () => {
    x = await openFutures(db(), [perpetualPair()]);
    await x.mark('100', { depth: '100000' });
    await x.terms(0, { mode: 'isolated', leverage: 10 });
    await x.place(0, { side: 'long', quantity: '4' });
  });
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  it('a guard more than 20, where one that takes the place of another is none more', async () => {
    const part = { quantity: '0.1' };
    for (let i = 0; i < 9; i++) await x.protect(0, { ...part, takeProfit: at('110'), stopLoss: at('90') });
    await x.protect(0, { takeProfit: at('120'), stopLoss: at('95') });
    const both = { takeProfit: at('121'), stopLoss: at('94') };
    expect(await codeOf(x.protect(0, { ...part, stopLoss: at('90') }))).toBe('guardsTooMany');
    expect(await codeOf(x.protect(0, { trailing: { by: 'distance', value: '5', source: 'last' } }))).toBe(
      'guardsTooMany',
    );
    expect(await x.protect(0, both)).toHaveLength(20);
    expect(x.position(0)).toMatchObject({ takeProfit: '121', stopLoss: '94' });
    expect(await x.protect(0, { takeProfit: null })).toHaveLength(19);
    expect(await x.protect(0, { ...part, stopLoss: at('90') })).toHaveLength(20);
  });

  it('a change of a guard that is not one of its own, or to a part that there is not', async () => {
    const [whole] = await x.protect(0, { stopLoss: at('95') });
    const part = (await x.protect(0, { quantity: '1', stopLoss: at('96') })).at(-1);
    const { order } = await x.place(0, { side: 'long', quantity: '1', price: '90' });
    const [id, id2] = [whole?.id ?? 0, part?.id ?? 0];
    const guard = at('94');
    const trail = { by: 'distance', value: '5', source: 'last' } as const;
    const refused = [
      [1, { id, guard }, 'orderClosed'],
      [0, { id: order.id, guard }, 'orderClosed'],
      [0, { id, guard, quantity: '1' }, 'amountInvalid'],
      [0, { id: id2, guard, quantity: '0' }, 'amountZero'],
      [0, { id: id2, guard, quantity: '4.001' }, 'amountInvalid'],
      [0, { id: id2, guard, quantity: '0.0005' }, 'orderLot'],
      [0, { id: id2, guard: at('101') }, 'stopLossAboveOpen'],
      [0, { id: id2, trail }, 'orderOptions'],
      [0, { id: id2, guard, trail }, 'orderOptions'],
      [0, { id: id2, quantity: '1' }, 'orderOptions'],
    ] as const;
    for (const [user, request, code] of refused)
      expect([request, await codeOf(x.amendGuard(user, request))]).toEqual([request, code]);
    expect(await x.amendGuard(0, { id: id2, guard, quantity: '4' })).toMatchObject({ quantity: '4' });
    await x.cancel(0, id);
    expect(await codeOf(x.amendGuard(0, { id, guard }))).toBe('orderClosed');
  });

  it.each([
    ['by quantity and by share', { quantity: '1', share: '0.5' }, 'amountInvalid'],
    ['of nothing', { quantity: '0' }, 'amountZero'],
    ['of a share that is no lot', { share: '0.0001' }, 'amountZero'],
    ['off the lot', { quantity: '0.0005' }, 'orderLot'],
    ['at no price', { type: 'limit' }, 'priceInvalid'],
    ['off the tick', { type: 'limit', price: '101.001' }, 'orderTick'],
    ['that chases at market', { chase: { seconds: 60, distance: '0.01', rest: 'cancel' } }, 'orderOptions'],
    [
      'that chases at a price of its own',
      { type: 'limit', price: '101', chase: { seconds: 60, distance: '0.01', rest: 'cancel' } },
      'orderOptions',
    ],
    [
      'that chases for longer than it may',
      { type: 'limit', chase: { seconds: 601, distance: '0.01', rest: 'cancel' } },
      'chaseInvalid',
    ],
  ] as const)('a closing %s', async (_, request, code) => {
    expect(await codeOf(x.close(0, request))).toBe(code);
    expect(x.position(0)?.quantity).toBe('4');
    // More than there is, off the lot too, is all of it.
    expect((await x.close(0, { quantity: '4.0005' })).position).toBeNull();
  });

  describe('margin', () => {
    it('that is none, too fine, more than is available, or more than can be spared', async () => {
      const margin = x.position(0)?.margin ?? '0';
      const free = new D((await x.money(0))[0]).minus(margin);
      for (const [amount, code] of [
        ['0', 'amountZero'],
        ['0.000000001', 'amountTooFine'],
        ['-0.000000001', 'amountTooFine'],
        [free.plus('0.00000001').toFixed(), 'insufficientBalance'],
      ] as const)
        expect([amount, await codeOf(x.margin(0, amount))]).toEqual([amount, code]);
      await x.margin(0, free.toFixed());
      expect(x.position(0)?.margin).toBe(free.plus(margin).toFixed());
      const position = x.engine.store.position(x.users[0] ?? 0, x.market);
      const spare = position ? removableMargin(position, '100') : '0';
      const more = new D(spare).plus('0.00000001').negated().toFixed();
      expect(await codeOf(x.margin(0, more))).toBe('marginNeeded');
      await x.margin(0, new D(spare).negated().toFixed());
      expect((await x.money(0)).map((each) => new D(each).gt(0))).toEqual([true, true]);
    });
  });

  it('money to take out before the start, and while a cross position has no price', async () => {
    const user = x.users[1] ?? 0;
    const free = (perpetuals: Parameters<typeof freeToTake>[1]) =>
      db().transaction((tx) => freeToTake(tx, perpetuals, user));
    expect(await codeOf(free(undefined))).toBe('unavailable');
    const before = await free(x.perpetuals);
    await x.place(1, { side: 'long', quantity: '10' });
    await x.engine.idle();
    // Margin at the mark of 100, twenty times, the fee, and what the position lost by the spread.
    const fee = new D('1000.1').times('0.0005');
    expect(new D(before).minus(await free(x.perpetuals)).toFixed()).toBe(
      fee.plus('50').plus('0.1').toFixed(),
    );
    const { engine } = x;
    const away = { engine: { ...engine, orderBookOf: () => undefined, marks: engine.marks } };
    expect(await codeOf(free(away as never))).toBe('marketStale');
  });
});
