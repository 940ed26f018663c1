import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startExchange } from './exchange.mjs';
import { inspect } from './inspect.mjs';
import { budget, median, writeResult } from './report.mjs';

/**
 * Two thousand sockets on the built exchange, each reading all tickers and one book. The exchange has one core, its
 * readers the other one. The age of a message is the reader's clock when it comes, less the time that the exchange
 * wrote into it: the same machine, the same clock.
 */
const isShort = process.argv.includes('--short');
const RUNS = isShort ? 3 : 5;
const SECONDS = isShort ? 5 : 15;
const SOCKETS = Number(process.env.SOCKETS ?? 2_000);
const STEPS = [250, 500, 1_000];
const PORT = Number(process.env.PORT ?? 8492);
const INSPECT_PORT = PORT + 1;
const hasCores = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
const pinned = (core) => (hasCores ? ['taskset', '-c', core] : []);

async function ask(child, message) {
  child.send(message);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the readers have ended');
    }),
  ]);
  return answer.done;
}

/** An exchange of its own for each run, with so many readers. */
async function measure(sockets, { seconds, isProfiled = false }) {
  const node = [
    ...pinned('0'),
    process.execPath,
    `--inspect=127.0.0.1:${INSPECT_PORT}`,
    '--inspect-publish-uid=http',
  ];
  const exchange = await startExchange(PORT, { TRUST_PROXY: '1', NODE_NO_WARNINGS: '1' }, node);
  const process_ = await inspect(INSPECT_PORT);
  const readers = fork(join(import.meta.dirname, 'fanoutClients.mjs'), [String(PORT), String(sockets)], {
    execPath: hasCores ? 'taskset' : process.execPath,
    execArgv: hasCores ? ['-c', '1', process.execPath] : [],
  });
  try {
    const base = await process_.memoryAfterGc();
    await ask(readers, { open: true });
    await ask(readers, { seconds: 2 });
    const [cpuBefore, begun] = [await process_.cpuMs(), performance.now()];
    const seen = await ask(readers, { seconds });
    const cpu = ((await process_.cpuMs()) - cpuBefore) / (performance.now() - begun);
    const full = await process_.memoryAfterGc();
    return {
      sockets,
      ...seen,
      exchangeCpuPercent: 100 * cpu,
      rssKb: (full.rss - base.rss) / 1_024 / sockets,
      heapKb: (full.heapUsed + full.external - base.heapUsed - base.external) / 1_024 / sockets,
      profile: isProfiled ? await process_.profile(5) : [],
    };
  } finally {
    readers.kill();
    process_.close();
    await exchange.end();
  }
}

const runs = [];
for (let run = 0; run < RUNS; run++) {
  runs.push(await measure(SOCKETS, { seconds: SECONDS, isProfiled: run === 0 }));
  const { profile, ...shown } = runs.at(-1);
  console.log(`fanout, run ${run + 1}:`, JSON.stringify(shown));
  if (profile.length > 0) console.log(profile.join('\n'));
}
const growth = [];
for (const sockets of STEPS) growth.push(await measure(sockets, { seconds: 5 }));
growth.push(runs[0]);

const area = 'fan-out';
const of = (key) => runs.map((row) => row[key]);
const who = `${SOCKETS} sockets on all tickers and a book`;
const [profile] = runs.map((row) => row.profile.slice(0, 4).join(', '));
const late = budget({
  area,
  what: `${who}: p99 of the slowest reader`,
  wanted: { most: 250 },
  values: of('worstP99'),
  unit: 'ms',
});
const rows = [
  late.met
    ? late
    : { ...late, note: `exchange ${median(of('exchangeCpuPercent')).toFixed(0)} % of its core: ${profile}` },
  budget({
    area,
    what: `${who}: RSS a socket above the base, after GC`,
    wanted: { most: 40 },
    values: of('rssKb'),
    unit: 'kB',
  }),
  budget({ area, what: `${who}: share of one core`, values: of('exchangeCpuPercent'), unit: '%' }),
  budget({ area, what: `${who}: messages a second`, values: of('messages'), unit: '' }),
];
const plot = {
  file: 'fanout',
  title: 'Exchange against sockets',
  x: 'sockets',
  y: '% of a core',
  series: [{ name: 'exchange', points: growth.map((row) => [row.sockets, row.exchangeCpuPercent]) }],
};
writeResult('fanout', { seconds: SECONDS, isPinned: hasCores, runs, growth, budgets: rows, plots: [plot] });
console.log(
  `${hasCores ? 'pinned' : 'not pinned'}; p99 ${median(of('worstP99'))} ms, ${median(of('rssKb')).toFixed(1)} kB a socket`,
);
process.exit(0);
