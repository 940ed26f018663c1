import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const FUND_PASSWORD = 'moon1234x';
const READY_MS = 60_000;
let started = 0;
/** COMPAT_PORT and those after it; any other without. */
const nextPort = () =>
  process.env.COMPAT_PORT
    ? Number(process.env.COMPAT_PORT) + started++
    : 20_000 + Math.floor(Math.random() * 20_000);

/** An exchange of its own, with nothing kept. @param env settings beside the usual ones. */
export async function startExchange(env = {}) {
  const port = nextPort();
  const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{
        PORT: `${port}`,
        HOST: '127.0.0.1',
        DATA_DIR: 'memory',
        LOG_LEVEL: 'error',
        SEED: '1',
        SYMBOLS: '40',
      },
      PEOPLE_PER_ADDRESS: '50',
      ...env,
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + READY_MS;
  for (;;) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (server.exitCode !== null || Date.now() > until) throw new Error('The exchange did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const close = () =>
    new Promise((resolve) => {
      server.once('exit', resolve);
      server.kill('SIGTERM');
    });
  return { origin, base: `${origin}/compat/binance`, ask: requester(origin), close };
}

/** Asks the exchange's own API; throws what it refuses. */
const requester = (origin) => async (path, body, token, key) => {
  const answer = await fetch(`${origin}/api/xb/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: token } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
  });
  const { code, message, data } = await answer.json();
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`);
  return data;
};

let users = 0;

/** Somebody with play money on both accounts, and a key. @param kind `hmac` or `ed25519`. */
export async function newTrader({ ask }, kind = 'hmac') {
  const email = `compat${++users}@people.example`;
  const codeFor = async (purpose, token) => {
    const bearer = token ?? (await ask('common/temp/token', {})).token;
    await ask('common/send/email', { email, purpose }, bearer);
    const { messages } = await ask('dev/outbox', {});
    return /\d{6}/.exec(messages.find(({ to }) => to === email).text)[0];
  };
  const contact = { kind: 'email', email };
  const { token } = await ask('account/register', {
    ...{ contact, password: 'tide1234x', agreed: true },
    code: await codeFor('register'),
  });
  await ask(
    'account/fund/password',
    { password: FUND_PASSWORD, code: await codeFor('fundPassword', token) },
    token,
  );
  const half = { asset: 'USDT', from: 'spot', to: 'futures', amount: '4000' };
  await ask('account/transfer', half, token, `transfer-${users}-${Date.now()}`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const code = await codeFor('apiKey', token);
  const { proof } = await ask(
    'account/draw/prove',
    { purpose: 'apiKey', fundPassword: FUND_PASSWORD, code },
    token,
  );
  const pem = { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) };
  const request = { name: kind, kind, spot: true, futures: true, addresses: [], proof };
  const { key, secret } = await ask(
    'account/api/key/add',
    { ...request, ...(kind === 'ed25519' ? pem : {}) },
    token,
  );
  const signing =
    kind === 'ed25519' ? { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) } : { secret };
  return { token, key: { apiKey: key.apiKey, ...signing } };
}
