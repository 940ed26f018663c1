import { expect, it } from 'vitest';
import { Messages } from '../../../../server/books/users/messages.ts';
import { withEachDatabase } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { newMarket, openSpot } from '../../../support/spot.ts';

withEachDatabase('rows that two exchanges write', (db) => {
  const rowOf = async (table: string, id: number) =>
    (await db().query<{ row: object }>(`select to_jsonb(o) as row from ${table} o where id = $1`, [id]))[0];

  it('keep a spot order when another exchange gives its number to another', async () => {
    const first = await openSpot(db(), newMarket(), { userCount: 1 });
    const second = await openSpot(db(), newMarket(), { userCount: 1 });
    const { order } = await first.place(0, { side: 'buy', price: '10', quantity: '1' });
    const before = await rowOf('spot_order', order.id);
    const done = await second.place(0, { side: 'buy', price: '20', quantity: '2' }).catch(() => undefined);
    expect(done).toBeUndefined();
    expect(await rowOf('spot_order', order.id)).toEqual(before);
    expect((await second.money(0, second.market.quote))[1]).toBe('0');
    first.close();
    second.close();
  });
  it('end with an error when another exchange has changed them since they were read', async () => {
    const market = newMarket();
    const first = await openSpot(db(), market, { userCount: 1 });
    const { order } = await first.place(0, { side: 'buy', price: '10', quantity: '1' });
    const second = await openSpot(db(), market, { userCount: 1 });
    await first.cancel(0, order.id);
    const before = await rowOf('spot_order', order.id);
    // In this exchange's memory the order still stands.
    await second.place(0, { side: 'sell', price: '10', quantity: '1' }).catch(() => undefined);
    expect(await rowOf('spot_order', order.id)).toEqual(before);
    first.close();
    second.close();
  });
  it('keep a futures order and a position too', async () => {
    const first = await openFutures(db(), [perpetualPair('AR1')], { userCount: 1 });
    const second = await openFutures(db(), [perpetualPair('AR2')], { userCount: 1 });
    for (const each of [first, second]) await each.mark('100');
    const { order } = await first.place(0, { side: 'long', quantity: '1', price: '90' });
    const opened = await first.place(0, { side: 'long', quantity: '1' });
    const position = opened.position?.id ?? 0;
    const before = [await rowOf('futures_order', order.id), await rowOf('futures_position', position)];
    for (let i = 0; i < 8; i++) await second.place(0, { side: 'long', quantity: '2' }).catch(() => undefined);
    expect([await rowOf('futures_order', order.id), await rowOf('futures_position', position)]).toEqual(
      before,
    );
    await first.stop();
    await second.stop();
  });
  it('are carried once, whoever is quicker', async () => {
    const clock = new FakeClock();
    const sent: string[] = [];
    const transport = {
      has: () => true,
      sendMail: async (to: string) => {
        await new Promise((resolve) => setImmediate(resolve));
        sent.push(to);
      },
      sendSms: async () => undefined,
    };
    const word = { subject: 'x', text: 'x' };
    const words = new Proxy({}, { get: () => new Proxy({}, { get: () => word }) });
    const deps = { db: db(), clock, words: words as never, transport, log: () => undefined };
    const [one, two] = [new Messages(deps), new Messages(deps)];
    const users = Array.from({ length: 8 }, (_, i) => `p${i}@carried.example`);
    for (const address of users)
      await one.write(db(), { kind: 'email', address, language: 'en_us' }, 'exists', clock.now());
    await Promise.all([one.carry(), two.carry()]);
    expect(sent.sort()).toEqual(users);
    one.close();
    two.close();
  });
});
