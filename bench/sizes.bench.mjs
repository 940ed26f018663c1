import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sizeRows } from '../scripts/sizes.mjs';
import { installPeers } from './install.mjs';
import { budget, writeResult } from './report.mjs';

/** What the built page weighs on the wire, and for colour what the peers do before a line of an app is written. */
installPeers();
const peers = join(import.meta.dirname, 'node_modules');
const PEERS = {
  'AG Grid community 36, minified': ['ag-grid-community/dist/ag-grid-community.min.js'],
  'Perspective 5.5, client, server, viewer, data grid': [
    '@perspective-dev/client/dist',
    '@perspective-dev/server/dist',
    '@perspective-dev/viewer/dist',
    '@perspective-dev/viewer-datagrid/dist',
  ],
};

/** Files that a page loads from a CDN: scripts of its build, and WebAssembly for 32 bits. */
function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  const below = (folder, wanted) =>
    existsSync(join(path, folder))
      ? readdirSync(join(path, folder))
          .filter((name) => wanted.test(name))
          .map((name) => join(path, folder, name))
      : [];
  return [...below('cdn', /\.js$/), ...below('wasm', /^(?!.*memory64).*\.wasm$/)];
}

function gzipKb(paths) {
  const files = paths.flatMap((path) => filesOf(join(peers, path)));
  if (files.length === 0) throw new Error(`no files of ${paths}`);
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1_024;
}

const area = 'size';
const rows = sizeRows();
const budgets = [
  ...rows.map(({ name, kb, most }) =>
    budget({ area, what: `${name}, gzip`, wanted: { most }, values: [kb], unit: 'kB' }),
  ),
  ...Object.entries(PEERS).map(([name, paths]) =>
    budget({ area, what: `${name}, gzip`, values: [gzipKb(paths)], unit: 'kB' }),
  ),
];
for (const { what, value } of budgets) console.log(`sizes, ${what}: ${value.toFixed(1)} kB`);
writeResult('sizes', { budgets });
