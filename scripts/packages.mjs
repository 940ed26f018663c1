import { spawn, spawnSync } from 'node:child_process';

const quiet = { stdio: 'ignore' };
const mayInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], quiet).status === 0;
const installing = (names) => [
  ['install', '-y', '-qq', '--no-install-recommends', ...names],
  { ...quiet, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
];

/** Installs one of the system's packages, where that is Debian's and this user may. */
export function installPackage(name) {
  if (!mayInstall()) return;
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ...installing([name]));
}

const ended = (args, options) =>
  new Promise((resolve) => {
    const child = spawn('apt-get', args, options);
    child.on('error', resolve);
    child.on('exit', resolve);
  });

/** Installs the system's packages at once, while other work goes on: its lock lets no two in. */
export async function installPackages(names) {
  if (names.length === 0 || !mayInstall()) return;
  await ended(['update', '-qq'], quiet);
  await ended(...installing(names));
}
