import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assert, checks } from './check.mjs';
import { newTrader } from './exchange.mjs';
import { atPace, clear } from './orders.mjs';

const FLOOD = fileURLToPath(new URL('./orders.mjs', import.meta.url));
const MOST_BYTES = 16 * 1024 * 1024;
const SPAN_MS = 10_000;
/** Each is a span alone and one beside the flood; a key has 1,500 orders a minute, and uses 300 in a span. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);

/** The flood, from a process of its own. */
async function flood(sender) {
  const request = JSON.stringify({ sender, perSecond: 200, seconds: 10 });
  const { stdout } = await promisify(execFile)(process.execPath, [FLOOD, request], { maxBuffer: MOST_BYTES });
  return JSON.parse(stdout);
}

/** Orders are counted by spans of the clock: each measurement has one of its own. */
const nextSpan = () => new Promise((done) => setTimeout(done, SPAN_MS - (Date.now() % SPAN_MS)));

const at = (share, answers) =>
  answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(answers.length * share)];
const printed = (answers) => `${at(0.5, answers).toFixed(1)} ms (95%: ${at(0.95, answers).toFixed(1)})`;

/** What a key may, what it is answered beyond that, and what others notice of it. */
export async function rates(exchange) {
  const check = checks('limits');
  const { base } = exchange;
  const [busy, other] = [await newTrader(exchange), await newTrader(exchange)];
  const { price } = await (await fetch(`${base}/api/v3/ticker/price?symbol=BTCUSDT`)).json();
  const low = `${Math.floor(Number(price) * 0.5)}`;
  const [flooder, quiet] = [busy, other].map(({ key }) => ({ base, key, price: low }));
  await atPace(quiet, 5, 2);
  await check('beyond 300 orders in 10 s a key is told to wait, and others are served', async () => {
    const [alone, beside, answers] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([clear(flooder), clear(quiet)]);
      await nextSpan();
      alone.push(...(await atPace(quiet, 5, 9)));
      await clear(quiet);
      await nextSpan();
      const [flooded, served] = await Promise.all([flood(flooder), atPace(quiet, 5, 9)]);
      answers.push(...flooded);
      beside.push(...served);
    }
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0);
    assert.ok(refused.every(({ code, wait }) => code === -1015 && Number(wait) >= 1));
    assert.ok(answers.every(({ status }) => status < 500));
    assert.ok([...alone, ...beside].every(({ status }) => status === 200));
    const ratio = (at(0.5, beside) / at(0.5, alone)).toFixed(2);
    console.log(`      of ${answers.length} orders ${refused.length} were told to wait`);
    console.log(
      `      another key's orders: ${printed(alone)} alone, ${printed(beside)} beside them, ${ratio}x`,
    );
  });
}
