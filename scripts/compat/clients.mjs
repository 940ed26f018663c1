import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Clients of the compatible API that nobody here wrote; the proof says which versions it holds for. */
const VERSIONS = {
  ccxt: '4.5.84',
  binance: '3.6.5',
  '@binance/spot': '32.0.4',
  '@binance/derivatives-trading-usds-futures': '38.1.1',
};

/** They stand apart from the product's own packages: nothing of the product needs them. */
export const folder = process.env.COMPAT_CLIENTS ?? join(tmpdir(), 'tidemark-compat-clients');

/** Installs what is not there yet. */
export function installClients() {
  const wanted = Object.entries(VERSIONS);
  if (wanted.every(([name]) => existsSync(join(folder, 'node_modules', name, 'package.json')))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const names = wanted.map(([name, version]) => `${name}@${version}`);
  const args = ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', ...names];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The clients could not be installed in ${folder}.`);
}

const found = createRequire(join(folder, 'package.json'));
export const client = (name) => import(pathToFileURL(found.resolve(name)).href);
