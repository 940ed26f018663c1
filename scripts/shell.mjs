import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every entry of a build's manifest that the browser must have before `keys` can run. */
export function withImports(entries, keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    withImports(entries, entries[key]?.imports ?? [], seen);
  }
  return seen;
}

export const entryOf = (entries, pattern) => Object.keys(entries).find((key) => pattern.test(key));

/** The page's own chunk, with its first screen in it. @see build/chunks.ts */
export const startOf = (entries) => entryOf(entries, /^_start-[^/]*\.js$/);

/** Parts of the first screen that it asks for by itself: without them it is not whole when there is no network. */
const firstScreenOf = (entries) => Object.keys(entries).filter((key) => /^src\/screens\/home\//.test(key));

/** Names of the scripts that a script of a worker imports before it runs. */
export const importedBy = (text) =>
  [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => name);

async function workerFiles(client, name) {
  const imported = importedBy(await readFile(join(client, 'assets', name), 'utf8'));
  const below = await Promise.all(imported.map((each) => workerFiles(client, each)));
  return [`assets/${name}`, ...below.flat()];
}

/**
 * What a phone keeps of a build as soon as it has the service worker: the page, its first screen and the market worker.
 * All else is kept when it is used. The form is that of workbox-precaching: names with a hash need no revision.
 */
export async function shellFiles(client) {
  const entries = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
  const page = [...withImports(entries, [startOf(entries), ...firstScreenOf(entries)])].flatMap((key) => [
    entries[key].file,
    ...(entries[key].css ?? []),
  ]);
  const worker = (await readdir(join(client, 'assets'))).find((name) => /^market\.worker-.*\.js$/.test(name));
  const files = new Set([...page, ...(worker ? await workerFiles(client, worker) : [])]);
  const index = createHash('sha256')
    .update(await readFile(join(client, 'index.html')))
    .digest('hex');
  return [
    { url: '/index.html', revision: index.slice(0, 16) },
    ...[...files].sort().map((file) => ({ url: `/${file}`, revision: null })),
  ];
}
