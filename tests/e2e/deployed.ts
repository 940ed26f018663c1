import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltExchange } from './builtExchange.ts';
import { startBuilt } from './builtExchange.ts';

const root = join(import.meta.dirname, '../..');
const TEXTS = /\.(js|css|html|json|webmanifest)$/;

/** Builds that this process has made, by mark. */
const made = new Map<string, Promise<string>>();

/**
 * A build with the same code under other names, as a change of every file would make it. @param mark one letter.
 * @param keep whether the assets of the one before stay. @returns its folder, which goes with the process.
 */
function otherBuild(mark: string, keep: boolean): Promise<string> {
  const make = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tm-build-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    await renamed(join(root, 'dist/client'), folder, mark);
    const before = join(root, 'dist/client/assets');
    if (keep) await cp(before, join(folder, 'assets'), { recursive: true, force: false, filter: isOwn });
    return folder;
  };
  const key = `${mark} ${keep}`;
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}

/** Servers send what is not compressed too. */
const isOwn = (path: string): boolean => !/\.(br|gz)$/.test(path);

async function renamed(from: string, to: string, mark: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: isOwn });
  const assets = await readdir(join(to, 'assets'));
  const names = new Map(assets.map((name) => [name, name.replace(/(\.\w+)$/, `${mark}$1`)]));
  const files = await readdir(to, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile() && TEXTS.test(each.name))) {
    const path = join(file.parentPath, file.name);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(/[\w.-]+\.\w+/g, (word) => names.get(word) ?? word),
    );
  }
  for (const [name, other] of names) await rename(join(to, 'assets', name), join(to, 'assets', other));
}

/** Connections between a browser and an exchange, which a test can cut and hold up. */
class Road {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #isCut = false;
  #held: { readonly path: RegExp; readonly waiting: (() => Promise<string>)[] } | undefined;

  constructor() {
    this.#server = createServer((requested, answer) => this.#pass(requested, answer));
    this.#server.on('connection', (socket: Socket) => {
      if (this.#isCut) socket.destroy();
      else this.#follow(socket);
    });
    this.#server.on('upgrade', (requested, socket, head) => this.#join(requested, socket as Socket, head));
  }
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  /** Where it leads from here on. */
  lead(port: number): void {
    this.#port = port;
  }
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }
  restore(): void {
    this.#isCut = false;
  }
  /** Requests to such a path wait. @returns lets them go, and yields what each was answered. */
  hold(path: RegExp): () => Promise<string[]> {
    const held = { path, waiting: [] as (() => Promise<string>)[] };
    this.#held = held;
    return () => {
      this.#held = undefined;
      return Promise.all(held.waiting.map((go) => go()));
    };
  }
  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
  #follow(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }
  #pass(requested: IncomingMessage, answer: ServerResponse): void {
    if (this.#held?.path.test(requested.url ?? '')) {
      this.#held.waiting.push(() => this.#carry(requested, answer));
      return;
    }
    void this.#carry(requested, answer);
  }
  /** @returns the answer's body; what was cut is answered with nothing. */
  #carry(requested: IncomingMessage, answer: ServerResponse): Promise<string> {
    const { method, url, headers } = requested;
    return new Promise((resolve) => {
      let text = '';
      const onward = request({ port: this.#port, host: '127.0.0.1', method, path: url, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.on('data', (part) => (text += part)).on('close', () => resolve(text));
        got.pipe(answer);
      });
      onward.on('error', () => {
        answer.destroy();
        resolve('');
      });
      requested.pipe(onward);
    });
  }
  #join(requested: IncomingMessage, socket: Socket, head: Buffer): void {
    const onward = connect(this.#port, '127.0.0.1', () => {
      const lines = requested.rawHeaders.flatMap((each, n, all) =>
        n % 2 === 0 ? [`${each}: ${all[n + 1]}`] : [],
      );
      onward.write(`GET ${requested.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    this.#follow(onward);
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }
}

/** An exchange of its own whose page is deployed again while users look at it. */
export async function deployed() {
  const place = await mkdtemp(join(tmpdir(), 'tm-deploy-'));
  await mkdir(join(place, 'dist'));
  for (const folder of ['brand', 'locales', 'server', 'dist/empty'])
    await symlink(join(root, folder), join(place, folder));
  const client = join(place, 'dist/client');
  await symlink(join(root, 'dist/client'), client);
  const road = new Road();
  const base = await road.open();
  const settings = { SEED: '7', SYMBOLS: '20', TIDEMARK_ROOT: place };
  const start = async (): Promise<BuiltExchange> => {
    const started = await startBuilt(settings, join(place, 'data'));
    road.lead(Number(new URL(started.base).port));
    return started;
  };
  let exchange = await start();
  return {
    base,
    cut: () => road.cut(),
    restore: () => road.restore(),
    hold: (path: RegExp) => road.hold(path),
    /** How many times as fast the exchange's time runs, until the next deployment. */
    pace: (rate: number) => exchange.pace(rate),
    /** A new build takes the place of the one that is served. @param keep whether the assets of the one before stay. */
    async deploy(mark: string, keep: boolean): Promise<void> {
      const [next] = await Promise.all([otherBuild(mark, keep), exchange.end()]);
      await rm(client);
      await symlink(next, client);
      exchange = await start();
    },
    async end(): Promise<void> {
      await exchange.discard();
      await road.close();
      await rm(place, { recursive: true, force: true });
    },
  };
}
export type Deployed = Awaited<ReturnType<typeof deployed>>;
