import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { create } from 'tar';
import { root } from './sources.mjs';

/*
 * Keeps a data folder of this release, for tests/server/host/releases.test.ts: every later one has to open it and prove its
 * books. Made once for each release, by `npm run build && node scripts/keep-release.mjs`; what is kept is never made again.
 */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'release-'));
const data = join(folder, 'data');
const port = Number.parseInt(process.env.PORT ?? '8099', 10);
const base = `http://127.0.0.1:${port}`;
const who = { email: 'ada@people.example', password: 'tide1234x' };

async function ask(path, body, { token, key } = {}) {
  const answer = await fetch(`${base}/api/xb/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: token } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
  });
  const { code, message, data: found } = await answer.json();
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`);
  return found;
}

/** Somebody with money that is free, held, at risk and stored, and records of how it came to be so. */
async function live() {
  const { token: temporary } = await ask('common/temp/token', {});
  await ask('common/send/email', { email: who.email, purpose: 'register' }, { token: temporary });
  const { messages } = await ask('dev/outbox', {});
  const code = /\d{6}/.exec(messages.find(({ to }) => to === who.email).text)[0];
  const contact = { kind: 'email', email: who.email };
  const { token } = await ask('account/register', { contact, code, password: who.password, agreed: true });
  let keys = 0;
  const act = (path, body) => ask(path, body, { token, key: `release-key-${++keys}` });
  const spot = { market: 'BTC-USDT', side: 'buy', quantity: '0.01' };
  await act('spot/order/place', { ...spot, type: 'market' });
  const { order } = await act('spot/order/place', { ...spot, type: 'limit', price: '30000' });
  await act('account/transfer', { from: 'spot', to: 'futures', asset: 'USDT', amount: '2000' });
  const perpetual = { market: 'BTC-USDT-PERP', type: 'market', quantity: '0.02' };
  await act('perpetual/order/place', { ...perpetual, side: 'long' });
  const { plans } = await ask('storage/plan/list', {}, { token });
  const { id: plan, version: terms, least: amount } = plans.find(({ asset }) => asset === 'USDT');
  await act('storage/order/open', { plan, version: terms, amount, autoRenew: true, agreed: true });
  return order.id;
}

const exchange = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  env: { ...process.env, PORT: String(port), DATA_DIR: data, SYMBOLS: '40', SEED: '5', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'inherit', 'inherit'],
});
try {
  for (let tries = 0; tries < 120; tries += 1) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const order = await live();
  const ended = new Promise((resolve) => exchange.once('exit', resolve));
  exchange.kill('SIGTERM');
  await ended;
  const packed = join(folder, 'data.tar');
  await create({ file: packed, cwd: folder, portable: true }, ['data']);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const bytes = brotliCompressSync(readFileSync(packed), { params });
  const name = join(root, 'tests/releases', version);
  writeFileSync(`${name}.tar.br`, bytes, { flag: 'wx' });
  const kept = {
    version,
    ...who,
    order,
    market: 'BTC-USDT',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  writeFileSync(`${name}.json`, `${JSON.stringify(kept, null, 2)}\n`, { flag: 'wx' });
  console.log(`${name}.tar.br: ${bytes.length} bytes`);
} finally {
  exchange.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
