import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallName } from '../../../domain/contract/index.ts';
import { verifyLedger } from '../../../server/books/ledger/verify.ts';
import { changeVenueState } from '../../../server/books/venue/state.ts';
import type { TestExchange, User } from '../../support/exchange.ts';
import { openExchange } from '../../support/exchange.ts';
import { runOps } from '../../support/ops.ts';

const SPOT = 'BTC-USDT';
const PERP = 'BTC-USDT-PERP';
let x: TestExchange;
let user: User;
beforeAll(async () => {
  x = await openExchange();
  user = await x.newUser();
});
afterAll(async () => {
  expect(await verifyLedger(x.db)).toEqual([]);
  await x.close();
});

const ops = (name: string, ...args: string[]) => runOps(x.exchange.accounts, name, args);
const ask = (name: CallName, body: object = {}, language = 'en_us') =>
  x.ask(name, body, {
    token: user.token,
    key: x.newKey(),
    headers: { locale: language },
  });
const codeOf = async (name: CallName, body: object = {}) => (await ask(name, body)).code;
const reverse = { market: PERP };
/** A buy order below the market: it stays open. */
const low = () => ({
  ...{ market: SPOT, side: 'buy', type: 'limit', quantity: '0.01' },
  price: String(Math.floor(Number(x.exchange.source.last(SPOT)) * 0.8)),
});
const long = { market: PERP, side: 'long', type: 'market', quantity: '0.01' };
async function placed() {
  const { code, data } = await ask('spot.place', low());
  expect(code).toBe(200);
  return data;
}
const listed = async () => {
  const { data } = await x.ask('market.list');
  const statusOf = (id: string) => data.markets.find((market: { id: string }) => market.id === id)?.status;
  return { version: data.version, notices: data.notices, spot: statusOf(SPOT), perp: statusOf(PERP) };
};

it('stops all of trading with words, lets orders be cancelled, and goes on', async () => {
  const socket = await x.openSocket();
  socket.say({ op: 'sub', id: 1, ch: ['tick'] });
  const before = await listed();
  expect(before).toMatchObject({ spot: 'open', perp: 'open', notices: [] });
  const { order } = await placed();
  expect(await ops('trading stop', 'Back', 'at', 'noon.')).toMatchObject({ ok: true });
  // It holds once the operator has the answer.
  const stopped = await listed();
  expect(stopped).toMatchObject({ spot: 'cancelOnly', perp: 'cancelOnly' });
  expect(stopped.notices).toMatchObject([{ status: 'cancelOnly', words: 'Back at noon.' }]);
  expect(stopped.version).not.toBe(before.version);
  await socket.receives((message) => (message as { list?: string }).list === stopped.version);
  expect(await codeOf('spot.place', low())).toBe('marketPaused');
  expect(await codeOf('spot.amend', { id: order.id, price: '1001' })).toBe('marketPaused');
  expect(await codeOf('perpetual.place', long)).toBe('marketPaused');
  expect(await codeOf('convert.quote', { from: 'USDT', to: 'BTC', amount: '100', side: 'from' })).toBe(
    'marketPaused',
  );
  expect(await codeOf('cycle.quote', { asset: SPOT, cycle: '1h' })).toBe('assetHalted');
  const { assets } = (await ask('cycle.assets')).data;
  expect(assets.map(({ status }: { status: string }) => status)).not.toContain('open');
  expect((await ask('spot.cancel', { id: order.id })).data.order.status).toBe('cancelled');
  expect(await ops('trading stop', 'Back', 'at', 'noon.')).toMatchObject({ ok: false });
  expect((await ops('market list')).lines).toEqual([
    expect.stringMatching(/^trading {2}paused {2}.*Back at noon\.$/),
  ]);
  expect(await ops('trading resume')).toMatchObject({ ok: true });
  const resumed = await listed();
  expect(resumed).toMatchObject({ spot: 'open', notices: [] });
  expect(await codeOf('perpetual.place', long)).toBe(200);
  socket.end();
});

it('stops one market as far as is said, and only that one', async () => {
  const { order } = await placed();
  expect(await ops('market halt', SPOT, 'A fork.')).toMatchObject({ ok: true });
  expect(await listed()).toMatchObject({
    spot: 'halted',
    perp: 'open',
    notices: [{ market: SPOT, status: 'halted', words: 'A fork.' }],
  });
  const refused = await ask('spot.cancel', { id: order.id }, 'de');
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'marketPaused',
    'Der Handel in diesem Markt ist ausgesetzt.',
  ]);
  expect(await ops('market cancel-only', SPOT)).toMatchObject({ ok: true });
  expect(await codeOf('spot.cancel', { id: order.id })).toBe(200);
  expect(await codeOf('spot.place', low())).toBe('marketPaused');
  expect(await ops('market open', SPOT)).toMatchObject({ ok: true });
  expect(await ops('market reduce-only', PERP)).toMatchObject({ ok: true });
  expect(await codeOf('perpetual.place', long)).toBe('marketReduceOnly');
  expect(await codeOf('perpetual.reverse', reverse)).toBe('marketReduceOnly');
  expect(await codeOf('perpetual.close', { market: PERP, share: '1' })).toBe(200);
  expect(await ops('market open', PERP)).toMatchObject({ ok: true });
});

it('says what it does not know, and writes down what was done', async () => {
  expect(await ops('market halt', 'BTC')).toMatchObject({
    ok: false,
    lines: [expect.stringContaining('do you mean BTC-USDT')],
  });
  expect(await ops('market reduce-only', SPOT)).toMatchObject({ ok: false });
  expect(await ops('market open', SPOT)).toMatchObject({ ok: false });
  expect(await ops('trading stop', 'x'.repeat(501))).toMatchObject({ ok: false });
  const { lines } = await ops('acts list', '50');
  expect(lines.filter((line) => line.includes('trading stop Back at noon.'))).toHaveLength(2);
  await expect(x.db.query("update venue_state set state = 'open'")).rejects.toThrow();
});

it('takes over what an operator of another process has written', async () => {
  await x.db.transaction((tx) =>
    changeVenueState({ tx, at: 1 }, `market:${PERP}`, { state: 'cancelOnly', why: '' }),
  );
  await expect.poll(async () => (await listed()).perp, { timeout: 10_000 }).toBe('cancelOnly');
  await ops('market open', PERP);
});
