import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { unprivileged } from './programs.mjs';

const STANDBYS = ['standby_a', 'standby_b'];
const START_MS = 30_000;
/** Room for what a standby keeps of the log, and for the tables of hours under load: it is to be full when it is filled. */
const DISK_MB = 2_500;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function query(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves once the server answers as it is wanted to. @throws when it does not within half a minute. */
async function until(isReady, what) {
  for (const end = Date.now() + START_MS; ; await sleep(100)) {
    if (await isReady().catch(() => false)) return;
    if (Date.now() > end) throw new Error(`${what} did not start`);
  }
}

const SOCKET = '.s.PGSQL.5432';

/** A line of its own from a standby to the primary. @returns where the standby finds the primary. */
async function linkOf(name, { folder, run, primary }) {
  const near = join(folder, `link_${name}`);
  mkdirSync(near);
  const args = [new URL('link.mjs', import.meta.url).pathname, join(near, SOCKET), join(primary, SOCKET)];
  run(`link ${name}`, process.execPath, args);
  await until(async () => existsSync(join(near, SOCKET)), `the line to ${name}`);
  return near;
}

/** A disk of its own, so small that it can be filled. @returns its folder. */
function smallDisk(own, { uid, gid }, undo) {
  const options = `size=${DISK_MB}m,mode=700${uid === undefined ? '' : `,uid=${uid},gid=${gid}`}`;
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', own], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`mount failed: ${stderr}`);
  undo(() => spawnSync('umount', [own]));
}

/**
 * A primary whose commits wait for one of two standbys: what is acknowledged is on two servers. All listen on sockets in
 * the folder alone.
 * @param run starts a program under a name, as a user.
 * @param options `isCuttable`: standbys read the primary by links of their own; `hasSmallDisk`: the last standby has a
 * disk of its own, which is undone by what is handed to `undo`. @returns the primary's address.
 */
export async function startPostgres(programs, folder, run, { isCuttable, hasSmallDisk, undo } = {}) {
  const user = unprivileged();
  const program = (name) => join(programs, name);
  const place = (name) => {
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o700 });
    if (user.uid !== undefined) chownSync(own, user.uid, user.gid);
    return own;
  };
  const must = (name, args) => {
    const { status, stderr } = spawnSync(program(name), args, { ...user, cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  };
  const urlOf = (name) =>
    `postgres://postgres@localhost/postgres?host=${encodeURIComponent(join(folder, name))}`;
  const start = (name) =>
    run(`postgres ${name}`, program('postgres'), ['-D', join(folder, name, 'data')], { ...user });

  const primary = place('primary');
  must('initdb', ['-D', join(primary, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  const settings = [
    "listen_addresses = ''",
    `unix_socket_directories = '${primary}'`,
    'max_wal_senders = 8',
    'log_min_messages = panic',
    'wal_keep_size = 256MB',
    // A standby keeps as much again until its next checkpoint, on a disk of its own.
    'max_wal_size = 512MB',
    // A standby looks for a primary that was away this often: until then no commit is answered.
    'wal_retrieve_retry_interval = 250ms',
  ];
  writeFileSync(join(primary, 'data/postgresql.auto.conf'), `${settings.join('\n')}\n`);
  start('primary');
  const url = urlOf('primary');
  await until(() => query(url, 'select 1'), 'the primary');
  for (const name of STANDBYS) {
    const own = place(name);
    if (hasSmallDisk && name === STANDBYS.at(-1)) smallDisk(own, user, undo);
    const host = isCuttable ? await linkOf(name, { folder, run, primary }) : primary;
    const from = `host=${host} user=postgres application_name=${name}`;
    must('pg_basebackup', ['-D', join(own, 'data'), '-d', from, '-X', 'stream', '-R', '-c', 'fast']);
    // The last of a setting that stands twice counts.
    const conf = [`unix_socket_directories = '${own}'`, `primary_conninfo = '${from}'`];
    writeFileSync(join(own, 'data/postgresql.auto.conf'), `${[...settings, ...conf].join('\n')}\n`);
    start(name);
  }
  const streaming = async () =>
    (await query(url, "select 1 from pg_stat_replication where state = 'streaming'")).length;
  await until(async () => (await streaming()) === STANDBYS.length, 'a standby');
  // Only now: a commit would wait for standbys that are not there yet.
  await query(url, `alter system set synchronous_standby_names = 'ANY 1 (${STANDBYS.join(', ')})'`);
  await query(url, 'select pg_reload_conf()');
  return url;
}
