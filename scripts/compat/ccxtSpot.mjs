import { assert, checks, same } from './check.mjs';
import { client } from './clients.mjs';

/** The client as anybody makes it, with its addresses led here as docs/bots.md shows. */
export async function ccxtOf(name, { base }, { key }, { isLive = false, options = {} } = {}) {
  const { default: ccxt } = await client('ccxt');
  const Client = isLive ? ccxt.pro[name] : ccxt[name];
  const exchange = new Client({ apiKey: key.apiKey, secret: key.secret, options });
  // ccxt needs its agent for sockets without TLS.
  if (isLive) await exchange.loadHttpProxyAgent();
  const { api } = exchange.urls;
  for (const [part, url] of Object.entries(api))
    if (typeof url === 'string') api[part] = url.replace(/^\w+:\/\/[^/]+/, base);
  const sockets = base.replace('http', 'ws');
  if (api.ws)
    Object.assign(api.ws, {
      spot: `${sockets}/stream/ws`,
      future: `${sockets}/fstream/ws`,
      'ws-api': { spot: `${sockets}/ws-api/v3` },
    });
  return exchange;
}

const SYMBOL = 'BTC/USDT';

/** The best ask that is worth least, so that a small balance can take it whole. */
async function cheapAsk(x) {
  const asks = Object.entries(await x.fetchBidsAsks())
    .filter(([symbol, { ask, askVolume }]) => symbol.endsWith('/USDT') && ask * askVolume > 20)
    .sort(([, a], [, b]) => a.ask * a.askVolume - b.ask * b.askVolume);
  const [symbol, { ask, askVolume }] = asks[0];
  return [symbol, ask, askVolume];
}

/** ccxt's `binance` over REST: every number is held against the exchange's own API. */
export async function ccxtSpot(exchange, trader) {
  const check = checks('ccxt binance');
  const x = await ccxtOf('binance', exchange, trader, { options: { fetchMarkets: { types: ['spot'] } } });
  const own = (path, body = {}) => exchange.ask(path, body, trader.token);
  await check('loads markets, as many as there are', async () => {
    const { markets } = await own('market/list');
    assert.equal(
      Object.keys(await x.loadMarkets()).length,
      markets.filter(({ kind }) => kind === 'spot').length,
    );
  });
  await check('reads book, trades, bars and tickers', async () => {
    const book = await x.fetchOrderBook(SYMBOL, 10);
    assert.equal(book.bids.length, 10);
    assert.ok(book.bids[0][0] < book.asks[0][0]);
    assert.ok((await x.fetchTrades(SYMBOL)).length > 0);
    assert.equal((await x.fetchOHLCV(SYMBOL, '1h', undefined, 5)).length, 5);
    assert.ok((await x.fetchTicker(SYMBOL)).last > 0);
    assert.ok(Object.keys(await x.fetchTickers()).length > 5);
    assert.ok(Object.keys(await x.fetchBidsAsks()).length > 5);
  });
  const { last } = await x.fetchTicker(SYMBOL);
  const order = (id) => own('spot/order/detail', { id: Number(id) });
  await check('places, reads and cancels a limit order', async () => {
    const { id } = await x.createOrder(SYMBOL, 'limit', 'buy', 0.01, Math.floor(last * 0.9));
    const read = await x.fetchOrder(id, SYMBOL);
    assert.equal(read.status, 'open');
    same(read.price, (await order(id)).order.price);
    await x.cancelOrder(id, SYMBOL);
    assert.equal((await x.fetchOrder(id, SYMBOL)).status, 'canceled');
  });
  await check('buys at the market, and every trade is the ledger’s', async () => {
    const { id, info } = await x.createOrder(SYMBOL, 'market', 'buy', 0.02);
    const { order: row, fills } = await order(id);
    same(info.cummulativeQuoteQty, row.filledTotal);
    const trades = (await x.fetchMyTrades(SYMBOL)).filter((trade) => trade.order === id);
    assert.equal(trades.length, fills.length);
    for (const fill of fills) {
      const { info: trade } = trades.find((each) => each.id === `${fill.id}`);
      same(trade.commission, fill.fee);
      same(trade.quoteQty, fill.total);
    }
    await x.createMarketBuyOrderWithCost(SYMBOL, 200);
  });
  await check('fills a part, and keeps the rest', async () => {
    // The market goes on between the look at a book and the order: what is filled as a whole by then is tried again.
    for (let tries = 1; ; tries++) {
      const [symbol, price, quantity] = await cheapAsk(x);
      const amount = Number(x.amountToPrecision(symbol, quantity * 1.5));
      const { id } = await x.createOrder(symbol, 'limit', 'buy', amount, price);
      const read = await x.fetchOrder(id, symbol);
      same(read.info.executedQty, (await order(id)).order.filled);
      const isPart = read.info.status === 'PARTIALLY_FILLED';
      if (read.info.status !== 'FILLED') await x.cancelOrder(id, symbol);
      if (isPart) return;
      assert.ok(tries < 10, 'no order of ten was filled in part');
    }
  });
  await check('stops, replaces, and cancels all', async () => {
    const stop = { stopLossPrice: Math.floor(last * 0.85) };
    await x.createOrder(SYMBOL, 'limit', 'sell', 0.005, Math.floor(last * 0.8), stop);
    const low = Math.floor(last * 0.9);
    const { id } = await x.createOrder(SYMBOL, 'limit', 'buy', 0.01, low, { postOnly: true });
    await x.editOrder(id, SYMBOL, 'limit', 'buy', 0.01, Math.floor(last * 0.88));
    assert.equal((await x.fetchOpenOrders(SYMBOL)).length, 2);
    await x.cancelAllOrders(SYMBOL);
    assert.equal((await x.fetchOpenOrders(SYMBOL)).length, 0);
    assert.ok((await x.fetchClosedOrders(SYMBOL)).length >= 2);
  });
  await check('has the balances of the ledger', async () => {
    const { info } = await x.fetchBalance();
    const { balances } = await own('account/balances');
    for (const { account, asset, held } of balances.filter((row) => row.account === 'spot'))
      same(info.balances.find((row) => row.asset === asset).locked, held, `${account} ${asset}`);
  });
  await check('is told what is wrong by the names that it knows', async () => {
    const { default: ccxt } = await client('ccxt');
    const dear = x.createOrder(SYMBOL, 'limit', 'buy', 100, Math.floor(last * 0.9));
    await assert.rejects(dear, ccxt.InsufficientFunds);
    await assert.rejects(x.cancelOrder('999999999', SYMBOL), ccxt.OrderNotFound);
    await assert.rejects(x.publicGetDepth({ symbol: 'NONE' }), ccxt.BadSymbol);
  });
}
