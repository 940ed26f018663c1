import { ccxtOf } from './ccxtSpot.mjs';
import { assert, checks, same } from './check.mjs';

const SYMBOL = 'BTC/USDT:USDT';
const MARKET = 'BTC-USDT-PERP';

/** ccxt's `binanceusdm` over REST. */
export async function ccxtFutures(exchange, trader) {
  const check = checks('ccxt binanceusdm');
  const x = await ccxtOf('binanceusdm', exchange, trader);
  const own = (path, body = {}) => exchange.ask(path, body, trader.token);
  const state = () => own('perpetual/state');
  await check('loads markets, as many as there are', async () => {
    const { markets } = await own('market/list');
    const ours = markets.filter(({ kind }) => kind === 'perpetual').length;
    assert.equal(Object.values(await x.loadMarkets()).filter(({ swap }) => swap).length, ours);
  });
  await check('reads book, trades, bars, tickers, marks and funding', async () => {
    const book = await x.fetchOrderBook(SYMBOL, 10);
    assert.ok(book.bids[0][0] < book.asks[0][0]);
    assert.ok((await x.fetchTrades(SYMBOL)).length > 0);
    assert.equal((await x.fetchOHLCV(SYMBOL, '1h', undefined, 5)).length, 5);
    const [[, , high, low, close]] = await x.fetchMarkOHLCV(SYMBOL, '1m', undefined, 1);
    assert.ok(low <= close && close <= high);
    assert.ok((await x.fetchTicker(SYMBOL)).last > 0);
    assert.ok(Object.keys(await x.fetchTickers()).length > 0);
    const funding = await x.fetchFundingRate(SYMBOL);
    assert.ok(funding.markPrice > 0 && funding.fundingTimestamp > Date.now());
    assert.ok(Array.isArray(await x.fetchFundingRateHistory(SYMBOL)));
    assert.ok((await x.fetchMarketLeverageTiers(SYMBOL)).length > 1);
  });
  const { last } = await x.fetchTicker(SYMBOL);
  await check('sets leverage and margin mode', async () => {
    assert.equal((await x.setLeverage(10, SYMBOL)).leverage, 10);
    await x.setMarginMode('isolated', SYMBOL);
    const { terms } = await state();
    const found = terms.find(({ market }) => market === MARKET);
    assert.deepEqual([found.mode, found.leverage], ['isolated', 10]);
    assert.equal((await x.fetchLeverage(SYMBOL)).longLeverage, 10);
    await assert.rejects(x.setPositionMode(true));
  });
  await check('opens, reads and closes a position', async () => {
    const { id } = await x.createOrder(SYMBOL, 'market', 'buy', 0.02);
    const [position] = await x.fetchPositions([SYMBOL]);
    const { positions } = await state();
    same(position.contracts, positions[0].quantity);
    assert.equal(position.side, 'long');
    assert.ok(position.liquidationPrice > 0 && position.liquidationPrice < last);
    await x.addMargin(SYMBOL, 5);
    same(
      (await x.fapiPrivateV3GetPositionRisk({ symbol: 'BTCUSDT' }))[0].isolatedWallet,
      (await state()).positions[0].margin,
    );
    const { rows } = await own('perpetual/fill/list', { order: Number(id) });
    const trades = (await x.fetchMyTrades(SYMBOL)).filter((trade) => trade.order === id);
    assert.equal(trades.length, rows.length);
    for (const fill of rows) same(trades.find((each) => each.id === `${fill.id}`).info.commission, fill.fee);
    await x.createOrder(SYMBOL, 'market', 'sell', 0.02, undefined, { reduceOnly: true });
    assert.equal((await state()).positions.length, 0);
    assert.ok((await x.fapiPrivateGetIncome()).some(({ incomeType }) => incomeType === 'COMMISSION'));
  });
  await check('places, reads and cancels limit and stop orders', async () => {
    const { id } = await x.createOrder(SYMBOL, 'limit', 'buy', 0.01, Math.floor(last * 0.9), {
      postOnly: true,
    });
    assert.equal((await x.fetchOrder(id, SYMBOL)).status, 'open');
    await x.cancelOrder(id, SYMBOL);
    const stop = await x.createOrder(SYMBOL, 'market', 'buy', 0.01, undefined, {
      stopLossPrice: Math.floor(last * 1.1),
    });
    assert.equal((await x.fetchOpenOrders(SYMBOL, undefined, undefined, { trigger: true })).length, 1);
    await x.cancelOrder(stop.id, SYMBOL, { trigger: true });
    await x.createOrder(SYMBOL, 'limit', 'buy', 0.01, Math.floor(last * 0.9));
    await x.createOrders([
      { symbol: SYMBOL, type: 'limit', side: 'buy', amount: 0.01, price: Math.floor(last * 0.88) },
      { symbol: SYMBOL, type: 'limit', side: 'buy', amount: 0.01, price: Math.floor(last * 0.87) },
    ]);
    assert.equal((await x.fetchOpenOrders(SYMBOL)).length, 3);
    await x.cancelAllOrders(SYMBOL);
    assert.equal((await x.fetchOpenOrders(SYMBOL)).length, 0);
    assert.ok((await x.fetchOrders(SYMBOL)).length >= 5);
  });
  await check('has the balance of the ledger', async () => {
    const { balances } = await own('account/balances');
    const { posted } = balances.find(({ account, asset }) => account === 'futures' && asset === 'USDT');
    const [row] = await x.fapiPrivateV3GetBalance();
    same(row.balance, posted);
    assert.ok((await x.fetchBalance()).USDT.total > 0);
  });
}
