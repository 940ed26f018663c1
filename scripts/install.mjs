import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** Node's version as the package asks for it; ends the process with one line when it is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`This product needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Whether node_modules holds what the lock file asks for. */
function isInstalled() {
  const marker = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(marker)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(marker, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || entry.optional || entry.peer || present[path]?.version === entry.version,
  );
}

/** Installs what is missing, exactly as locked. */
export function install() {
  checkNode();
  if (isInstalled()) return;
  console.log('Installing packages (once)…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('The installation failed: npm said why above.');
    process.exit(1);
  }
}
