import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ccxtOf } from './ccxtSpot.mjs';
import { assert, checks } from './check.mjs';
import { newTrader, startExchange } from './exchange.mjs';

const root = resolve(import.meta.dirname, '../..');
const ORDERS = 1_000;
const LEVELS = 5;
/** Orders in a second, within what one account may. */
const PACE = 25;

/** A small market maker quotes both sides of a recorded market until it has placed a thousand orders. */
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
    await check(`places ${ORDERS} orders in ${symbol} with no error`, async () => {
      await x.createMarketBuyOrderWithCost(symbol, 2_000);
      let placed = 1;
      while (placed < ORDERS) placed += await quote(x, symbol);
      await x.cancelAllOrders(symbol).catch(() => undefined);
      assert.deepEqual(await x.fetchOpenOrders(symbol), []);
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

/** One round: orders at a few levels of both sides, then none. @returns how many were placed. */
async function quote(x, symbol) {
  const started = Date.now();
  const { bids, asks } = await x.fetchOrderBook(symbol, 5);
  const wishes = [];
  for (let level = 0; level < LEVELS; level++) {
    const apart = 1 - 0.0002 * level;
    wishes.push(['buy', bids[0][0] * apart], ['sell', asks[0][0] / apart]);
  }
  const amount = Number(x.amountToPrecision(symbol, 20 / bids[0][0]));
  const orders = await Promise.all(
    wishes.map(([side, price]) =>
      x.createOrder(symbol, 'limit', side, amount, Number(x.priceToPrecision(symbol, price))),
    ),
  );
  assert.ok(orders.every(({ id }) => Number(id) > 0));
  // What was filled meanwhile is no error: then there is nothing left to cancel.
  await x.cancelAllOrders(symbol).catch((error) => assert.match(error.message, /-2011|Unknown order/));
  const rest = (orders.length / PACE) * 1_000 - (Date.now() - started);
  await new Promise((done) => setTimeout(done, Math.max(0, rest)));
  return orders.length;
}
