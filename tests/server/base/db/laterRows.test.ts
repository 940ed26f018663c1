import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/base/db/database.ts';
import { recordsOf } from '../../../../server/books/ledger/records.ts';
import { ordersOf as futuresOrdersOf } from '../../../../server/products/perpetual/batch/order.ts';
import { fillsOf as futuresFillsOf } from '../../../../server/products/perpetual/history.ts';
import { fillsOf } from '../../../../server/products/spot/fills.ts';
import { ordersOf } from '../../../../server/products/spot/order.ts';
import { memoryDatabase, onEachEngine } from '../../../support/databases.ts';
import { readBy } from '../../../support/rowsRead.ts';

/** Rows of a user's history, one a minute. */
const COUNT = 5_000;
const FIRST = 1_000_000_000;
const AT = 1_600_000_000_000;
const MINUTE = 60_000;
const USER = 7;
/** Rows that a page of ten may read: itself, an hour before its beginning, and those by which that is found. */
const MOST = 400;

let db: Database;
beforeAll(async () => {
  db = await memoryDatabase();
  // Rows that nothing else belongs to.
  await db.query('set session_replication_role = replica');
  const many = `generate_series(1, ${COUNT}) i`;
  const at = `${AT} + i * ${MINUTE}`;
  await db.query(
    `insert into spot_order (id, rank, user_id, client_id, market, side, type, tif, post_only, price, quantity, filled,
       filled_total, paid, fee, fee_asset, status, version, created_at, updated_at)
     select ${FIRST} + i, ${FIRST} + i, ${USER}, 'n' || i, 'BTC-USDT', 'buy', 'limit', 'GTC', false, 1, 1, 0, 0, 0, 0, 'BTC',
       'cancelled', 1, ${at}, ${at} from ${many}`,
  );
  await db.query(
    `insert into spot_fill (id, order_id, user_id, market, side, price, quantity, total, fee, fee_asset, role, journal_id, at)
     select ${FIRST} + i, 1, ${USER}, 'BTC-USDT', 'buy', 1, 1, 1, 0, 'BTC', 'maker', 1, ${at} from ${many}`,
  );
  await db.query(
    `insert into futures_order (id, rank, user_id, client_id, market, side, type, tif, post_only, reduce_only, price, quantity,
       filled, filled_total, fee, profit, held, take_profit, stop_loss, guard_source, mode, leverage, origin, status, version,
       created_at, updated_at)
     select ${FIRST} + i, ${FIRST} + i, ${USER}, 'n' || i, 'BTC-USDT-PERP', 'buy', 'limit', 'GTC', false, false, 1, 1,
       0, 0, 0, 0, 0, 0, 0, 'last', 'cross', 10, 'ticket', 'cancelled', 1, ${at}, ${at} from ${many}`,
  );
  await db.query(
    `insert into futures_fill (id, position_id, user_id, market, side, price, quantity, fee, profit, role, kind, at)
     select ${FIRST} + i, 1, ${USER}, 'BTC-USDT-PERP', 'buy', 1, 1, 0, 0, 'maker', 'trade', ${at} from ${many}`,
  );
  await db.query(
    `insert into account (id, owner_id, kind, asset, posted, version) overriding system value
     values (${FIRST}, ${USER}, 'futures', 'USDT', 1, ${2 * COUNT})`,
  );
  await db.query(
    `insert into journal (id, code, ref_type, ref_id, at, lines) overriding system value
     select ${FIRST} + i, 'transfer', 'test', i, ${at}, 1 from ${many}`,
  );
  await db.query(
    `insert into posting (journal_id, line, account_id, asset, amount, balance_after, account_version)
     select ${FIRST} + i, 1, ${FIRST}, 'USDT', 1, i, 2 * i from ${many}`,
  );
  await db.query('analyze');
}, 60_000);
afterAll(() => db.close());

const momentOf = (n: number): number => AT + n * MINUTE;
const records = (page: object) => recordsOf(db, USER, { limit: 10, ...page });
const cursorOf = (n: number): string => `${FIRST + n}.1`;
const lists = {
  spot_order: (page: object) => ordersOf(db, USER, { limit: 10, ...page }),
  spot_fill: (page: object) => fillsOf(db, USER, { limit: 10, ...page }),
  futures_order: (page: object) => futuresOrdersOf(db, USER, { limit: 10, ...page }),
  futures_fill: (page: object) => futuresFillsOf(db, USER, { limit: 10, ...page }),
};

describe.each(Object.entries(lists))('a page of %s from a moment on', (table, list) => {
  it.each([1, 2_500, COUNT - 20])('reads what it has, where it begins at row %i', async (n) => {
    const page = { after: 0, from: momentOf(n) };
    const { rows } = await list(page);
    expect(rows.map(({ id }) => id - FIRST)).toEqual(Array.from({ length: 10 }, (_, i) => n + i));
    const read = await readBy(db, () => list(page));
    expect(read.get(table)).toBeLessThan(MOST);
  });

  it.each([{ after: 0 }, {}])('reads no more than a short time has: %o', async (order) => {
    const page = { ...order, from: momentOf(2_500), to: momentOf(2_502) };
    const { rows } = await list(page);
    expect(rows.map(({ id }) => id - FIRST).sort((a, b) => a - b)).toEqual([2_500, 2_501, 2_502]);
    const read = await readBy(db, () => list(page));
    expect(read.get(table)).toBeLessThan(MOST);
  });

  it('has what a clock that was set back has numbered later', async () => {
    await db.query(
      `update ${table} set ${table.endsWith('order') ? 'created_at' : 'at'} = ${momentOf(4_000)} where id = ${FIRST + 3_950}`,
    );
    const { rows } = await list({ after: 0, from: momentOf(4_000) });
    expect(rows.slice(0, 2).map(({ id }) => id - FIRST)).toEqual([3_950, 4_000]);
  });

  it('is empty after the last, and where nothing is', async () => {
    expect(await list({ after: 0, from: momentOf(COUNT + 1) })).toEqual({ rows: [], next: null });
    expect(await list({ after: FIRST + COUNT, from: momentOf(1) })).toEqual({ rows: [], next: null });
  });
});

describe('a page of records', () => {
  it.each([
    { page: { after: '0.0', from: momentOf(4_900) }, first: 4_900 },
    { page: { after: '0.0' }, first: 1 },
    { page: { after: cursorOf(2_500) }, first: 2_501 },
    { page: { after: cursorOf(COUNT - 15), from: momentOf(1) }, first: COUNT - 14 },
    { page: { before: cursorOf(2_511) }, first: 2_510 },
    { page: {}, first: COUNT },
    { page: { to: momentOf(300) }, first: 300 },
  ])('reads what it has: $page', async ({ page, first }) => {
    const { rows } = await records(page);
    const step = 'after' in page ? 1 : -1;
    expect(rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, i) => cursorOf(first + step * i)),
    );
    const read = await readBy(db, () => records(page));
    expect([read.get('posting'), read.get('journal')].every((count = 0) => count < MOST)).toBe(true);
  });

  it.each([{ after: '0.0' }, {}])('reads no more than a short time has: %o', async (order) => {
    const page = { ...order, from: momentOf(2_500), to: momentOf(2_502) };
    expect((await records(page)).rows).toHaveLength(3);
    const read = await readBy(db, () => records(page));
    expect([read.get('posting'), read.get('journal')].every((count = 0) => count < MOST)).toBe(true);
  });

  it('is empty after the last', async () => {
    expect(await records({ after: cursorOf(COUNT) })).toEqual({ rows: [], next: null });
    expect(await records({ after: '0.0', from: momentOf(COUNT + 1) })).toEqual({ rows: [], next: null });
  });
});

onEachEngine('a page of records', (engine) => {
  it('is read by no plan that is compiled first', async () => {
    const server = await engine.fresh();
    const rows = await server.query<{ jit: boolean }>(
      "select not 'jit=off' = any (proconfig) as jit from pg_proc where proname in ('ledger_records', 'ledger_records_after')",
    );
    expect(rows).toEqual([{ jit: false }, { jit: false }]);
    await server.close();
  });
});
