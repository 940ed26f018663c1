import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** A NATS server for a while. */
export interface NatsServer {
  /** With the token that it wants. */
  readonly url: string;
  stop(): Promise<void>;
}
type Found = { start: (port?: number) => Promise<NatsServer> } | { missing: string };

const TOKEN = 'test-token';

/** The program on this machine, or why there is none. */
export function findNats(): Found {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  const program = folders.map((folder) => join(folder, 'nats-server')).find((file) => existsSync(file));
  if (!program) return { missing: 'no nats-server on this machine' };
  return { start: (port) => startNats(program, port) };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startNats(program: string, given?: number): Promise<NatsServer> {
  const port = given ?? (await freePort());
  const args = ['-a', '127.0.0.1', '-p', String(port), '--auth', TOKEN];
  const child = spawn(program, args, { stdio: 'ignore' });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  while (!(await isOpen(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    url: `nats://${TOKEN}@127.0.0.1:${port}`,
    async stop() {
      process.off('exit', end);
      const ended = once(child, 'exit');
      end();
      await ended;
    },
  };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
