import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';
import { entryOf, importedBy, withImports } from './shell.mjs';

const client = join(root, 'dist/client');
const manifest = () => JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
const gzipKb = (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length / 1024;

/** A script of the worker with every script that must be there before it runs. */
function workerKb(file) {
  const text = readFileSync(join(client, 'assets', file), 'utf8');
  return importedBy(text).reduce((sum, name) => sum + workerKb(name), gzipKb(`assets/${file}`));
}

/** Budgets in kB gzip. The first load is the page's entry, the home screen and one language. */
export function sizes() {
  const entries = manifest();
  const page = entryOf(entries, /^index\.html$/);
  const home = entryOf(entries, /^src\/screens\/home\/HomeScreen\.tsx$/);
  const words = Object.keys(entries).filter((key) => /^locales\/de\//.test(key));
  const first = [...withImports(entries, [page, home, ...words].filter(Boolean))];
  const firstKb = first.reduce((sum, key) => sum + gzipKb(entries[key].file), 0);
  const chart = entryOf(entries, /lightweight-charts|ui\/chart\/.*engine/i);
  const files = readFileSync(join(root, 'dist/build.json'), 'utf8');
  const worker = JSON.parse(files).builds[0].assets.find((file) => /^market\.worker-.*\.js$/.test(file));
  const rows = [
    ['first load: home, one language', firstKb, 171],
    ['worker', worker ? workerKb(worker) : Number.NaN, 45],
    ['service worker', gzipKb('sw.js'), 12],
    ['chart', chart ? gzipKb(entries[chart].file) : Number.NaN, 62],
  ];
  const lines = rows.map(
    ([name, kb, budget]) =>
      `${kb <= budget ? 'ok  ' : 'OVER'} ${name}: ${kb.toFixed(1)} of ${budget} kB gzip`,
  );
  const output = `${lines.join('\n')}\n`;
  return { code: rows.every(([, kb, budget]) => kb <= budget) ? 0 : 1, output };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { code, output } = sizes();
  console.log(output);
  process.exit(code);
}
