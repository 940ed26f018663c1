import { expect, it } from 'vitest';
import type { Database } from '../../../server/base/db/database.ts';
import { entryMarkets } from '../../../server/matching/entryMarkets.ts';
import { orderNames } from '../../../server/matching/orderNames.ts';
import { addUser, withDatabase } from '../../support/databases.ts';

/** Puts rows into a table as they are: columns that a row does not name are as in `usual`. */
const insert = (db: Database, table: string, usual: object, rows: readonly object[]) =>
  db.query(
    `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows.map((row) => ({ ...usual, ...row })))],
  );
const TRADED = { filled: 0, filled_total: 0, fee: 0, quantity: 1, version: 1, created_at: 1, updated_at: 1 };
const ORDER = {
  ...TRADED,
  rank: 1,
  market: 'AAA-USDT',
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  post_only: false,
};
const SPOT = { ...ORDER, paid: 0, fee_asset: 'AAA', status: 'cancelled', is_covered: false };
const FUTURES = {
  ...{ ...ORDER, reduce_only: false, profit: 0, held: 0, take_profit: 0, stop_loss: 0, guard_source: 'last' },
  ...{ mode: 'cross', leverage: 1, origin: 'ticket', status: 'cancelled' },
};

/** What is behind the tables: each wait for it is written down. */
const behind = (db: Database, waits: unknown[]): Pick<Database, 'query' | 'log'> => ({
  query: (text, params) => {
    waits.push('query');
    return db.query(text, params);
  },
  log: { applied: async (users: unknown) => void waits.push(users) } as unknown as NonNullable<
    Database['log']
  >,
});

// The rules are in the statements: one database for both, as it takes longer to begin than all of them.
withDatabase('names and markets that rows have for API clients', (db) => {
  it('a client’s own name is one of one user in one product, the newest of several', async () => {
    const [ada, bob] = [await addUser(db()), await addUser(db())];
    const [spot, futures] = [orderNames(db(), 'spot_order'), orderNames(db(), 'futures_order')];
    expect(spot.keyOf('x')).not.toBe(futures.keyOf('x'));
    await insert(db(), 'spot_order', SPOT, [
      { id: 11, user_id: ada, client_id: 'mine', stop_above: true },
      { id: 12, user_id: ada, client_id: 'page-key' },
      { id: 13, user_id: ada, client_id: spot.keyOf('mine') },
      { id: 14, user_id: bob, client_id: spot.keyOf('mine') },
    ]);
    await insert(db(), 'futures_order', FUTURES, [
      { id: 21, user_id: ada, client_id: futures.keyOf('mine') },
    ]);
    const plain = { stopAbove: null, listClientId: null };
    expect(await spot.namesOf(ada, [11, 12, 14, 99])).toEqual(
      new Map([
        [11, { clientId: 'mine', stopAbove: true, listClientId: null }],
        [12, { ...plain, clientId: 'page-key' }],
      ]),
    );
    expect(await futures.namesOf(ada, [21])).toEqual(new Map([[21, { ...plain, clientId: 'mine' }]]));
    expect(await spot.idOf(ada, 'mine')).toBe(13);
    expect(await spot.idOf(ada, 'page-key')).toBe(12);
    expect(await spot.idOf(bob, 'page-key')).toBeUndefined();
    expect(await futures.idOf(ada, 'mine')).toBe(21);
    expect(await futures.idOf(bob, 'mine')).toBeUndefined();
  });

  it('a pair’s name leads to the smaller of its two orders, and perpetuals have no pairs', async () => {
    const ada = await addUser(db());
    const [spot, futures] = [orderNames(db(), 'spot_order'), orderNames(db(), 'futures_order')];
    const pair = { user_id: ada, list_client_id: spot.keyOf('pair') };
    await insert(db(), 'spot_order', SPOT, [
      { ...pair, id: 31, client_id: 'p31', partner_id: 32 },
      { ...pair, id: 32, client_id: 'p32', partner_id: 31 },
    ]);
    expect(await spot.listOf(ada, 'pair')).toBe(31);
    expect((await spot.namesOf(ada, [32])).get(32)?.listClientId).toBe('pair');
    expect(await spot.listOf(ada, 'p31')).toBeUndefined();
    const waits: unknown[] = [];
    expect(await orderNames(behind(db(), waits), 'futures_order').listOf(ada, 'pair')).toBeUndefined();
    expect(waits).toEqual([]);
    expect(futures.keyOf('pair')).toContain('futures');
  });

  it('names are read once the tables have what their user was answered', async () => {
    const waits: unknown[] = [];
    const names = orderNames(behind(db(), waits), 'spot_order');
    await names.namesOf(7, [1]);
    await names.idOf(8, 'x');
    await names.listOf(9, 'x');
    expect(waits).toEqual([[7], 'query', [8], 'query', [9], 'query']);
  });

  it('an entry has the market of its trade, position or order; a reference of any other form has none', async () => {
    const ada = await addUser(db());
    const sums = { realised_price: 0, realised_fees: 0, realised_funding: 0, closed_quantity: 0 };
    await insert(db(), 'futures_position', TRADED, [
      {
        ...{
          ...sums,
          id: 51,
          user_id: ada,
          market: 'POS',
          side: 'long',
          mode: 'cross',
          leverage: 1,
          cost: 1,
        },
        ...{
          margin: 0,
          margin_ref: 1,
          closed_cost: 0,
          closed_value: 0,
          opened_at: 1,
          take_profit: 0,
          stop_loss: 0,
        },
      },
    ]);
    await insert(db(), 'futures_order', FUTURES, [{ id: 61, user_id: ada, client_id: 'c', market: 'ORD' }]);
    const fill = { order_id: 61, position_id: 51, user_id: ada, market: 'FILL', side: 'buy', price: 1 };
    const how = { fee: 0, profit: 0, role: 'taker', kind: 'trade', at: 1, quantity: 1 };
    await insert(db(), 'futures_fill', how, [{ ...fill, id: 71 }]);
    const references = [
      '71',
      '51.1700000000',
      'surplus.61',
      '72',
      '61',
      '51.',
      '51.x',
      'surplus.',
      'surplus.71',
    ];
    const hostile = [
      '9'.repeat(19),
      '9'.repeat(40),
      `${'9'.repeat(19)}.1`,
      `surplus.${'9'.repeat(30)}`,
      '-71',
      '71 ',
      '',
    ];
    const all = [...references, ...hostile];
    const entry = { code: 'fee', ref_type: 'perpetual', at: 1, lines: 1 };
    const rows = all.map((ref_id, i) => ({ id: 100 + i, ref_id }));
    await insert(db(), 'journal', entry, rows);
    await insert(db(), 'journal', { ...entry, ref_type: 'transfer' }, [{ id: 200, ref_id: '71' }]);
    const found = await entryMarkets(db())([...rows.map(({ id }) => id), 200, 300]);
    expect(found).toEqual(
      new Map([
        [100, { market: 'FILL', fill: 71 }],
        [101, { market: 'POS', fill: null }],
        [102, { market: 'ORD', fill: null }],
      ]),
    );
    expect(await entryMarkets(db())([])).toEqual(new Map());
  });
});
