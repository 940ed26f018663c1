import { createHmac } from 'node:crypto';
import { assert, checks } from './check.mjs';
import { newTrader } from './exchange.mjs';

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** One signed order far below the market. */
async function order({ base }, { key }, price) {
  const wish = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT_MAKER', quantity: '0.001', price };
  const text = `${new URLSearchParams(wish)}&newClientOrderId=r${Math.random()}&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', key.secret).update(text).digest('hex');
  const started = performance.now();
  const answer = await fetch(`${base}/api/v3/order`, {
    method: 'POST',
    headers: { 'X-MBX-APIKEY': key.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
    body: `${text}&signature=${signature}`,
  });
  const { code } = await answer.json();
  return {
    status: answer.status,
    code,
    wait: answer.headers.get('retry-after'),
    ms: performance.now() - started,
  };
}

/** Sends at a pace, whether or not answers have come. */
async function atPace(exchange, trader, price, perSecond, seconds) {
  const answers = [];
  const started = Date.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    answers.push(order(exchange, trader, price));
    await sleep(Math.max(0, started + ((i + 1) * 1_000) / perSecond - Date.now()));
  }
  return Promise.all(answers);
}

const median = (answers) =>
  answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(answers.length / 2)];

/** What a key may, what it is told beyond that, and what others notice of it. */
export async function rates(exchange) {
  const check = checks('limits');
  const [flood, other] = [await newTrader(exchange), await newTrader(exchange)];
  const { price } = await (await fetch(`${exchange.base}/api/v3/ticker/price?symbol=BTCUSDT`)).json();
  const low = `${Math.floor(Number(price) * 0.5)}`;
  const quiet = await atPace(exchange, other, low, 5, 10);
  await check('beyond 300 orders in 10 s a key is told to wait', async () => {
    const [answers, others] = await Promise.all([
      atPace(exchange, flood, low, 200, 10),
      atPace(exchange, other, low, 5, 10),
    ]);
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0);
    assert.ok(refused.every(({ code, wait }) => code === -1015 && Number(wait) >= 1));
    assert.ok(answers.every(({ status }) => status < 500));
    assert.ok(others.every(({ status }) => status !== 429));
    const [before, during] = [median(quiet), median(others)];
    console.log(`      of ${answers.length} orders ${refused.length} were told to wait`);
    console.log(
      `      another key's orders: ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside them`,
    );
  });
}
