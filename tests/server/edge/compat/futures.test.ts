import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { entryMarkets } from '../../../../server/matching/entryMarkets.ts';
import type { CompatKey } from '../../../support/compat.ts';
import { compatClient, newApiKey } from '../../../support/compat.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
let user: User;
let key: CompatKey;
let client: ReturnType<typeof compatClient>;
beforeAll(async () => {
  x = await openExchange();
  user = await x.newUser();
  key = await newApiKey(x, user, { spot: false });
  client = compatClient(x, key);
  const half = { asset: 'USDT', from: 'spot', to: 'futures', amount: '5000' };
  await x.ask('account.transfer', half, { token: user.token, key: x.newKey() });
}, 60_000);
afterAll(async () => {
  expect(await verifyLedger(x.db)).toEqual([]);
  await x.close();
});

const SYMBOL = { symbol: 'BTCUSDT' };
const ORDER = '/fapi/v1/order';
const state = async () => (await x.ask('perpetual.state', {}, user)).data;
const at = async (share: number): Promise<string> => {
  const { body } = await client.get('/fapi/v1/ticker/price', SYMBOL);
  return `${Math.floor(Number.parseFloat(body.price) * share)}`;
};
const limit = async (share = 0.9, more: object = {}) => ({
  ...{ ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' },
  price: await at(share),
  ...more,
});

describe('perpetuals of the compatible API', () => {
  it('says rules, marks and funding as the own API does', async () => {
    const { body } = await client.get('/fapi/v1/exchangeInfo');
    const { markets } = (await x.ask('market.list')).data;
    const own = markets.filter(({ kind }: { kind: string }) => kind === 'perpetual');
    expect(body.symbols).toHaveLength(own.length);
    const btc = body.symbols.find(({ symbol }: { symbol: string }) => symbol === 'BTCUSDT');
    expect(btc).toMatchObject({ contractType: 'PERPETUAL', marginAsset: 'USDT', status: 'TRADING' });
    const { snaps } = (await x.ask('market.snapshot', { ch: ['mark'] })).data;
    const [, , , , nextAt] = snaps[0].d.find(([id]: [string]) => id === 'BTC-USDT-PERP');
    const { body: premium } = await client.get('/fapi/v1/premiumIndex', SYMBOL);
    expect(premium).toMatchObject({ symbol: 'BTCUSDT', nextFundingTime: nextAt });
    const { interest } = (await x.ask('perpetual.interest', { market: 'BTC-USDT-PERP' })).data;
    const { body: open } = await client.get('/fapi/v1/openInterest', SYMBOL);
    expect(open).toMatchObject({ symbol: 'BTCUSDT', openInterest: interest.quantity });
    const { body: book } = await client.get('/fapi/v1/depth', { ...SYMBOL, limit: 5 });
    expect(book.bids).toHaveLength(5);
    // The minute that has just begun has no bar before its first trade.
    const bars = { ...SYMBOL, interval: '1m', limit: 2, endTime: Date.now() - 60_000 };
    expect((await client.get('/fapi/v1/klines', bars)).body).toHaveLength(2);
    const most = (await client.get('/fapi/v1/klines', { ...bars, limit: 1_500 })).body as [number][];
    expect(most).toHaveLength(1_500);
    expect(most.every(([at], i) => i === 0 || at === (most[i - 1]?.[0] ?? 0) + 60_000)).toBe(true);
    const from = most[0]?.[0] ?? 0;
    const since = await client.get('/fapi/v1/klines', { ...bars, startTime: from, limit: 1_500 });
    expect(since.body).toEqual(most);
  });

  it('sets leverage and margin mode, and has one position a market', async () => {
    const leverage = await client.signed('POST', '/fapi/v1/leverage', { ...SYMBOL, leverage: 10 });
    expect(leverage.body).toMatchObject({ symbol: 'BTCUSDT', leverage: 10 });
    const isolated = { ...SYMBOL, marginType: 'ISOLATED' };
    expect((await client.signed('POST', '/fapi/v1/marginType', isolated)).body.code).toBe(200);
    expect((await client.signed('POST', '/fapi/v1/marginType', isolated)).body.code).toBe(-4046);
    const codeOf = async (path: string, fields: object) =>
      (await client.signed('POST', path, fields as Record<string, string>)).body.code;
    expect(await codeOf('/fapi/v1/leverage', { ...SYMBOL, leverage: 126 })).toBe(-4028);
    expect(await codeOf('/fapi/v1/positionSide/dual', { dualSidePosition: 'true' })).toBe(-4068);
    expect(await codeOf('/fapi/v1/positionSide/dual', { dualSidePosition: 'false' })).toBe(-4059);
    const { terms } = await state();
    expect(terms).toContainEqual({ market: 'BTC-USDT-PERP', mode: 'isolated', leverage: 10 });
  });

  it('opens a position whose numbers are the ledger’s, and closes it', async () => {
    const market = { ...SYMBOL, type: 'MARKET', quantity: '0.02' };
    const { body } = await client.signed('POST', ORDER, { ...market, side: 'BUY', newClientOrderId: 'o1' });
    expect(body).toMatchObject({ clientOrderId: 'o1', status: 'FILLED', executedQty: '0.02' });
    const [position] = (await state()).positions;
    const { body: risks } = await client.signed('GET', '/fapi/v3/positionRisk', SYMBOL);
    expect(risks[0]).toMatchObject({ positionAmt: '0.02', isolatedWallet: position.margin, leverage: '10' });
    expect(Number.parseFloat(risks[0].liquidationPrice)).toBeGreaterThan(0);
    const added = { ...SYMBOL, amount: '5', type: '1' };
    expect((await client.signed('POST', '/fapi/v1/positionMargin', added)).body.code).toBe(200);
    const { body: trades } = await client.signed('GET', '/fapi/v1/userTrades', SYMBOL);
    const { rows } = (await x.ask('perpetual.fills', {}, user)).data;
    expect(trades.map(({ id, commission }: { id: number; commission: string }) => [id, commission])).toEqual(
      rows.toReversed().map(({ id, fee }: { id: number; fee: string }) => [id, fee]),
    );
    const close = { ...market, side: 'SELL', reduceOnly: 'true' };
    expect((await client.signed('POST', ORDER, close)).body.status).toBe('FILLED');
    expect((await client.signed('POST', ORDER, close)).body.code).toBe(-2022);
    const { body: balances } = await client.signed('GET', '/fapi/v3/balance');
    const own = (await x.ask('account.balances', {}, user)).data.balances.find(
      (row: { account: string; asset: string }) => row.account === 'futures' && row.asset === 'USDT',
    );
    expect(balances[0].balance).toBe(own.posted);
    const filled = (await x.ask('perpetual.fills', {}, user)).data.rows;
    const closing = filled.filter(({ profit }: { profit: string }) => profit !== '0');
    type Row = Readonly<Record<'symbol' | 'tradeId', string>>;
    const { body: income } = await client.signed('GET', '/fapi/v1/income', { incomeType: 'REALIZED_PNL' });
    expect(income.map(({ symbol, tradeId }: Row) => [symbol, tradeId])).toEqual(
      closing.toReversed().map(({ id }: { id: number }) => ['BTCUSDT', `${id}`]),
    );
    const fees = { incomeType: 'COMMISSION', ...SYMBOL };
    expect((await client.signed('GET', '/fapi/v1/income', fees)).body).toHaveLength(filled.length);
    expect((await client.signed('GET', '/fapi/v1/income', { symbol: 'ETHUSDT' })).body).toEqual([]);
    const { body: moved } = await client.signed('GET', '/fapi/v1/income', { incomeType: 'TRANSFER' });
    expect(moved.map(({ symbol }: Row) => symbol)).toEqual(['']);
  });

  it('takes an order until a date, in whole seconds, and says until when', async () => {
    const end = Math.floor(Date.now() / 1_000) * 1_000 + 700_000;
    const gtd = (goodTillDate: number) => ({ timeInForce: 'GTD', goodTillDate: `${goodTillDate}` });
    const placed = await client.signed('POST', ORDER, await limit(0.9, gtd(end + 345)));
    expect(placed.body).toMatchObject({ status: 'NEW', timeInForce: 'GTD', goodTillDate: end });
    const { orderId } = placed.body;
    const read = await client.signed('GET', ORDER, { ...SYMBOL, orderId });
    expect(read.body).toMatchObject({ timeInForce: 'GTD', goodTillDate: end });
    await client.signed('DELETE', ORDER, { ...SYMBOL, orderId });
    for (const [change, code] of [
      [gtd(end - 150_000), -5040],
      [gtd(253_402_300_799_000), -5040],
      [{ timeInForce: 'GTD' }, -1102],
      [{ goodTillDate: `${end}` }, -1106],
    ] as const)
      expect((await client.signed('POST', ORDER, await limit(0.9, change))).body.code).toBe(code);
  });

  it('keeps limit, conditional and batched orders, and ends them one by one and together', async () => {
    const placed = await client.signed('POST', ORDER, await limit(0.9, { timeInForce: 'GTX' }));
    expect(placed.body).toMatchObject({ status: 'NEW', timeInForce: 'GTX' });
    const stop = { ...SYMBOL, side: 'BUY', type: 'STOP_MARKET', quantity: '0.01', stopPrice: await at(1.1) };
    expect((await client.signed('POST', ORDER, stop)).body).toMatchObject({
      type: 'STOP_MARKET',
      status: 'NEW',
    });
    // A program that means a stop and says another type has nothing traded at once.
    for (const type of ['LIMIT', 'MARKET', 'TRAILING_STOP_MARKET'])
      for (const [path, name] of [
        [ORDER, 'stopPrice'],
        ['/fapi/v1/algoOrder', 'triggerPrice'],
      ] as const) {
        const price = type === 'LIMIT' ? { price: await at(0.9), timeInForce: 'GTC' } : {};
        const rate = type === 'TRAILING_STOP_MARKET' ? { callbackRate: '1.5', reduceOnly: 'true' } : {};
        const meant = { ...SYMBOL, side: 'SELL', type, quantity: '0.01', [name]: await at(0.9) };
        const { body } = await client.signed('POST', path, { ...meant, ...price, ...rate });
        expect([type, name, body.code]).toEqual([type, name, -1106]);
      }
    const passed = await client.signed('POST', ORDER, { ...stop, stopPrice: await at(0.9) });
    expect(passed.body.code).toBe(-2021);
    const trail = {
      ...SYMBOL,
      side: 'BUY',
      type: 'TRAILING_STOP_MARKET',
      quantity: '0.01',
      callbackRate: '1.5',
    };
    expect((await client.signed('POST', ORDER, trail)).body.code).toBe(-1128);
    const following = await client.signed('POST', ORDER, { ...trail, reduceOnly: 'true' });
    expect(following.body).toMatchObject({ type: 'TRAILING_STOP_MARKET', status: 'NEW', priceRate: '1.5' });
    const { orderId: followingId } = following.body;
    expect((await client.signed('DELETE', ORDER, { ...SYMBOL, orderId: followingId })).body.status).toBe(
      'CANCELED',
    );
    const { stopPrice: triggerPrice, ...rest } = stop;
    const algo = await client.signed('POST', '/fapi/v1/algoOrder', {
      ...rest,
      triggerPrice,
      algoType: 'CONDITIONAL',
    });
    expect(algo.body).toMatchObject({ algoStatus: 'NEW', orderType: 'STOP_MARKET', triggerPrice });
    const other = await client.signed('POST', '/fapi/v1/algoOrder', {
      ...{ ...rest, triggerPrice },
      ...{ algoType: 'CONDITIONAL', clientAlgoId: 'to-end' },
    });
    const ended = await client.signed('DELETE', '/fapi/v1/algoOrder', { clientAlgoId: 'to-end' });
    expect(ended.body).toMatchObject({ algoId: other.body.algoId, clientAlgoId: 'to-end' });
    const batch = [
      await limit(0.8),
      await limit(0.8, { quantity: '1000' }),
      await limit(0.8, { price: 'x' }),
    ];
    const many = await client.signed('POST', '/fapi/v1/batchOrders', { batchOrders: JSON.stringify(batch) });
    expect(many.body.map(({ status, code }: { status?: string; code?: number }) => status ?? code)).toEqual([
      'NEW',
      -2019,
      -1100,
    ]);
    const open = await client.signed('GET', '/fapi/v1/openOrders', SYMBOL);
    expect(open.body).toHaveLength(4);
    expect((await client.signed('GET', '/fapi/v1/openAlgoOrders', SYMBOL)).body).toHaveLength(2);
    const { orderId } = placed.body;
    expect((await client.signed('DELETE', ORDER, { ...SYMBOL, orderId })).body.status).toBe('CANCELED');
    expect((await client.signed('DELETE', ORDER, { ...SYMBOL, orderId })).body.code).toBe(-2011);
    expect((await client.signed('GET', ORDER, { ...SYMBOL, orderId })).body.status).toBe('CANCELED');
    expect((await client.signed('GET', ORDER, { ...SYMBOL, orderId: 99_999_999 })).body.code).toBe(-2013);
    expect((await client.signed('DELETE', '/fapi/v1/allOpenOrders', SYMBOL)).body.code).toBe(200);
    expect((await state()).orders).toEqual([]);
    expect((await client.signed('GET', '/fapi/v1/allOrders', SYMBOL)).body.length).toBeGreaterThan(5);
  });

  it.each([
    ['hedge mode', { positionSide: 'LONG' }, -4061],
    ['a time in force that is not here', { timeInForce: 'FOK' }, -1115],
    ['a trailing stop without a distance', { type: 'TRAILING_STOP_MARKET' }, -1106],
    ['a distance of what follows nothing', { callbackRate: '1' }, -1106],
    ['closing a position by itself', { closePosition: 'true' }, -4136],
    ['a price off the tick', { price: '20000.001234' }, -4014],
    ['nothing', { quantity: '0' }, -4003],
    ['more than the margin allows', { quantity: '50' }, -2019],
  ])('refuses %s', async (_, more, code) => {
    const { status, body } = await client.signed('POST', ORDER, await limit(0.9, more));
    expect([body.code, status]).toEqual([code, 400]);
    expect((await state()).orders).toEqual([]);
  });

  it('lets no key of spot alone trade futures', async () => {
    const other = await x.newUser();
    const spotOnly = compatClient(x, await newApiKey(x, other, { futures: false }));
    expect((await spotOnly.signed('POST', ORDER, await limit())).body.code).toBe(-2015);
  });
});

describe('what futures refuse', () => {
  const books = async () => {
    const { rows } = (await x.ask('perpetual.orders', { limit: 500 }, user)).data;
    return [rows.length, (await x.ask('account.balances', {}, user)).data.balances];
  };
  it('is malformed, badly signed, late, early or of nobody, and books nothing', async () => {
    const before = await books();
    const request = await limit();
    const codeOf = async (bent: object, more: object = {}, method = 'POST') => {
      const { status, body } = await client.signed(method, ORDER, { ...request, ...more }, bent);
      return [status, body.code];
    };
    expect(await codeOf({ signed: () => 'a'.repeat(64) })).toEqual([400, -1022]);
    expect(await codeOf({ signed: () => '%%%' })).toEqual([400, -1022]);
    expect(await codeOf({ signed: () => '' })).toEqual([400, -1102]);
    expect(await codeOf({ late: 6_000 })).toEqual([400, -1021]);
    expect(await codeOf({ late: -5_000 })).toEqual([400, -1021]);
    expect(await codeOf({}, { recvWindow: '60001' })).toEqual([400, -1131]);
    expect(await codeOf({ apiKey: 'nobody' })).toEqual([401, -2015]);
    expect(await codeOf({ apiKey: 'a b' })).toEqual([401, -2014]);
    expect(await codeOf({}, { quantity: '1e5' })).toEqual([400, -1100]);
    expect(await codeOf({}, { side: 'UP' })).toEqual([400, -1117]);
    expect(await codeOf({}, { symbol: 'NONE' })).toEqual([400, -1121]);
    const text = '%ff&=&&timestamp=x&signature=%';
    for (const isBody of [true, false]) {
      const { status, body } = await client.ask('POST', ORDER, text, { isBody });
      expect([status < 500, body.code < 0]).toEqual([true, true]);
    }
    const batchOrders = '[{"symbol":1},null,[]]';
    expect((await client.signed('POST', '/fapi/v1/batchOrders', { batchOrders })).status).toBeLessThan(500);
    expect(await books()).toEqual(before);
  });
  it('is sent again as it was, in an order without a name', async () => {
    const { quantity, price } = await limit();
    const text = `symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=${quantity}&price=${price}&timestamp=${Date.now()}`;
    const signed = `${text}&signature=${key.signed(text)}`;
    expect((await client.ask('POST', ORDER, signed)).status).toBe(200);
    const before = await books();
    expect((await client.ask('POST', ORDER, signed)).body).toMatchObject({ code: -2010 });
    expect(await books()).toEqual(before);
    await client.signed('DELETE', '/fapi/v1/allOpenOrders', SYMBOL);
  });
  it('comes from another address, or lacks the right', async () => {
    const other = await x.newUser();
    for (const request of [{ addresses: ['10.9.8.7'] }, { futures: false }]) {
      const away = compatClient(x, await newApiKey(x, other, request));
      const { status, body } = await away.signed('POST', ORDER, await limit());
      expect([status, body.code]).toEqual([401, -2015]);
    }
    expect((await x.ask('perpetual.orders', {}, other)).data.rows).toEqual([]);
  });
});

it('knows the market of funding and of what a liquidation leaves too', async () => {
  const undo = new Error('undone');
  const found = await new Promise((resolve, reject) =>
    x.db
      .transaction(async (tx) => {
        const [row] = await tx.query<{ position: number; order: number }>(
          'select max(position_id) as position, max(order_id) as "order" from futures_fill',
        );
        const refs = [`${row?.position}.1700000000000`, `surplus.${row?.order}`, 'other.1', 'x'];
        const rows = await tx.query<{ id: number }>(
          `insert into journal (code, ref_type, ref_id, at, lines)
           select 'funding', 'perpetual', r, 1, 2 from unnest($1::text[]) r returning id`,
          [refs],
        );
        const markets = await entryMarkets(tx)(rows.map(({ id }) => id));
        resolve(rows.map(({ id }) => markets.get(id)?.market));
        throw undo;
      })
      .catch((error: unknown) => (error === undo ? undefined : reject(error))),
  );
  expect(found).toEqual(['BTC-USDT-PERP', 'BTC-USDT-PERP', undefined, undefined]);
});

it('says how many accounts are long and short at the ends of periods', async () => {
  const path = '/futures/data/globalLongShortAccountRatio';
  const none = await client.get(path, { ...SYMBOL, period: '5m' });
  expect(none).toMatchObject({ status: 200, body: [] });
  const code = async (fields: Record<string, string | number>) => (await client.get(path, fields)).body.code;
  expect(await code(SYMBOL)).toBe(-1102);
  expect(await code({ ...SYMBOL, period: '3m' })).toBe(-1130);
  expect(await code({ symbol: 'NOPE', period: '5m' })).toBe(-1121);
  // As if they stood open since an hour ago.
  const since = Date.now() - 3_700_000;
  await x.db.query(
    `insert into futures_position select (jsonb_populate_record(null::futures_position, to_jsonb(p) ||
      jsonb_build_object('id', p.id * 1000 + n, 'opened_at', $1::bigint, 'closed_at', $2::bigint, 'quantity', 0,
        'end', 'closed', 'side', case when n < 3 then 'long' else 'short' end))).*
      from (select * from futures_position order by id limit 1) p, generate_series(0, 3) n`,
    [since, Date.now()],
  );
  const { body } = await client.get(path, { ...SYMBOL, period: '15m', limit: 3 });
  expect(body).toHaveLength(3);
  expect(body[2]).toEqual({
    ...{ symbol: 'BTCUSDT', longShortRatio: '3.0000', longAccount: '0.7500', shortAccount: '0.2500' },
    timestamp: Math.floor(Date.now() / 900_000) * 900_000,
  });
  expect(body[0].timestamp).toBe(body[2].timestamp - 1_800_000);
  const first = await client.get(path, { ...SYMBOL, period: '15m', limit: 2, startTime: body[0].timestamp });
  expect(first.body).toEqual(body.slice(0, 2));
  await x.db.query('delete from futures_position where opened_at = $1', [since]);
});
