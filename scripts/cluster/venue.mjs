import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../nodeFlags.mjs';
import { startPostgres } from './postgres.mjs';
import { findPrograms } from './programs.mjs';

const root = new URL('../..', import.meta.url).pathname;
const READY_MS = 60_000;
const AGAIN_MS = 2_000;
/** Sockets are sent away by gateways, and engines let their lease go, while the bus and the database are still there. */
const ENDING = [/haproxy/, /gateway/, /engine/, /nats/, /standby_/, /primary/, /link/];
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ports of a venue, from one on. */
export const portsFrom = (first) => ({
  haproxy: first,
  'gateway a': first + 1,
  'gateway b': first + 2,
  'engine leader': first + 3,
  'engine standby': first + 4,
  nats: first + 5,
});

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Whether what listens at a port says within two seconds that it is ready. */
export const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves once a check holds. @throws when it does not in time. */
export async function until(check, what, ms = READY_MS) {
  for (const last = Date.now() + ms; !(await check()); await sleep(100))
    if (Date.now() > last) throw new Error(`${what} is not ready after ${ms / 1_000} s.`);
}

const ended = (child, signal) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const stop = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(stop);
      resolve();
    });
    child.kill('SIGCONT');
    child.kill(signal);
  });

/**
 * A venue on this machine as it would stand on several: PostgreSQL with two standbys, NATS, an engine that leads and one
 * that waits, two gateways, and HAProxy in front. What ends is started again, as a machine's supervisor does.
 */
export class Venue {
  /** Processes by name. */
  parts = new Map();
  /** What both engines, and an operator's commands, have in common. */
  keys = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    IDENTITY_KEY: randomBytes(32).toString('hex'),
  };
  folder = mkdtempSync(join(tmpdir(), 'tidemark-cluster-'));
  #say;
  #isEnding = false;
  /** Undone at the end, the last one first. */
  #undo = [];

  /**
   * @param first of six ports. @param say is called with a line for the terminal.
   * @param options `isCuttable`: standbys read the primary by links that can be stopped; `undo`: what undoes more.
   */
  constructor(first, say, options = {}) {
    this.ports = portsFrom(first);
    this.options = options;
    this.#say = say;
    // Servers of another user enter it.
    chmodSync(this.folder, 0o755);
  }

  /** Starts a part, and starts it again where it ends. @param options of the process. */
  run = (name, program, args, options = {}) => {
    const child = spawn(program, args, {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      ...options,
    });
    this.parts.set(name, child);
    child.once('error', (error) => this.#say(`${name}: ${error.message}`));
    child.once('exit', (code, signal) => {
      this.parts.delete(name);
      if (this.#isEnding) return;
      this.#say(`${name} has ended (${signal ?? code}), and is started again in ${AGAIN_MS / 1_000} s.`);
      setTimeout(() => {
        if (!this.#isEnding) this.#say(`${name} is process ${this.run(name, program, args, options).pid}.`);
      }, AGAIN_MS);
    });
    return child;
  };

  /** @throws what does not start, or which port is in use. */
  async start() {
    const programs = findPrograms();
    for (const [name, port] of Object.entries(this.ports))
      if (await isOpen(port))
        throw new Error(`Port ${port} (${name}) is in use: set CLUSTER_PORT to the first of six free ones.`);
    const undo = (work) => void this.#undo.push(work);
    this.database = await startPostgres(programs.postgres, this.folder, this.run, { ...this.options, undo });
    const token = randomBytes(16).toString('hex');
    const { ports } = this;
    this.run('nats', programs.nats, ['-a', '127.0.0.1', '-p', String(ports.nats), '--auth', token], {
      stdio: 'ignore',
    });
    await until(() => isOpen(ports.nats), 'NATS');
    await this.#startExchange(`nats://${token}@127.0.0.1:${ports.nats}`);
    const env = {
      ...process.env,
      LISTEN: `127.0.0.1:${ports.haproxy}`,
      GATEWAY_A: `127.0.0.1:${ports['gateway a']}`,
      GATEWAY_B: `127.0.0.1:${ports['gateway b']}`,
    };
    this.run('haproxy', programs.haproxy, ['-f', join(root, 'deploy/haproxy.cfg'), '-db', '-q'], { env });
    await until(() => isReady(ports.haproxy), 'HAProxy');
  }

  async #startExchange(bus) {
    const { ports, folder } = this;
    mkdirSync(join(folder, 'uploads'));
    // A gateway has no database, and refuses a setting that needs one.
    const { ORDER_LOG = 'on', ...given } = { ...process.env, ...this.options.env };
    const shared = {
      LOG_LEVEL: 'warn',
      ...given,
      NATS_URL: bus,
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
    };
    const engine = {
      ...this.keys,
      ROLE: 'engine',
      DATABASE_URL: this.database,
      ORDER_LOG,
      UPLOADS_DIR: join(folder, 'uploads'),
    };
    const exchange = (name, own) =>
      this.run(
        name,
        process.execPath,
        [...(this.options.node ?? []), ...NODE_FLAGS, join(root, 'dist/server/main.js')],
        { cwd: root, env: { ...shared, ...own, PORT: String(ports[name]) } },
      );
    exchange('engine leader', { ...engine, DATA_DIR: join(folder, 'leader') });
    await until(() => isReady(ports['engine leader']), 'the engine');
    exchange('engine standby', { ...engine, DATA_DIR: join(folder, 'standby') });
    for (const name of ['gateway a', 'gateway b']) exchange(name, { ROLE: 'gateway', DATA_DIR: 'memory' });
    for (const name of ['gateway a', 'gateway b']) await until(() => isReady(ports[name]), name);
  }

  /** Ends all parts, those in front first, and takes the folder away. */
  async end() {
    if (this.#isEnding) return;
    this.#isEnding = true;
    for (const group of ENDING) {
      const own = [...this.parts].filter(([name]) => group.test(name)).map(([, child]) => child);
      const signal = group.test('primary') || group.test('standby_') ? 'SIGINT' : 'SIGTERM';
      await Promise.all(own.map((child) => ended(child, signal)));
    }
    for (const undo of this.#undo.reverse()) undo();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
