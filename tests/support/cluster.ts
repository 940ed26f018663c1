import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Child } from './bundle.ts';
import { bundle, startChild } from './bundle.ts';
import { migratedFolder } from './databases.ts';
import { clientOf } from './exchange.ts';
import type { NatsServer } from './nats.ts';
import { findNats, freePort } from './nats.ts';

export interface Process {
  readonly port: number;
  readonly child: Child;
  /** What users do with it. */
  readonly client: ReturnType<typeof clientOf>;
  /** Its readiness. */
  ready(): Promise<{ readonly status: number; readonly text: string }>;
}

/** An engine and its gateways as processes of their own, on a NATS server. */
export class Cluster {
  nats: NatsServer;
  readonly #program: string;
  readonly #data: string;
  readonly #content: string;
  readonly #children: Child[] = [];
  readonly #given: Readonly<Record<string, string>>;
  #enginePort = 0;

  private constructor(program: string, nats: NatsServer, given: Readonly<Record<string, string>>) {
    this.#program = program;
    this.nats = nats;
    this.#given = given;
    this.#data = migratedFolder('tm-cluster-');
    this.#content = mkdtempSync(join(tmpdir(), 'tm-no-content-'));
  }

  static async start(given: Readonly<Record<string, string>> = {}): Promise<Cluster> {
    const found = findNats();
    if (!('start' in found)) throw new Error(found.missing);
    return new Cluster(await bundle('server/main.ts'), await found.start(), given);
  }

  /** Starts the engine, after an end on the same data. */
  async engine(): Promise<Process> {
    this.#enginePort ||= await freePort();
    return this.#start('engine', this.#enginePort, { DATA_DIR: this.#data });
  }

  async gateway(): Promise<Process> {
    return this.#start('gateway', await freePort(), { DATA_DIR: 'memory' });
  }

  /** Kills the bus. @returns starts it again. */
  async loseBus(): Promise<() => Promise<void>> {
    await this.nats.stop();
    return async () => {
      const found = findNats();
      const { port } = new URL(this.nats.url);
      if ('start' in found) this.nats = await found.start(Number.parseInt(port, 10));
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.kill()));
    await this.nats.stop();
    for (const folder of [this.#data, this.#content]) rmSync(folder, { recursive: true, force: true });
  }

  async #start(role: string, port: number, own: Readonly<Record<string, string>>): Promise<Process> {
    const env = {
      ...{ ROLE: role, PORT: String(port), NATS_URL: this.nats.url, TIDEMARK_ROOT: process.cwd() },
      ...{ SYMBOLS: '20', SEED: '1', LOG_LEVEL: 'silent', CONTENT_DIR: this.#content },
      // All users of a test come from one address.
      PEOPLE_PER_ADDRESS: '100000',
      ...own,
      ...this.#given,
    };
    const under = ['env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
    const child = startChild(this.#program, [], under);
    this.#children.push(child);
    await child.until(1);
    if (child.lines.length === 0) throw new Error(`the ${role} did not start: ${child.errorOutput()}`);
    const base = `127.0.0.1:${port}`;
    return {
      ...{ port, child, client: clientOf(base) },
      async ready() {
        const answer = await fetch(`http://${base}/readyz`);
        return { status: answer.status, text: await answer.text() };
      },
    };
  }
}
