import { afterEach, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { D } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { withDatabase } from '../../../support/databases.ts';
import { FakeClock, settle } from '../../../support/fakeClock.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';

/** Between two looks at what is due, six seconds before funding at 16:00 UTC. */
const NEAR = Date.UTC(2026, 10, 18, 15, 59, 54, 300);

withDatabase('what is open at the moment of funding', (db) => {
  let x: Futures;
  /** Puts the last price where the rate is at its cap of 0.75 %. */
  const quote = async (ms: number): Promise<void> => {
    x.source.tick(x.market.replace('-PERP', ''), '100');
    x.source.tick(x.market, '102');
    await x.pass(ms);
  };
  const open = async (mode: 'cross' | 'isolated' = 'cross'): Promise<void> => {
    x = await openFutures(db(), [perpetualPair()], { userCount: 3, clock: new FakeClock(NEAR) });
    await x.mark('100');
    for (const user of [0, 1, 2]) await x.terms(user, { mode, leverage: 10 });
    await x.place(0, { side: 'long', quantity: '4' });
    await x.place(1, { side: 'long', quantity: '4' });
  };
  /** A tenth of a second after the moment: the exchange looks within a second of it. */
  const passMoment = async (): Promise<void> => {
    for (let second = 0; second < 5; second++) await quote(1_000);
    await quote(600);
    expect(x.clock.now()).toBe(Date.UTC(2026, 10, 18, 16, 0, 0, 150));
    expect(await x.funding(1)).toEqual([]);
  };
  const paid = async (user: number): Promise<readonly (readonly [Dec, Dec])[]> =>
    (await x.funding(user)).map(({ quantity, amount }) => [quantity, amount]);
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  it.each(['cross', 'isolated'] as const)(
    'pays with %s margin, though its position is closed before it is collected',
    async (mode) => {
      await open(mode);
      await passMoment();
      await x.close(0);
      const [before] = await x.money(0);
      await quote(1_000);
      const [[quantity, amount] = []] = await paid(0);
      expect([[quantity, amount]]).toEqual(await paid(1));
      expect(quantity).toBe('4');
      expect(new D(amount ?? 0).lt('-3')).toBe(true);
      expect((await x.money(0))[0]).toBe(new D(before).plus(amount ?? 0).toFixed());
      expect((await x.positions(0))[0]).toMatchObject({ end: 'closed', realised: { funding: amount } });
    },
  );
  it.each(['its closing', 'its reversal'])('pays though the answer of %s was lost', async (what) => {
    await open();
    await passMoment();
    x.breakWhen((text) => text === 'committed');
    await expect(what === 'its closing' ? x.close(0) : x.reverse(0)).rejects.toThrow('gone');
    x.breakWhen(undefined);
    await quote(1_000);
    const [[quantity, amount] = []] = await paid(0);
    expect([[quantity, amount]]).toEqual(await paid(1));
    expect(quantity).toBe('4');
  });
  it('pays for what it was then, whether it is larger or smaller by now', async () => {
    await open();
    await passMoment();
    await x.close(0, { quantity: '3' });
    await x.place(1, { side: 'long', quantity: '2' });
    await quote(1_000);
    expect((await paid(0)).map(([quantity]) => quantity)).toEqual(['4']);
    expect(await paid(1)).toEqual(await paid(0));
    expect([x.position(0)?.quantity, x.position(1)?.quantity]).toEqual(['1', '6']);
  });
  it('pays once where it was turned over, and the new side pays nothing', async () => {
    await open();
    await passMoment();
    await x.reverse(0);
    await x.place(2, { side: 'long', quantity: '1' });
    await quote(1_000);
    await quote(1_000);
    expect(await paid(0)).toEqual(await paid(1));
    expect(await paid(2)).toEqual([]);
    expect(x.position(0)).toMatchObject({ side: 'short', quantity: '4', realised: { funding: '0' } });
  });
  it('pays where closing is booked in the transaction of the payment, before it', async () => {
    await open();
    await passMoment();
    const work: Promise<unknown>[] = [];
    // While another order is booked, the closing and then the payment wait for the next transaction.
    x.breakWhen((text) => {
      if (work.length === 0 && text.includes('futures_funding')) {
        work.push(x.place(2, { side: 'long', quantity: '1' }));
        work.push(settle().then(() => x.close(0)));
      }
      return false;
    });
    await quote(1_000);
    await Promise.all(work);
    await x.pass(0);
    expect(x.position(0)).toBeUndefined();
    expect(await paid(0)).toEqual(await paid(1));
    expect(await paid(2)).toEqual([]);
  });
});
