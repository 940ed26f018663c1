import { readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { isReady } from '../cluster/venue.mjs';

const STOP_MS = 10_000;
const MB = 1_048_576;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A process and all that it has started: PostgreSQL's own processes outlive the first of them. */
function treeOf(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, rest] = readFileSync(`/proc/${name}/stat`, 'utf8').split(/\) . /);
        return [[Number(name), Number(rest.split(' ')[0])]];
      } catch {
        return [];
      }
    });
  const own = [pid];
  for (const each of own)
    own.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child));
  return own;
}

function signal(venue, names, what) {
  for (const name of names) {
    const child = venue.parts.get(name);
    if (!child) throw new Error(`${name} does not run`);
    for (const pid of treeOf(child.pid)) process.kill(pid, what);
  }
}

const kill = (of) => async (venue) => signal(venue, await of(venue), 'SIGKILL');
const terminate = (of) => async (venue) => {
  for (const name of await of(venue)) venue.parts.get(name)?.kill('SIGTERM');
};
const stop = (of) => async (venue) => {
  const names = await of(venue);
  const stopped = names.flatMap((name) => treeOf(venue.parts.get(name).pid));
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  await sleep(STOP_MS);
  for (const pid of stopped)
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // Ended meanwhile.
    }
};

/** The engine that serves now. */
async function leader({ ports }) {
  for (const name of ['engine leader', 'engine standby']) if (await isReady(ports[name])) return [name];
  throw new Error('no engine serves');
}
const the =
  (...names) =>
  async () =>
    names;

/** Sets the leading engine's clock an hour back for a while. */
async function clockBack(venue) {
  const [name] = await leader(venue);
  const child = venue.parts.get(name);
  child.kill('SIGUSR2');
  await sleep(STOP_MS);
  child.kill('SIGUSR2');
}

/** Leaves no byte on the disk of a standby for a while. */
async function diskFull({ folder, database }) {
  const disk = join(folder, 'standby_b');
  const files = [];
  const { bavail, bsize } = statfsSync(disk);
  for (let left = bavail * bsize; left > 0; left -= MB) {
    const file = join(disk, `full-${files.length}`);
    try {
      files.push(file);
      await writeFile(file, Buffer.alloc(MB));
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
      break;
    }
  }
  // New files of the log are wanted now, and not when the present one is full.
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (let n = 0; n < 4; n++) {
    await client.query('select pg_switch_wal()');
    await sleep(STOP_MS / 4);
  }
  await client.end();
  for (const file of files) rmSync(file, { force: true });
}

const LINKS = ['link standby_a', 'link standby_b'];

/** What is done to a venue, by what it is called. Each resolves once it is over, and the venue may recover. */
export const FAULTS = {
  'engine killed': kill(leader),
  'engine stopped 10 s': stop(leader),
  'gateway killed': kill(the('gateway a')),
  'gateway stopped 10 s': stop(the('gateway a')),
  'NATS killed': kill(the('nats')),
  'NATS stopped 10 s': stop(the('nats')),
  'HAProxy killed': kill(the('haproxy')),
  'HAProxy stopped 10 s': stop(the('haproxy')),
  'primary killed': kill(the('postgres primary')),
  'primary stopped 10 s': stop(the('postgres primary')),
  'primary cut from both standbys 10 s': stop(the(...LINKS)),
  'one standby cut 10 s': stop(the(LINKS[0])),
  'one standby killed': kill(the('postgres standby_a')),
  "engine's clock an hour back, 10 s": clockBack,
  "a standby's disk full, 10 s": diskFull,
  'engine ends by SIGTERM': terminate(leader),
  'gateway ends by SIGTERM': terminate(the('gateway b')),
};
