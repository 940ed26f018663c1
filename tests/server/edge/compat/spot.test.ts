import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
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
  key = await newApiKey(x, user, { futures: false });
  client = compatClient(x, key);
}, 60_000);
afterAll(async () => {
  expect(await verifyLedger(x.db)).toEqual([]);
  await x.close();
});

const SYMBOL = { symbol: 'BTCUSDT' };
const ordersInBooks = async () =>
  (await x.ask('spot.orders', { limit: 500 }, user)).data.rows as { id: number; status: string }[];
const lastPrice = async (): Promise<number> =>
  Number.parseFloat((await client.get('/api/v3/ticker/price', SYMBOL)).body.price);
const below = async (share: number): Promise<string> => `${Math.floor((await lastPrice()) * share)}`;
const limit = async (share = 0.9, more = {}) => ({
  ...{ ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' },
  price: await below(share),
  ...more,
});

describe('the spot market of the compatible API', () => {
  it('says what can be traded as the own API does', async () => {
    const { body } = await client.get('/api/v3/exchangeInfo', SYMBOL);
    const { markets } = (await x.ask('market.list')).data;
    const own = markets.find(({ id }: { id: string }) => id === 'BTC-USDT');
    expect(body.symbols).toHaveLength(1);
    const [{ filters, ...symbol }] = body.symbols;
    expect(symbol).toMatchObject({
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      quoteAsset: 'USDT',
      ocoAllowed: true,
    });
    const filter = (type: string) =>
      filters.find(({ filterType }: { filterType: string }) => filterType === type);
    expect(filter('PRICE_FILTER').tickSize).toBe(own.tick);
    expect(filter('LOT_SIZE')).toMatchObject({ stepSize: own.lot, minQty: own.minQuantity });
    expect(filter('NOTIONAL').minNotional).toBe(own.minTotal);
    const all = await client.get('/api/v3/exchangeInfo');
    expect(all.body.symbols).toHaveLength(
      markets.filter(({ kind }: { kind: string }) => kind === 'spot').length,
    );
    expect(all.body.rateLimits[0]).toMatchObject({ rateLimitType: 'REQUEST_WEIGHT', limit: 6_000 });
  });

  it('shows books, trades, bars and tickers of one market, as decimal text', async () => {
    const { body: book } = await client.get('/api/v3/depth', { ...SYMBOL, limit: 5 });
    expect(book.bids).toHaveLength(5);
    expect(book.bids[0][0]).toMatch(/^\d+(\.\d+)?$/);
    expect(book.lastUpdateId).toBeGreaterThan(0);
    const { body: bars } = await client.get('/api/v3/klines', { ...SYMBOL, interval: '1h', limit: 3 });
    const own = await x.ask('market.candles', { id: 'BTC-USDT', interval: '1h', limit: 3 });
    expect(bars.slice(0, 2).map((bar: unknown[]) => bar.slice(0, 6))).toEqual(own.data.candles.slice(0, 2));
    const from = { ...SYMBOL, interval: '1h', startTime: bars[0][0], limit: 2 };
    expect((await client.get('/api/v3/klines', from)).body).toEqual(bars.slice(0, 2));
    // A month from any of its moments on, to the last millisecond before the next; an hour would be as far as 2 and 8.
    // In the moment in which a bar begins, nothing has traded in it yet.
    const endTime = Date.now() - 60_000;
    for (const interval of ['3m', '4h', '6h', '8h', '12h', '3d', '1M']) {
      const { body } = await client.get('/api/v3/klines', { ...SYMBOL, interval, limit: 2, endTime });
      expect(body[0][6] + 1).toBe(body[1][0]);
    }
    const months = { ...SYMBOL, interval: '1M', startTime: Date.UTC(2026, 0, 31), limit: 2 };
    const rows: number[][] = (await client.get('/api/v3/klines', months)).body;
    expect(rows.map(([at = 0, , , , , , end]) => [at, end])).toEqual([
      [Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1) - 1],
      [Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1) - 1],
    ]);
    const { body: trades } = await client.get('/api/v3/trades', { ...SYMBOL, limit: 10 });
    const { body: aggregated } = await client.get('/api/v3/aggTrades', { ...SYMBOL, limit: 10 });
    expect(trades.length).toBeGreaterThan(0);
    expect(aggregated.at(-1)).toMatchObject({ p: expect.any(String), m: expect.any(Boolean) });
    const day = await client.get('/api/v3/ticker/24hr', SYMBOL);
    expect(day.body).toMatchObject({ symbol: 'BTCUSDT', lastPrice: expect.any(String) });
    expect((await client.get('/api/v3/ticker/bookTicker')).body.length).toBeGreaterThan(5);
    const two = await client.get('/api/v3/ticker/price', { symbols: '["BTCUSDT","ETHUSDT"]' });
    expect(two.body.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(two.headers.get('x-mbx-used-weight-1m')).toMatch(/^\d+$/);
  });

  it.each([
    ['/api/v3/depth', {}, -1102],
    ['/api/v3/depth', { symbol: 'NONE' }, -1121],
    ['/api/v3/depth', { symbol: 'BTCUSDT', limit: 'x' }, -1100],
    ['/api/v3/klines', { symbol: 'BTCUSDT', interval: '7m' }, -1120],
    ['/api/v3/klines', { symbol: 'BTCUSDT', interval: '1d', timeZone: '8' }, -1130],
    ['/api/v3/ticker/price', { symbols: 'x' }, -1100],
    ['/api/v3/trades', { symbol: 'BTCUSDT', limit: 0 }, -1130],
    ['/api/v3/nothing', {}, -5000],
  ])('refuses %s %o with %i', async (path, fields, code) => {
    const { status, body } = await client.get(path, fields as Record<string, string>);
    expect(body.code).toBe(code);
    expect(status).toBe(code === -5000 ? 404 : 400);
  });
});

describe('orders of the compatible API', () => {
  it('are the orders of the own API, number by number', async () => {
    const placed = await client.signed(
      'POST',
      '/api/v3/order',
      await limit(0.9, { newClientOrderId: 'a_1' }),
    );
    expect(placed.status).toBe(200);
    expect(placed.body).toMatchObject({ clientOrderId: 'a_1', status: 'NEW', executedQty: '0', fills: [] });
    expect(placed.headers.get('x-mbx-order-count-10s')).toBe('1');
    const { orderId } = placed.body;
    const own = (await x.ask('spot.order', { id: orderId }, user)).data.order;
    expect(own).toMatchObject({ price: placed.body.price, quantity: '0.01', status: 'open' });
    const { body: account } = await client.signed('GET', '/api/v3/account');
    const { balances } = (await x.ask('account.balances', {}, user)).data;
    const usdt = balances.find(
      (row: { account: string; asset: string }) => row.account === 'spot' && row.asset === 'USDT',
    );
    expect(account.balances.find(({ asset }: { asset: string }) => asset === 'USDT')).toMatchObject({
      locked: usdt.held,
    });
    expect(account).toMatchObject({ canTrade: true, canWithdraw: false, accountType: 'SPOT' });
    const query = await client.signed('GET', '/api/v3/order', { ...SYMBOL, origClientOrderId: 'a_1' });
    expect(query.body).toMatchObject({ orderId, status: 'NEW', isWorking: true });
    const gone = await client.signed('DELETE', '/api/v3/order', { ...SYMBOL, origClientOrderId: 'a_1' });
    expect(gone.body).toMatchObject({ origClientOrderId: 'a_1', status: 'CANCELED' });
    const again = await client.signed('DELETE', '/api/v3/order', { ...SYMBOL, orderId });
    expect(again.body).toMatchObject({ code: -2011 });
    const wrong = await client.signed('GET', '/api/v3/order', { symbol: 'ETHUSDT', orderId });
    expect(wrong.body.code).toBe(-2013);
  });

  it('trade at the market, by quantity and by total, and say each trade as it is booked', async () => {
    const market = { ...SYMBOL, side: 'BUY', type: 'MARKET' };
    const { body } = await client.signed('POST', '/api/v3/order', { ...market, quantity: '0.01' });
    expect(body).toMatchObject({ status: 'FILLED', executedQty: '0.01', type: 'MARKET' });
    const own = (await x.ask('spot.order', { id: body.orderId }, user)).data;
    expect(body.cummulativeQuoteQty).toBe(own.order.filledTotal);
    expect(body.fills.map(({ tradeId }: { tradeId: number }) => tradeId).toSorted()).toEqual(
      own.fills.map(({ id }: { id: number }) => id).toSorted(),
    );
    const byTotal = await client.signed(
      'POST',
      '/api/v3/order',
      { ...market, quoteOrderQty: '100' },
      { isBody: true },
    );
    expect(byTotal.body).toMatchObject({ status: 'FILLED', origQuoteOrderQty: '100' });
    const { body: trades } = await client.signed('GET', '/api/v3/myTrades', SYMBOL);
    const { rows } = (await x.ask('spot.fills', { market: 'BTC-USDT' }, user)).data;
    expect(trades.map(({ commission }: { commission: string }) => commission)).toEqual(
      rows.toReversed().map(({ fee }: { fee: string }) => fee),
    );
    const sale = { ...market, side: 'SELL', quoteOrderQty: '100' };
    expect((await client.signed('POST', '/api/v3/order', sale)).body.code).toBe(-1013);
  });

  it('wait as stops, by the side on which they lie, and go together', async () => {
    const stop = { ...SYMBOL, timeInForce: 'GTC', quantity: '0.005', side: 'SELL' };
    const loss = { ...stop, type: 'STOP_LOSS_LIMIT', stopPrice: await below(0.9), price: await below(0.89) };
    const gain = { ...stop, type: 'TAKE_PROFIT_LIMIT', stopPrice: await below(1.1), price: await below(1.1) };
    for (const request of [loss, gain])
      expect((await client.signed('POST', '/api/v3/order', request)).body.orderId).toBeGreaterThan(0);
    const passed = await client.signed('POST', '/api/v3/order', { ...loss, type: 'TAKE_PROFIT_LIMIT' });
    expect(passed.body).toEqual({ code: -2010, msg: 'Stop price would trigger immediately.' });
    const { body: rows } = await client.signed('GET', '/api/v3/openOrders', SYMBOL);
    expect(rows.map(({ type }: { type: string }) => type)).toEqual(['STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT']);
    const ended = await client.signed('DELETE', '/api/v3/openOrders', SYMBOL);
    expect(ended.body.map(({ status }: { status: string }) => status)).toEqual(['CANCELED', 'CANCELED']);
    expect((await client.signed('DELETE', '/api/v3/openOrders', SYMBOL)).body.code).toBe(-2011);
    const { body: all } = await client.signed('GET', '/api/v3/allOrders', { ...SYMBOL, limit: 2 });
    expect(all.map(({ status }: { status: string }) => status)).toEqual(['CANCELED', 'CANCELED']);
  });

  it('go in pairs of which one cancels the other, by both of the calls for them', async () => {
    const prices = { price: await below(1.1), stopPrice: await below(0.9), limit: await below(0.89) };
    const byPlace = {
      ...{ ...SYMBOL, side: 'SELL', quantity: '0.005', listClientOrderId: 'pair-1' },
      ...{ aboveType: 'LIMIT_MAKER', abovePrice: prices.price, aboveClientOrderId: 'gain-1' },
      ...{ belowType: 'STOP_LOSS_LIMIT', belowStopPrice: prices.stopPrice, belowPrice: prices.limit },
      belowTimeInForce: 'GTC',
    };
    const { body: placed } = await client.signed('POST', '/api/v3/orderList/oco', byPlace);
    const [limitId, stopId] = placed.orders.map(({ orderId }: { orderId: number }) => orderId);
    expect(placed).toMatchObject({
      orderListId: limitId,
      contingencyType: 'OCO',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'pair-1',
      symbol: 'BTCUSDT',
      orders: [
        { symbol: 'BTCUSDT', orderId: limitId, clientOrderId: 'gain-1' },
        { symbol: 'BTCUSDT', orderId: stopId, clientOrderId: 'pair-1:stop' },
      ],
      orderReports: [
        { orderListId: limitId, type: 'LIMIT_MAKER', status: 'NEW', price: prices.price },
        { orderListId: limitId, type: 'STOP_LOSS_LIMIT', status: 'NEW', stopPrice: prices.stopPrice },
      ],
    });
    const { orderReports: _r, ...published } = placed;
    for (const by of [{ orderListId: limitId }, { origClientOrderId: 'pair-1' }])
      expect((await client.signed('GET', '/api/v3/orderList', by)).body).toEqual(published);
    const { body: open } = await client.signed('GET', '/api/v3/openOrders', SYMBOL);
    expect(open.map(({ orderListId }: { orderListId: number }) => orderListId)).toEqual([limitId, limitId]);
    expect((await client.signed('GET', '/api/v3/openOrderList')).body).toEqual([published]);

    const byKind = {
      ...{ ...SYMBOL, side: 'SELL', quantity: '0.005', price: prices.price, stopPrice: prices.stopPrice },
      ...{ stopLimitPrice: prices.limit, stopLimitTimeInForce: 'GTC' },
    };
    const { body: second } = await client.signed('POST', '/api/v3/order/oco', byKind);
    expect(second.orders).toHaveLength(2);
    const one = { ...SYMBOL, orderId: second.orders[1].orderId };
    for (const { clientOrderId, orderId } of second.orders) {
      const byName = { ...SYMBOL, origClientOrderId: clientOrderId };
      expect((await client.signed('GET', '/api/v3/order', byName)).body.orderId).toBe(orderId);
    }
    expect((await client.signed('DELETE', '/api/v3/order', one)).body.orderListId).toBe(second.orderListId);

    const which = { ...SYMBOL, listClientOrderId: 'pair-1' };
    const { body: ended } = await client.signed('DELETE', '/api/v3/orderList', which);
    expect(ended).toMatchObject({
      orderListId: limitId,
      listStatusType: 'ALL_DONE',
      listOrderStatus: 'ALL_DONE',
    });
    expect(ended.orderReports.map(({ status }: { status: string }) => status)).toEqual([
      'CANCELED',
      'CANCELED',
    ]);
    expect((await client.signed('DELETE', '/api/v3/orderList', which)).body.code).toBe(-2011);
    expect((await client.signed('GET', '/api/v3/openOrderList')).body).toEqual([]);
    const { body: all } = await client.signed('GET', '/api/v3/allOrderList');
    expect(all.map(({ orderListId }: { orderListId: number }) => orderListId)).toEqual([
      limitId,
      second.orderListId,
    ]);
    expect((await client.signed('GET', '/api/v3/orderList', { orderListId: stopId })).body.code).toBe(-2018);
    expect((await client.signed('GET', '/api/v3/orderList', {})).body.code).toBe(-1102);

    const refusals = [
      [{ abovePrice: prices.limit }, -2010],
      [{ belowType: 'STOP_LOSS' }, -1158],
      [{ belowType: 'LIMIT_MAKER' }, -1166],
      [{ aboveType: 'STOP_LOSS_LIMIT', belowType: 'LIMIT_MAKER' }, -1197],
      [{ side: 'BUY' }, -1196],
      [{ belowType: 'OTHER' }, -1116],
      [{ aboveType: undefined }, -1102],
      [{ quantity: '1000' }, -2010],
      [{ aboveClientOrderId: 'gain-1', listClientOrderId: 'pair-2' }, -2010],
    ] as const;
    for (const [change, code] of refusals) {
      const requested = { ...byPlace, listClientOrderId: 'pair-3', aboveClientOrderId: 'gain-3', ...change };
      const request = Object.fromEntries(
        Object.entries(requested).filter(([, value]) => value !== undefined),
      );
      const { body } = await client.signed(
        'POST',
        '/api/v3/orderList/oco',
        request as Record<string, string>,
      );
      expect([change, body.code]).toEqual([change, code]);
    }
  });

  it('are replaced as a pair of steps', async () => {
    const { body } = await client.signed('POST', '/api/v3/order', await limit());
    const request = await limit(0.8, { cancelReplaceMode: 'STOP_ON_FAILURE' });
    const path = '/api/v3/order/cancelReplace';
    const done = await client.signed('POST', path, { ...request, cancelOrderId: body.orderId });
    expect(done.body).toMatchObject({ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' });
    const failed = await client.signed('POST', path, { ...request, cancelOrderId: body.orderId });
    expect(failed.body).toMatchObject({
      code: -2022,
      data: { cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED', cancelResponse: { code: -2011 } },
    });
    const dear = { ...request, quantity: '1000', cancelOrderId: done.body.newOrderResponse.orderId };
    const half = await client.signed('POST', path, dear);
    expect(half.status).toBe(409);
    expect(half.body).toMatchObject({ code: -2021, data: { newOrderResponse: { code: -2010 } } });
  });

  it('are not cancelled for an order that no book could take', async () => {
    const { body } = await client.signed('POST', '/api/v3/order', await limit());
    const path = '/api/v3/order/cancelReplace';
    for (const [change, code] of [
      [{ price: '' }, -1102],
      [{ type: 'OTHER' }, -1116],
      [{ price: '1.23456789' }, -1013],
      [{ quantity: '0' }, -1013],
      [{ newClientOrderId: 'a b' }, -1100],
      [{ newOrderRespType: 'ALL' }, -1130],
      [{ icebergQty: '1' }, -1013],
    ] as const)
      for (const cancelReplaceMode of ['STOP_ON_FAILURE', 'ALLOW_FAILURE']) {
        const wrong = await limit(0.8, { cancelReplaceMode, cancelOrderId: body.orderId, ...change });
        expect((await client.signed('POST', path, wrong)).body).toMatchObject({ code });
        const { body: stands } = await client.signed('GET', '/api/v3/order', {
          ...SYMBOL,
          orderId: body.orderId,
        });
        expect([change, stands.status]).toEqual([change, 'NEW']);
      }
    const names = { newClientOrderId: 'in-place', cancelNewClientOrderId: 'the-cancel' };
    const right = await limit(0.8, {
      ...{ ...names, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: body.orderId },
    });
    const { body: done } = await client.signed('POST', path, right);
    expect(done).toMatchObject({
      cancelResponse: { clientOrderId: 'the-cancel', orderId: body.orderId },
      newOrderResponse: { clientOrderId: 'in-place' },
    });
    await client.signed('DELETE', '/api/v3/openOrders', SYMBOL);
  });

  it('are tried without being placed', async () => {
    const before = await ordersInBooks();
    expect((await client.signed('POST', '/api/v3/order/test', await limit())).body).toEqual({});
    const fine = await limit(0.9, { price: '1.23456789' });
    expect((await client.signed('POST', '/api/v3/order/test', fine)).body).toEqual({
      code: -1013,
      msg: 'Filter failure: PRICE_FILTER',
    });
    expect(await ordersInBooks()).toEqual(before);
  });

  it('act once by their name', async () => {
    const request = await limit(0.9, { newClientOrderId: 'once-1' });
    const first = await client.signed('POST', '/api/v3/order', request);
    const again = await client.signed('POST', '/api/v3/order', request);
    expect(again.body).toEqual(first.body);
    const other = await client.signed('POST', '/api/v3/order', { ...request, quantity: '0.02' });
    expect(other.body).toEqual({ code: -2010, msg: 'Duplicate order sent.' });
    await client.signed('DELETE', '/api/v3/openOrders', SYMBOL);
  });
});

describe('what is refused', () => {
  const order = '/api/v3/order';
  it.each([
    ['no side', { side: '' }, -1102],
    ['another side', { side: 'UP' }, -1117],
    ['another type', { type: 'X' }, -1116],
    ['another time in force', { timeInForce: 'GTX' }, -1115],
    ['no price', { price: '' }, -1102],
    ['a price that is no number', { price: '1e5' }, -1100],
    ['a negative quantity', { quantity: '-1' }, -1100],
    ['nothing', { quantity: '0' }, -1013],
    ['too fine a quantity', { quantity: '0.0000000000000000001' }, -1111],
    ['a name that is none', { newClientOrderId: 'a b' }, -1100],
    ['an iceberg', { icebergQty: '1' }, -1013],
    ['a stop at the market', { type: 'STOP_LOSS', stopPrice: '1' }, -1013],
    ['another prevention of self-trades', { selfTradePreventionMode: 'NONE' }, -1013],
    ['a price beyond the band', { price: '1' }, -1013],
    ['more than there is', { quantity: '1000' }, -2010],
  ])('%s', async (_, more, code) => {
    const before = await ordersInBooks();
    const { status, body } = await client.signed('POST', order, await limit(0.9, more));
    expect([body.code, status]).toEqual([code, 400]);
    expect(await ordersInBooks()).toEqual(before);
  });

  it('is badly signed, late, early, unsigned, or of nobody, and books nothing', async () => {
    const before = await ordersInBooks();
    const request = await limit();
    const codeOf = async (bent: object, fields: object = request) => {
      const { status, body } = await client.signed('POST', order, fields as Record<string, string>, bent);
      return [status, body.code];
    };
    expect(await codeOf({ signed: () => 'a'.repeat(64) })).toEqual([400, -1022]);
    expect(await codeOf({ signed: () => '%%%' })).toEqual([400, -1022]);
    expect(await codeOf({ signed: () => '' })).toEqual([400, -1102]);
    expect(await codeOf({ late: 6_000 })).toEqual([400, -1021]);
    expect(await codeOf({ late: -5_000 })).toEqual([400, -1021]);
    expect(await codeOf({}, { ...request, recvWindow: '60001' })).toEqual([400, -1131]);
    expect(await codeOf({ apiKey: 'nobody' })).toEqual([401, -2015]);
    expect(await codeOf({ apiKey: 'a b' })).toEqual([401, -2014]);
    const none = await client.ask('POST', order, '', {});
    expect(none.body.code).toBe(-1102);
    expect(await ordersInBooks()).toEqual(before);
  });

  it('are loans, of which there are none', async () => {
    for (const [method, path] of [
      ['GET', 'account'],
      ['GET', 'maxBorrowable'],
      ['POST', 'borrow-repay'],
      ['POST', 'order'],
    ] as const) {
      const { status, body } = await client.signed(method, `/sapi/v1/margin/${path}`, { asset: 'BTC' });
      expect([status, body.code]).toEqual([400, -3003]);
    }
  });

  it('is sent again as it was', async () => {
    const { quantity, price, symbol } = await limit();
    const text = `symbol=${symbol}&side=BUY&type=LIMIT&timeInForce=GTC&quantity=${quantity}&price=${price}&timestamp=${Date.now()}`;
    const signed = `${text}&signature=${key.signed(text)}`;
    expect((await client.ask('POST', order, signed)).status).toBe(200);
    const before = await ordersInBooks();
    expect((await client.ask('POST', order, signed)).body).toEqual({
      code: -2010,
      msg: 'Duplicate order sent.',
    });
    expect(await ordersInBooks()).toEqual(before);
    await client.signed('DELETE', '/api/v3/openOrders', SYMBOL);
  });

  it('comes from another address, lacks the right, or from a key that has ended', async () => {
    const other = await x.newUser();
    const away = compatClient(x, await newApiKey(x, other, { addresses: ['10.9.8.7'] }));
    expect((await away.signed('GET', '/api/v3/account')).body.code).toBe(-2015);
    const reader = await x.newUser();
    const readKey = await newApiKey(x, reader, { spot: false, addresses: ['127.0.0.1'] });
    const reading = compatClient(x, readKey);
    expect((await reading.signed('GET', '/api/v3/account')).body.canTrade).toBe(false);
    expect((await reading.signed('POST', order, await limit())).body.code).toBe(-2015);
    await x.ask('apiKey.end', { id: readKey.id }, reader);
    expect((await reading.signed('GET', '/api/v3/account')).body.code).toBe(-2015);
    const { keys } = (await x.ask('apiKey.list', {}, user)).data;
    expect(keys[0].usedFrom).toBe('127.0.0.1');
  });

  it('is too large to be read', async () => {
    const { status, body } = await client.ask('POST', order, 'a'.repeat(70_000), { isBody: true });
    expect([status, body.code]).toEqual([413, -1101]);
  });
});

describe('Ed25519', () => {
  it('signs as well', async () => {
    const other = await x.newUser();
    const signing = compatClient(x, await newApiKey(x, other, { kind: 'ed25519' }));
    expect((await signing.signed('GET', '/api/v3/account')).body.accountType).toBe('SPOT');
    const bad = await signing.signed('GET', '/api/v3/account', {}, { signed: () => 'A'.repeat(86) });
    expect(bad.body.code).toBe(-1022);
  });
});
