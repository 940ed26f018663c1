import { assert, checks, same } from './check.mjs';
import { client } from './clients.mjs';

/** A stream that says nothing for so long is a failure, ms. */
const PATIENCE_MS = 20_000;

/** The first message of a stream that fits. */
const firstOf = (stream, fits = () => true) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('nothing came')), PATIENCE_MS);
    stream.on('message', (message) => {
      if (!fits(message)) return;
      clearTimeout(timer);
      resolve(message);
    });
  });

const of = async (answer) => (await answer).data();

/** npm `@binance/spot`: streams. */
export async function spotStreams({ base }) {
  const check = checks('@binance/spot streams');
  const { Spot } = await client('@binance/spot');
  const wsURL = `${base.replace('http', 'ws')}/stream`;
  const { websocketStreams } = new Spot({ configurationWebsocketStreams: { wsURL } });
  const connection = await websocketStreams.connect();
  try {
    const symbol = 'btcusdt';
    await check('reads books, best prices, tickers and bars', async () => {
      const [depth, best, day, bar] = await Promise.all([
        firstOf(connection.partialBookDepth({ symbol, levels: '5' })),
        firstOf(connection.bookTicker({ symbol })),
        firstOf(connection.ticker({ symbol })),
        firstOf(connection.kline({ symbol, interval: '1m' })),
      ]);
      assert.equal(depth.bids.length, 5);
      assert.ok(Number(best.b) < Number(best.a));
      assert.ok(Number(day.c) > 0);
      assert.equal(bar.k.i, '1m');
    });
  } finally {
    await connection.disconnect();
  }
}

/** npm `@binance/derivatives-trading-usds-futures`: REST, market streams and the user stream. */
export async function futuresConnector({ base, ask }, { key, token }) {
  const check = checks('@binance/derivatives-trading-usds-futures');
  const { DerivativesTradingUsdsFutures } = await client('@binance/derivatives-trading-usds-futures');
  const { restAPI, websocketStreams } = new DerivativesTradingUsdsFutures({
    configurationRestAPI: { apiKey: key.apiKey, apiSecret: key.secret, basePath: base },
    configurationWebsocketStreams: { wsURL: `${base.replace('http', 'ws')}/fstream` },
  });
  const symbol = 'BTCUSDT';
  await check('reads the market and its account', async () => {
    assert.equal((await of(restAPI.orderBook({ symbol, limit: 5 }))).bids.length, 5);
    assert.ok(Number((await of(restAPI.markPrice({ symbol }))).markPrice) > 0);
    const [row] = await of(restAPI.futuresAccountBalanceV3());
    const { balances } = await ask('account/balances', {}, token);
    const own = balances.find(({ account, asset }) => account === 'futures' && asset === 'USDT');
    same(row.balance, own.posted);
  });
  const { listenKey } = await of(restAPI.startUserDataStream());
  const connection = await websocketStreams.connect();
  try {
    await check('reads marks and bars, and is told of its own orders', async () => {
      const lower = symbol.toLowerCase();
      const user = connection.userData(listenKey);
      const published = firstOf(user, ({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.X === 'FILLED');
      const [mark, bar] = await Promise.all([
        firstOf(connection.markPriceStream({ symbol: lower, updateSpeed: '1s' })),
        firstOf(connection.klineCandlestickStreams({ symbol: lower, interval: '1m' })),
      ]);
      assert.ok(Number(mark.p) > 0);
      assert.equal(bar.k.i, '1m');
      const order = await of(restAPI.newOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: 0.01 }));
      const { o } = await published;
      assert.equal(`${o.i}`, `${order.orderId}`);
      const { positions } = await ask('perpetual/state', {}, token);
      same((await of(restAPI.positionInformationV3({ symbol })))[0].positionAmt, positions[0].quantity);
    });
  } finally {
    await connection.disconnect();
  }
}
