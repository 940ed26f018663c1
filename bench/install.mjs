import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;
const KEPT = join(here, 'node_modules/.package-lock.json');

/** Whether every package that the benches name is there, in its version. */
function isThere() {
  if (!existsSync(KEPT)) return false;
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(KEPT, 'utf8'));
  return Object.entries(dependencies).every(
    ([name, version]) => packages[`node_modules/${name}`]?.version === version,
  );
}

/** Installs the peers. They are a package of their own, so that the product never has them. */
export function installPeers() {
  if (isThere()) return;
  console.log('bench: installing the peers into bench/node_modules');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the peers could not be installed');
}

/** One of the peers, as a module; installed when it is not there. */
export function loadPeer(name) {
  installPeers();
  return import(pathToFileURL(createRequire(join(here, 'package.json')).resolve(name)).href);
}
