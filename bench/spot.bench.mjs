import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { median, spread, writeResult } from './report.mjs';

/** Orders of many people on the built exchange, at a steady rate whether it keeps up or not; and the core alone. */
const isShort = process.argv.includes('--short');
const SECONDS = Number(process.env.SECONDS ?? (isShort ? 20 : 60));
/** What is not answered by then is lost to whoever asked. */
const PATIENCE_MS = 15_000;
const RATES = (process.env.RATES ?? '50,300,600,1500').split(',').map(Number);
const PEOPLE = 50;
const MARKETS = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT'];
const PORT = Number(process.env.PORT ?? 8486);
const root = join(import.meta.dirname, '..');
const base = `http://127.0.0.1:${PORT}/api/xb/v1/`;
const at = (values, part) =>
  values.length === 0 ? Number.NaN : values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];

async function ask(path, body, { token, key, from = '10.0.0.1' } = {}) {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(token ? { authorization: token } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { code, data } = await answer.json();
  return { status: answer.status, code, data };
}

async function newPerson(i) {
  const from = `10.1.${i}.1`;
  const email = `bench${i}@people.example`;
  const { token } = (await ask('common/temp/token', {}, { from })).data;
  await ask('common/send/email', { email, purpose: 'register' }, { token, from });
  const { messages } = (await ask('dev/outbox', {}, { from })).data;
  const code = /\d{6}/.exec(messages.find(({ to }) => to === email).text)[0];
  const contact = { kind: 'email', email };
  const asked = { contact, code, password: 'tide1234x', agreed: true };
  const { data } = await ask('account/register', asked, { from });
  return { from, token: data.token, open: [] };
}

/** Books as they are before the load, for prices near them. */
async function pricesOf() {
  const { data } = await ask('market/snapshot', { ch: MARKETS.map((id) => `book:${id}`) });
  const { markets } = (await ask('market/list', {})).data;
  return data.snaps.map(({ d }, i) => {
    const { tick, lot } = markets.find(({ id }) => id === MARKETS[i]);
    return { id: MARKETS[i], bid: Number(d.b[0][0]), tick, lot };
  });
}
const places = (step) => (step.includes('.') ? step.length - step.indexOf('.') - 1 : 0);

/** Six of ten rest, two take, two revoke; as a seeded sequence. */
let state = 42;
const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
function nextOf(person, market) {
  const dice = random(10);
  if (person.open.length > 20 || (dice < 2 && person.open.length > 0))
    return ['cancel', { id: person.open.shift() }];
  const quantity = (6 / market.bid + Number(market.lot)).toFixed(places(market.lot));
  if (dice < 4) return ['place', { market: market.id, side: 'buy', type: 'market', quantity }];
  const price = (market.bid * (0.9 + random(95) / 1_000)).toFixed(places(market.tick));
  return ['place', { market: market.id, side: 'buy', type: 'limit', price, quantity }];
}

async function load(people, markets, rate) {
  const [accepted, refused, codes] = [[], [], {}];
  let count = 0;
  const one = async (person) => {
    const n = count++;
    const [what, body] = nextOf(person, markets[n % markets.length]);
    const begun = performance.now();
    const key = `bench-${rate}-key-${n}`;
    const { code, data } = await ask(`spot/order/${what}`, body, { ...person, key }).catch(() => ({
      code: 'lost',
    }));
    (code === 200 ? accepted : refused).push(performance.now() - begun);
    if (code !== 200) codes[code] = (codes[code] ?? 0) + 1;
    else if (['open', 'partial'].includes(data.order.status)) person.open.push(data.order.id);
  };
  const all = [];
  const begun = performance.now();
  while (performance.now() - begun < SECONDS * 1_000) {
    const due = Math.floor(((performance.now() - begun) / 1_000) * rate);
    while (all.length < due) all.push(one(people[all.length % people.length]));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(all);
  const seconds = (performance.now() - begun) / 1_000;
  return {
    rate,
    asked: all.length,
    accepted: accepted.length,
    acceptedPerSecond: accepted.length / seconds,
    p50: median(accepted),
    p99: at(accepted, 0.99),
    refused: codes,
    refusedP99: at(refused, 0.99),
  };
}

async function measureRate(rate) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: folder, TRUST_PROXY: '1', LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  const people = [];
  for (let i = 0; i < PEOPLE; i++) people.push(await newPerson(i));
  const result = await load(people, await pricesOf(), rate);
  const verified = spawnSync(process.execPath, [join(root, 'dist/server/ops.js'), 'ledger', 'verify'], {
    env,
  });
  const gone = once(server, 'exit');
  server.kill();
  await gone;
  rmSync(folder, { recursive: true });
  if (verified.status !== 0) throw new Error(`the books do not agree: ${verified.stdout}${verified.stderr}`);
  return { ...result, books: String(verified.stdout).trim() };
}

async function measureCore() {
  const outDir = join(import.meta.dirname, 'dist-node');
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    build: {
      ssr: join(import.meta.dirname, 'spot.ts'),
      outDir,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'spot.mjs' } },
    },
  });
  const core = await import(pathToFileURL(join(outDir, 'spot.mjs')).href);
  const runs = [];
  // The first run lets caches fill.
  for (let run = 0; run <= (isShort ? 3 : 9); run++) runs.push(core.measureCore(20_000, run % 2 === 0));
  const measured = runs.slice(1);
  const ratios = measured.map(({ ours, limit }) => ours / limit);
  return {
    ours: Math.round(median(measured.map(({ ours }) => ours))),
    limit: Math.round(median(measured.map(({ limit }) => limit))),
    ratio: median(ratios),
    spread: spread(ratios),
  };
}

const core = await measureCore();
console.log(
  `core: ${core.ours} orders/s, the library alone ${core.limit}, ratio ${core.ratio.toFixed(2)} (${core.spread})`,
);
const rows = [];
for (const rate of RATES) rows.push(await measureRate(rate));
console.table(
  rows.map(({ refused, books: _, ...row }) => ({
    ...row,
    acceptedPerSecond: row.acceptedPerSecond.toFixed(0),
    p50: row.p50.toFixed(1),
    p99: row.p99.toFixed(1),
    refusedP99: row.refusedP99.toFixed(1),
    refused: JSON.stringify(refused),
  })),
);
for (const { rate, books } of rows) console.log(`${rate}/s: ${books}`);
writeResult('spot', { seconds: SECONDS, people: PEOPLE, core, rows });
