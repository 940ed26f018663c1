import 'fake-indexeddb/auto';
import { proxy } from 'comlink';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BalanceKind } from '../../domain/index.ts';
import { D } from '../../domain/index.ts';
import type { BalancesFrame, JournalFrame, RecordsFrame, View } from '../../workers/api.ts';
import { deviceClock } from '../../workers/session/deviceClock.ts';
import { createJournalStore, PATIENCE_MS } from '../../workers/session/journal.ts';
import { exclusively } from '../../workers/session/submitter.ts';
// Loaded before, as a first load takes the time of the machine and not of the test's clock.
import '../../workers/views/userViews.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { ask, connect, noFutures, noNews, pass, ticker, world, worldForEach } from './world.ts';

worldForEach();

const balance = (account: BalanceKind, asset: string, posted: string, held = '0', version = 1) => ({
  account,
  asset,
  posted,
  held,
  version,
});
const snapshot = (balances: ReturnType<typeof balance>[], uid = '100000001') => ({
  uid,
  balances,
  orders: [],
  futures: noFutures,
  positionMargin: '12.345',
  realizedPl: '-3.219',
  notifications: noNews,
});
const AT = Date.UTC(2026, 10, 18, 12);
const publishSnapshot = (balances: ReturnType<typeof balance>[], uid?: string) =>
  world.feed.subject.next({ kind: 'private', at: AT, snapshot: snapshot(balances, uid) });

/** Opens a view and keeps its frames. */
async function shown<F>(view: View, session = world.session): Promise<F[]> {
  const frames: F[] = [];
  await session.open(
    view,
    proxy((frame) => void frames.push(frame as F)),
  );
  await pass(100);
  return frames;
}

describe('balances', () => {
  beforeEach(async () => {
    await world.session.setSettings({ token: 'mine' });
    await pass(20);
  });

  it('are read as whoever is logged in, and forgotten with the login', async () => {
    expect(world.feed.token).toBe('mine');
    const frames = await shown<BalancesFrame>({ kind: 'balances' });
    expect(frames.at(-1)).toMatchObject({ isKnown: false, lines: [] });
    publishSnapshot([balance('spot', 'USDT', '5')]);
    await pass(100);
    expect(frames.at(-1)).toMatchObject({ isKnown: true, total: '5.00' });
    await world.session.setSettings({ token: null });
    await pass(100);
    expect(world.feed.token).toBeNull();
    expect(frames.at(-1)).toMatchObject({ isKnown: false, lines: [], total: '0.00' });
  });

  it('have parts that add up to their total as they are shown', async () => {
    const frames = await shown<BalancesFrame>({ kind: 'balances' });
    publishSnapshot([
      balance('spot', 'USDT', '100.006'),
      balance('spot', 'BTC', '0.00012345'),
      balance('futures', 'USDT', '7.006'),
      balance('escrow', 'USDT', '0.003'),
    ]);
    const rows = [ticker('BTC-USDT', '65432.1')];
    world.feed.subject.next({ kind: 'tickers', snapshot: false, at: AT, rows });
    await pass(100);
    const { total = '', accounts = [], lines = [] } = frames.at(-1) ?? {};
    const sum = (worths: readonly string[]) =>
      worths.reduce((all, worth) => all.plus(worth.replaceAll(',', '')), new D(0)).toFixed(2);
    // 108.0835…, 7.006 and 0.003 are 115.09, where cutting each would show 108.08, 7.00 and 0.00.
    expect(total).toBe('115.09');
    expect(sum(accounts.map(({ worth }) => worth))).toBe(total);
    expect(sum(lines.map(({ worth }) => worth))).toBe(total);
  });

  it('have a live worth, exact and never rounded up', async () => {
    const frames = await shown<BalancesFrame>({ kind: 'balances' });
    publishSnapshot([
      balance('spot', 'USDT', '10000.009', '0.5'),
      balance('spot', 'BTC', '0.10000001'),
      balance('futures', 'USDT', '7'),
      balance('spot', 'CCC', '3'),
    ]);
    world.feed.subject.next({
      kind: 'tickers',
      snapshot: false,
      at: AT,
      rows: [ticker('BTC-USDT', '65432.1')],
    });
    await pass(100);
    const frame = frames.at(-1);
    expect(frame).toMatchObject({
      isWhole: false,
      total: '16,550.21',
      totalBtc: '0.25293731',
      // Nothing is open: what positions need now counts, not what the exchange answered before.
      positionMargin: '0.00',
      realizedPl: '−3.22',
      realizedDirection: -1,
      accounts: [
        { account: 'spot', worth: '16,543.21' },
        { account: 'futures', worth: '7.00' },
        { account: 'escrow', worth: '0.00' },
      ],
    });
    expect(frame?.lines.map(({ asset, worth }) => [asset, worth])).toEqual([
      ['USDT', '10,007.00'],
      ['BTC', '6,543.21'],
      ['CCC', '--'],
    ]);
    expect(frame?.lines[0]).toMatchObject({
      total: '10,007.009',
      available: '10,006.509',
      frozen: '0.50',
      isFrozen: true,
    });
  });

  it('that owe more than there is owe no less in another unit', async () => {
    const frames = await shown<BalancesFrame>({ kind: 'balances' });
    publishSnapshot([balance('futures', 'USDT', '-1.5')]);
    const rows = [ticker('BTC-USDT', '65432.1')];
    world.feed.subject.next({ kind: 'tickers', snapshot: false, at: AT, rows });
    await pass(100);
    // 1.5 by 65,432.1 is 0.000022924…
    expect(frames.at(-1)).toMatchObject({ total: '−1.50', totalBtc: '−0.00002293' });
  });

  it('of one account are shown alone, and an older state replaces no newer one', async () => {
    publishSnapshot([balance('spot', 'USDT', '1', '0', 4), balance('futures', 'USDT', '2')]);
    const frames = await shown<BalancesFrame>({ kind: 'balances', account: 'spot' });
    for (const [posted, version] of [
      ['9', 6],
      ['8', 5],
    ] as const) {
      const body = balance('spot', 'USDT', posted, '0', version);
      world.feed.subject.next({ kind: 'private', at: AT, row: { type: 'balance', body } });
    }
    await pass(100);
    expect(frames.at(-1)?.lines.map(({ total }) => total)).toEqual(['9.00']);
  });

  it('say how old they are', async () => {
    publishSnapshot([balance('spot', 'USDT', '1')]);
    const frames = await shown<BalancesFrame>({ kind: 'balances' });
    expect(frames.at(-1)?.freshness.state).toBe('live');
    world.feed.subject.next({ kind: 'lost', channel: 'me' });
    await pass(100);
    expect(frames.at(-1)?.freshness.state).toBe('stale');
    expect(frames.at(-1)?.lines).toHaveLength(1);
  });
});

describe('a login', () => {
  it('goes out as authorization, per page', async () => {
    await world.session.setSettings({ token: 'mine' });
    world.answers['account/sessions'] = () => ({ sessions: [] });
    await ask('account.sessions', {});
    expect(world.requested.at(-1)?.[2]).toMatchObject({ authorization: 'mine', locale: 'en_us' });
  });
  it('that the exchange has ended is told to its page', async () => {
    const frames = await shown<{ loginEnded: boolean }>({ kind: 'status' });
    await world.session.setSettings({ token: 'mine' });
    world.feed.subject.next({ kind: 'loginEnded', token: 'mine' });
    await pass(100);
    expect(frames.at(-1)?.loginEnded).toBe(true);
    await world.session.setSettings({ token: 'newer' });
    await pass(100);
    expect(frames.at(-1)?.loginEnded).toBe(false);
  });
  it('tells its pages that favourites changed on another device', async () => {
    const frames = await shown<{ favouritesVersion: number }>({ kind: 'status' });
    const before = frames.at(-1)?.favouritesVersion ?? Number.NaN;
    const row = { type: 'favourites', body: { version: 2 } } as const;
    world.feed.subject.next({ kind: 'private', at: AT, row });
    await pass(100);
    expect(frames.at(-1)?.favouritesVersion).toBe(before + 1);
  });
  it('is preceded by a temporary token, asked for once and renewed when it is refused', async () => {
    let issued = 0;
    let refusals = 0;
    world.answers['temp/token'] = () => ({ token: `temp${++issued}`, expiresAt: AT });
    world.answers['send/email'] = () =>
      refusals-- > 0
        ? { code: 'temporaryTokenInvalid', message: '', data: null, requestId: 'r' }
        : { againInMs: 1, validMs: 1, isLocal: true };
    const send = () => ask('common.sendEmail', { email: 'a@b.example', purpose: 'register' });
    expect((await send()).ok).toBe(true);
    expect((await send()).ok).toBe(true);
    expect(issued).toBe(1);
    refusals = 1;
    expect((await send()).ok).toBe(true);
    expect(issued).toBe(2);
    expect(world.requested.at(-1)?.[2]).toMatchObject({ authorization: 'temp2' });
  });
});

const transferBody = { asset: 'USDT', from: 'spot', to: 'futures', amount: '1' } as const;
describe('a money-moving call', () => {
  beforeEach(async () => {
    await world.session.setSettings({ token: 'mine' });
    publishSnapshot([balance('spot', 'USDT', '5')]);
    await pass(20);
  });
  const submit = () => world.session.submit('account.transfer', transferBody);
  const journal = () => shown<JournalFrame>({ kind: 'journal' });

  it('is written down before it is sent, and forgotten once its end is known', async () => {
    let keptMeanwhile = 0;
    world.answers['account/transfer'] = () => {
      keptMeanwhile = world.journal.size;
      return { journal: 7 };
    };
    expect(await submit()).toEqual({ state: 'settled', data: { journal: 7 } });
    expect([keptMeanwhile, world.journal.size]).toEqual([1, 0]);
    expect(world.requested.at(-1)?.[2]).toMatchObject({ 'idempotency-key': 'key-0', authorization: 'mine' });
  });
  it('that is refused is over', async () => {
    world.answers['account/transfer'] = () => ({
      code: 'insufficientBalance',
      message: 'Not enough.',
      data: null,
      requestId: 'r',
    });
    expect(await submit()).toEqual({
      state: 'refused',
      error: { code: 'insufficientBalance', message: 'Not enough.' },
    });
    expect(world.journal.size).toBe(0);
  });
  it.each([true, false])(
    'whose answer is lost is asked after until its end is known (done: %s)',
    async (done) => {
      const frames = await journal();
      expect(await submit()).toEqual({ state: 'unknown', key: 'key-0' });
      await pass(100);
      expect(frames.at(-1)?.entries).toMatchObject([
        { key: 'key-0', state: 'unknown', call: 'account.transfer' },
      ]);
      await pass(5_000);
      expect(frames.at(-1)?.entries).toMatchObject([{ state: 'unknown' }]);
      world.answers['account/commands'] = ({ keys }: { keys: string[] }) => ({
        commands: keys.map((key) => ({ key, done, response: null })),
      });
      await pass(3_000);
      expect(frames.at(-1)?.entries).toMatchObject([{ state: done ? 'settled' : 'absent' }]);
      expect(world.journal.size).toBe(0);
      await pass(10_000);
      expect(frames.at(-1)?.entries).toEqual([]);
    },
  );
  it('of an earlier life is asked after once the user is known again', async () => {
    world.journal.set('old', {
      key: 'old',
      owner: '100000001',
      call: 'account.transfer',
      request: transferBody,
      at: world.clock.now() - 1_000,
    });
    world.journal.set('other', {
      key: 'other',
      owner: '999999999',
      call: 'account.transfer',
      request: transferBody,
      at: world.clock.now(),
    });
    const requested: string[][] = [];
    world.answers['account/commands'] = ({ keys }: { keys: string[] }) => {
      requested.push(keys);
      return { commands: keys.map((key) => ({ key, done: true, response: null })) };
    };
    const frames = await journal();
    await world.session.setSettings({ token: null });
    await world.session.setSettings({ token: 'again' });
    publishSnapshot([], '100000001');
    await pass(200);
    expect(requested).toEqual([['old']]);
    expect(frames.at(-1)?.entries).toMatchObject([{ key: 'old', state: 'settled' }]);
    expect([...world.journal.keys()]).toEqual(['other']);
  });
  it('of an earlier life is in doubt from the journal’s first word, and every one of them', async () => {
    for (const key of ['one', 'two'])
      world.journal.set(key, {
        key,
        owner: '100000001',
        call: 'account.transfer',
        request: transferBody,
        at: world.clock.now() - 1_000,
      });
    world.answers['account/commands'] = () => new Promise(() => undefined);
    await world.session.setSettings({ token: 'again' });
    const frames = await journal();
    await pass(1_000);
    // Who is logged in is not known yet: that nothing is in doubt neither.
    expect(frames).toEqual([]);
    publishSnapshot([], '100000001');
    await pass(200);
    expect(frames[0]?.entries.map(({ key, state }) => [key, state])).toEqual([
      ['one', 'unknown'],
      ['two', 'unknown'],
    ]);
  });
  it('is not sent while nobody could ask after it', async () => {
    await world.session.setSettings({ token: 'unknown' });
    expect(await submit()).toEqual({ state: 'refused', error: { code: 'networkDown', message: '' } });
    expect(world.requested.some(([path]) => path.endsWith('account/transfer'))).toBe(false);
    expect(world.journal.size).toBe(0);
  });
});

describe('the journal’s store', () => {
  const entry = (key: string) => ({ key, owner: 'o', call: 'account.transfer' as const, request: {}, at: 1 });
  it('outlives the worker', async () => {
    const first = createJournalStore('outlives', deviceClock);
    await first.put(entry('a'));
    await first.put(entry('b'));
    await first.remove('a');
    expect(await createJournalStore('outlives', deviceClock).all()).toEqual([entry('b')]);
  });
  it('still works where the browser refuses one', async () => {
    const { indexedDB } = globalThis;
    Reflect.deleteProperty(globalThis, 'indexedDB');
    try {
      const store = createJournalStore('refused', deviceClock);
      await store.put(entry('a'));
      expect(await store.all()).toEqual([entry('a')]);
      await store.remove('a');
      expect(await store.all()).toEqual([]);
    } finally {
      globalThis.indexedDB = indexedDB;
    }
  });
  it('is opened again where the browser refused it once', async () => {
    const store = createJournalStore('refused once', deviceClock);
    const refused = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('Internal error', 'UnknownError');
    });
    await store.put(entry('a'));
    expect([refused.mock.calls.length, store.isLasting()]).toEqual([1, false]);
    await store.put(entry('b'));
    // It is not waited for, and answers in its time.
    await vi.waitFor(() => expect(store.isLasting()).toBe(true), 10_000);
    expect(await createJournalStore('refused once', deviceClock).all()).toEqual([entry('b')]);
    refused.mockRestore();
  });
  it('goes on in memory while the browser’s breaks, and says so until it works again', async () => {
    const store = createJournalStore('broken', new FakeClock());
    await store.put(entry('a'));
    expect(store.isLasting()).toBe(true);
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    await store.put(entry('b'));
    expect(store.isLasting()).toBe(false);
    expect(await store.all()).toEqual([entry('a'), entry('b')]);
    broken.mockRestore();
    await store.put(entry('c'));
    await expect.poll(() => store.isLasting()).toBe(true);
  });
  it('waits two seconds for one that hangs, and never again', async () => {
    const hung = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      const request = Object.create(IDBOpenDBRequest.prototype);
      return Object.assign(request, { addEventListener: () => undefined });
    });
    const clock = new FakeClock();
    const store = createJournalStore('hung', clock);
    const put = store.put(entry('a'));
    await clock.advance(PATIENCE_MS);
    await put;
    expect(store.isLasting()).toBe(false);
    const known = store.all();
    await clock.advance(0);
    expect(await known).toEqual([entry('a')]);
    hung.mockRestore();
  });
  it('leaves calls alone that another worker is waiting for', async () => {
    const held = new Set<string>();
    const locks = {
      request: async (name: string, _: unknown, run: (lock: object | null) => Promise<void>) => {
        if (held.has(name)) return run(null);
        held.add(name);
        await run({});
        held.delete(name);
      },
    };
    const alone = exclusively(locks as never);
    let runs = 0;
    let end: () => void = () => undefined;
    const first = alone(
      'k',
      () =>
        new Promise<void>((resolve) => {
          runs += 1;
          end = resolve;
        }),
    );
    await alone('k', async () => void (runs += 1));
    expect(runs).toBe(1);
    end();
    await first;
    await alone('k', async () => void (runs += 1));
    expect(runs).toBe(2);
  });
  it('sends a call also where the browser refuses the page its locks, and once', async () => {
    const work = vi.fn(async () => undefined);
    const refused = { request: async () => Promise.reject(new DOMException('no storage', 'SecurityError')) };
    await exclusively(refused as never)('k', work);
    expect(work).toHaveBeenCalledOnce();
    const failing = vi.fn(async () => Promise.reject(new Error('a bug')));
    const given = {
      request: (_: string, __: unknown, run: (lock: object) => Promise<void>) => run({}),
    };
    await expect(exclusively(given as never)('k', failing)).rejects.toThrow('a bug');
    expect(failing).toHaveBeenCalledOnce();
  });
});

describe('records', () => {
  const row = (id: number) => ({
    id: `${id}.1`,
    account: 'spot',
    asset: 'USDT',
    kind: 'transfer',
    amount: '-1234.5',
    balance: '10',
    at: AT,
  });
  const answer =
    (total: number) =>
    ({ before, limit }: { before?: string; limit: number }) => {
      const from = before === undefined ? total : Number.parseInt(before, 10) - 1;
      const rows = Array.from({ length: Math.min(limit, from) }, (_, i) => row(from - i));
      const last = rows.at(-1);
      return { rows, next: last && last.id !== '1.1' ? last.id : null };
    };

  it('come page by page as far as the reader scrolls', async () => {
    world.answers['account/records'] = answer(120);
    const frames = await shown<RecordsFrame>({ kind: 'records', want: 60 });
    const last = frames.at(-1);
    expect(last?.rows).toHaveLength(100);
    expect(last?.more).toBe(true);
    expect(last?.rows[0]).toMatchObject({
      amount: '−1,234.50',
      direction: -1,
      balance: '10.00',
      movement: 'transfer',
    });
  });
  it('say that they failed, and go on when asked again', async () => {
    const frames: RecordsFrame[] = [];
    const handle = await world.session.open(
      { kind: 'records', want: 50 },
      proxy((frame) => void frames.push(frame as RecordsFrame)),
    );
    await pass(100);
    expect(frames.at(-1)?.failed?.code).toBe('networkDown');
    world.answers['account/records'] = answer(3);
    await handle.update({ kind: 'records', want: 50 });
    await pass(100);
    expect(frames.at(-1)).toMatchObject({ more: false, loading: false });
    expect(frames.at(-1)?.rows).toHaveLength(3);
    expect(frames.at(-1)?.failed).toBeUndefined();
  });
  it('are under way for as long as the exchange is silent, then late, and asked for again', async () => {
    world.answers['account/records'] = () => new Promise(() => undefined);
    const frames: RecordsFrame[] = [];
    const handle = await world.session.open(
      { kind: 'records', want: 50 },
      proxy((frame) => void frames.push(frame as RecordsFrame)),
    );
    await pass(100);
    expect(frames.at(-1)).toMatchObject({ rows: [], loading: true });
    await world.clock.advance(50_000);
    await pass(100);
    expect(frames.at(-1)).toMatchObject({ loading: false, failed: { code: 'timedOut' } });
    world.answers['account/records'] = answer(3);
    await handle.update({ kind: 'records', want: 50 });
    await pass(100);
    expect(frames.at(-1)?.rows).toHaveLength(3);
  });
  it('grow at the top when money moves', async () => {
    world.answers['account/records'] = answer(3);
    const frames = await shown<RecordsFrame>({ kind: 'records', want: 50 });
    world.answers['account/records'] = answer(5);
    publishSnapshot([balance('spot', 'USDT', '5')]);
    await pass(200);
    expect(frames.at(-1)?.rows.map(({ id }) => id)).toEqual(['5.1', '4.1', '3.1', '2.1', '1.1']);
  });
  it('leave as CSV at full precision, all of them', async () => {
    world.answers['account/records'] = answer(1_203);
    const result = await ask('exportRecords', { asset: 'USDT' });
    const lines = result.ok ? result.data.trimEnd().split('\r\n') : [];
    expect(lines).toHaveLength(1_204);
    expect(lines[1]).toBe('1203.1,2026-11-18T12:00:00.000Z,spot,USDT,transfer,-1234.5,10');
    expect(world.requested.at(-1)?.[1]).toMatchObject({ asset: 'USDT', limit: 500 });
  });
});

it('words why something is frozen', async () => {
  world.answers['account/holds'] = () => ({
    holds: [{ account: 'spot', kind: 'order', reference: '42', amount: '1234.5', at: AT }],
  });
  const german = await connect({ language: 'de' });
  const result = await ask('holdsOf', 'USDT', german);
  expect(result.ok && result.data).toMatchObject([{ kind: 'order', reference: '42', amount: '1.234,50' }]);
});
