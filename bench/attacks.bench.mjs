import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startExchange } from './exchange.mjs';
import { inspect } from './inspect.mjs';
import { rawClient } from './rawClient.mjs';
import { budget, median, quantile, writeResult } from './report.mjs';
import { callsOf, restingBid } from './users.mjs';

/**
 * What somebody without an account can do to the built exchange while others trade, each attack on an exchange of its
 * own: the loop's delay is measured inside of it, orders of others from their request to their answer. Then orders of
 * many users at two and four times of what it can take.
 */
const isShort = process.argv.includes('--short');
const SECONDS = Number(process.env.SECONDS ?? (isShort ? 8 : 15));
const RUNS = Number(process.env.RUNS ?? (isShort ? 1 : 3));
const PORT = Number(process.env.PORT ?? 8496);
const WANTED = process.env.ATTACKS?.split(',');
const ORDERS_A_SECOND = 20;
/** Orders a second of the first flood of a process: some two times of what it takes on the slowest machine here. */
const FIRST_FLOOD = 3_000;
const FIRST_SECONDS = 3;
const USERS = 20;
const hasCores = process.env.PINNED !== '0' && spawnSync('taskset', ['-c', '0', 'true']).status === 0;
// Who attacks and who trades are elsewhere: on the exchange's core they would take turns that count as its own.
if (hasCores) spawnSync('taskset', ['-acp', '1', String(process.pid)]);
const api = callsOf(PORT);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const ATTACKS = {
  'nobody attacks': undefined,
  'one socket, 200 books in and out': { job: 'sockets', count: 1 },
  'ten sockets of one address, 200 books in and out': { job: 'sockets', count: 10 },
  'forms of 145,000 parts': { job: 'parts' },
  'far candles': { job: 'calls', kind: 'farCandles' },
  sparklines: { job: 'calls', kind: 'sparklines' },
  'snapshots of 50 books': { job: 'calls', kind: 'snapshots' },
  'the list of markets': { job: 'calls', kind: 'list' },
  'bursts of 500 connections': { job: 'connections' },
};

/** An order of somebody. @returns its status, 0 when it was not answered, and how long that took, ms. */
function order(client, user, market, n) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': user.from,
    authorization: user.token,
    'idempotency-key': `attack-key-${n}`,
  };
  const body = JSON.stringify(restingBid(market, 0.9 + (n % 95) / 1_000));
  return client.post('/api/xb/v1/spot/order/place', headers, body);
}

let numbered = 0;
/** Orders at a steady rate, whether they are answered or not. */
async function orders({ client, users, markets }, rate, seconds) {
  const all = [];
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1_000) {
    const due = ((performance.now() - begun) / 1_000) * rate;
    while (all.length < due) {
      const n = numbered++;
      all.push(order(client, users[n % users.length], markets[n % markets.length], n));
    }
    await sleep(2);
  }
  return Promise.all(all);
}

/** A machine that is busy with something else may need a second try. */
const joined = (i) => api.join(i).catch(() => api.join(i + 1_000));

async function open(usersCount, run) {
  const node = [
    ...(hasCores ? ['taskset', '-c', '0'] : []),
    process.execPath,
    `--inspect=127.0.0.1:${PORT + 1}`,
    '--inspect-publish-uid=http',
  ];
  const exchange = await startExchange(PORT, { TRUST_PROXY: '1', NODE_NO_WARNINGS: '1' }, node);
  const inside = await inspect(PORT + 1);
  try {
    const users = [];
    for (let i = 0; i < usersCount; i++) users.push(await joined(i));
    const markets = await api.prices();
    const { data } = await api.ask('market/list', {});
    const ids = data.markets.map(({ id }) => id);
    const client = rawClient(PORT);
    // The first seconds of a process are slow under any load.
    await orders({ client, users, markets }, 50, 5);
    return await run({ client, users, markets, ids, inside });
  } finally {
    inside.close();
    await exchange.end();
  }
}

/** One attack on a fresh exchange, and what others see of it. */
const measure = (attack) =>
  open(USERS, async ({ client, users, markets, ids, inside }) => {
    const attackers = fork(join(import.meta.dirname, 'attackers.mjs'), [String(PORT)]);
    const before = (await inside.memoryAfterGc()).rss;
    await inside.watchLoop();
    const [cpuBefore, begun] = [await inside.cpuMs(), performance.now()];
    let rss = before;
    const watch = setInterval(async () => {
      rss = Math.max(rss, (await inside.memory()).rss);
    }, 500);
    const did = attack && once(attackers, 'message');
    if (attack) attackers.send({ ...attack, ids, seconds: SECONDS });
    const others = await orders({ client, users, markets }, ORDERS_A_SECOND, SECONDS);
    const loop = await inside.loopDelay();
    const cpu = (await inside.cpuMs()) - cpuBefore;
    const took = performance.now() - begun;
    clearInterval(watch);
    const [result] = attack ? await Promise.race([did, sleep(20_000).then(() => [{}])]) : [{}];
    attackers.kill();
    const accepted = others.filter(({ status }) => status === 200);
    return {
      loop99: loop.p99,
      loopMost: loop.most,
      order99: quantile(
        others.map(({ took }) => took),
        0.99,
      ),
      accepted: accepted.length / others.length,
      // What the machine's other work does not change.
      cpuPercent: (100 * cpu) / took,
      mbMore: (rss - before) / 1e6,
      result: result.done ?? {},
    };
  });

/** What came of orders at a rate. */
function outcomeOf(all, seconds) {
  const accepted = all.filter(({ status }) => status === 200);
  const refused = all.filter(({ status }) => status === 503);
  return {
    accepted: accepted.length / seconds,
    p99: quantile(
      accepted.map(({ took }) => took),
      0.99,
    ),
    refused: refused.length / seconds,
    refused99: quantile(
      refused.map(({ took }) => took),
      0.99,
    ),
    other: all.length - accepted.length - refused.length,
  };
}

/** As many at once as keep the exchange busy: what it can take. */
async function capacityOf({ client, users, markets }, seconds) {
  const all = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: 48 }, async () => {
      while (performance.now() < end) {
        const n = numbered++;
        all.push(await order(client, users[n % users.length], markets[n % markets.length], n));
      }
    }),
  );
  return all.filter(({ status }) => status === 200).length / seconds;
}

/** Nothing rests any more: nobody may have more than 200 orders open, and what can be taken is less with each. */
async function cancelAll({ client, users }) {
  for (const user of users) {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': user.from,
      authorization: user.token,
      'idempotency-key': `attack-key-${numbered++}`,
    };
    const { status } = await client.post('/api/xb/v1/spot/order/cancel/all', headers, '{}');
    if (status !== 200) throw new Error(`orders cannot be cancelled: ${status}`);
  }
  await sleep(2_000);
}

/** What can be taken is measured right before and right after each flood, as a machine's speed changes. */
const overload = () =>
  open(200, async (own) => {
    await capacityOf(own, 5);
    await cancelAll(own);
    // What refuses is compiled in the first seconds of the first flood of a process: those have a row of their own.
    const rows = { first: outcomeOf(await orders(own, FIRST_FLOOD, FIRST_SECONDS), FIRST_SECONDS) };
    await cancelAll(own);
    let before = await capacityOf(own, SECONDS);
    for (const times of [2, 4]) {
      await cancelAll(own);
      const row = outcomeOf(await orders(own, before * times, SECONDS), SECONDS);
      await sleep(2_000);
      await cancelAll(own);
      const after = await capacityOf(own, SECONDS);
      rows[times] = { ...row, capacity: (before + after) / 2 };
      before = after;
    }
    return { rows };
  });

const names = Object.keys(ATTACKS).filter((name) => !WANTED || WANTED.some((each) => name.includes(each)));
const rows = [];
for (let run = 0; run < RUNS; run++) {
  for (const name of names) {
    const row = { attack: name, ...(await measure(ATTACKS[name])) };
    console.log(JSON.stringify(row));
    rows.push(row);
  }
}
const floods = [];
for (let run = 0; run < RUNS && (!WANTED || WANTED.includes('overload')); run++) {
  floods.push(await overload());
  console.log(JSON.stringify(floods.at(-1)));
}

const area = 'exchange, attacked';
const of = (name, key) => rows.filter(({ attack }) => attack === name).map((row) => row[key]);
const lines = names.flatMap((name) => [
  budget({
    area,
    what: `${name}: loop delay p99`,
    wanted: { most: 50 },
    values: of(name, 'loop99'),
    unit: 'ms',
  }),
  budget({
    area,
    what: `${name}: others' orders, p99`,
    wanted: { most: 250 },
    values: of(name, 'order99'),
    unit: 'ms',
  }),
  budget({ area, what: `${name}: share of one core`, values: of(name, 'cpuPercent'), unit: '%' }),
  budget({ area, what: `${name}: memory more than before`, values: of(name, 'mbMore'), unit: 'MB' }),
]);
const flooded = (times, value) => floods.map(({ rows }) => value(rows[times]));
const firstLine = budget({
  area,
  what: `the first ${FIRST_SECONDS} s of a process’s first flood: p99 of the refused`,
  values: flooded('first', ({ refused99 }) => refused99),
  unit: 'ms',
});
const floodLines = [2, 4].flatMap((times) => {
  const what = (text) => `${times} times of what it can take: ${text}`;
  const line = (text, value, unit, wanted = {}) =>
    budget({ area, what: what(text), wanted, values: flooded(times, value), unit });
  return [
    line('accepted, of what it can take', ({ accepted, capacity }) => accepted / capacity, 'x', {
      least: 0.9,
    }),
    line('p99 of the accepted', ({ p99 }) => p99, 'ms', { most: 500 }),
    line('p99 of the refused', ({ refused99 }) => refused99, 'ms', { most: 250 }),
    line('refused a second', ({ refused }) => refused, ''),
    line('neither accepted nor refused as too much', ({ other }) => other, '', { most: 0 }),
  ];
});
writeResult('attacks', {
  seconds: SECONDS,
  isPinned: hasCores,
  rows,
  floods,
  budgets: [...lines, ...(floods.length > 0 ? [firstLine, ...floodLines] : [])],
});
console.table(
  names.map((name) => ({
    attack: name,
    'loop p99': median(of(name, 'loop99')).toFixed(0),
    'loop most': median(of(name, 'loopMost')).toFixed(0),
    'cpu %': median(of(name, 'cpuPercent')).toFixed(0),
    'order p99': median(of(name, 'order99')).toFixed(0),
    'MB more': median(of(name, 'mbMore')).toFixed(0),
  })),
);
process.exit(0);
