import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '../scripts/cluster/programs.mjs';
import { isReady, until } from '../scripts/cluster/venue.mjs';
import { budget, writeResult } from './report.mjs';

/**
 * What a second gateway adds: readers of all tickers and a book at one gateway, and twice as many at two. Processor time
 * is counted for each process, as two cores cannot run two gateways, their engine and all readers at full speed: how
 * many sockets a gateway's core carries, with one beside it as without, is what two machines would carry.
 */
const isShort = process.argv.includes('--short');
const RUNS = isShort ? 3 : 5;
const SECONDS = isShort ? 8 : 15;
const STEPS = [125, 250, 500];
const SOCKETS = Number(process.env.SOCKETS ?? STEPS.at(-1));
const FIRST = Number(process.env.PORT ?? 8492);
const TICK_MS = 10;
const root = join(import.meta.dirname, '..');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Processor time that a process has taken, ms. */
function cpuMs({ pid }) {
  const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) . /);
  const [user, system] = rest.split(' ').slice(10, 12).map(Number);
  return (user + system) * TICK_MS;
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const children = [];
function start(program, args, env = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}
function exchange(role, port, own) {
  const env = { ROLE: role, PORT: String(port), NATS_URL: `nats://127.0.0.1:${FIRST}`, TRUST_PROXY: '1' };
  const main = join(root, 'dist/server/main.js');
  return start(process.execPath, [main], { SEED: '7', LOG_LEVEL: 'error', ...env, ...own });
}

start(findPrograms().nats, ['-a', '127.0.0.1', '-p', String(FIRST)]);
const engine = exchange('engine', FIRST + 1, { DATA_DIR: folder });
await until(() => isReady(FIRST + 1), 'the engine');
const ports = [FIRST + 2, FIRST + 3];
const gateways = ports.map((port) => exchange('gateway', port, { DATA_DIR: 'memory' }));
for (const port of ports) await until(() => isReady(port), 'a gateway');

async function ask(child, message) {
  child.send(message);
  const [answer] = await once(child, 'message');
  return answer.done;
}

/** Readers at so many gateways, so many at each. */
async function measure(count, sockets) {
  const readers = ports
    .slice(0, count)
    .map((port) => fork(join(import.meta.dirname, 'fanoutClients.mjs'), [String(port), String(sockets)]));
  const all = (message) => Promise.all(readers.map((each) => ask(each, message)));
  try {
    await all({ open: true });
    await all({ seconds: 2 });
    const parts = [engine, ...gateways.slice(0, count)];
    const [before, begun] = [parts.map(cpuMs), performance.now()];
    const seen = await all({ seconds: SECONDS });
    const spent = performance.now() - begun;
    const [engineCpu, ...own] = parts.map((part, i) => (100 * (cpuMs(part) - before[i])) / spent);
    const sum = (key) => seen.reduce((total, each) => total + each[key], 0);
    return {
      ...{ gateways: count, sockets: count * sockets, engineCpu },
      cpu: own.reduce((a, b) => a + b, 0),
      messages: sum('messages'),
      p99: Math.max(...seen.map(({ worstP99 }) => worstP99)),
      load: loadavg()[0],
    };
  } finally {
    for (const each of readers) each.kill();
    await pause(2_000);
  }
}

const runs = [];
const growth = [];
try {
  for (let run = 0; run < RUNS; run++) {
    const pair = { one: await measure(1, SOCKETS), two: await measure(2, SOCKETS) };
    runs.push(pair);
    console.table(pair);
  }
  for (const sockets of STEPS) for (const count of [1, 2]) growth.push(await measure(count, sockets));
} finally {
  for (const child of children.toReversed()) child.kill();
  await pause(1_000);
  rmSync(folder, { recursive: true, force: true });
}
// Sockets for each core that gateways took, times the gateways there are.
const capacity = ({ gateways: count, sockets, cpu }) => (count * sockets) / (cpu / 100);
const area = 'gateways';
const budgets = [
  budget({
    area,
    what: `sockets that two carry, of one (${SOCKETS} at each)`,
    wanted: { least: 1.8 },
    values: runs.map(({ one, two }) => capacity(two) / capacity(one)),
  }),
  budget({
    area,
    what: 'age of a message with two, of one: p99 of the slowest reader',
    values: runs.map(({ one, two }) => two.p99 / one.p99),
  }),
  budget({
    area,
    what: "the engine's core with two, of one",
    values: runs.map(({ one, two }) => two.engineCpu / one.engineCpu),
  }),
];
for (const { what, value, low, high } of budgets)
  console.log(`${what}: ${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`);
const plot = {
  file: 'gateways',
  title: 'Gateways against sockets',
  x: 'sockets',
  y: '% of a core, all gateways',
  series: [1, 2].map((count) => ({
    name: `${count} of them`,
    points: growth.filter((row) => row.gateways === count).map(({ sockets, cpu }) => [sockets, cpu]),
  })),
};
writeResult('gateways', { seconds: SECONDS, runs, growth, budgets, plots: [plot] });
process.exit(0);
