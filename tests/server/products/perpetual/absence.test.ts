import { afterEach, expect, it } from 'vitest';
import type { Request } from '../../../../server/products/perpetual/batch/calls.ts';
import { setAbsence } from '../../../../server/products/perpetual/engine/absence.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';

withDatabase('protection when the connection is lost', (db) => {
  let x: Futures;
  const here = new Set<number>();
  const open = async (): Promise<void> => {
    x = await openFutures(db(), [perpetualPair()], { isHere: (user) => here.has(user) });
    await x.mark('100');
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  const arm = async (i: number, request: Request<'perpetual.setAbsence'>): Promise<void> => {
    const user = x.users[i] ?? 0;
    here.add(user);
    await x.engine.run({ users: [user], decide: (batch) => setAbsence(batch, user, request) });
  };
  const leave = (i: number): void => void here.delete(x.users[i] ?? 0);
  const comeBack = (i: number): void => void here.add(x.users[i] ?? 0);
  const seconds = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await x.pass(1_000);
  };
  const live = async (i: number): Promise<number> =>
    (await x.orders(i)).filter(({ status }) => status === 'open' || status === 'waiting').length;
  const stateOf = async (i: number): Promise<string> => (await x.state(i)).absence.state;

  it('ends open orders after the time that was set, and no guard', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1', stopLoss: '80' });
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await x.place(1, { side: 'long', quantity: '1', price: '90' });
    await arm(0, { seconds: 10, action: 'cancelAll' });
    await seconds(60);
    expect([await stateOf(0), await live(0)]).toEqual(['armed', 2]);
    leave(0);
    await seconds(9);
    expect([await stateOf(0), await live(0)]).toEqual(['away', 2]);
    await seconds(3);
    expect([await stateOf(0), await live(0)]).toEqual(['done', 1]);
    expect((await x.orders(0)).find(({ price }) => price === '90')?.reason).toBe('endedByAbsence');
    expect(await live(1)).toBe(1);
    comeBack(0);
    await seconds(1);
    expect(await stateOf(0)).toBe('armed');
  });
  it('leaves what only closes, when it was set so', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1' });
    await x.close(0, { type: 'limit', price: '120' });
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await arm(0, { seconds: 10, action: 'reduceOnly' });
    leave(0);
    await seconds(15);
    const rows = await x.orders(0);
    expect(rows.filter(({ status }) => status === 'open').map(({ price }) => price)).toEqual(['120']);
  });
  it('does nothing to who is back in time, or has switched it off', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await arm(0, { seconds: 10, action: 'cancelAll' });
    leave(0);
    await seconds(8);
    comeBack(0);
    await seconds(60);
    expect([await stateOf(0), await live(0)]).toEqual(['armed', 1]);
    await arm(0, { seconds: 0, action: 'cancelAll' });
    leave(0);
    await seconds(60);
    expect([await stateOf(0), await live(0)]).toEqual(['off', 1]);
  });
  it('goes on after a restart: whoever does not come back in time is gone', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await arm(0, { seconds: 10, action: 'cancelAll' });
    leave(0);
    const { users, clock, market } = x;
    await x.stop();
    const pair = perpetualPair(market.replace('-USDT-PERP', ''));
    x = await openFutures(db(), [pair], { users, clock, isHere: (user) => here.has(user) });
    expect(await live(0)).toBe(1);
    await seconds(15);
    expect([await stateOf(0), await live(0)]).toEqual(['done', 0]);
  });
  it('cancels nothing of a user who comes back while the cancelling waits for its turn', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await arm(0, { seconds: 10, action: 'cancelAll' });
    leave(0);
    await seconds(9);
    x.breakWhen((text) => {
      if (text.includes('futures_read')) comeBack(0);
      return false;
    });
    await seconds(3);
    x.breakWhen(undefined);
    expect([await stateOf(0), await live(0)]).toEqual(['armed', 1]);
  });
  it('is armed by the row that its user wrote last, and counts from then on', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await arm(0, { seconds: 10, action: 'cancelAll' });
    leave(0);
    await seconds(9);
    // A program without a socket of its own arms it again.
    await arm(0, { seconds: 20, action: 'cancelAll' });
    leave(0);
    await seconds(18);
    expect([await stateOf(0), await live(0)]).toEqual(['away', 1]);
    await seconds(5);
    expect([await stateOf(0), await live(0)]).toEqual(['done', 0]);
  });
  it('notifies its user of orders that it has ended, and nothing where there was none', async () => {
    const notices = () =>
      db().query<{ body: object }>(
        "select body from notification where kind = 'absence' and user_id = $1 order by id",
        [x.users[0]],
      );
    await open();
    await x.place(0, { side: 'long', quantity: '1', stopLoss: '80' });
    await arm(0, { seconds: 10, action: 'cancelAll' });
    leave(0);
    await seconds(15);
    expect([await stateOf(0), await notices()]).toEqual(['done', []]);
    comeBack(0);
    await x.mark('100');
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await seconds(2);
    leave(0);
    await seconds(15);
    expect([await stateOf(0), await notices()]).toEqual(['done', [{ body: { action: 'cancelAll' } }]]);
  });
  it('acts in time where the clock is set back meanwhile', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await arm(0, { seconds: 10, action: 'cancelAll' });
    await seconds(1);
    leave(0);
    await seconds(3);
    x.clock.jump(-3_600_000, 0);
    await seconds(12);
    expect([await stateOf(0), await live(0)]).toEqual(['done', 0]);
  });
  it('tries again where the database was away when the time was over', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await arm(0, { seconds: 10, action: 'cancelAll' });
    leave(0);
    await seconds(5);
    x.breakWhen((text) => text.includes('futures_write'));
    await seconds(10);
    expect(await live(0)).toBe(1);
    expect(new Set(x.logged.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(['absence', { error: 'Error: the database is gone' }])]),
    );
    x.logged.length = 0;
    x.breakWhen(undefined);
    await seconds(2);
    expect([await stateOf(0), await live(0)]).toEqual(['done', 0]);
  });
});
