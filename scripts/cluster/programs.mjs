import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
/** Below it `unique nulls not distinct` is unknown. */
const LEAST_POSTGRES = 15;

const folders = () => [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
];

const found = (name, among = folders()) =>
  among.map((folder) => join(folder, name)).find((file) => existsSync(file));

function postgresFolder() {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest >= LEAST_POSTGRES) return join(DEBIAN_POSTGRES, String(newest), 'bin');
  const initdb = found('initdb');
  return initdb && join(initdb, '..');
}

const look = () => ({ postgres: postgresFolder(), nats: found('nats-server'), haproxy: found('haproxy') });
const PACKAGES = { postgres: 'postgresql', nats: 'nats-server', haproxy: 'haproxy' };

/**
 * The programs of a cluster on this machine: the folder of PostgreSQL's, and the paths of the two others. What is
 * missing is installed by apt-get where that is allowed.
 * @throws what to install, where something is missing and may not be installed.
 */
export function findPrograms() {
  let programs = look();
  const missing = () =>
    Object.keys(PACKAGES)
      .filter((name) => !programs[name])
      .map((name) => PACKAGES[name]);
  if (missing().length > 0 && process.getuid?.() === 0 && found('apt-get')) {
    console.log(`Installing ${missing().join(', ')} by apt-get (once)…`);
    // Debian's package would start a server of its own, which nobody needs here.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing()], {
      env,
      stdio: 'ignore',
    });
    programs = look();
  }
  if (missing().length > 0)
    throw new Error(
      `Missing on this machine: ${missing().join(', ')}. On Debian: apt-get install ${missing().join(' ')}`,
    );
  return programs;
}

/** Whom PostgreSQL runs as, which refuses root. @throws when there is nobody else. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const numberOf = (flag, name) =>
    Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout ?? '', 10);
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [numberOf('-u', name), numberOf('-g', name)];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL refuses root, and there is no other user on this machine.');
}
