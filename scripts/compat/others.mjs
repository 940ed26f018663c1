import { assert, checks } from './check.mjs';
import { client } from './clients.mjs';

/** npm `binance`. */
export async function binanceClient({ base }, { key }) {
  const check = checks('binance');
  const { MainClient } = await client('binance');
  const x = new MainClient({ api_key: key.apiKey, api_secret: key.secret, baseUrl: base });
  await check('reads the market and trades', async () => {
    assert.ok((await x.getExchangeInfo({ symbol: 'BTCUSDT' })).symbols.length === 1);
    const { bids } = await x.getOrderBook({ symbol: 'BTCUSDT', limit: 5 });
    const price = `${Math.floor(Number(bids[0][0]) * 0.9)}`;
    const request = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.01',
      price,
    };
    const { orderId } = await x.submitNewOrder(request);
    assert.equal((await x.getOrder({ symbol: 'BTCUSDT', orderId })).status, 'NEW');
    assert.equal((await x.cancelOrder({ symbol: 'BTCUSDT', orderId })).status, 'CANCELED');
    assert.ok((await x.getAccountInformation()).balances.length > 0);
    assert.ok(Array.isArray(await x.getAccountTradeList({ symbol: 'BTCUSDT' })));
  });
}

/** npm `binance`: perpetuals, and the streams of spot. */
export async function binanceFutures({ base }, { key }) {
  const check = checks('binance USD-M');
  const { USDMClient } = await client('binance');
  const x = new USDMClient({ api_key: key.apiKey, api_secret: key.secret, baseUrl: base });
  await check('reads the market and trades', async () => {
    const { bids } = await x.getOrderBook({ symbol: 'BTCUSDT', limit: 5 });
    const price = `${Math.floor(Number(bids[0][0]) * 0.9)}`;
    const request = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.01',
      price,
    };
    const { orderId } = await x.submitNewOrder(request);
    assert.equal((await x.getOrder({ symbol: 'BTCUSDT', orderId })).status, 'NEW');
    assert.equal((await x.cancelOrder({ symbol: 'BTCUSDT', orderId })).status, 'CANCELED');
    assert.ok(Number((await x.getMarkPrice({ symbol: 'BTCUSDT' })).markPrice) > 0);
    assert.ok((await x.getBalanceV3()).some(({ asset }) => asset === 'USDT'));
    assert.ok(Array.isArray(await x.getPositionsV3({ symbol: 'BTCUSDT' })));
  });
}

/** npm `@binance/spot`, the exchange's own connector. @param key of HMAC or Ed25519. */
export async function connector({ base }, key) {
  const check = checks(`@binance/spot ${key.secret ? 'HMAC' : 'Ed25519'}`);
  const { Spot } = await client('@binance/spot');
  const signing = key.secret ? { apiSecret: key.secret } : { privateKey: key.privateKey };
  const { restAPI } = new Spot({
    configurationRestAPI: { apiKey: key.apiKey, basePath: base, ...signing },
  });
  const of = async (answer) => (await answer).data();
  await check('reads the market and trades', async () => {
    const book = await of(restAPI.depth({ symbol: 'BTCUSDT', limit: 5 }));
    const price = Math.floor(Number(book.bids[0][0]) * 0.9);
    const request = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: 0.01,
      price,
    };
    const { orderId } = await of(restAPI.newOrder(request));
    assert.equal((await of(restAPI.getOrder({ symbol: 'BTCUSDT', orderId }))).status, 'NEW');
    assert.equal((await of(restAPI.deleteOrder({ symbol: 'BTCUSDT', orderId }))).status, 'CANCELED');
    assert.ok((await of(restAPI.getAccount())).balances.length > 0);
  });
}
