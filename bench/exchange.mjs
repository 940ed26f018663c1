import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../scripts/nodeFlags.mjs';

const root = join(import.meta.dirname, '..');

/**
 * The built exchange on a port, with a folder of its own, and what benches ask of it. @param settings as variables.
 * @param command what runs it, when that is more than Node alone.
 */
export async function startExchange(port, settings = {}, command = [process.execPath]) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const [program, ...args] = [...command, ...NODE_FLAGS, join(root, 'dist/server/main.js')];
  const server = spawn(program, args, {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  if (server.exitCode !== null) throw new Error(`the exchange did not start: ${started}`);
  let count = 0;
  const ask = async (path, body, token) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': `bench-key-${Date.now()}-${count++}`,
      ...(token ? { authorization: token } : {}),
    };
    const url = `http://127.0.0.1:${port}/api/xb/v1/${path}`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()).data;
  };
  return {
    ask,
    newUser: async () => {
      const email = `bench${Date.now()}@people.example`;
      const { token } = await ask('common/temp/token', {});
      await ask('common/send/email', { email, purpose: 'register' }, token);
      const { messages } = await ask('dev/outbox', {});
      const code = /\d{6}/.exec(messages.find(({ to }) => to === email).text)[0];
      const contact = { kind: 'email', email };
      return (await ask('account/register', { contact, code, password: 'tide1234x', agreed: true })).token;
    },
    end: async () => {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}
