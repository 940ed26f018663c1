import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
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
const { cases } = await import(pathToFileURL(join(outDir, 'normalise.mjs')).href);

const RUNS = process.argv.includes('--short') ? 6 : 20;
/** Runs that only let the engine compile. */
const WARM_UP = 3;
const results = [];
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
  results.push(row);
  console.log(
    `normalise, ${name}: ours ${row.ours}/s | JSON.parse alone ${row.limit}/s | ratio ${row.ratio.toFixed(2)} (${row.spread})`,
  );
}
writeResult('normalise', { runs: RUNS, results });
