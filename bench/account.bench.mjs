import { spawn } from 'node:child_process';
import { scrypt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WebSocket } from 'ws';
import { median, writeResult } from './report.mjs';

/** Logs in and moves money on the built exchange, as many users from as many addresses. */
const isShort = process.argv.includes('--short');
const [USERS, LOGINS, MOVES] = isShort ? [6, 5, 60] : [20, 9, 400];
const PORT = Number(process.env.PORT ?? 8484);
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const base = `127.0.0.1:${PORT}`;
const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
  env: { ...process.env, PORT: String(PORT), DATA_DIR: folder, TRUST_PROXY: '1', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await once(server.stdout, 'data');

async function ask(path, body, { token, key, from = '10.0.0.1' } = {}) {
  const answer = await fetch(`http://${base}/api/xb/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(token ? { authorization: token } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
  });
  const { code, data } = await answer.json();
  if (code !== 200) throw new Error(`${path}: ${code}`);
  return data;
}
const at = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];
const timed = async (work) => {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
};

async function newUser(i) {
  const from = `10.1.${i}.1`;
  const email = `bench${i}@people.example`;
  const { token } = await ask('common/temp/token', {}, { from });
  await ask('common/send/email', { email, purpose: 'register' }, { token, from });
  const { messages } = await ask('dev/outbox', {}, { from });
  const code = /\d{6}/.exec(messages.find(({ to }) => to === email).text)[0];
  const contact = { kind: 'email', email };
  return {
    from,
    contact,
    ...(await ask('account/register', { contact, code, password: 'tide1234x', agreed: true }, { from })),
  };
}
const users = [];
for (let i = 0; i < USERS; i++) users.push(await newUser(i));

/** The hash alone, in turn with the logins: what no login can be faster than. */
const hash = () =>
  promisify(scrypt)('tide1234x', 'sixteen bytes...', 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 29 });
const logins = [];
const hashes = [];
for (const { contact, from } of users) {
  for (let i = 0; i < LOGINS; i++) {
    logins.push((await timed(() => ask('account/login', { contact, password: 'tide1234x' }, { from }))).ms);
    if (i % 3 === 0) hashes.push((await timed(hash)).ms);
  }
}

/** From the tap's request to the new balance on the private channel, and to the answer itself. */
const [{ token, from }] = users;
const socket = new WebSocket(`ws://${base}/ws?v=1`, 'ex.v1');
await once(socket, 'open');
let received = () => undefined;
socket.on('message', (text) => {
  const { ch, t } = JSON.parse(text);
  if (ch === 'me') received(t);
});
const next = () => new Promise((resolve) => (received = resolve));
const first = next();
socket.send(
  JSON.stringify({ op: 'auth', ticket: (await ask('account/ws/ticket', {}, { token, from })).ticket }),
);
socket.send(JSON.stringify({ op: 'sub', ch: ['me'] }));
await first;
const pushed = [];
const answered = [];
for (let i = 0; i < MOVES; i++) {
  const ways = i % 2 === 0 ? { from: 'spot', to: 'futures' } : { from: 'futures', to: 'spot' };
  const begun = performance.now();
  const published = next().then(() => pushed.push(performance.now() - begun));
  await ask(
    'account/transfer',
    { asset: 'USDT', amount: '1', ...ways },
    { token, from: `10.2.${i % 200}.1`, key: `bench-key-${i}` },
  );
  answered.push(performance.now() - begun);
  await published;
}
socket.terminate();
server.kill();
await once(server, 'exit');
rmSync(folder, { recursive: true });

const rows = [
  { what: 'login', n: logins.length, p50: median(logins), p95: at(logins, 0.95) },
  { what: 'the hash alone', n: hashes.length, p50: median(hashes), p95: at(hashes, 0.95) },
  { what: 'transfer, till its answer', n: MOVES, p50: median(answered), p95: at(answered, 0.95) },
  { what: 'transfer, till the balance on the channel', n: MOVES, p50: median(pushed), p95: at(pushed, 0.95) },
];
console.table(
  rows.map(({ p50, p95, ...row }) => ({ ...row, 'p50, ms': p50.toFixed(1), 'p95, ms': p95.toFixed(1) })),
);
console.log(`login / hash: ${(median(logins) / median(hashes)).toFixed(2)}`);
writeResult('account', { rows, ratio: median(logins) / median(hashes) });
