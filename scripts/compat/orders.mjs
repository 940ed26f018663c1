import { createHmac } from 'node:crypto';

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const signed = (key, fields) => {
  const text = `${new URLSearchParams(fields)}&timestamp=${Date.now()}`;
  return `${text}&signature=${createHmac('sha256', key.secret).update(text).digest('hex')}`;
};

/** Takes all resting orders back, so that the next do not meet the most that may rest. */
export async function clear({ base, key }) {
  const query = signed(key, { symbol: 'BTCUSDT' });
  await fetch(`${base}/api/v3/openOrders?${query}`, {
    method: 'DELETE',
    headers: { 'X-MBX-APIKEY': key.apiKey },
  });
}

/** One signed order far below the market. */
async function order({ base, key, price }) {
  const request = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT_MAKER', quantity: '0.001', price };
  const body = signed(key, { ...request, newClientOrderId: `r${Math.random()}` });
  const started = performance.now();
  const answer = await fetch(`${base}/api/v3/order`, {
    method: 'POST',
    headers: { 'X-MBX-APIKEY': key.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
    body,
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
export async function atPace(sender, perSecond, seconds) {
  const answers = [];
  const started = Date.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    answers.push(order(sender));
    await sleep(Math.max(0, started + ((i + 1) * 1_000) / perSecond - Date.now()));
  }
  return Promise.all(answers);
}

// In a process of its own: what a flood costs its sender must not be taken for what it costs others.
if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { sender, perSecond, seconds } = JSON.parse(process.argv[2]);
  console.log(JSON.stringify(await atPace(sender, perSecond, seconds)));
}
