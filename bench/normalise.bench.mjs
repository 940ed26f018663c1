import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { peersOf } from './peers.mjs';
import { median, spread, writeResult } from './report.mjs';

const here = import.meta.dirname;
const outDir = join(here, 'dist-node');
await build({
  configFile: false,
  root: here,
  logLevel: 'warn',
  build: {
    ssr: join(here, 'normalise.ts'),
    outDir,
    rollupOptions: { output: { entryFileNames: 'normalise.mjs' } },
  },
});
const { cases, venueCases, ...listed } = await import(pathToFileURL(join(outDir, 'normalise.mjs')).href);

const RUNS = process.argv.includes('--short') ? 6 : 20;
/** Runs that only let the engine compile. */
const WARM_UP = 3;
/** How much faster than recorded a replay is asked to be. */
const FASTER = 50;
const results = [];

function report(row, words) {
  results.push(row);
  console.log(`normalise, ${row.name}: ${words}`);
}

for (const { name, measure } of cases) {
  const runs = Array.from({ length: WARM_UP + RUNS }, (_, run) => measure(run % 2 === 0)).slice(WARM_UP);
  const ratios = runs.map(({ ours, limit }) => ours / limit);
  const row = {
    name,
    ours: Math.round(median(runs.map(({ ours }) => ours))),
    limit: Math.round(median(runs.map(({ limit }) => limit))),
    ratio: median(ratios),
    spread: spread(ratios),
  };
  report(
    row,
    `ours ${row.ours}/s | JSON.parse alone ${row.limit}/s | ratio ${row.ratio.toFixed(2)} (${row.spread})`,
  );
}

function timed(pass) {
  const started = performance.now();
  pass();
  return performance.now() - started;
}

/** Peers on the same bytes in turn: against what only parses and normalises, and against the whole way to events. */
for (const each of venueCases) {
  const peers = await peersOf(each, listed);
  const rows = [];
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const events = await each.adapter();
    const turns = [
      ['normalised', () => each.normalised(each.texts)],
      ['events', () => events(each.texts)],
      ...peers.map((peer) => [peer.name, peer.pass]),
    ];
    if (run % 2 === 1) turns.reverse();
    rows.push(Object.fromEntries(turns.map(([name, turn]) => [name, timed(turn)])));
  }
  if (each.spanMs) {
    const shares = rows.slice(WARM_UP).map(({ events }) => (FASTER * events * 100) / each.spanMs);
    const row = { name: `${each.name}, replayed ${FASTER} times as fast`, percent: median(shares) };
    report(row, `${row.percent.toFixed(1)} % of a core (${spread(shares)})`);
  }
  for (const { name, atLeast } of peers) {
    const ratios = (of) => rows.slice(WARM_UP).map((row) => row[name] / row[of]);
    const [normalised, events] = [ratios('normalised'), ratios('events')];
    const row = {
      name: `${each.name}, against ${name}`,
      ratio: median(normalised),
      spread: spread(normalised),
      toEvents: median(events),
      atLeast,
    };
    const words = `${row.ratio.toFixed(1)} times as fast (${row.spread}), at least ${atLeast} wanted`;
    report(row, `${words}; to events ${row.toEvents.toFixed(1)} times (${spread(events)})`);
  }
}
writeResult('normalise', { runs: RUNS, results });
