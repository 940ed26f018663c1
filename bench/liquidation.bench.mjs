import { join } from 'node:path';
import { built } from './built.mjs';
import { writeResult } from './report.mjs';

const here = import.meta.dirname;
const { liquidationBench } = await built('liquidation');

const counts = process.argv.includes('--short') ? [10, 100, 1_000] : [10, 100, 1_000, 10_000];
const figures = [];
for (const count of counts)
  figures.push(await liquidationBench(join(here, '../server/base/db/schema'), count));
console.table(
  figures.map(({ count, decided, booked }) => ({
    'due at once': count,
    'decided, ms': Math.round(decided),
    'booked, ms': Math.round(booked),
    'a second': Math.round((1_000 * count) / booked),
  })),
);
writeResult('liquidation', { figures });
