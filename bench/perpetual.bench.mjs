import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { DIGITS, libraries } from './decimals.mjs';
import { budget, median, spread, writeResult } from './report.mjs';

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
const { scanBench, frameBench, exactBench, markOf } = await import(
  pathToFileURL(join(outDir, 'perpetual.mjs')).href
);
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
const exact = await exactRuns();

/** The same figures by the product's rules and by each library, in turns; and how many of them differ when shown. */
async function exactRuns() {
  const { shown, reference, peers } = await libraries();
  const { given, ours } = exactBench(SHOWN);
  const sides = { ours, ...Object.fromEntries(Object.entries(peers).map(([name, of]) => [name, of(given)])) };
  const rightly = reference(given);
  const wrong = Object.fromEntries(
    Object.entries(sides).map(([name, look]) => {
      const pairs = [0, 1, 2].flatMap((tick) => {
        const right = rightly(markOf(0, tick)).flat();
        return look(markOf(0, tick))
          .flat()
          .map((text, i) => [text, right[i]]);
      });
      return [name, pairs.filter(([text, right]) => shown(text) !== shown(right)).length];
    }),
  );
  const names = Object.keys(sides);
  const timed = (look, run) => {
    const before = process.cpuUsage();
    for (let frame = 0; frame < FRAMES_A_SECOND; frame++) look(markOf(0, run * FRAMES_A_SECOND + frame));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const measured = runs((run) => {
    const order = names.map((_, i) => names[(i + run) % names.length]);
    return Object.fromEntries(order.map((name) => [name, timed(sides[name], run)]));
  });
  return { names, wrong, measured };
}

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
const area = 'positions, decimal exact';
const second = `${SHOWN.toLocaleString('en-US')} positions, ${FRAMES_A_SECOND} frames a second`;
const shareRow = (what, values, note = '') =>
  budget({ area, what: `${what}, ${second}`, wanted: { most: 20 }, values, unit: '%', note });
const requested =
  median(share) > 20 ? 'each rule asked by itself; what screens read is the snapshot, which asks less' : '';
const budgets = [
  shareRow('P/L, yield, liquidation, account totals: share of a core', share, requested),
  ...snapshots.map(({ moving, percent }) =>
    shareRow(
      `the worker's whole snapshot, ${moving.toLocaleString('en-US')} marks moving: share of a core`,
      percent,
    ),
  ),
  budget({
    area,
    what: `figures that differ from decimal.js in ${DIGITS} places`,
    wanted: { most: 0 },
    values: [exact.wrong.ours],
    unit: '',
  }),
  ...exact.names
    .filter((name) => name !== 'ours')
    .map((name) =>
      budget({
        area,
        what: `P/L, yield and liquidation price: time of ${name} against ours`,
        values: exact.measured.map((row) => row[name] / row.ours),
        note:
          exact.wrong[name] > 0 ? `${exact.wrong[name]} of ${9 * SHOWN} figures differ from decimal.js` : '',
      }),
    ),
];
for (const { what, value, unit } of budgets) console.log(`perpetual, ${what}: ${value.toFixed(2)} ${unit}`);
writeResult('perpetual', {
  runs: RUNS,
  budgets,
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
