import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { budget, median, writeResult } from './report.mjs';
import { callsOf, restingBid } from './users.mjs';

/**
 * How long `npm start` takes on an installed and built tree until the page is served, with an empty folder and with
 * one that has been used; and the exchange alone until it is ready, with thousands of resting orders and with none.
 */
const isShort = process.argv.includes('--short');
const RUNS = isShort ? 3 : 5;
const ORDERS = Number(process.env.ORDERS ?? 20_000);
const PORT = Number(process.env.PORT ?? 8494);
/** As many open orders as one user may have. */
const EACH = 200;
const AT_ONCE = 16;
const root = join(import.meta.dirname, '..');
const NPM = ['npm', 'start', '--silent'];
const ALONE = [process.execPath, 'dist/server/main.js'];
const newFolder = () => mkdtempSync(join(tmpdir(), 'tidemark-bench-'));

/** Starts it, and waits until an address is answered well. @returns ms, and what ends it. */
async function start(command, folder, path) {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: folder, TRUST_PROXY: '1', LOG_LEVEL: 'error' };
  const begun = performance.now();
  const [program, ...args] = command;
  // A group of its own: npm, its shell and what they start end together.
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const isThere = () =>
    fetch(`http://127.0.0.1:${PORT}${path}`).then(
      async (answer) => answer.ok && (await answer.text()).length > 0,
      () => false,
    );
  while (!(await isThere())) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${program} has ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const ms = performance.now() - begun;
  return {
    ms,
    end: async () => {
      const gone = once(child, 'exit');
      process.kill(-child.pid, 'SIGTERM');
      await gone;
      while (await isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}

async function timed(command, folder, path) {
  const { ms, end } = await start(command, folder, path);
  await end();
  return ms;
}

/** Bids below the market by as many users as it takes, each placed as users place them. */
async function placeAll({ ask, join: newUser, prices }) {
  const markets = await prices();
  const users = [];
  for (let i = 0; i < Math.ceil(ORDERS / EACH); i++) users.push(await newUser(i));
  let next = 0;
  const one = async (n) => {
    const user = users[n % users.length];
    const order = restingBid(markets[n % markets.length], 0.5 + ((n * 7) % 300) / 1_000);
    for (;;) {
      const { code } = await ask('spot/order/place', order, { ...user, key: `bench-start-key-${n}` });
      if (code === 200) return;
      if (code !== 503 && code !== 429) throw new Error(`an order was refused: ${code}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const worker = async () => {
    for (let n = next++; n < ORDERS; n = next++) await one(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function fill(folder) {
  const { end } = await start(ALONE, folder, '/readyz');
  try {
    await placeAll(callsOf(PORT));
  } finally {
    await end();
  }
}

const cold = [];
const warm = [];
for (let run = 0; run < RUNS; run++) {
  const folder = newFolder();
  cold.push(await timed(NPM, folder, '/home'));
  warm.push(await timed(NPM, folder, '/home'));
  rmSync(folder, { recursive: true });
}
console.log(
  `start: ${median(cold).toFixed(0)} ms with an empty folder, ${median(warm).toFixed(0)} ms with a used one`,
);
const [full, empty] = [newFolder(), newFolder()];
await fill(full);
await timed(ALONE, empty, '/readyz');
const withOrders = [];
const without = [];
for (let run = 0; run < RUNS; run++) {
  const sides = [
    async () => withOrders.push(await timed(ALONE, full, '/readyz')),
    async () => without.push(await timed(ALONE, empty, '/readyz')),
  ];
  for (const side of run % 2 === 0 ? sides : sides.reverse()) await side();
}
for (const folder of [full, empty]) rmSync(folder, { recursive: true });
console.log(
  `start, ${ORDERS} open orders: ready after ${median(withOrders).toFixed(0)} ms, ${median(without).toFixed(0)} ms without`,
);

const area = 'start';
const most = 5_000;
writeResult('start', {
  orders: ORDERS,
  budgets: [
    budget({
      area,
      what: '`npm start` to the page, empty folder',
      wanted: { most },
      values: cold,
      unit: 'ms',
    }),
    budget({
      area,
      what: '`npm start` to the page, used folder',
      wanted: { most },
      values: warm,
      unit: 'ms',
    }),
    budget({
      area,
      what: `exchange ready with ${ORDERS.toLocaleString('en-US')} open orders`,
      wanted: { most },
      values: withOrders,
      unit: 'ms',
    }),
    budget({
      area,
      what: 'of it, for the orders',
      values: withOrders.map((ms, run) => ms - without[run]),
      unit: 'ms',
    }),
  ],
});
