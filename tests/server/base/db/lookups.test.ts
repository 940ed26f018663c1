import { expect, it } from 'vitest';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { newCycleMarket, openCycle } from '../../../support/cycle.ts';
import { withOneDatabase } from '../../../support/databases.ts';
import { logged } from '../../../support/logged.ts';
import { openFutures } from '../../../support/perpetual.ts';
import { readBy } from '../../../support/rowsRead.ts';
import { newMarket, openSpot } from '../../../support/spot.ts';
import { openStorage } from '../../../support/storage.ts';

/** Rows that each table gets, of users who do nothing. */
const MORE = 3_000;
/** What the same work may read more of a table than before there were as many. */
const SLACK = 500;
/** A plan of a function is kept after it has run five times. */
const BEFORE_KEPT = 8;

/** Copies a row that is there, once for each of MORE. @param changed makes each of them one of its own; `n` is its number. */
const copies = (db: Queries, table: string, changed: string) =>
  db.query(
    `insert into ${table} overriding system value select c.* from (select * from ${table} limit 1) t, generate_series(1, ${MORE}) n,
       lateral jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${changed})) c`,
  );

/** Fills the tables that the books share, and one of a product's. @param more fills another. */
async function crowd(db: Queries, table: string, changed: string, more: string | undefined): Promise<void> {
  if (more !== undefined) await db.query(more);
  await copies(db, table, `'id', 1000000000 + n, ${changed}`);
  await db.query(
    `insert into asset (code, scale) select '${table} ' || n, 8 from generate_series(1, ${MORE}) n`,
  );
  await db.query(`insert into account (owner_id, kind, asset, may_go_negative)
    select null, 'ext_genesis', '${table} ' || n, true from generate_series(1, ${MORE}) n`);
  await db.query(`insert into hold (account_id, kind, ref_id, amount, remaining, at)
    select (select min(id) from account), 'order', '${table} ' || n, 1, 1, 1 from generate_series(1, ${MORE}) n`);
  await db.query(`insert into journal (code, ref_type, ref_id, at, lines)
    select 'trade', 'spot', '${table} ' || n, 1, 2 from generate_series(1, ${MORE}) n`);
  await db.query(`insert into command (user_id, key, call, request_hash, response, at)
    select (select min(id) from app_user), '${table} ' || n, 'test', '', '{}', 1 from generate_series(1, ${MORE}) n`);
}

/** Work that reads more of a table once there are many rows of other users. */
async function grown(
  db: Database,
  work: () => Promise<unknown>,
  table: string,
  changed: string,
  more?: string,
): Promise<string[]> {
  for (let n = 0; n < BEFORE_KEPT; n++) await work();
  // That a table is known to be small makes other plans than that nothing is known, and has the plans before forgotten.
  await db.query('vacuum');
  for (let n = 0; n < BEFORE_KEPT; n++) await work();
  const few = await readBy(db, work);
  await db.transaction((tx) => crowd(tx, table, changed, more));
  const many = await readBy(db, work);
  return [...many]
    .filter(([name, count]) => count > (few.get(name) ?? 0) + SLACK)
    .map(([name, count]) => `${name}: ${few.get(name) ?? 0}, then ${count}`);
}

// Plans are made while tables are nearly empty, and are kept: nothing renews them in the database inside the process. Each
// day they are a server's, whose older planner chooses worse.
withOneDatabase('what is written reads no other rows of its tables, however many there are', (db) => {
  it('orders on spot: placed, matched, cancelled', async () => {
    const market = newMarket();
    const x = await openSpot(db(), market);
    const work = async () => {
      const { order } = await x.place(0, { side: 'buy', type: 'limit', quantity: '1', price: '9' });
      await x.cancel(0, order.id);
      await x.place(0, { side: 'sell', type: 'limit', quantity: '1', price: '10' });
      await x.place(1, { side: 'buy', type: 'limit', quantity: '1', price: '10' });
    };
    expect(await grown(db(), work, 'spot_order', "'client_id', 'copy ' || n, 'market', 'none'")).toEqual([]);
    await x.close();
  });

  it('orders and positions of perpetuals: opened, guarded, closed', async () => {
    const x = await openFutures(db());
    const work = async () => {
      await x.place(1, { side: 'short', quantity: '1', price: '100' });
      await x.place(0, { side: 'long', quantity: '1', price: '100' });
      const { order } = await x.place(0, { side: 'long', quantity: '1', price: '90' });
      await x.cancel(0, order.id);
      await x.place(1, { side: 'long', quantity: '1', price: '100' });
      await x.close(0);
    };
    expect(await grown(db(), work, 'futures_order', "'client_id', 'copy ' || n, 'market', 'none'")).toEqual(
      [],
    );
    expect(await grown(db(), work, 'futures_position', "'closed_at', 1, 'market', 'none'")).toEqual([]);
    await x.perpetuals.close();
  });

  it('storage plans: opened, renewed or not, revoked, beside days that were paid', async () => {
    const x = await openStorage(db());
    const plan = await x.plan();
    const work = async () => {
      const { id } = await x.open(0, plan, '100');
      await x.renew(0, id, true);
      await x.revoke(0, id);
    };
    const paid = `insert into storage_payout (order_id, user_id, day, amount, due_at, at)
      select (select min(id) from storage_order), (select min(id) from app_user), n, 1, n * 86400000::bigint, n from generate_series(1, ${MORE}) n`;
    expect(await grown(db(), work, 'storage_order', "'state', 'revoked'", paid)).toEqual([]);
    await x.close();
  });

  it('cycle contracts: bought, entered, settled', async () => {
    const x = await openCycle(db(), [newCycleMarket()]);
    const work = async () => {
      x.play(['100', '100', '100']);
      await x.buy(0, 'up', '30s', '10');
      x.play(Array.from({ length: 40 }, () => '101'));
      await x.settled();
    };
    expect(await grown(db(), work, 'cycle_contract', "'quote_id', 'copy ' || n")).toEqual([]);
    // A tick a second is recorded, and looks at the newest one alone.
    expect((await readBy(db(), work)).get('cycle_tick')).toBeLessThan(SLACK);
    await x.close();
  });
});

withOneDatabase('what is appended to a log reads none either', (db) => {
  it('orders on spot: placed, cancelled', async () => {
    const own = await logged(db());
    const x = await openSpot(own, newMarket());
    const work = async () => {
      const { order } = await x.place(0, { side: 'buy', type: 'limit', quantity: '1', price: '9' });
      await x.cancel(0, order.id);
    };
    expect(await grown(own, work, 'spot_order', "'client_id', 'other ' || n, 'market', 'none'")).toEqual([]);
    await x.close();
    await own.log.applied();
  });
});
