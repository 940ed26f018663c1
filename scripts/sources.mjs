import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const root = new URL('..', import.meta.url).pathname;

const FOLDERS = ['domain', 'feeds', 'workers', 'src', 'server', 'locales', 'public'];
const FILES = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.service.config.ts',
  'vite.static.config.ts',
  'scripts/build.mjs',
  'scripts/shell.mjs',
];

async function filesBelow(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** A digest of everything a build is made from: equal digests, equal builds. */
export async function sourceDigest() {
  const listed = (await Promise.all(FOLDERS.map(filesBelow))).flat();
  const files = [...listed, ...FILES.map((file) => join(root, file))].sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(await readFile(file).catch(() => ''));
  return hash.digest('hex').slice(0, 12);
}
