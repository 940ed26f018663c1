import { spawnSync } from 'node:child_process';

/** Installs one of the system's packages, where that is Debian's and this user may. */
export function installPackage(name) {
  const quiet = { stdio: 'ignore' };
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], quiet).status !== 0) return;
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    ...quiet,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
