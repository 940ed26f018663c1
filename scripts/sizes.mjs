import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';
import { entryOf, importedBy, startOf, withImports } from './shell.mjs';

const client = join(root, 'dist/client');
const manifest = () => JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
const gzipKb = (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length / 1024;

/** A script of the worker with every script that must be there before it runs, each counted once. */
function workerKb(file, seen = new Set()) {
  if (seen.has(file)) return 0;
  seen.add(file);
  const text = readFileSync(join(client, 'assets', file), 'utf8');
  return importedBy(text).reduce((sum, name) => sum + workerKb(name, seen), gzipKb(`assets/${file}`));
}

/** Files that a screen may need besides the start's: a phone asks for six at a time. @see build/chunks.ts */
const MOST_FILES = 30;

/** Scripts and styles of the screen that needs most of them besides those of the start. */
function mostFiles() {
  const entries = manifest();
  const filesOf = (key) => [
    ...new Set(
      [...withImports(entries, [key])].flatMap((each) => [entries[each].file, ...(entries[each].css ?? [])]),
    ),
  ];
  const start = filesOf(startOf(entries));
  const screens = Object.keys(entries).filter((key) => /^src\/screens\/.*Screen\.tsx$/.test(key));
  return Math.max(...screens.map((key) => filesOf(key).filter((file) => !start.includes(file)).length));
}

/**
 * What was built, and the most that it may be, in kB gzip. The first load is the page's own chunks with the home
 * screen, and its words in one language.
 */
export function sizeRows() {
  const entries = manifest();
  const words = entryOf(entries, /^src\/i18n\/words\/first\/de\.ts$/);
  const first = [...withImports(entries, [startOf(entries), words])];
  const chart = entryOf(entries, /lightweight-charts|ui\/chart\/.*engine/i);
  const files = readFileSync(join(root, 'dist/build.json'), 'utf8');
  const worker = JSON.parse(files).builds[0].assets.find((file) => /^market\.worker-.*\.js$/.test(file));
  return [
    {
      name: 'first load: home, one language',
      kb: first.reduce((sum, key) => sum + gzipKb(entries[key].file), 0),
      most: 160,
    },
    // RxJS's operators are 8 kB of it.
    { name: 'worker', kb: worker ? workerKb(worker) : Number.NaN, most: 50 },
    { name: 'service worker', kb: gzipKb('sw.js'), most: 12 },
    { name: 'chart', kb: chart ? gzipKb(entries[chart].file) : Number.NaN, most: 62 },
  ];
}

/** The rows as lines of text; the code is 1 when one is over its budget. */
export function sizes() {
  const rows = sizeRows();
  const lines = rows.map(
    ({ name, kb, most }) => `${kb <= most ? 'ok  ' : 'OVER'} ${name}: ${kb.toFixed(1)} of ${most} kB gzip`,
  );
  const files = mostFiles();
  lines.push(`${files <= MOST_FILES ? 'ok  ' : 'OVER'} files of a screen: ${files} of ${MOST_FILES} at most`);
  const isWithin = files <= MOST_FILES && rows.every(({ kb, most }) => kb <= most);
  return { code: isWithin ? 0 : 1, output: `${lines.join('\n')}\n` };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { code, output } = sizes();
  console.log(output);
  process.exit(code);
}
