import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server for a while. */
export interface Server {
  /** Of its own database. */
  readonly url: string;
  /** An address of a new database on it: an empty one, or a copy. @param template name of one nobody is connected to. */
  newDatabase(template?: string): Promise<string>;
  stop(): Promise<void>;
}
/** Where a server can be had, or why not. */
type Found = { start: (options?: { isDurable: boolean }) => Promise<Server> } | { missing: string };

/** Below it `unique nulls not distinct` is unknown. */
const LEAST_VERSION = 15;
const START_MS = 30_000;

/** `DATABASE_TEST_URL`, or else a throwaway cluster of the programs on this machine. */
export function findPostgres(): Found {
  const url = process.env['DATABASE_TEST_URL'];
  if (url) return { start: async () => serverAt(url) };
  const folder = programFolders().find((each) => existsSync(join(each, 'initdb')));
  if (!folder) return { missing: 'no initdb on this machine and no DATABASE_TEST_URL' };
  const version = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const major = Number(/(\d+)(\.\d+|devel|beta|rc)/.exec(version)?.[1] ?? 0);
  if (major < LEAST_VERSION) return { missing: `PostgreSQL ${major} is older than ${LEAST_VERSION}` };
  const user = unprivileged();
  if (!user) return { missing: 'PostgreSQL refuses root, and there is no other user' };
  return { start: ({ isDurable } = { isDurable: false }) => startCluster(folder, user, isDurable) };
}

function programFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((each) => join(debian, each, 'bin'));
  return [...newestFirst, ...(process.env['PATH'] ?? '').split(':'), '/usr/local/bin'].filter(
    (each) => each !== '',
  );
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** Whom to run the server as; it refuses root. */
function unprivileged(): User | undefined {
  if (process.getuid?.() !== 0) return {};
  const numberOf = (flag: string, name: string) =>
    Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout ?? '', 10);
  return ['postgres', 'nobody']
    .map((name) => ({ uid: numberOf('-u', name), gid: numberOf('-g', name) }))
    .find(({ uid, gid }) => uid > 0 && gid > 0);
}

/** The shell ends the server when its own input ends, and so also when this process is killed. */
const KEEPER = 'dir=$1; shift; "$@" </dev/null & s=$!; cat; kill -INT $s; wait $s; rm -rf "$dir"';

/** Settings of a server that nobody needs after a crash, and on which nothing is to happen that no test has caused. */
const THROWN_AWAY = [
  ...['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'autovacuum = off', 'jit = off'],
  ...['wal_level = minimal', 'max_wal_senders = 0', 'max_wal_size = 4GB', 'checkpoint_timeout = 1h'],
  // Each test process has a few databases, and each of those up to eight connections.
  'max_connections = 300',
];

/** Listens on a socket in its own folder alone: no port can be taken by another. */
async function startCluster(programs: string, user: User, isDurable: boolean): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'tm-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.stderr || made.error}`);
  }
  const settings = [
    "listen_addresses = ''",
    `unix_socket_directories = '${folder}'`,
    'deadlock_timeout = 50ms',
  ];
  if (!isDurable) settings.push(...THROWN_AWAY);
  writeFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  const args = ['-c', KEEPER, 'sh', folder, join(programs, 'postgres'), '-D', data];
  const shell = spawn('sh', args, { ...user, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    shell.stdin.end();
    await ended;
  };
  const url = `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`;
  try {
    await answers(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return serverAt(url, stop);
}

async function answers(url: string): Promise<void> {
  for (const until = Date.now() + START_MS; ; ) {
    try {
      return await requested(url, 'select 1');
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function requested(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** A server that runs already. Its new databases are dropped when it is stopped; a throwaway cluster goes as a whole. */
export function serverAt(url: string, stop?: () => Promise<void>): Server {
  const made: string[] = [];
  return {
    url,
    async newDatabase(template) {
      const name = `tidemark_test_${process.pid}_${Date.now()}_${count++}`;
      await requested(url, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
      made.push(name);
      return url.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, `$1${name}`);
    },
    async stop() {
      if (stop) return stop();
      for (const name of made) await requested(url, `drop database if exists ${name} with (force)`);
    },
  };
}
let count = 0;
