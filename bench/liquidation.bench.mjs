import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { writeResult } from './report.mjs';

const here = import.meta.dirname;
const outDir = join(here, 'dist-node');
await build({
  configFile: false,
  root: here,
  logLevel: 'warn',
  build: {
    ssr: join(here, 'liquidation.ts'),
    outDir,
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: 'liquidation.mjs' } },
  },
});
const { liquidationBench } = await import(pathToFileURL(join(outDir, 'liquidation.mjs')).href);

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
