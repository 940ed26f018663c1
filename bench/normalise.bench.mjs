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
const { measureOnce } = await import(pathToFileURL(join(outDir, 'normalise.mjs')).href);

const ROWS = 2_000;
const ROUNDS = 60;
const RUNS = 7;
measureOnce(ROWS, ROUNDS);
const runs = Array.from({ length: RUNS }, () => measureOnce(ROWS, ROUNDS));
const ratios = runs.map(({ ours, limit }) => ours / limit);
const row = {
  rows: ROWS,
  ours: median(runs.map(({ ours }) => ours)),
  limit: median(runs.map(({ limit }) => limit)),
  ratio: median(ratios),
  spread: spread(ratios),
};
console.log(
  `normalise, ${ROWS} rows: ours ${Math.round(row.ours)} rows/s | JSON.parse alone ${Math.round(row.limit)} | ratio ${row.ratio.toFixed(2)} (${row.spread})`,
);
writeResult('normalise', { runs: RUNS, results: [row] });
