import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { D } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { plain } from '../../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { openPglite } from '../../../../server/host/database/database.ts';
import { SpotEngine } from '../../../../server/products/spot/engine.ts';
import { liveOrders } from '../../../../server/products/spot/order.ts';
import { bundle, startChild } from '../../../support/bundle.ts';
import { migratedFolder, SCHEMA } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource, fakeMarket } from '../../../support/fakeSource.ts';
import { times } from '../../../support/often.ts';
import { flawsOf, openSpot } from '../../../support/spot.ts';

const ROUNDS = times('KILL_ROUNDS', 1, 12);
const MAX_MS = 60_000 + ROUNDS * 60_000;
const market = { ...fakeMarket('AAA-BBB'), minTotal: '0' };
let program = '';
let folder = '';

beforeAll(async () => {
  folder = migratedFolder('tm-spot-kill-');
  program = await bundle('tests/support/child.ts');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function withFolder<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPglite(folder, SCHEMA);
  return work(db).finally(() => db.close());
}

/** Acknowledged orders that are not stored, or of which less has traded than was said. */
async function lost(db: Database, acknowledged: ReadonlyMap<number, Dec>): Promise<number[]> {
  const rows = await db.query<{ id: number; filled: Dec; fills: Dec }>(
    `select o.id, o.filled::text, coalesce(sum(f.quantity), 0)::text as fills
     from spot_order o left join spot_fill f on f.order_id = o.id group by o.id`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return [...acknowledged]
    .filter(([id, filled]) => {
      const row = stored.get(id);
      return !row || new D(row.filled).lt(filled) || !new D(row.fills).eq(row.filled);
    })
    .map(([id]) => id);
}

/** The book of an engine that starts on these orders, and the same as the database adds it up. */
async function booksOf(db: Database) {
  const clock = new FakeClock();
  const source = new FakeSource(clock, [market]);
  source.books.set(market.id, { bids: [], asks: [] });
  const engine = new SpotEngine({ db, clock, source, published: () => undefined, log: () => undefined });
  await engine.start();
  const rows = await db.query<{ side: 'buy' | 'sell'; price: Dec; left: Dec }>(
    `select side, price::text, sum(quantity - filled)::text as left from spot_order
     where status in ('open', 'partial') group by side, price
     order by spot_order.price`,
  );
  const levels = (side: 'buy' | 'sell') =>
    rows.filter((row) => row.side === side).map(({ price, left }) => [plain(price), plain(left)]);
  const stored = await liveOrders(db, market.id);
  const orderBook = [...(engine.orderBooks.get(market.id)?.orders.values() ?? [])];
  engine.close();
  return {
    book: engine.book(market.id),
    expected: { bids: levels('buy').reverse(), asks: levels('sell') },
    orders: orderBook.map(({ id }) => id),
    live: stored.map(({ id }) => id),
  };
}

it(
  `${ROUNDS} exchanges that are killed while they trade lose no order that was acknowledged`,
  async () => {
    const users = await withFolder(async (db) => {
      const spot = await openSpot(db, market, { userCount: 4, funds: '100000000' });
      spot.close();
      return spot.users;
    });
    const acknowledged = new Map<number, Dec>();
    for (let round = 0; round < ROUNDS; round++) {
      const child = startChild(program, ['trade', folder, SCHEMA, users.join(), `kill-round-${round}`]);
      await child.until(5 + ((round * 37) % 90));
      await child.kill();
      expect(child.errorOutput()).toBe('');
      const [first, ...lines] = child.lines;
      expect(first).toBe('open');
      for (const line of lines) {
        const [id = '', filled = ''] = line.split(' ');
        // No number is given twice, not even after a restart.
        expect(acknowledged.has(Number.parseInt(id, 10))).toBe(false);
        acknowledged.set(Number.parseInt(id, 10), filled);
      }
      const found = await withFolder(async (db) => ({
        lost: await lost(db, acknowledged),
        differences: await verifyLedger(db),
        flaws: await flawsOf(db, market),
        ...(await booksOf(db)),
      }));
      expect(found).toMatchObject({ lost: [], differences: [], flaws: [] });
      expect(found.book).toEqual(found.expected);
      expect(found.orders).toEqual(found.live);
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 4);
    expect([...acknowledged.values()].some((filled) => filled !== '0')).toBe(true);
    // Pairs of which one cancels the other were among them: their proof is part of the books'.
    const pairs = 'select count(*)::int as count from spot_order where partner_id is not null';
    const [row] = await withFolder((db) => db.query<{ count: number }>(pairs));
    expect(row?.count).toBeGreaterThanOrEqual(2);
    // And orders that brought what guards them.
    const exits = 'select count(*)::int as count from spot_order where entry_id is not null';
    const [guarded] = await withFolder((db) => db.query<{ count: number }>(exits));
    expect(guarded?.count).toBeGreaterThanOrEqual(1);
  },
  MAX_MS,
);
