import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../domain/contract/index.ts';
import { feesInForce, setFees, setLimits, usualFees, usualLimits } from '../../../domain/index.ts';
import { verifyLedger } from '../../../server/books/ledger/verify.ts';
import { takeVenueFiles } from '../../../server/host/venueFiles.ts';
import type { TestExchange, User } from '../../support/exchange.ts';
import { openExchange } from '../../support/exchange.ts';
import { runOps } from '../../support/ops.ts';

const SPOT = 'BTC-USDT';
const PERP = 'BTC-USDT-PERP';
let x: TestExchange;
let user: User;
const folder = mkdtempSync(join(tmpdir(), 'tm-venue-'));
beforeAll(async () => {
  x = await openExchange();
  user = await x.newUser();
});
afterAll(async () => {
  expect(await verifyLedger(x.db)).toEqual([]);
  await x.close();
  // Other files of this process find what is usual.
  setFees(usualFees);
  setLimits(usualLimits);
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  for (const kind of ['fees', 'limits', 'markets']) rmSync(join(folder, `${kind}.json`), { force: true });
});

const ops = (name: string, ...args: string[]) => runOps(x.exchange.accounts, name, args);
const ask = (name: CallName, body: object = {}) => x.ask(name, body, { token: user.token, key: x.newKey() });
const listed = async () => (await x.ask('market.list')).data;
const say = (kind: string, terms: unknown) =>
  writeFileSync(join(folder, `${kind}.json`), JSON.stringify(terms));
const taken = () =>
  takeVenueFiles(x.exchange.accounts, { brandDir: folder }).then(() => x.exchange.accounts.changed?.());
const refusal = () =>
  taken().then(
    () => 'none',
    (error: Error) => error.message.replace(`${folder}/`, ''),
  );

describe('fees', () => {
  it('that an operator sets are what the next fill pays and what the page previews with', async () => {
    const before = await listed();
    expect(before.fees).toEqual({
      spot: { maker: '0.0008', taker: '0.001' },
      perpetual: { maker: '0.0002', taker: '0.0005' },
    });
    expect(await ops('fees set', 'spot.taker=0.002', 'perpetual.taker=0.003')).toMatchObject({ ok: true });
    const after = await listed();
    expect(after.version).not.toBe(before.version);
    expect(after.fees).toMatchObject({
      spot: { maker: '0.0008', taker: '0.002' },
      perpetual: { taker: '0.003' },
    });
    const { data } = await ask('spot.place', { market: SPOT, side: 'buy', type: 'market', quantity: '0.01' });
    expect([data.order.status, data.order.fee]).toEqual(['filled', '0.00002']);
    await ask('account.transfer', { from: 'spot', to: 'futures', asset: 'USDT', amount: '1000' });
    const long = await ask('perpetual.place', {
      market: PERP,
      side: 'long',
      type: 'market',
      quantity: '0.01',
    });
    expect(long.code).toBe(200);
    const [fill] = await x.db.query<{ share: string }>(
      'select round(fee / (price * quantity), 6)::text as share from futures_fill order by id desc limit 1',
    );
    expect(fill?.share).toBe('0.003000');
    expect((await ops('acts list')).lines.at(-1)).toContain('fees set spot.taker=0.002');
  });

  it('hold from the time that was said', async () => {
    const from = new Date(Date.now() + 3_600_000).toISOString();
    expect(await ops('fees set', 'spot.taker=0.005', `from=${from}`)).toMatchObject({ ok: true });
    expect((await listed()).fees.spot.taker).toBe('0.002');
    const { lines } = await ops('fees list');
    expect(lines[0]).toContain('"taker":"0.002"');
    expect(lines[1]).toMatch(/to come by command.*"taker":"0\.005"/);
    // A later change is one of what holds by then, and takes back nothing that comes before it.
    const later = new Date(Date.now() + 7_200_000).toISOString();
    expect(await ops('fees set', 'spot.maker=0.0009', `from=${later}`)).toMatchObject({ ok: true });
    expect((await ops('fees list')).lines[1]).toContain('{"maker":"0.0009","taker":"0.005"}');
    expect(await ops('fees set', 'spot.taker=0.005', 'from=2020-01-01T00:00Z')).toMatchObject({ ok: false });
    // A time without a zone is another one at each machine.
    for (const vague of ['2099-01-01T00:00', '2099', '1', 'January 1, 2099'])
      expect(await ops('fees set', 'spot.taker=0.005', `from=${vague}`)).toEqual({
        ok: false,
        lines: ['Say the time as in from=2026-12-01T00:00Z.'],
      });
    expect(await ops('fees set', 'spot.taker=0.005', 'from=soon')).toMatchObject({ ok: false });
  });

  it('that are changed now stay so when what was said of later comes, but for what that changes itself', async () => {
    const [soon, later] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const inForce = feesInForce();
    const own = await openExchange();
    const set = (...args: string[]) => runOps(own.exchange.accounts, 'fees set', args);
    await set('perpetual.taker=0.0006', `from=${later}`);
    await set('spot.maker=0.0007', `from=${soon}`);
    const { lines } = await set('spot.taker=0.002', 'spot.maker=0.0005', 'perpetual.taker=0.0004');
    expect(lines.map((line) => line.replace(/^That holds (from now on)?.*: (?=\{)/, '$1 '))).toEqual([
      'from now on {"spot":{"maker":"0.0005","taker":"0.002"},"perpetual":{"maker":"0.0002","taker":"0.0004"}}',
      ' {"spot":{"maker":"0.0007","taker":"0.002"},"perpetual":{"maker":"0.0002","taker":"0.0004"}}',
      ' {"spot":{"maker":"0.0007","taker":"0.002"},"perpetual":{"maker":"0.0002","taker":"0.0006"}}',
    ]);
    expect((await runOps(own.exchange.accounts, 'fees list', [])).lines[1]).toContain('"taker":"0.002"');
    // A file that is taken over changes figures as a command does.
    say('fees', {
      spot: { maker: '0.0005', taker: '0.003' },
      perpetual: { maker: '0.0002', taker: '0.0004' },
    });
    await takeVenueFiles(own.exchange.accounts, { brandDir: folder });
    const planned = (await runOps(own.exchange.accounts, 'fees list', [])).lines.slice(1, 3);
    expect(planned.map((line) => line.replace(/^.*command {2}/, ''))).toEqual([
      '{"spot":{"maker":"0.0007","taker":"0.003"},"perpetual":{"maker":"0.0002","taker":"0.0006"}}',
      '{"spot":{"maker":"0.0007","taker":"0.002"},"perpetual":{"maker":"0.0002","taker":"0.0006"}}',
    ]);
    // What would be wrong then is refused now, and nothing of it holds.
    const limit = (...args: string[]) => runOps(own.exchange.accounts, 'limits set', args);
    await limit('withdrawal.0=1', `from=${later}`);
    await limit('withdrawal.1=90000', `from=${soon}`);
    const before = (await runOps(own.exchange.accounts, 'limits list', [])).lines;
    expect(await limit('withdrawal.0=80000', 'withdrawal.1=80000', 'withdrawal.2=80000')).toMatchObject({
      ok: false,
    });
    expect((await runOps(own.exchange.accounts, 'limits list', [])).lines).toEqual(before);
    await own.close();
    // The other exchange of this process finds its own.
    setFees(inForce);
  });

  it.each([
    ['spot.taker=-1', '"spot.taker" must be an amount in plain digits, like "0.001".'],
    ['spot.taker=0.02', '"spot.taker" must be at most 0.01, one per cent.'],
    [
      'spot.broker=0.001',
      '"spot.broker=0.001" names nothing that can be set: say it as in spot.taker=0.002.',
    ],
    [
      '__proto__.taker=0.001',
      '"__proto__.taker=0.001" names nothing that can be set: say it as in spot.taker=0.002.',
    ],
  ])('%s is refused in words', async (change, words) => {
    expect(await ops('fees set', change)).toEqual({ ok: false, lines: [words] });
  });
});

it('limits of a level are what users are told', async () => {
  expect(await ops('limits set', 'withdrawal.0=1234')).toMatchObject({ ok: true });
  expect((await ask('withdraw.infos')).data.levelMost).toBe('1234');
  expect(await ops('limits set', 'withdrawal.0=20000')).toEqual({
    ok: false,
    lines: ['"withdrawal" must not fall from level to level.'],
  });
});

describe('markets', () => {
  it('that are taken away are no more, and come back', async () => {
    const has = async (id: string) =>
      (await listed()).markets.some((market: { id: string }) => market.id === id);
    expect(await ops('markets remove', 'ETH-USDT')).toMatchObject({ ok: true });
    expect(await has('ETH-USDT')).toBe(false);
    const refused = await ask('spot.place', {
      market: 'ETH-USDT',
      side: 'buy',
      type: 'market',
      quantity: '1',
    });
    expect(refused.code).toBe('marketUnknown');
    expect(await ops('markets add', 'ETH-USDT')).toMatchObject({ ok: true });
    expect(await has('ETH-USDT')).toBe(true);
  });

  it('with something open are kept, as nobody could end it', async () => {
    const answer = await ops('markets remove', PERP);
    expect(answer.ok).toBe(false);
    expect(answer.lines[0]).toMatch(/^Orders or positions are open in BTC-USDT-PERP: stop it first/);
  });
});

describe('files of a venue', () => {
  const rows = () => x.db.query('select id from venue_terms');

  it('are taken over once, as acts, and give way to what an operator says later', async () => {
    say('fees', { spot: { maker: '0', taker: '0.004' }, perpetual: { maker: '0.0001', taker: '0.0004' } });
    say('limits', { withdrawal: ['100', '200', '300'], card: ['0', '1', '2'] });
    await taken();
    expect((await listed()).fees.spot).toEqual({ maker: '0', taker: '0.004' });
    expect((await ask('withdraw.infos')).data.levelMost).toBe('100');
    expect((await ops('acts list')).lines.at(-1)).toContain(`file ${folder}/limits.json  limits set`);
    const count = (await rows()).length;
    await ops('fees set', 'spot.taker=0.006');
    await taken();
    expect((await rows()).length).toBe(count + 1);
    expect((await listed()).fees.spot.taker).toBe('0.006');
  });

  it('are refused whole when one line of one is wrong', async () => {
    const before = (await rows()).length;
    say('fees', { spot: { maker: '0.0001', taker: '0.0001' }, perpetual: { maker: '0', taker: '0' } });
    say('limits', { withdrawal: ['1', '2'], card: ['0', '1', '2'] });
    expect(await refusal()).toBe('limits.json: the field "withdrawal.2" is missing.');
    say('limits', { withdrawal: ['100', '200', '300'], card: ['0', '1', '2'] });
    say('markets', { only: ['ETH-USDT'] });
    expect(await refusal()).toMatch(/^markets\.json: orders or positions are open in BTC-USDT-PERP: /);
    say('markets', { markets: [] });
    expect(await refusal()).toBe('markets.json: there is no field "markets".');
    writeFileSync(join(folder, 'markets.json'), '{"only"');
    expect(await refusal()).toMatch(/^markets\.json is no JSON: /);
    expect((await rows()).length).toBe(before);
  });
});
