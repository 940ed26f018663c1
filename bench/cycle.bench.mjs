import { join } from 'node:path';
import { built } from './built.mjs';
import { median, spread, writeResult } from './report.mjs';

const here = import.meta.dirname;
const { openCycleBench, CONTRACTS } = await built('cycle');

const RUNS = process.argv.includes('--short') ? 3 : 9;
const bench = await openCycleBench(join(here, '../server/base/db/schema'));
// The first run lets caches fill; it is shown by itself, for it is what a fresh start costs.
const runs = [];
for (let run = 0; run <= RUNS; run++) runs.push(await bench.measure(run % 2 === 0));
await bench.close();
const [first, ...measured] = runs;
const ratios = measured.map(({ ours, limit }) => ours / limit);
const result = {
  contracts: CONTRACTS,
  first: Math.round(first.ours),
  entry: Math.round(median(measured.map(({ entry }) => entry))),
  ours: Math.round(median(measured.map(({ ours }) => ours))),
  limit: Math.round(median(measured.map(({ limit }) => limit))),
  ratio: median(ratios),
  spread: spread(ratios),
};
console.table([
  {
    contracts: CONTRACTS,
    'entered, ms': result.entry,
    'settled, ms': result.ours,
    'settled first, ms': result.first,
    'bare rows, ms': result.limit,
    ratio: `${result.ratio.toFixed(2)} (${result.spread})`,
  },
]);
writeResult('cycle', { runs: RUNS, ...result });
