import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { openPglite } from '../../../../server/host/database/database.ts';
import { bundle, startChild } from '../../../support/bundle.ts';
import { migratedFolder, SCHEMA } from '../../../support/databases.ts';
import { isLong, times } from '../../../support/often.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';

const ROUNDS = times('KILL_ROUNDS', 1, 12);
const USERS = 24;
const MAX_MS = 60_000 + ROUNDS * 60_000;
let program = '';
let folder = '';

beforeAll(async () => {
  folder = migratedFolder('tm-futures-kill-');
  program = await bundle('tests/support/child.ts');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Works with an engine on what the killed one has left. */
async function withFutures<T>(users: readonly number[], work: (x: Futures) => Promise<T>): Promise<T> {
  const db = await openPglite(folder, SCHEMA);
  const setup = users.length > 0 ? { users } : { userCount: USERS, funds: '200000' };
  const x = await openFutures(db, [perpetualPair('BTC')], setup);
  try {
    return await work(x);
  } finally {
    await x.stop();
    await db.close();
  }
}

/** Positions whose trades, steps and sizes do not agree. */
const torn = `select p.id from futures_position p
  left join (select position_id, sum(quantity) filter (where kind <> 'trade') as closed,
    sum(quantity) filter (where side = 'sell') as sold from futures_fill group by 1) f on f.position_id = p.id
  left join (select position_id, sum(quantity) as said from futures_liquidation
    where step in ('reduce', 'close', 'takeover') group by 1) l on l.position_id = p.id
  where coalesce(f.closed, 0) <> coalesce(l.said, 0) or coalesce(f.sold, 0) <> p.closed_quantity
  union all select o.id from futures_order o
  left join (select order_id, sum(quantity) as traded from futures_fill group by 1) f on f.order_id = o.id
  where coalesce(f.traded, 0) <> o.filled`;

it.runIf(isLong)(
  `${ROUNDS} exchanges that are killed while they liquidate leave no step half done`,
  async () => {
    const users = await withFutures([], async (x) => {
      await x.mark('100', { depth: '1000000' });
      for (let i = 0; i < USERS; i++) {
        // From 1,200 on a position begins in the second tier or above, and goes down step by step.
        await x.terms(i, { mode: i % 2 === 0 ? 'isolated' : 'cross', leverage: 10 + (i % 5) });
        await x.place(i, { side: 'long', quantity: String(100 + i * 500) });
        // Of each kind of order one stands in the way of the end: guards, a trailing stop, a scaled order, one that is
        // due when the next exchange starts.
        const guards = i % 3 === 0 ? { takeProfit: '200', stopLoss: '1' } : {};
        await x.place(i, { side: 'long', quantity: '10', price: '20', ...guards });
        if (i % 3 === 0) await x.protect(i, { takeProfit: { by: 'price', value: '190', source: 'last' } });
        if (i % 3 === 1) await x.protect(i, { trailing: { by: 'rate', value: '0.5', source: 'mark' } });
        if (i % 3 === 2)
          await x.placeScaled(i, { side: 'long', from: '22', to: '20', count: 3, quantity: '9' });
        // A chase each: half of them are due when the next exchange starts, the others move with the price.
        const chase = { seconds: 600, distance: '0.05', rest: i % 2 === 0 ? 'market' : 'cancel' } as const;
        await x.close(i, { share: '0.1', type: 'limit', chase });
        const expiresAt = x.clock.now() + 60_000;
        await x.place(i, { side: 'long', quantity: '1', price: '21', tif: 'GTD', expiresAt });
      }
      await x.db.query(
        `update futures_order set chase_until = $1 where user_id % 2 = 0 and chase_until > 0`,
        [Number.MAX_SAFE_INTEGER],
      );
      return x.users;
    });
    let cents = 9_600;
    let killedInside = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // Every other one stands still after each step, and is killed there; the rest are killed wherever they are.
      const isBetween = round % 2 === 1;
      const rest = isBetween ? ['200'] : [];
      const child = startChild(program, ['liquidate', folder, SCHEMA, String(cents), ...rest]);
      await child.until(4 + ((round * 23) % 40));
      while (isBetween && child.lines.at(-1)?.startsWith('price')) await child.until(child.lines.length + 1);
      await child.kill();
      expect(child.errorOutput()).toBe('');
      const prices = child.lines.filter((line) => line.startsWith('price'));
      if (!child.lines.at(-1)?.startsWith('price')) killedInside += 1;
      cents = Number.parseInt(prices.at(-1)?.split(' ')[1] ?? String(cents), 10);
      const found = await withFutures(users, async (x) => ({
        flaws: await flawsOf(x),
        ledger: await verifyLedger(x.db),
        torn: await x.db.query(torn),
      }));
      expect(found).toEqual({ flaws: [], ledger: [], torn: [] });
    }
    expect(killedInside).toBeGreaterThan(0);
    await withFutures(users, async (x) => {
      await x.mark('60', { depth: '300' });
      expect(x.logged).toEqual([]);
      expect(await flawsOf(x)).toEqual([]);
      expect(await verifyLedger(x.db)).toEqual([]);
      expect(await x.db.query(torn)).toEqual([]);
      const isolated = await x.db.query<{ end: string }>(
        `select distinct "end" from futures_position where mode = 'isolated'`,
      );
      expect(isolated).toEqual([{ end: 'liquidated' }]);
    });
  },
  MAX_MS,
);
