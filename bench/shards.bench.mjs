import { loadavg } from 'node:os';
import { built, bundled } from './built.mjs';
import { median, quantile, spread, writeResult } from './report.mjs';

/** The trial of shards on PostgreSQL with fsync: one process for users and one for books, and two of each, in turn. */
const isShort = process.argv.includes('--short');
const [RUNS, RUN_MS] = isShort ? [4, 4_000] : [8, 8_000];
const CLIENTS = Number(process.env.CLIENTS ?? 200);
const { openServer } = await built('shards');
const server = await openServer(await bundled('../tests/support/shards/process.ts', 'shardProcess'), CLIENTS);
if (server.missing !== undefined) {
  console.log(`shards: skipped, ${server.missing}`);
  process.exit(0);
}
const benches = { one: await server.open(1, 1), two: await server.open(2, 2) };
const rows = [];
for (let run = 0; run <= RUNS; run++) {
  for (const way of run % 2 === 0 ? ['one', 'two'] : ['two', 'one']) {
    const { times, ...figures } = await benches[way].run(RUN_MS);
    // The first run lets caches fill.
    if (run > 0)
      rows.push({ run, way, ...figures, p50: median(times), p99: quantile(times, 0.99), load: loadavg()[0] });
  }
}
await Promise.all([benches.one.close(), benches.two.close()]);
await server.stop();
console.table(
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value,
      ]),
    ),
  ),
);
const of = (way, value) => rows.filter((row) => row.way === way).map(value);
/** With the time until everything is matched and applied: what could go on for ever. */
const lasting = ({ accepted, perSecond, drainSeconds }) => accepted / (accepted / perSecond + drainSeconds);
for (const [what, value] of [
  ['answered a second', ({ perSecond }) => perSecond],
  ['matched and applied a second', lasting],
  ['p50 of an answer', ({ p50 }) => p50],
  ['p99 of an answer', ({ p99 }) => p99],
  ['processor time of user processes a command', ({ userCpuMs }) => userCpuMs],
  ['processor time of book processes a command', ({ bookCpuMs }) => bookCpuMs],
]) {
  const [one, two] = [of('one', value), of('two', value)];
  const ratios = two.map((each, i) => each / one[i]);
  console.log(
    `${what}: 1+1 ${median(one).toPrecision(3)}, 2+2 ${median(two).toPrecision(3)}, ratio ${median(ratios).toFixed(2)} (${spread(ratios)})`,
  );
}
writeResult('shards', { runs: RUNS, runMs: RUN_MS, clients: CLIENTS, rows });
