import { join } from 'node:path';
import { built } from './built.mjs';
import { median, spread, writeResult } from './report.mjs';

const here = import.meta.dirname;
const { cases } = await built('ledger');

const isShort = process.argv.includes('--short');
const [RUNS, RUN_MS] = isShort ? [3, 1_000] : [9, 3_000];
const results = [];
for (const { name, missing, open } of cases) {
  if (missing !== undefined) {
    console.log(`ledger, ${name}: skipped, ${missing}`);
    results.push({ name, skipped: missing });
    continue;
  }
  const bench = await open(join(here, '../server/base/db/schema'));
  // The first run lets caches fill.
  const runs = [];
  for (let run = 0; run <= RUNS; run++) runs.push(await bench.measure(RUN_MS, run % 2 === 0));
  await bench.close();
  const measured = runs.slice(1);
  const ratios = measured.map(({ ours, limit }) => ours / limit);
  results.push({
    name,
    ours: Math.round(median(measured.map(({ ours }) => ours))),
    limit: Math.round(median(measured.map(({ limit }) => limit))),
    ratio: median(ratios),
    spread: spread(ratios),
  });
}
console.table(
  results
    .filter(({ skipped }) => skipped === undefined)
    .map(({ name, ours, limit, ratio, spread: range }) => ({
      engine: name,
      'transfers/s': ours,
      'bare inserts/s': limit,
      ratio: `${ratio.toFixed(2)} (${range})`,
    })),
);
writeResult('ledger', { runs: RUNS, runMs: RUN_MS, results });
