import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import type { Operator } from '../../books/users/opsCommand.ts';

const MOST_CHARACTERS = 10_000;
/** A request over the socket, as JSON. */
const OpsRequest = v.object({
  who: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  why: v.pipe(v.string(), v.maxLength(1_000)),
  name: v.string(),
  args: v.array(v.string()),
});
type Run = (operator: Operator, name: string, args: readonly string[]) => Promise<OpsAnswer>;

/**
 * The address for operator's commands to a running exchange: a socket of this machine that only this user can
 * open. A folder whose path is too long for a socket gets one under the system's temporary folder.
 */
export function opsAddress(dataDir: string): string {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\tidemark-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)}`;
  const own = join(resolve(dataDir), 'ops.sock');
  if (Buffer.byteLength(own) < 100) return own;
  const name = createHash('sha256').update(own).digest('hex').slice(0, 16);
  return join(tmpdir(), `tidemark-${process.getuid?.() ?? 0}-${name}.sock`);
}

/** Answers one command a connection. @returns ends it. */
export function serveOps(address: string, run: Run): Promise<() => void> {
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (part: string) => {
      text += part;
      if (text.length > MOST_CHARACTERS) socket.destroy();
    });
    socket.on('end', () => {
      answer(text, run).then(
        (result) => socket.end(JSON.stringify(result)),
        () => socket.destroy(),
      );
    });
  });
  return new Promise((done, failed) => {
    // A stale socket of a killed process would block its name; the folder's lock shows that the process is
    // dead.
    rmSync(address, { force: true });
    const mask = process.umask(0o077);
    server.once('error', failed);
    server.listen(address, () => {
      process.umask(mask);
      if (process.platform !== 'win32') chmodSync(address, 0o600);
      done(() => {
        server.close();
        rmSync(address, { force: true });
      });
    });
  });
}

async function answer(text: string, run: Run): Promise<OpsAnswer> {
  const { who, why, name, args } = v.parse(OpsRequest, JSON.parse(text));
  return run({ who, why }, name, args).catch((error: unknown) => ({
    lines: [`It failed: ${String(error)}`],
    ok: false,
  }));
}

/** Sends a command to a running exchange; rejects when none listens. */
export function askOps(
  address: string,
  operator: Operator,
  name: string,
  args: readonly string[],
): Promise<OpsAnswer> {
  return new Promise((done, failed) => {
    const socket = connect(address, () => socket.end(JSON.stringify({ ...operator, name, args })));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('error', failed);
    socket.on('end', () => {
      try {
        done(JSON.parse(text) as OpsAnswer);
      } catch {
        failed(new Error('the exchange hung up'));
      }
    });
  });
}
