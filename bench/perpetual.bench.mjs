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
    ssr: true,
    outDir,
    emptyOutDir: false,
    rollupOptions: {
      input: { perpetual: join(here, 'perpetual.ts'), snapshot: join(here, 'snapshot.ts') },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
});
const { scanBench, frameBench } = await import(pathToFileURL(join(outDir, 'perpetual.mjs')).href);
const { snapshotBench } = await import(pathToFileURL(join(outDir, 'snapshot.mjs')).href);

const RUNS = process.argv.includes('--short') ? 5 : 21;
/** Runs that only let the engine compile and fill what is built once. */
const WARM_UP = 3;
const FRAMES_A_SECOND = 20;
const [POSITIONS, SHOWN] = [10_000, 1_000];

const runs = (look) => Array.from({ length: WARM_UP + RUNS }, (_, tick) => look(tick)).slice(WARM_UP);
const scans = runs(scanBench(POSITIONS));
const frames = runs(frameBench(SHOWN, FRAMES_A_SECOND));
const snapshots = [SHOWN, SHOWN / 10].map((moving) => ({
  moving,
  percent: runs(snapshotBench(SHOWN, FRAMES_A_SECOND, moving)).map((ms) => ms / 10),
}));
const of = (rows, key) => rows.map((row) => row[key]);
const scanRatios = scans.map(({ ours, decimal }) => ours / decimal);
const frameRatios = frames.map(({ ours, limit }) => ours / limit);
const share = of(frames, 'ours').map((ms) => ms / 10);

console.log(
  `perpetual, scan of ${POSITIONS} positions: ${median(of(scans, 'ours')).toFixed(2)} ms a mark (${spread(of(scans, 'ours'))}) | decimals ${median(of(scans, 'decimal')).toFixed(0)} ms | ratio ${median(scanRatios).toFixed(4)} (${Math.min(...scanRatios).toFixed(4)}–${Math.max(...scanRatios).toFixed(4)}) | ${median(of(scans, 'suspects'))} looked at in decimals, ${median(of(scans, 'due'))} due`,
);
console.log(
  `perpetual, ${SHOWN} positions a frame at ${FRAMES_A_SECOND} Hz: ${median(share).toFixed(1)} % of a core (${spread(share)}), ${(median(of(frames, 'ours')) / FRAMES_A_SECOND).toFixed(2)} ms a frame | float64 alone ${(median(of(frames, 'limit')) / FRAMES_A_SECOND).toFixed(2)} ms | ratio ${median(frameRatios).toFixed(0)}`,
);
for (const { moving, percent } of snapshots)
  console.log(
    `perpetual, the worker's snapshot of ${SHOWN} positions at ${FRAMES_A_SECOND} Hz, ${moving} marks moving a frame: ${median(percent).toFixed(1)} % of a core (${spread(percent)})`,
  );
writeResult('perpetual', {
  runs: RUNS,
  scan: {
    positions: POSITIONS,
    ms: median(of(scans, 'ours')),
    decimalMs: median(of(scans, 'decimal')),
    ratio: median(scanRatios),
  },
  frame: {
    positions: SHOWN,
    ms: median(of(frames, 'ours')),
    sharePercent: median(share),
    ratio: median(frameRatios),
  },
  snapshot: snapshots.map(({ moving, percent }) => ({ moving, sharePercent: median(percent) })),
});
