import { ccxtOf } from './ccxtSpot.mjs';
import { assert, checks, same } from './check.mjs';

/** A stream that says nothing for so long is a failure, ms. */
const PATIENCE_MS = 20_000;
const soon = (promise) =>
  Promise.race([
    promise,
    new Promise((_, reject) => setTimeout(() => reject(new Error('nothing came')), PATIENCE_MS).unref()),
  ]);

async function watchMarket(x, symbol, check) {
  await check('watches book, trades, tickers and bars', async () => {
    const book = await soon(x.watchOrderBook(symbol));
    assert.ok(book.bids[0][0] < book.asks[0][0]);
    for (let i = 0; i < 5; i++) await soon(x.watchOrderBook(symbol));
    assert.ok(book.bids[0][0] < book.asks[0][0]);
    assert.ok((await soon(x.watchTrades(symbol))).length > 0);
    assert.ok((await soon(x.watchTicker(symbol))).last > 0);
    assert.ok((await soon(x.watchBidsAsks([symbol])))[symbol].bid > 0);
    assert.ok((await soon(x.watchOHLCV(symbol, '1m'))).length > 0);
  });
}

/** ccxt.pro's `binance`: streams of spot. */
export async function ccxtLiveSpot(exchange, trader) {
  const check = checks('ccxt.pro binance');
  const options = { fetchMarkets: { types: ['spot'] } };
  const x = await ccxtOf('binance', exchange, trader, { isLive: true, options });
  const symbol = 'BTC/USDT';
  try {
    await x.loadMarkets();
    await watchMarket(x, symbol, check);
    await check('watches its own orders, trades and balance', async () => {
      const [orders, trades, balance] = [x.watchOrders(symbol), x.watchMyTrades(symbol), x.watchBalance()];
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { id } = await x.createOrder(symbol, 'market', 'buy', 0.01);
      assert.ok((await soon(orders)).some((order) => order.id === id));
      const [trade] = await soon(trades);
      const { fills } = await exchange.ask('spot/order/detail', { id: Number(id) }, trader.token);
      same(trade.info.n, fills.find((fill) => `${fill.id}` === trade.id).fee);
      assert.ok((await soon(balance)).BTC.total > 0);
    });
  } finally {
    await x.close();
  }
}

/** ccxt.pro's `binanceusdm`: streams of perpetuals. */
export async function ccxtLiveFutures(exchange, trader) {
  const check = checks('ccxt.pro binanceusdm');
  const x = await ccxtOf('binanceusdm', exchange, trader, { isLive: true });
  const symbol = 'BTC/USDT:USDT';
  try {
    await x.loadMarkets();
    await watchMarket(x, symbol, check);
    await check('watches marks', async () => {
      assert.ok((await soon(x.watchMarkPrice(symbol))).markPrice > 0);
    });
    await check('watches its own orders and positions', async () => {
      const [orders, positions] = [x.watchOrders(symbol), x.watchPositions([symbol])];
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const { id } = await x.createOrder(symbol, 'market', 'buy', 0.01);
      assert.ok((await soon(orders)).some((order) => order.id === id));
      const [position] = await soon(positions);
      same(position.contracts, '0.01');
    });
  } finally {
    await x.close();
  }
}
