import { afterEach, describe, expect, it } from 'vitest';
import { withDatabase } from '../../support/databases.ts';
import type { Futures } from '../../support/perpetual.ts';
import { flawsOf, openFutures } from '../../support/perpetual.ts';

withDatabase('positions', (db) => {
  let x: Futures;
  const open = async (
    ...args: Parameters<typeof openFutures> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    x = await openFutures(db(), ...args);
    await x.mark('100');
    return x;
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  describe('a position', () => {
    it('is opened at the book, added to, closed in part and in full', async () => {
      await open();
      const opened = await x.place(0, { side: 'long', quantity: '2' });
      expect(opened.order).toMatchObject({ status: 'filled', filled: '2', fee: '0.10001' });
      expect(opened.position).toMatchObject({
        side: 'long',
        mode: 'cross',
        leverage: 20,
        quantity: '2',
        cost: '200.02',
      });
      expect(await x.money(0)).toEqual(['9999.89999', '0']);
      await x.mark('110');
      await x.place(0, { side: 'long', quantity: '2' });
      expect(x.position(0)).toMatchObject({ quantity: '4', cost: '420.04' });
      await x.close(0, { share: '0.5' });
      expect(x.position(0)).toMatchObject({ quantity: '2', cost: '210.02', closedQuantity: '2' });
      const [{ price, fees } = { price: '', fees: '' }] = [x.position(0)?.realised];
      // Sold 2 at 109.99 that had cost 105.01 each.
      expect([price, fees]).toEqual(['9.96', '-0.32001']);
      await x.close(0);
      expect(x.position(0)).toBeUndefined();
      const [row] = await x.positions(0);
      expect(row).toMatchObject({
        quantity: '0',
        margin: '0',
        closedQuantity: '4',
        closedCost: '420.04',
        closedValue: '439.96',
        end: 'closed',
      });
      expect(await x.money(0)).toEqual(['10019.49', '0']);
    });
  });
});
