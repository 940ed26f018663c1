import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const TEXTS = /\.(js|css|html|json|webmanifest)$/;

/** A build with the same code under other names, as a change of every file would make it. @param mark one letter. */
async function renamed(from: string, to: string, mark: string): Promise<void> {
  await cp(from, to, { recursive: true });
  const assets = (await readdir(join(to, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name));
  const names = new Map(assets.map((name) => [name, name.replace(/(\.\w+)$/, `${mark}$1`)]));
  const files = await readdir(to, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    if (/\.(br|gz)$/.test(path)) await rm(path);
    else if (TEXTS.test(path)) {
      let text = await readFile(path, 'utf8');
      for (const [name, other] of names) text = text.replaceAll(name, other);
      await writeFile(path, text);
    }
  }
  for (const [name, other] of names) await rename(join(to, 'assets', name), join(to, 'assets', other));
}

/** Connections between a browser and an exchange, which a test can cut and hold up. */
class Road {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #isCut = false;
  #held: { readonly path: RegExp; readonly waiting: (() => void)[] } | undefined;

  constructor() {
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
    this.#server.on('connection', (socket: Socket) => {
      if (this.#isCut) socket.destroy();
      else this.#follow(socket);
    });
    this.#server.on('upgrade', (asked, socket, head) => this.#join(asked, socket as Socket, head));
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
  /** Requests to such a path wait. @returns lets them go. */
  hold(path: RegExp): () => void {
    const held = { path, waiting: [] };
    this.#held = held;
    return () => {
      this.#held = undefined;
      for (const go of held.waiting as (() => void)[]) go();
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
  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.#held?.path.test(asked.url ?? '')) {
      this.#held.waiting.push(() => this.#pass(asked, answer));
      return;
    }
    const { method, url, headers } = asked;
    const onward = request({ port: this.#port, host: '127.0.0.1', method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }
  #join(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const onward = connect(this.#port, '127.0.0.1', () => {
      const lines = asked.rawHeaders.flatMap((each, n, all) =>
        n % 2 === 0 ? [`${each}: ${all[n + 1]}`] : [],
      );
      onward.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    this.#follow(onward);
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }
}

/** Where an exchange says that it listens. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk) => {
      const port = /http:\/\/[\d.]+:(\d+)/.exec(String(chunk))?.[1];
      if (port) resolve(Number(port));
    });
  });
}

/** An exchange of its own whose page is deployed anew while people look at it. */
export async function deployed() {
  const place = await mkdtemp(join(tmpdir(), 'tm-deploy-'));
  await mkdir(join(place, 'dist'));
  for (const folder of ['locales', 'server']) await symlink(join(root, folder), join(place, folder));
  const client = join(place, 'dist/client');
  await cp(join(root, 'dist/client'), client, { recursive: true });
  const road = new Road();
  const base = await road.open();
  let exchange: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const settings = { PORT: '0', SEED: '7', SYMBOLS: '50', LOG_LEVEL: 'warn', TIDEMARK_ROOT: place };
    const env = { ...process.env, ...settings, DATA_DIR: join(place, 'data') };
    const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], { env });
    exchange = child;
    road.lead(await portOf(child));
  };
  const stop = async (): Promise<void> => {
    exchange?.kill('SIGTERM');
    if (exchange?.exitCode === null) await once(exchange, 'exit');
  };
  await start();
  return {
    base,
    cut: () => road.cut(),
    restore: () => road.restore(),
    hold: (path: RegExp) => road.hold(path),
    /** A new build takes the place of the one that is served. @param keep whether the assets of the one before stay. */
    async deploy(mark: string, keep: boolean): Promise<void> {
      const next = join(place, `dist/client.${mark}`);
      await renamed(join(root, 'dist/client'), next, mark);
      if (keep) await cp(join(client, 'assets'), join(next, 'assets'), { recursive: true, force: false });
      await stop();
      await rm(client, { recursive: true });
      await rename(next, client);
      await start();
    },
    async end(): Promise<void> {
      await stop();
      await road.close();
      await rm(place, { recursive: true, force: true });
    },
  };
}
export type Deployed = Awaited<ReturnType<typeof deployed>>;
