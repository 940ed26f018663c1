import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../server/base/db/database.ts';
import { engines } from '../../../support/databases.ts';
import { fakeMarket } from '../../../support/fakeSource.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

let db: Database;
let x: Futures;
beforeAll(async () => {
  const [engine] = engines;
  if (!engine) throw new Error('no database');
  db = await engine.fresh();
  const gold = { ...fakeMarket('XAU-USD'), kind: 'futures', asset: 'commodity', minTotal: '0' } as const;
  x = await openFutures(db, [[fakeMarket('ZZZ-USDT'), gold]], { userCount: 1 });
  await x.mark('100');
}, 60_000);
afterAll(async () => {
  expect(await flawsOf(x)).toEqual([]);
  expect(x.logged).toEqual([]);
  await x.stop();
  await db.close();
});

it('a commodity is traded by the same engine, on its own price, in USDT', async () => {
  expect((await x.terms(0, { leverage: 100 })).terms.leverage).toBe(100);
  await x.terms(0, { leverage: 50, mode: 'isolated' });
  const { position, order } = await x.place(0, { side: 'long', quantity: '10' });
  expect(position).toMatchObject({ market: 'XAU-USD', leverage: 50, margin: '20.002' });
  expect(order.fee).toBe('0.50005');
  expect((await x.money(0))[1]).toBe('20.002');
  expect(x.engine.marks.of('XAU-USD')).toEqual({ mark: '100', index: '100', last: '100', state: 'live' });
});

it('outside its hours it stands still: no order, no trigger, no liquidation; its orders can be revoked', async () => {
  const { order } = await x.place(0, { side: 'short', quantity: '1', price: '120' });
  x.source.setStatus('XAU-USD', 'closed');
  await x.mark('50');
  expect(x.engine.marks.rows()[0]).toMatchObject([
    'XAU-USD',
    '100',
    '100',
    expect.any(String),
    expect.any(Number),
    'closed',
  ]);
  expect(x.position(0)?.quantity).toBe('10');
  expect(await codeOf(x.place(0, { side: 'long', quantity: '1' }))).toBe('marketClosed');
  await x.cancel(0, order.id);
  expect((await x.orders(0)).find(({ id }) => id === order.id)?.status).toBe('cancelled');
});

it('when it opens below the liquidation price, the fund bears what is beyond the margin', async () => {
  x.source.setStatus('XAU-USD', 'open');
  await x.mark('90');
  expect(x.position(0)).toBeUndefined();
  const [takeover, fund] = await x.liquidations(0);
  expect(takeover).toMatchObject({ step: 'takeover', mark: '90', profit: '-20.002' });
  expect(fund).toMatchObject({ step: 'insurance', insurance: '-80.098' });
  expect((await x.money(0))[0]).toBe('9979.49795');
});
