import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ccxtOf } from './ccxtSpot.mjs';
import { assert, checks, same } from './check.mjs';
import { newTrader, startExchange } from './exchange.mjs';

const root = resolve(import.meta.dirname, '../..');
const ORDERS = 1_000;
/** Orders of one round: on both sides, some at each of a few levels. */
const LEVELS = 5;
const AT_EACH = 2;
/** How long a round stands, ms. */
const STANDS_MS = 1_500;
/** Part of the orders that must have traded: a maker that only stands away from the market proves little. */
const LEAST_SHARE = 0.2;
const PAGE = 1_000;

/** A small market maker quotes both sides of a recorded market, where it trades, until it has placed a thousand orders. */
export async function marketMaker() {
  const check = checks('market maker');
  const data = resolve(root, process.env.MARKET_DATA ?? '../shared/data');
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-maker-'));
  const recorded = existsSync(data) ? { MARKET: 'replay', MARKET_DATA: data } : {};
  if (!recorded.MARKET) console.log('  --  no recording at MARKET_DATA: the market is simulated');
  const env = { ...recorded, DATA_DIR: folder };
  const exchange = await startExchange(env);
  try {
    const trader = await newTrader(exchange);
    const options = { fetchMarkets: { types: ['spot'] } };
    const x = await ccxtOf('binance', exchange, trader, { options });
    x.enableRateLimit = false;
    await x.loadMarkets();
    const markets = x.markets['BTC/USDT'] ? ['BTC/USDT'] : Object.keys(x.markets);
    const [symbol] = markets;
    const balances = () => balancesOf(exchange, trader);
    const before = await balances();
    await check(`places ${ORDERS} orders in ${symbol} with no error`, async () => {
      await x.createMarketBuyOrderWithCost(symbol, 2_000);
      let placed = 1;
      while (placed < ORDERS) placed += await quote(x, symbol);
      assert.deepEqual(await x.fetchOpenOrders(symbol), []);
    });
    const market = x.markets[symbol].id;
    const rows = (path, by) => allRows((fields) => x[path]({ symbol: market, limit: PAGE, ...fields }), by);
    const orders = await rows('privateGetAllOrders', { from: 'orderId', id: 'orderId' });
    const trades = await rows('privateGetMyTrades', { from: 'fromId', id: 'id' });
    await check('has traded a good part of them, and each order is its trades', () => {
      assert.ok(orders.length >= ORDERS);
      const ids = new Set(orders.map(({ orderId }) => orderId));
      assert.ok(trades.every(({ orderId }) => ids.has(orderId)));
      const own = new Map(orders.map(({ orderId }) => [orderId, []]));
      for (const trade of trades) own.get(trade.orderId).push(trade);
      for (const order of orders) {
        const fills = own.get(order.orderId);
        same(order.executedQty, sumOf(fills.map(({ qty }) => qty)), `order ${order.orderId}`);
        same(
          order.cummulativeQuoteQty,
          sumOf(fills.map(({ quoteQty }) => quoteQty)),
          `order ${order.orderId}`,
        );
      }
      const quotes = orders.filter(({ type }) => type === 'LIMIT');
      const filled = quotes.filter(({ orderId }) => own.get(orderId).length > 0);
      const makers = trades.filter(({ isMaker }) => isMaker);
      const share = filled.length / quotes.length;
      console.log(
        `      of ${quotes.length} quotes ${filled.length} traded (${(100 * share).toFixed(1)} %), in ${trades.length} trades, ${makers.length} of them as the maker`,
      );
      assert.ok(share >= LEAST_SHARE, `no more than ${share} of the quotes traded`);
    });
    await check('owns to the last digit what its trades have left', async () => {
      const after = await balances();
      const expected = ledgerAfter(before, trades, x.markets[symbol]);
      for (const asset of new Set([...after.keys(), ...expected.keys()]))
        same(after.get(asset) ?? '0', expected.get(asset) ?? '0', asset);
      const { info } = await x.fetchBalance();
      for (const { asset, free, locked } of info.balances)
        same(sumOf([free, locked]), after.get(asset), asset);
    });
    await check('leaves books that prove', async () => {
      const ops = [join(root, 'dist/server/ops.js'), 'ledger', 'verify'];
      const { status, stdout, stderr } = spawnSync(process.execPath, ops, {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
      assert.equal(status, 0, `${stdout}${stderr}`);
      console.log(`      ${stdout.split('\n')[0]}`);
    });
  } finally {
    await exchange.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the ledger says of somebody's spot account, by asset. */
async function balancesOf(exchange, { token }) {
  const { balances } = await exchange.ask('account/balances', {}, token);
  const own = balances.filter(({ account }) => account === 'spot');
  return new Map(own.map(({ asset, posted }) => [asset, posted]));
}

/** Pages of what has ascending numbers, as a bot reads them that has been away. */
async function allRows(ask, { from, id }) {
  const rows = [];
  for (;;) {
    const next = rows.length === 0 ? 0 : Number(rows.at(-1)[id]) + 1;
    const page = await ask({ [from]: next });
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

/** Balances after trades. */
function ledgerAfter(before, trades, { baseId, quoteId }) {
  const after = new Map(before);
  const add = (asset, amount, isOut = false) =>
    after.set(asset, sumOf([after.get(asset) ?? '0', isOut ? `-${amount}` : amount]));
  for (const { isBuyer, qty, quoteQty, commission, commissionAsset } of trades) {
    add(baseId, qty, !isBuyer);
    add(quoteId, quoteQty, isBuyer);
    add(commissionAsset, commission, true);
  }
  return after;
}

const PLACES = 24;
const unitsOf = (text) => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  return BigInt(`${sign}${whole}${part.padEnd(PLACES, '0')}`);
};
/** The exact sum of decimal texts, none of which is finer than `PLACES`. */
function sumOf(texts) {
  const sum = texts.reduce((total, text) => total + unitsOf(text), 0n);
  const digits = `${sum < 0n ? -sum : sum}`.padStart(PLACES + 1, '0');
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
  return `${sum < 0n ? '-' : ''}${text.replace(/\.?0+$/, '')}`;
}

/** One round: orders at the best prices and a few levels behind them, which stand for a while. @returns how many. */
async function quote(x, symbol) {
  const { bids, asks } = await x.fetchOrderBook(symbol, 5);
  const tick = x.markets[symbol].precision.price;
  const [bid, ask] = [bids[0][0], asks[0][0]];
  // Where there is room, the first level stands before everybody else's.
  const ahead = ask - bid >= 3 * tick ? tick : 0;
  const prices = Array.from({ length: LEVELS }, (_, level) => level * tick - ahead);
  const requests = prices.flatMap((away) => [
    ['buy', bid - away],
    ['sell', ask + away],
  ]);
  const amount = Number(x.amountToPrecision(symbol, 20 / bid));
  const orders = await Promise.all(
    Array.from({ length: AT_EACH }, () => requests)
      .flat()
      .map(([side, price]) =>
        x.createOrder(symbol, 'limit', side, amount, Number(x.priceToPrecision(symbol, price))),
      ),
  );
  assert.ok(orders.every(({ id }) => Number(id) > 0));
  await new Promise((done) => setTimeout(done, STANDS_MS));
  // What was filled meanwhile is no error: then there is nothing left to cancel.
  await x.cancelAllOrders(symbol).catch((error) => assert.match(error.message, /-2011|Unknown order/));
  return orders.length;
}
