import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { budget, median, quantile, spread, writeResult } from './report.mjs';
import { callsOf, quantityOf, restingBid } from './users.mjs';

/** Orders of many users on the built exchange, at a steady rate whether it keeps up or not; and the core alone. */
const isShort = process.argv.includes('--short');
const SECONDS = Number(process.env.SECONDS ?? (isShort ? 15 : 60));
/** A fresh process, and the load's own, are optimised in their first seconds at the rate: kept apart from the rest. */
const FRESH_SECONDS = 10;
/** The rate that is wanted, and twice as much; the others for colour. */
const [WANTED, TWICE] = [300, 600];
const RATES = (process.env.RATES ?? (isShort ? '300,600' : '50,300,600,1500')).split(',').map(Number);
/** Each rate is measured on an exchange of its own so often. */
const RUNS = Number(process.env.RUNS ?? (isShort ? 1 : 3));
/** A folder for CPU profiles of the exchange, one a rate and run; they cost some speed. */
const PROFILE = process.env.PROFILE;
const USERS = 50;
const PORT = Number(process.env.PORT ?? 8486);
const root = join(import.meta.dirname, '..');
const exchange = callsOf(PORT);

/** Six of ten rest, two take, two revoke; as a seeded sequence. */
let state = 42;
const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
function nextOf(user, market) {
  const dice = random(10);
  if (user.open.length > 20 || (dice < 2 && user.open.length > 0))
    return ['cancel', { id: user.open.shift() }];
  if (dice < 4)
    return [
      'place',
      { market: market.id, side: 'buy', type: 'market', quantity: quantityOf(market, market.bid) },
    ];
  return ['place', restingBid(market, 0.9 + random(95) / 1_000)];
}

/** What came of the orders of one stretch of time. */
function outcomeOf(orders, seconds) {
  const times = (isAccepted) =>
    orders.filter(({ code }) => (code === 200) === isAccepted).map(({ took }) => took);
  const refused = {};
  for (const { code } of orders) if (code !== 200) refused[code] = (refused[code] ?? 0) + 1;
  const accepted = times(true);
  return {
    requested: orders.length,
    accepted: accepted.length,
    acceptedPerSecond: accepted.length / seconds,
    p50: median(accepted),
    p99: quantile(accepted, 0.99),
    refused,
    refusedP99: quantile(times(false), 0.99),
  };
}

async function load(users, markets, rate) {
  const one = async (n) => {
    const user = users[n % users.length];
    const [what, body] = nextOf(user, markets[n % markets.length]);
    const begun = performance.now();
    const key = `bench-${rate}-key-${n}`;
    const { code, data } = await exchange.ask(`spot/order/${what}`, body, { ...user, key }).catch(() => ({
      code: 'lost',
    }));
    if (code === 200 && ['open', 'partial'].includes(data.order.status)) user.open.push(data.order.id);
    return { code, took: performance.now() - begun };
  };
  const all = [];
  const begun = performance.now();
  while (performance.now() - begun < (FRESH_SECONDS + SECONDS) * 1_000) {
    const due = Math.floor(((performance.now() - begun) / 1_000) * rate);
    while (all.length < due) all.push(one(all.length));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const orders = await Promise.all(all);
  const held = FRESH_SECONDS * rate;
  return {
    rate,
    ...outcomeOf(orders.slice(held), SECONDS),
    fresh: outcomeOf(orders.slice(0, held), FRESH_SECONDS),
  };
}

async function measureRate(rate) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: folder, TRUST_PROXY: '1', LOG_LEVEL: 'error' };
  const profile = PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`] : [];
  const server = spawn(process.execPath, [...profile, join(root, 'dist/server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  const users = [];
  for (let i = 0; i < USERS; i++) users.push(await exchange.join(i));
  const result = await load(users, await exchange.prices(), rate);
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
    ratios,
    ratio: median(ratios),
    spread: spread(ratios),
  };
}

const core = await measureCore();
console.log(
  `core: ${core.ours} orders/s, the library alone ${core.limit}, ratio ${core.ratio.toFixed(2)} (${core.spread})`,
);
const rows = [];
for (let run = 0; run < RUNS; run++) for (const rate of RATES) rows.push(await measureRate(rate));
console.table(
  rows
    .flatMap(({ rate, fresh, ...row }) => [
      { rate, part: 'fresh', ...fresh },
      { rate, part: 'held', ...row },
    ])
    .map(({ refused, books: _, ...row }) => ({
      ...row,
      acceptedPerSecond: row.acceptedPerSecond.toFixed(0),
      p50: row.p50.toFixed(1),
      p99: row.p99.toFixed(1),
      refusedP99: row.refusedP99.toFixed(1),
      refused: JSON.stringify(refused),
    })),
);
for (const { rate, books } of rows) console.log(`${rate}/s: ${books}`);

const area = 'exchange, orders';
const at = (rate, value) => rows.filter((row) => row.rate === rate).map(value);
/** Refused with something else than that it is too much now, or not answered. */
const strange = ({ refused }) =>
  Object.entries(refused).reduce((sum, [code, count]) => sum + (code === 'unavailable' ? 0 : count), 0);
const lines = (rate, most) => [
  budget({
    area,
    what: `${rate}/s, a fresh process, first ${FRESH_SECONDS} s: p99 of the accepted`,
    values: at(rate, ({ fresh }) => fresh.p99),
    unit: 'ms',
  }),
  budget({
    area,
    what: `${rate}/s, a fresh process, first ${FRESH_SECONDS} s: accepted a second`,
    values: at(rate, ({ fresh }) => fresh.acceptedPerSecond),
    unit: '',
  }),
  budget({
    area,
    what: `${rate}/s for ${SECONDS} s: p99 of the accepted, from request to answer`,
    wanted: { most },
    values: at(rate, ({ p99 }) => p99),
    unit: 'ms',
  }),
  budget({
    area,
    what: `${rate}/s for ${SECONDS} s: neither accepted nor refused as too much (503)`,
    wanted: { most: 0 },
    values: at(rate, (row) => strange(row) + strange(row.fresh)),
    unit: '',
  }),
];
const budgets = [
  budget({
    area: 'matching',
    what: 'the core against nodejs-order-book on the same orders',
    values: core.ratios,
  }),
  ...(RATES.includes(WANTED)
    ? [
        budget({
          area,
          what: `accepted a second when ${WANTED} are asked for ${SECONDS} s`,
          wanted: { least: WANTED * 0.99 },
          values: at(WANTED, ({ acceptedPerSecond }) => acceptedPerSecond),
          unit: '',
        }),
        ...lines(WANTED, 250),
      ]
    : []),
  ...(RATES.includes(TWICE) ? lines(TWICE, 500) : []),
];
const against = (value) => RATES.map((rate) => [rate, median(at(rate, value))]);
const plots = [
  {
    ...{ file: 'spot-accepted', title: 'Orders taken', x: 'orders asked for a second', y: 'taken a second' },
    series: [{ name: 'taken', points: against(({ acceptedPerSecond }) => acceptedPerSecond) }],
  },
  {
    ...{ file: 'spot-p99', title: 'Answer of an order', x: 'orders asked for a second', y: 'ms' },
    series: [
      { name: 'p99', points: against(({ p99 }) => p99) },
      { name: 'p50', points: against(({ p50 }) => p50) },
    ],
  },
];
writeResult('spot', { seconds: SECONDS, users: USERS, core, rows, budgets, plots });
