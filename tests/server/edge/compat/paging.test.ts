import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../server/edge/compat/protocol/apiError.ts';
import type { PageQuery } from '../../../../server/edge/compat/protocol/pages.ts';
import { wantedRows } from '../../../../server/edge/compat/protocol/pages.ts';
import { compatClient, newApiKey } from '../../../support/compat.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

describe('rows of a long history', () => {
  const COUNT = 30_000;
  /** Rows 1 to COUNT, as calls answer them; counts what is read. */
  function history() {
    const read = { pages: 0 };
    const ask = async ({ after, before = COUNT + 1, limit }: PageQuery<number>) => {
      read.pages += 1;
      const first = after ?? before;
      const step = after === undefined ? -1 : 1;
      const rows = Array.from({ length: limit }, (_, i) => first + step * (i + 1)).filter(
        (id) => id >= 1 && id <= COUNT,
      );
      const last = rows.at(-1);
      return { rows, next: last === undefined || last === 1 || last === COUNT ? null : last };
    };
    return { ask, read };
  }
  const nothing = { start: undefined, end: undefined };

  it.each([
    { after: 0, limit: 3, every: 1, rows: [1, 2, 3], pages: 1 },
    { after: COUNT - 2, limit: 1_000, every: 1, rows: [COUNT - 1, COUNT], pages: 1 },
    { after: undefined, limit: 2, every: 1, rows: [COUNT - 1, COUNT], pages: 1 },
    { after: 0, limit: 2, every: 700, rows: [700, 1_400], pages: 3 },
    { after: undefined, limit: 2, every: 700, rows: [28_700, 29_400], pages: 3 },
    // Of the newest as many as are read; from a beginning on an answer that is too short would say that there are no more.
    { after: undefined, limit: 2, every: 25_000, rows: [25_000], pages: 40 },
    { after: 9_999, limit: 2, every: 25_000, rows: undefined, pages: 40 },
    { after: 9_999, limit: 1, every: 25_000, rows: [25_000], pages: 31 },
    { after: 10_000, limit: 1, every: 40_000, rows: [], pages: 40 },
  ])('after $after: $limit of the rows by $every', async ({ after, limit, every, rows, pages }) => {
    const { ask, read } = history();
    const fitting =
      every === 1 ? undefined : (ids: readonly number[]) => ids.filter((id) => id % every === 0);
    const found = await wantedRows({ after, limit, ...nothing }, ask, fitting).catch(
      (error: unknown) => error,
    );
    if (rows) expect(found).toEqual(rows);
    else expect(found).toBeInstanceOf(ApiError);
    expect(read.pages).toBe(pages);
  });

  it('reads a thousand rows in two pages', async () => {
    const { ask, read } = history();
    const rows = await wantedRows({ after: 500, limit: 1_000, ...nothing }, ask);
    expect([rows.length, rows[0], rows.at(-1), read.pages]).toEqual([1_000, 501, 1_500, 2]);
  });
});

describe('programs that page through', () => {
  const FIRST = 1_000_000_000;
  const AT = 1_600_000_000_000;
  const ORDERS = 20_400;
  let x: TestExchange;
  let user: User;
  let client: ReturnType<typeof compatClient>;
  beforeAll(async () => {
    x = await openExchange();
    user = await x.newUser();
    client = compatClient(x, await newApiKey(x, user));
    const { uid } = (await x.ask('account.balances', {}, user)).data;
    const whose = (await x.db.query<{ id: number }>('select id from app_user where uid::text = $1', [uid]))[0]
      ?.id;
    await x.db.query(
      `insert into spot_order (id, rank, user_id, client_id, market, side, type, tif, post_only, price, quantity, filled,
         filled_total, paid, fee, fee_asset, status, version, created_at, updated_at)
       select ${FIRST} + i, ${FIRST} + i, $1, 'n' || i, 'BTC-USDT', 'buy', 'limit', 'GTC', false, 1, 1, 0, 0, 0, 0, 'BTC',
         'cancelled', 1, ${AT} + i, ${AT} + i from generate_series(1, ${ORDERS}) i`,
      [whose],
    );
    await x.db.query(
      `insert into spot_fill (id, order_id, user_id, market, side, price, quantity, total, fee, fee_asset, role,
         journal_id, at)
       select ${FIRST} + i, ${FIRST} + 1, $1, 'BTC-USDT', 'buy', 1, 1, 1, 0, 'BTC', 'maker',
         (select min(id) from journal), ${AT} + i from generate_series(1, 700) i`,
      [whose],
    );
    await x.db.query(
      `insert into futures_rate (market, at, rate, mark, index)
       select 'BTC-USDT-PERP', ${AT} + i, 0.0001, 1, 1 from generate_series(1, 700) i`,
    );
  }, 120_000);
  afterAll(() => x.close());

  const SPOT = { symbol: 'BTCUSDT', limit: 2 };
  it.each([
    { path: '/api/v3/allOrders', fields: { orderId: FIRST + 1 }, by: 'orderId', rows: [1, 2] },
    { path: '/api/v3/allOrders', fields: { orderId: FIRST + 3 }, by: 'orderId', rows: [3, 4] },
    { path: '/api/v3/allOrders', fields: { startTime: AT }, by: 'orderId', rows: [1, 2] },
    { path: '/api/v3/allOrders', fields: { startTime: AT + 2, endTime: AT + 2 }, by: 'orderId', rows: [2] },
    { path: '/api/v3/allOrders', fields: { endTime: AT + 9 }, by: 'orderId', rows: [8, 9] },
    { path: '/api/v3/allOrders', fields: {}, by: 'orderId', rows: [ORDERS - 1, ORDERS] },
    {
      path: '/api/v3/allOrders',
      fields: { endTime: Number.MAX_SAFE_INTEGER },
      by: 'orderId',
      rows: [ORDERS - 1, ORDERS],
    },
    { path: '/api/v3/myTrades', fields: { orderId: FIRST + 1, fromId: 0 }, by: 'id', rows: [1, 2] },
    { path: '/api/v3/myTrades', fields: { orderId: FIRST + 1 }, by: 'id', rows: [699, 700] },
    { path: '/api/v3/myTrades', fields: { orderId: FIRST + 2 }, by: 'id', rows: [] },
    { path: '/api/v3/myTrades', fields: { fromId: FIRST + 2 }, by: 'id', rows: [2, 3] },
    { path: '/api/v3/myTrades', fields: { endTime: AT + 9 }, by: 'id', rows: [8, 9] },
  ])('$path with $fields', async ({ path, fields, by, rows }) => {
    // However busy the machine is, the request is in time.
    const inTime = { ...SPOT, recvWindow: 60_000, ...(fields as Record<string, number>) };
    const { status, body } = await client.signed('GET', path, inTime);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.map((row: Record<string, number>) => (row[by] ?? 0) - FIRST)).toEqual(rows);
  });

  it.each([
    { fields: { startTime: AT }, rows: [1, 2] },
    { fields: { startTime: AT + 3, endTime: AT + 3 }, rows: [3] },
    { fields: { endTime: AT + 699 }, rows: [698, 699] },
  ])('funding rates with $fields', async ({ fields, rows }) => {
    const { body } = await client.get('/fapi/v1/fundingRate', {
      ...SPOT,
      ...(fields as Record<string, number>),
    });
    expect(body.map(({ fundingTime }: { fundingTime: number }) => fundingTime - AT)).toEqual(rows);
  });

  it('income in the order in which it was booked, each once', async () => {
    for (const amount of ['1', '2', '3', '4'])
      await x.ask(
        'account.transfer',
        { asset: 'USDT', from: 'spot', to: 'futures', amount },
        { token: user.token, key: x.newKey() },
      );
    const read = async (fields: Record<string, string | number>) => {
      const { body } = await client.signed('GET', '/fapi/v1/income', {
        limit: 2,
        recvWindow: 60_000,
        ...fields,
      });
      return body.map(({ income }: { income: string }) => income);
    };
    expect(await read({ startTime: AT })).toEqual(['1', '2']);
    expect(await read({ startTime: AT, limit: 3, incomeType: 'TRANSFER' })).toEqual(['1', '2', '3']);
    expect(await read({})).toEqual(['3', '4']);
    expect(await read({ startTime: AT, incomeType: 'COMMISSION' })).toEqual([]);
    expect(await read({ startTime: AT, incomeType: 'API_REBATE' })).toEqual([]);
    const records = async (request: object) => {
      const { rows, next } = (
        await x.ask('account.records', { account: 'futures', limit: 2, ...request }, user)
      ).data;
      return { next, amounts: rows.map(({ amount }: { amount: string }) => amount) };
    };
    const first = await records({ after: '0.0' });
    expect(first.amounts).toEqual(['10000', '1']);
    const second = await records({ after: first.next, limit: 3 });
    expect(second).toEqual({ next: null, amounts: ['2', '3', '4'] });
    expect((await records({ after: '0.0', kind: 'transfer', limit: 1 })).amounts).toEqual(['1']);
  });
});
