import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './install.mjs';

install();
// Imported after the installation: a first start has no packages to import from before it.
const { build } = await import('./build.mjs');
const { findPrograms } = await import('./cluster/programs.mjs');
const { startPostgres } = await import('./cluster/postgres.mjs');

/*
 * A venue on this machine as it would stand on several: PostgreSQL with two standbys, NATS, an engine that leads and one
 * that waits, two gateways, and HAProxy in front. Ports from CLUSTER_PORT on; nothing is kept.
 */
const root = new URL('..', import.meta.url).pathname;
const first = Number(process.env.CLUSTER_PORT ?? 8080);
const ports = {
  people: first,
  gatewayA: first + 1,
  gatewayB: first + 2,
  leader: first + 3,
  standby: first + 4,
  bus: first + 5,
};
const READY_MS = 60_000;
const AGAIN_MS = 2_000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const folder = mkdtempSync(join(tmpdir(), 'tidemark-cluster-'));
// Servers of another user enter it.
chmodSync(folder, 0o755);
const parts = new Map();
let isEnding = false;

/** Starts a part, and starts it again where it ends, as a machine's supervisor does. @param options of the process. */
function run(name, program, args, options = {}) {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...options });
  parts.set(name, child);
  child.once('error', (error) => end(1, `${name}: ${error.message}`));
  child.once('exit', (code, signal) => {
    parts.delete(name);
    if (isEnding) return;
    console.log(`${name} has ended (${signal ?? code}), and is started again in ${AGAIN_MS / 1_000} s.`);
    setTimeout(() => {
      if (!isEnding) console.log(`${name} is process ${run(name, program, args, options).pid}.`);
    }, AGAIN_MS);
  });
  return child;
}

/** Ends all parts, those in front first, and takes the folder away. */
async function end(code, why) {
  if (isEnding) return;
  isEnding = true;
  if (why) console.error(why);
  // Sockets are sent away by gateways, and engines let their lease go, while the bus and the database are still there.
  for (const group of [/haproxy/, /gateway/, /engine/, /nats/, /standby_/, /primary/]) {
    const own = [...parts].filter(([name]) => group.test(name)).map(([, child]) => child);
    const signal = group.test('primary') || group.test('standby_') ? 'SIGINT' : 'SIGTERM';
    await Promise.all(own.map((child) => ended(child, signal)));
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

const ended = (child, signal) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const stop = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(stop);
      resolve();
    });
    child.kill(signal);
  });

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function until(check, what) {
  for (const last = Date.now() + READY_MS; !(await check()); await sleep(100))
    if (Date.now() > last) throw new Error(`${what} is not ready after ${READY_MS / 1000} s.`);
}

async function start() {
  const { built } = await build();
  if (built) console.log('Built the page and the exchange.');
  const programs = findPrograms();
  for (const [name, port] of Object.entries(ports))
    if (await isOpen(port))
      throw new Error(`Port ${port} (${name}) is in use: set CLUSTER_PORT to the first of six free ones.`);
  const database = await startPostgres(programs.postgres, folder, run);
  const token = randomBytes(16).toString('hex');
  run('nats', programs.nats, ['-a', '127.0.0.1', '-p', String(ports.bus), '--auth', token], {
    stdio: 'ignore',
  });
  await until(() => isOpen(ports.bus), 'NATS');
  mkdirSync(join(folder, 'uploads'));
  const shared = {
    LOG_LEVEL: 'warn',
    ...process.env,
    NATS_URL: `nats://${token}@127.0.0.1:${ports.bus}`,
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
  };
  const keys = { SECRET_KEY: randomBytes(32).toString('hex'), IDENTITY_KEY: randomBytes(32).toString('hex') };
  const exchange = (name, env) =>
    run(name, process.execPath, ['--enable-source-maps', join(root, 'dist/server/main.js')], {
      cwd: root,
      env: { ...shared, ...env },
    });
  const engine = (name, port) =>
    exchange(`engine ${name}`, {
      ...keys,
      ROLE: 'engine',
      PORT: String(port),
      DATABASE_URL: database,
      DATA_DIR: join(folder, name),
      UPLOADS_DIR: join(folder, 'uploads'),
    });
  const gateway = (name, port) =>
    exchange(`gateway ${name}`, { ROLE: 'gateway', PORT: String(port), DATA_DIR: 'memory' });
  engine('leader', ports.leader);
  await until(() => isReady(ports.leader), 'the engine');
  engine('standby', ports.standby);
  gateway('a', ports.gatewayA);
  gateway('b', ports.gatewayB);
  await until(async () => (await isReady(ports.gatewayA)) && (await isReady(ports.gatewayB)), 'a gateway');
  const env = {
    ...process.env,
    LISTEN: `127.0.0.1:${ports.people}`,
    GATEWAY_A: `127.0.0.1:${ports.gatewayA}`,
    GATEWAY_B: `127.0.0.1:${ports.gatewayB}`,
  };
  run('haproxy', programs.haproxy, ['-f', join(root, 'deploy/haproxy.cfg'), '-db', '-q'], { env });
  await until(() => isReady(ports.people), 'HAProxy');
  show(database);
}

function show(database) {
  console.log(`Open at http://127.0.0.1:${ports.people}, by HAProxy.`);
  for (const [name, { pid }] of parts) console.log(`  ${name.padEnd(20)} process ${pid}${portOf(name)}`);
  console.log(`Database: ${database}`);
  console.log(
    'Kill what you like, and look at the page: it is started again. Ctrl+C ends all; nothing is kept.',
  );
}

const PORT_OF = {
  'gateway a': 'gatewayA',
  'gateway b': 'gatewayB',
  'engine leader': 'leader',
  'engine standby': 'standby',
  nats: 'bus',
  haproxy: 'people',
};
const portOf = (name) => (PORT_OF[name] ? `, port ${ports[PORT_OF[name]]}` : '');

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0));
await start().catch((error) => end(1, error.message));
