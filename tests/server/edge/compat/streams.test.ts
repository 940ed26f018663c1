import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { binance } from '../../../../feeds/binance/adapter.ts';
import type { VenueEvent } from '../../../../feeds/index.ts';
import { plain } from '../../../../server/books/ledger/ledger.ts';
import { venueDeps } from '../../../../server/host/market/venueDeps.ts';
import type { CompatKey } from '../../../support/compat.ts';
import { compatClient, newApiKey } from '../../../support/compat.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { expectValid } from '../../../support/venueSound.ts';

let x: TestExchange;
let user: User;
let key: CompatKey;
let client: ReturnType<typeof compatClient>;
beforeAll(async () => {
  x = await openExchange();
  user = await x.newUser();
  key = await newApiKey(x, user);
  client = compatClient(x, key);
}, 60_000);
afterAll(() => x.close());

// biome-ignore lint/suspicious/noExplicitAny: black-box tests look at what came over the wire
type StreamMessage = any;

/** An order is sent again until a stream that was just opened says so: on a busy machine that takes a while, ms. */
const SOON = { timeout: 20_000, interval: 500 };

/** A socket of a program, with all that it has received. */
async function openStream(path: string) {
  const socket = new WebSocket(`ws://${x.base}/compat/binance${path}`);
  const received: StreamMessage[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return {
    received,
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    receives: (fits: (message: StreamMessage) => boolean): Promise<StreamMessage> =>
      vi.waitFor(
        () => {
          const found = received.find(fits);
          expect(found).toBeDefined();
          return found;
        },
        { timeout: 30_000, interval: 20 },
      ),
    end: () => socket.terminate(),
  };
}

const buy = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };

describe('our own adapter of that venue', () => {
  it('reads this exchange, and shows its books, trades, bars and marks', async () => {
    const rest = [`http://${x.base}/compat/binance`];
    const socket = (part: string) => [`ws://${x.base}/compat/binance${part}`];
    const feed = binance.connect(venueDeps, {
      hosts: {
        ...{ spotRest: rest, futuresRest: rest, spotStream: socket('/stream') },
        ...{ futuresBooks: socket('/fstream/public'), futuresMarket: socket('/fstream/market') },
      },
    });
    const published: VenueEvent[] = [];
    const reading = feed.events$.subscribe((event) => published.push(event));
    const ids = ['BTC-USDT', 'BTC-USDT-PERP'];
    const channels = ['tick', 'mark', ...ids.flatMap((id) => [`book:${id}`, `trade:${id}`, `cndl:${id}:1m`])];
    try {
      const markets = await feed.markets();
      const own = (await x.ask('market.list')).data.markets.filter(
        ({ kind }: { kind: string }) => kind !== 'futures',
      );
      expect(markets.map(({ id }) => id).toSorted()).toEqual(
        own.map(({ id }: { id: string }) => id).toSorted(),
      );
      const stops = channels.map((channel) => feed.open(channel));
      for (const id of ids) {
        const same = async () => {
          const { snaps } = (await x.ask('market.snapshot', { ch: [`book:${id}`] })).data;
          // Adapters publish numbers without padding.
          const side = (levels: [string, string][]) => levels.map((level) => level.map(plain));
          const [bids, asks] = [side(snaps[0].d.b), side(snaps[0].d.a)];
          const book = published.findLast((event) => event.kind === 'book' && event.id === id);
          expect(book).toMatchObject({ book: { bids, asks } });
        };
        await vi.waitFor(same, { timeout: 20_000, interval: 40 });
      }
      const has = (kind: VenueEvent['kind']) => published.some((event) => event.kind === kind);
      await vi.waitFor(
        () =>
          expect(['tickers', 'trades', 'candle', 'venueMarks'].map((kind) => has(kind as 'book'))).toEqual([
            true,
            true,
            true,
            true,
          ]),
        { timeout: 20_000, interval: 50 },
      );
      expect(published.filter(({ kind }) => kind === 'lost')).toEqual([]);
      for (const event of published) expectValid(event, /^[A-Za-z0-9]+-[A-Za-z0-9]+(-PERP)?$/);
      for (const stop of stops) stop();
    } finally {
      reading.unsubscribe();
      feed.close();
    }
  }, 60_000);
});

describe('streams', () => {
  it('are asked for by address and on the way, combined and bare', async () => {
    const bare = await openStream('/ws/btcusdt@bookTicker');
    expect(await bare.receives(({ s }) => s === 'BTCUSDT')).toMatchObject({ b: expect.any(String) });
    const combined = await openStream('/stream?streams=btcusdt@depth5');
    const levels = await combined.receives(({ stream }) => stream === 'btcusdt@depth5');
    expect(levels.data.bids).toHaveLength(5);
    combined.say({ method: 'SUBSCRIBE', params: ['!miniTicker@arr', 'btcusdt@kline_1m'], id: 1 });
    expect(await combined.receives(({ id }) => id === 1)).toEqual({ result: null, id: 1 });
    const bar = await combined.receives(({ stream }) => stream === 'btcusdt@kline_1m');
    expect(bar.data).toMatchObject({ e: 'kline', k: { i: '1m', x: false } });
    expect(
      (await combined.receives(({ stream }) => stream === '!miniTicker@arr')).data.length,
    ).toBeGreaterThan(5);
    combined.say({ method: 'UNSUBSCRIBE', params: ['btcusdt@depth5'], id: 2 });
    combined.say({ method: 'LIST_SUBSCRIPTIONS', id: 3 });
    expect((await combined.receives(({ id }) => id === 3)).result).toEqual([
      '!miniTicker@arr',
      'btcusdt@kline_1m',
    ]);
    combined.say({ method: 'GET_PROPERTY', params: ['combined'], id: 10 });
    expect(await combined.receives(({ id }) => id === 10)).toEqual({ result: true, id: 10 });
    combined.say({ method: 'SET_PROPERTY', params: ['combined', false], id: 11 });
    expect(await combined.receives(({ id }) => id === 11)).toEqual({ result: null, id: 11 });
    await combined.receives((message) => message.e === 'kline');
    const refusals = [
      [{ method: 'SET_PROPERTY', params: ['combined', 'x'], id: 12 }, 12],
      [{ method: 'GET_PROPERTY', params: ['other'], id: 13 }, 13],
      [{ method: 'SUBSCRIBE', params: ['btcusdt@nothing'], id: 4 }, 4],
      [{ method: 'SUBSCRIBE', params: 'x', id: 5 }, 5],
      [{ method: 'WHAT', id: 6 }, 6],
    ] as const;
    for (const [message, id] of refusals) {
      combined.say(message);
      expect((await combined.receives((each) => each.id === id)).error.code).toBe(2);
    }
    bare.end();
    combined.end();
  }, 90_000);

  it('of futures know marks, and number their books', async () => {
    const futures = await openStream('/fstream/stream?streams=btcusdt@markPrice@1s/btcusdt@depth@100ms');
    const { data } = await futures.receives(({ stream }) => stream === 'btcusdt@markPrice@1s');
    expect(data).toMatchObject({ e: 'markPriceUpdate', s: 'BTCUSDT', p: expect.any(String) });
    const update = await futures.receives(({ stream }) => stream === 'btcusdt@depth@100ms');
    expect(update.data.u).toBe(update.data.pu + 1);
    // A snapshot taken between two changes lies within the next one: that one can be put onto it.
    expect(update.data.U).toBe(update.data.pu);
    futures.end();
  }, 90_000);

  it('refuse what is no address of theirs', async () => {
    const socket = new WebSocket(`ws://${x.base}/compat/binance/elsewhere`);
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain('404');
  });
});

describe('user streams', () => {
  it('tell orders, trades and balances of spot', async () => {
    const { body } = await client.ask('POST', '/api/v3/userDataStream', '');
    const stream = await openStream(`/ws/${body.listenKey}`);
    const stranger = await openStream('/ws/nobody');
    // The stream is read once its first state is known.
    await vi.waitFor(async () => {
      await client.signed('POST', '/api/v3/order', { ...buy, newClientOrderId: `u-${Date.now()}` });
      expect(stream.received.length).toBeGreaterThan(0);
    }, SOON);
    const { body: placed } = await client.signed('POST', '/api/v3/order', {
      ...buy,
      newClientOrderId: 'mine',
    });
    const trade = await stream.receives(({ x: what, i }) => what === 'TRADE' && i === placed.orderId);
    const fill = placed.fills.find(({ tradeId }: { tradeId: number }) => tradeId === trade.t);
    expect(trade).toMatchObject({ e: 'executionReport', c: 'mine', n: fill.commission, L: fill.price });
    expect(stream.received.filter(({ i, x: what }) => i === placed.orderId && what === 'NEW')).toHaveLength(
      1,
    );
    await stream.receives(({ X, i }) => X === 'FILLED' && i === placed.orderId);
    const { B } = await stream.receives(({ e }) => e === 'outboundAccountPosition');
    expect(B.map(({ a }: { a: string }) => a)).toContain('BTC');
    expect(stranger.received).toEqual([]);
    const named = `listenKey=${body.listenKey}`;
    expect((await client.ask('PUT', '/api/v3/userDataStream', named)).status).toBe(200);
    expect((await client.ask('DELETE', '/api/v3/userDataStream', named)).status).toBe(200);
    expect((await client.ask('PUT', '/api/v3/userDataStream', named)).body.code).toBe(-1125);
    stream.end();
    stranger.end();
  }, 90_000);

  it('tell of a pair that it was placed, and that it is done, cancelled or traded', async () => {
    const owner = await x.newUser();
    const own = compatClient(x, await newApiKey(x, owner));
    const { body } = await own.ask('POST', '/api/v3/userDataStream', '');
    const stream = await openStream(`/ws/${body.listenKey}`);
    await vi.waitFor(async () => {
      await own.signed('POST', '/api/v3/order', buy);
      expect(stream.received.length).toBeGreaterThan(0);
    }, SOON);
    const { price } = (await own.get('/api/v3/ticker/price', { symbol: 'BTCUSDT' })).body;
    const at = (share: number) => `${Math.floor(Number(price) * share)}`;
    const pair = {
      ...{ symbol: 'BTCUSDT', side: 'SELL', quantity: '0.002', listClientOrderId: 'pair-1' },
      ...{ aboveType: 'LIMIT_MAKER', abovePrice: at(1.1), aboveClientOrderId: 'gain-1' },
      ...{ belowType: 'STOP_LOSS_LIMIT', belowStopPrice: at(0.9), belowPrice: at(0.89) },
      ...{ belowTimeInForce: 'GTC', belowClientOrderId: 'loss-1' },
    };
    const { body: placed } = await own.signed('POST', '/api/v3/orderList/oco', pair);
    const [limitId, stopId] = placed.orders.map(({ orderId }: { orderId: number }) => orderId);
    const published = (status: string) => (message: StreamMessage) =>
      message.e === 'listStatus' && message.C === 'pair-1' && message.L === status;
    expect(await stream.receives(published('EXECUTING'))).toMatchObject({
      ...{ s: 'BTCUSDT', g: limitId, c: 'OCO', l: 'EXEC_STARTED', r: 'NONE', T: expect.any(Number) },
      O: [
        { s: 'BTCUSDT', i: limitId, c: 'gain-1' },
        { s: 'BTCUSDT', i: stopId, c: 'loss-1' },
      ],
    });
    const legs = stream.received.filter(({ e, g }) => e === 'executionReport' && g === limitId);
    expect(legs.map(({ i, x: what, w }) => [i, what, w]).toSorted()).toEqual(
      [
        [limitId, 'NEW', true],
        [stopId, 'NEW', false],
      ].toSorted(),
    );
    await own.signed('DELETE', '/api/v3/orderList', { symbol: 'BTCUSDT', listClientOrderId: 'pair-1' });
    expect(await stream.receives(published('ALL_DONE'))).toMatchObject({ g: limitId, l: 'ALL_DONE' });

    // Of another pair the limit trades: a buyer takes all that is offered up to its price.
    const taker = compatClient(x, await newApiKey(x, await x.newUser()));
    const { filters } = (await own.get('/api/v3/exchangeInfo', { symbol: 'BTCUSDT' })).body.symbols[0];
    const tick = Number(filters[0].tickSize);
    await vi.waitFor(async () => {
      const { body: last } = await own.get('/api/v3/ticker/price', { symbol: 'BTCUSDT' });
      const { asks } = (await own.get('/api/v3/depth', { symbol: 'BTCUSDT', limit: 50 })).body;
      const above = Math.max(Number(asks[0][0]), Number(last.price) + 2 * tick);
      const name = `pair-${Date.now()}`;
      const second = await own.signed('POST', '/api/v3/orderList/oco', {
        ...{ ...pair, abovePrice: above.toFixed(8), listClientOrderId: name },
        ...{ aboveClientOrderId: `${name}a`, belowClientOrderId: `${name}b` },
      });
      expect(second.body.code).toBeUndefined();
      const ahead = asks.filter(([price]: [string]) => Number(price) <= above + tick);
      const offered = ahead.reduce((sum: number, [, size]: string[]) => sum + Number(size), 0.01);
      await taker.signed('POST', '/api/v3/order', { ...buy, quantity: offered.toFixed(3) });
      await own.signed('DELETE', '/api/v3/orderList', { symbol: 'BTCUSDT', listClientOrderId: name });
      const isOf = ({ g }: StreamMessage) => g === second.body.orderListId;
      await stream.receives((message) => isOf(message) && message.L === 'ALL_DONE');
      const reports = stream.received.filter(isOf);
      const steps = reports.map(({ e, x: what, X, L }) => (e === 'listStatus' ? L : `${what} ${X}`));
      expect(steps[2]).toBe('EXECUTING');
      expect(steps.slice(3).toSorted()).toEqual(['ALL_DONE', 'EXPIRED EXPIRED', 'TRADE FILLED']);
      expect(steps.at(-1)).toBe('ALL_DONE');
    }, SOON);
    stream.end();
  }, 40_000);

  it('tell orders and positions of futures', async () => {
    const half = { asset: 'USDT', from: 'spot', to: 'futures', amount: '4000' };
    await x.ask('account.transfer', half, { token: user.token, key: x.newKey() });
    const { body } = await client.ask('POST', '/fapi/v1/listenKey', '');
    const stream = await openStream(`/fstream/private/ws?listenKey=${body.listenKey}`);
    await vi.waitFor(async () => {
      await client.signed('POST', '/fapi/v1/order', buy);
      expect(stream.received.length).toBeGreaterThan(0);
    }, SOON);
    const report = await stream.receives(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.x === 'TRADE');
    expect(report.o).toMatchObject({ s: 'BTCUSDT', S: 'BUY', X: expect.stringMatching(/FILLED/) });
    const update = await stream.receives(({ e, a }) => e === 'ACCOUNT_UPDATE' && a.P.length > 0);
    expect(update.a.P[0]).toMatchObject({ s: 'BTCUSDT', ps: 'BOTH' });
    stream.end();
    // A listen key can be subscribed to on the way, as any stream.
    const later = await openStream('/fstream/private/stream?streams=');
    const { listenKey } = body;
    later.say({ method: 'SUBSCRIBE', params: [listenKey, 'btcusdt@markPrice@1s'], id: 'a' });
    expect(await later.receives(({ id }) => id === 'a')).toEqual({ result: null, id: 'a' });
    await client.signed('POST', '/fapi/v1/order', buy);
    await later.receives(({ stream: name, data }) => name === listenKey && data.e === 'ORDER_TRADE_UPDATE');
    later.say({ method: 'UNSUBSCRIBE', params: [listenKey], id: 'b' });
    await later.receives(({ id }) => id === 'b');
    later.say({ method: 'LIST_SUBSCRIPTIONS', id: 'c' });
    expect((await later.receives(({ id }) => id === 'c')).result).toEqual(['btcusdt@markPrice@1s']);
    later.say({ method: 'SUBSCRIBE', params: ['nobody'], id: 'd' });
    expect((await later.receives(({ id }) => id === 'd')).error.code).toBe(2);
    later.end();
  }, 90_000);

  it('are subscribed to by a signature, and by none that is wrong', async () => {
    const api = await openStream('/ws-api/v3');
    const params = { apiKey: key.apiKey, timestamp: Date.now() };
    const text = `apiKey=${params.apiKey}&timestamp=${params.timestamp}`;
    const method = 'userDataStream.subscribe.signature';
    api.say({
      id: 'a',
      method,
      params: { ...params, signature: createHmac('sha256', 'x').update(text).digest('hex') },
    });
    expect((await api.receives(({ id }) => id === 'a')).error.code).toBe(-1022);
    api.say({ id: 'b', method, params: { ...params, signature: key.signed(text) } });
    expect((await api.receives(({ id }) => id === 'b')).result).toEqual({ subscriptionId: 0 });
    const { body } = await client.signed('POST', '/api/v3/order', { ...buy, quantity: '0.005' });
    const { event } = await api.receives((message) => message.event?.i === body.orderId);
    expect(event.e).toBe('executionReport');
    api.say({ id: 'c', method: 'order.place', params: {} });
    expect((await api.receives(({ id }) => id === 'c')).status).toBe(400);
    api.say('no JSON');
    await api.receives(({ id, status }) => id === null && status === 400);
    api.end();
  }, 90_000);

  it('end with their key, on sockets that are open too', async () => {
    const owner = await x.newUser();
    const short = await newApiKey(x, owner);
    const { body } = await compatClient(x, short).ask('POST', '/api/v3/userDataStream', '');
    const stream = await openStream(`/ws/${body.listenKey}`);
    const api = await openStream('/ws-api/v3');
    const params = { apiKey: short.apiKey, timestamp: Date.now() };
    const signature = short.signed(`apiKey=${params.apiKey}&timestamp=${params.timestamp}`);
    api.say({ id: 1, method: 'userDataStream.subscribe.signature', params: { ...params, signature } });
    await api.receives(({ id }) => id === 1);
    const { data } = await x.ask('apiKey.list', {}, owner);
    expect((await x.ask('apiKey.end', { id: data.keys[0].id }, owner)).code).toBe(200);
    await stream.receives(({ e, listenKey }) => e === 'listenKeyExpired' && listenKey === body.listenKey);
    await api.receives(({ event }) => event?.e === 'eventStreamTerminated');
    const [before, beforeApi] = [stream.received.length, api.received.length];
    const other = compatClient(x, await newApiKey(x, owner));
    const live = await openStream(
      `/ws/${(await other.ask('POST', '/api/v3/userDataStream', '')).body.listenKey}`,
    );
    // The stream is read once its first state is known.
    await vi.waitFor(async () => {
      await other.signed('POST', '/api/v3/order', buy);
      expect(live.received.length).toBeGreaterThan(0);
    }, SOON);
    live.end();
    expect([stream.received.length, api.received.length]).toEqual([before, beforeApi]);
    stream.end();
    api.end();
  }, 90_000);
});

it.each(['/ws', '/ws-api/v3'])(
  'outlives a request whose number is brackets all the way down, at %s',
  async (path) => {
    const stream = await openStream(path);
    stream.say(`{"method":"LIST_SUBSCRIPTIONS","id":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    const refused = await stream.receives((message) => message.error !== undefined);
    expect(refused.id).toBeNull();
    stream.say({ method: 'ping', id: 7 });
    await stream.receives((message) => message.id === 7);
    stream.end();
  },
);
