import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import { API_BASE, calls } from '../../../../domain/contract/index.ts';
import { RuleError } from '../../../../domain/index.ts';
import type { Caller } from '../../../../server/books/users/context.ts';
import { cacheTermsOfMarket, marketHandlers } from '../../../../server/edge/http/marketHandlers.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { appOf } from '../../../support/app.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';

const WEEK = { id: 'AAA-USDT', interval: '1w', limit: 1_000 };

/** An app on a made-up market, and how often the market was read. */
async function exchange(more: Parameters<typeof appOf>[1] = {}) {
  const clock = new FakeClock();
  const source = new FakeSource(clock);
  const requested: string[] = [];
  const held: (() => void)[] = [];
  const own = { isHeld: false };
  const { markets, candles, sparkline } = source;
  source.candles = async (query) => {
    requested.push(`candles ${query.before ?? ''}`);
    if (own.isHeld) await new Promise<void>((resolve) => held.push(resolve));
    return candles(query);
  };
  source.sparkline = async () => {
    requested.push('sparkline');
    return sparkline();
  };
  const hub = new Hub({ source, clock, newEpoch: () => 'e' });
  const handlers = marketHandlers({
    notices: () => [],
    source,
    hub,
    config: { openH5AppDownload: false, downloadUrl: '' },
    report: () => undefined,
  });
  const list = handlers['market.list'];
  const counted = {
    ...handlers,
    'market.list': (...args: Parameters<typeof list>) => {
      requested.push('list');
      return list(...args);
    },
  };
  const app = appOf(counted, {
    cacheTerms: cacheTermsOfMarket(source),
    now: clock.now,
    usersPerAddress: 10,
    ...more,
  });
  const call = (
    name: CallName,
    body: unknown = {},
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ) =>
    app.request(
      new Request(`http://x${API_BASE}${calls[name].path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      }),
    );
  return { clock, source, requested, held, own, call, markets };
}
/** How many calls one after the other are let in before the first that is not. */
async function letIn(ask: () => Promise<Response> | Response, most = 300): Promise<number> {
  for (let i = 0; i < most; i++) if ((await ask()).status === 429) return i;
  return most;
}
const batch = () => new Promise((resolve) => setImmediate(resolve));

// Limits are of ten seconds: how fast this machine is must not matter.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterAll(() => void vi.useRealTimers());

describe('a public call', () => {
  it('counts by what it costs', async () => {
    const { call, clock } = await exchange();
    const from = (address: string) => ({ 'x-from': address });
    expect(await letIn(() => call('market.candles', WEEK, from('a')))).toBe(3);
    expect(await letIn(() => call('market.candles', { ...WEEK, interval: '1m' }, from('b')))).toBe(240);
    const ch = Array.from({ length: 50 }, (_, i) => `cndl:AAA-USDT:${['1m', '5m'][i % 2]}`);
    const poll = async (): Promise<Response> => {
      const answer = call('market.snapshot', { ch }, from('c'));
      await batch();
      await clock.advance(60);
      return answer;
    };
    expect(await letIn(poll)).toBe(24);
    const ids = Array.from({ length: 60 }, (_, i) => `X${i}`);
    expect(await letIn(() => call('market.sparklines', { ids }, from('d')))).toBe(40);
  });
  it.each([
    ['a stranger at an address of one user', 1, undefined],
    ['a user with a session', 10, 'token'],
  ])(
    'that costs more than all there is is let in, once at a time: of %s',
    async (_, usersPerAddress, token) => {
      const users = { userOf: async () => ({ userId: 1, sessionId: 1 }) };
      const { call } = await exchange({ usersPerAddress, ...users });
      const headers = token === undefined ? {} : { authorization: token };
      // The token is known from a call that requires a session.
      await call('account.profile', {}, headers);
      const months = { ...WEEK, interval: '1M' };
      const charged = token === undefined ? { 'x-from': 'b' } : headers;
      expect(await letIn(() => call('market.candles', months, charged))).toBe(1);
    },
  );
  it('for the list is answered from what is kept, packed once, until the list is another', async () => {
    const { call, requested, source } = await exchange();
    const take = async (): Promise<Buffer> =>
      Buffer.from(await (await call('market.list', {}, { 'accept-encoding': 'gzip, br' })).arrayBuffer());
    const [first, second] = [await take(), await take()];
    expect(first.equals(second)).toBe(true);
    const { data } = JSON.parse(gunzipSync(first).toString());
    expect(data).toEqual((await (await call('market.list')).json()).data);
    expect(requested).toEqual(['list']);
    source.version = 'v2';
    expect(JSON.parse(gunzipSync(await take()).toString()).data.version).toBe('v2');
    expect(requested).toHaveLength(2);
  });
  it('for bars is answered from what is kept, whichever moment of a bar is named', async () => {
    const { call, requested, clock } = await exchange();
    const old = clock.now() - 50 * 60_000;
    const page = (before?: number) =>
      call('market.candles', { ...WEEK, interval: '1m', ...(before === undefined ? {} : { before }) });
    for (let ms = 1; ms <= 20; ms++) await page(old + ms);
    expect(requested).toHaveLength(1);
    await page();
    await page();
    expect(requested).toHaveLength(2);
    await clock.advance(1_500);
    await page();
    await page(old + 5);
    expect(requested).toHaveLength(3);
    await clock.advance(60_000);
    await page(old + 5);
    expect(requested).toHaveLength(4);
  });
  it('for small pictures asks the market once for each', async () => {
    const { call, requested } = await exchange();
    for (const ids of [['AAA-USDT', 'BBB-USDT'], ['BBB-USDT'], ['BBB-USDT', 'AAA-USDT']])
      expect((await call('market.sparklines', { ids })).status).toBe(200);
    expect(requested).toEqual(['sparkline', 'sparkline']);
  });
  it('that takes long waits while two of its caller are worked on, and others go before', async () => {
    const { call, requested, held, own } = await exchange({ usersPerAddress: 100 });
    own.isHeld = true;
    const ask = (from: string, before: number) =>
      call('market.candles', { ...WEEK, interval: '1d', before: before * 86_400_000 }, { 'x-from': from });
    const all = Array.from({ length: 40 }, (_, i) => ask('a', i + 1));
    for (let i = 0; i < 5; i++) await batch();
    expect(requested).toHaveLength(2);
    const other = ask('b', 100);
    for (let i = 0; i < 5; i++) await batch();
    expect(requested).toHaveLength(3);
    own.isHeld = false;
    for (const release of held) release();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(34);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  });
  it('is given up when all who wait for its answer hang up, and not before', async () => {
    const seen: AbortSignal[] = [];
    const app = appOf(
      {
        'market.candles': (_, { gone }: Caller) =>
          new Promise((_resolve, reject) => {
            if (!gone) return;
            seen.push(gone);
            gone.addEventListener('abort', () => reject(new RuleError('timedOut')));
          }),
      },
      { cacheTerms: () => ({ key: 'same', cachedMs: 1_000 }), usersPerAddress: 10 },
    );
    const [first, second] = [new AbortController(), new AbortController()];
    const ask = (signal: AbortSignal) =>
      app.request(
        new Request(`http://x${API_BASE}${calls['market.candles'].path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(WEEK),
          signal,
        }),
      );
    const answers = [ask(first.signal), ask(second.signal)];
    for (let i = 0; i < 5; i++) await batch();
    first.abort();
    expect(seen.map(({ aborted }) => aborted)).toEqual([false]);
    second.abort();
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
    for (const answer of answers) expect((await answer).status).toBe(504);
  });
});

describe('limits', () => {
  const byToken: Record<string, number> = { t1: 1, t2: 2 };
  const users = {
    userOf: async (token: string) => (byToken[token] ? { userId: byToken[token], sessionId: 1 } : undefined),
  };
  it('are of the user who is logged in, wherever they are, and of the address for all others', async () => {
    const { call } = await exchange({ ...users, usersPerAddress: 1 });
    const ask = (token: string) =>
      call('common.loadWapConfig', {}, token === '' ? {} : { authorization: token });
    const profile = (token: string) => call('account.profile', {}, { authorization: token });
    // A token is believed once it was looked up.
    for (const token of ['t1', 't2']) await profile(token);
    expect(await letIn(() => ask('t1'))).toBe(240);
    expect(await letIn(() => ask('t2'))).toBe(240);
    // Two looks were charged to the address, of the 24 of one user behind it.
    expect(await letIn(() => ask(''))).toBe(22);
    expect((await ask('nobodys')).status).toBe(429);
    delete byToken['t2'];
  });
  it('of an address are of so many users as it is taken for', async () => {
    const { call } = await exchange({ usersPerAddress: 3 });
    expect(await letIn(() => call('common.loadWapConfig'))).toBe(72);
  });
  it('count the 64 bits of an IPv6 address that its owner cannot choose', async () => {
    const { call } = await exchange({ usersPerAddress: 1 });
    let host = 0;
    const ask = (net: string) =>
      call('common.loadWapConfig', {}, { 'x-from': `2001:db8:0:${net}::${++host}` });
    expect(await letIn(() => ask('1'))).toBe(24);
    expect(await letIn(() => ask('2'))).toBe(24);
  });
});
