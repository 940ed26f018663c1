import { loadavg } from 'node:os';
import { join } from 'node:path';
import { built } from './built.mjs';
import { median, quantile, spread, writeResult } from './report.mjs';

/** Spot orders on PostgreSQL with fsync (EMBEDDED=1: on the built-in one): answers after the tables, and after the log before them, in turn. */
const isShort = process.argv.includes('--short');
const [RUNS, RUN_MS] = isShort ? [3, 4_000] : [7, 10_000];
const CLIENTS = Number(process.env.CLIENTS ?? 400);
const RATE = Number(process.env.RATE ?? 0);
/** The built-in database in place of a server. */
const IS_EMBEDDED = process.env.EMBEDDED === '1';
const here = import.meta.dirname;
const { openServer } = await built('orderLog');
const server = await openServer(join(here, '../server/base/db/schema'), IS_EMBEDDED);
if (server.missing !== undefined) {
  console.log(`order log: skipped, ${server.missing}`);
  process.exit(0);
}
const benches = { tables: await server.open(false), log: await server.open(true) };
const rows = [];
for (let run = 0; run <= RUNS; run++) {
  const order = run % 2 === 0 ? ['tables', 'log'] : ['log', 'tables'];
  for (const way of order) {
    const { times, ...figures } = await (RATE > 0
      ? benches[way].atRate(RUN_MS, RATE)
      : benches[way].atOnce(RUN_MS, CLIENTS));
    const [p50, p99] = [median(times), quantile(times, 0.99)];
    // The first run lets caches fill.
    if (run > 0) rows.push({ run, way, ...figures, p50, p99, load: loadavg()[0] });
  }
}
const differences = [await benches.tables.close(), await benches.log.close()];
await server.stop();
if (differences.some((count) => count > 0)) throw new Error(`the books differ: ${differences}`);
console.table(
  rows.map((row) => ({
    ...row,
    perSecond: row.perSecond.toFixed(0),
    drainSeconds: row.drainSeconds.toFixed(2),
    cpuMsEach: row.cpuMsEach.toFixed(2),
    p50: row.p50.toFixed(1),
    p99: row.p99.toFixed(1),
    load: row.load.toFixed(1),
  })),
);
const of = (way, value) => rows.filter((row) => row.way === way).map(value);
/** With the time until the tables have all of it: what could go on for ever. */
const lasting = ({ accepted, perSecond, drainSeconds }) => accepted / (accepted / perSecond + drainSeconds);
const ratios = (value) => of('log', value).map((mine, i) => mine / of('tables', value)[i]);
for (const [what, value] of [
  ['answered a second', ({ perSecond }) => perSecond],
  ['written a second', lasting],
  ['p99', ({ p99 }) => p99],
  ['processor time of the engine an order', ({ cpuMsEach }) => cpuMsEach],
])
  console.log(`${what}, log against tables: ${median(ratios(value)).toFixed(2)} (${spread(ratios(value))})`);
writeResult('orderLog', { runs: RUNS, runMs: RUN_MS, clients: CLIENTS, rate: RATE, rows });
