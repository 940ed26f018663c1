import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../../domain/index.ts';
import { MarketInterest } from '../../../../server/products/perpetual/interest.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('what stands open in a market', (db) => {
  let x: Futures;
  let interest: MarketInterest;
  const open = async (): Promise<void> => {
    x = await openFutures(db(), [perpetualPair()], { userCount: 3 });
    await x.mark('100');
    interest = new MarketInterest(x.engine);
  };
  afterEach(() => x.stop());
  const counted = async () => (await interest.of(x.market)).interest;

  it('is what accounts have open, counted again after a second', async () => {
    await open();
    expect(await counted()).toMatchObject({ quantity: '0', value: '0', liquidations: [] });
    await x.place(0, { side: 'long', quantity: '3' });
    await x.place(1, { side: 'short', quantity: '1' });
    await x.place(2, { side: 'short', quantity: '0.5' });
    // One count serves all readers of a second.
    expect((await counted())?.quantity).toBe('0');
    await x.pass(1_000);
    expect(await counted()).toMatchObject({
      quantity: '3',
      value: '300',
      long: { accounts: 1, quantity: '3' },
      short: { accounts: 2, quantity: '1.5' },
    });
    await x.closeAll(0);
    await x.pass(1_000);
    expect(await counted()).toMatchObject({ quantity: '1.5', long: { accounts: 0, quantity: '0' } });
  });
  it('shows liquidations of a day without saying whose they were', async () => {
    await open();
    await x.terms(0, { mode: 'isolated', leverage: 10 });
    await x.place(0, { side: 'long', quantity: '5' });
    await x.mark('90');
    await x.pass(1_000);
    const now = await counted();
    const closed = (await x.liquidations(0)).find(({ step }) => step === 'close' || step === 'takeover');
    expect(now?.liquidations).toEqual([
      { at: closed?.at, side: 'long', quantity: '5', price: closed?.price },
    ]);
    expect(now?.liquidated.long.count).toBe(1);
    expect(Number(now?.liquidated.long.value)).toBe(5 * Number(closed?.price));
    expect(now?.liquidated.short).toEqual({ count: 0, value: '0' });
    await db().query('update futures_liquidation set at = at - $1', [DAY_MS]);
    await x.pass(1_000);
    expect(await counted()).toMatchObject({ liquidations: [], liquidated: { long: { count: 0 } } });
  });
  it('is not said of a live venue, whose positions are not known here, nor of a market that is not there', async () => {
    await open();
    expect(await codeOf(interest.of('NONE-PERP'))).toBe('marketUnknown');
    Object.assign(x.source, { origin: 'live' });
    expect(await counted()).toBeNull();
  });
  it('is counted again for the next reader when the database was away', async () => {
    await open();
    x.breakWhen((text) => text.includes('futures_liquidation'));
    await expect(counted()).rejects.toThrow();
    x.breakWhen(undefined);
    expect((await counted())?.quantity).toBe('0');
  });
});
