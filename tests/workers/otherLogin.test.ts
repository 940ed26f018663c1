import { proxy } from 'comlink';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConvertSmallFrame, RecordsFrame, View } from '../../workers/api.ts';
import type { JournalEntry } from '../../workers/session/journal.ts';
import { Submitter } from '../../workers/session/submitter.ts';
// Loaded before, as a first load takes the time of the machine and not of the test's clock.
import '../../workers/views/userViews.ts';
import { FakeClock, settle } from '../support/fakeClock.ts';
import { ask, pass, userState, world, worldForEach } from './world.ts';

const TRANSFER = { asset: 'USDT', from: 'spot', to: 'futures', amount: '3' } as const;

const MOVEMENT = {
  id: '1.1',
  account: 'spot',
  asset: 'USDT',
  kind: 'transfer',
  amount: '7',
  balance: '7',
  at: 1,
} as const;

/** A step that waits until the test goes on with it. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a command while the login changes', () => {
  let kept: Map<string, JournalEntry>;
  let uid: string | undefined;
  let requested: string[];
  let answers: () => Promise<object>;
  let put: () => Promise<void>;
  let isLasting: boolean;
  let clock: FakeClock;
  let submitter: Submitter;

  beforeEach(() => {
    clock = new FakeClock();
    kept = new Map();
    requested = [];
    uid = 'anna';
    answers = async () => ({ ok: true, data: {} });
    put = async () => undefined;
    isLasting = true;
    submitter = new Submitter({
      clock,
      newKey: () => 'key',
      owner: () => uid,
      exclusively: (_, work) => work(),
      call: ((name: string) => {
        requested.push(`${name} by ${uid}`);
        return answers();
      }) as never,
      store: {
        isLasting: () => isLasting,
        put: async (entry) => {
          await put();
          kept.set(entry.key, entry);
        },
        remove: async (key) => void kept.delete(key),
        all: async () => (isLasting ? [...kept.values()] : []),
      },
    });
  });
  const logIn = (next: string | undefined) => {
    uid = next;
    submitter.forget();
  };
  const submit = () => submitter.submit('account.transfer', TRANSFER, 'en_us');

  it('is not sent in the name of who has logged in while it was written down', async () => {
    const { opened, open } = gate();
    put = () => opened;
    const ended = submit();
    await settle();
    logIn('bert');
    open();
    expect(await ended).toMatchObject({ state: 'refused' });
    expect(requested).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('of an earlier life is asked about once the device can read what was written down', async () => {
    kept.set('left', { key: 'left', owner: 'anna', call: 'account.transfer', request: TRANSFER, at: 0 });
    answers = async () => ({ ok: true, data: { commands: [{ key: 'left', done: true, response: null }] } });
    isLasting = false;
    await submitter.reconcile();
    expect(submitter.published).toEqual([]);
    isLasting = true;
    await clock.advance(10_000);
    await settle();
    expect(submitter.published).toMatchObject([{ key: 'left', state: 'settled' }]);
    expect(kept.size).toBe(0);
  });

  it('is not shown to who has logged in while its answer was lost', async () => {
    const { opened, open } = gate();
    answers = async () => {
      await opened;
      return { ok: false, error: { code: 'networkDown', message: '' } };
    };
    const ended = submit();
    await settle();
    logIn('bert');
    open();
    expect(await ended).toEqual({ state: 'unknown', key: 'key' });
    await settle();
    expect(submitter.published).toEqual([]);
    // Whose it is finds out at the next login.
    expect([...kept.keys()]).toEqual(['key']);
    expect(requested).toEqual(['account.transfer by anna']);
  });

  it('in doubt stays written down where who has logged in meanwhile is the one that asks', async () => {
    const { opened, open } = gate();
    for (const key of ['first', 'second'])
      kept.set(key, { key, owner: 'anna', call: 'account.transfer', request: TRANSFER, at: clock.now() });
    answers = async () => {
      await opened;
      return { ok: true, data: { commands: [] } };
    };
    const ended = submitter.reconcile();
    await settle();
    logIn('bert');
    open();
    await ended;
    expect(requested).toEqual(['account.commands by anna']);
    expect(submitter.published).toEqual([]);
    expect([...kept.keys()]).toEqual(['first', 'second']);
  });

  it('whose end is known is in no doubt again where another look-up began before', async () => {
    for (const key of ['first', 'second'])
      kept.set(key, { key, owner: 'anna', call: 'account.transfer', request: TRANSFER, at: clock.now() });
    const commands = ['first', 'second'].map((key) => ({ key, done: true, response: null }));
    const { opened, open } = gate();
    let count = 0;
    answers = async () => {
      count += 1;
      // The second look-up is slow, and then without a network.
      if (count === 1 || count === 3) return { ok: true, data: { commands } };
      await opened;
      return { ok: false, error: { code: 'networkDown', message: '' } };
    };
    const looked = [submitter.reconcile(), submitter.reconcile()];
    await looked[0];
    open();
    await looked[1];
    expect(submitter.published.map(({ state }) => state)).toEqual(['settled', 'settled']);
  });
});

describe('who logs in after somebody else', () => {
  worldForEach();
  const publish = (uid: string) =>
    world.feed.subject.next({
      kind: 'private',
      at: world.clock.now(),
      snapshot: userState({ uid }),
    });
  async function shown<F>(view: View): Promise<F[]> {
    const frames: F[] = [];
    await world.session.open(
      view,
      proxy((frame) => void frames.push(frame as F)),
    );
    await pass(100);
    return frames;
  }

  it('is not shown the other’s small balances, though nobody looked at the page in between', async () => {
    await world.session.setSettings({ token: 'anna' });
    publish('1');
    world.answers['convert/small/quote'] = () => ({
      id: 'q1',
      to: 'USDT',
      now: world.clock.now(),
      expiresAt: world.clock.now() + 10_000,
      below: '1',
      rows: [{ asset: 'AAA', amount: '0.5', price: '0.8', toAmount: '0.4', reference: '0.81' }],
    });
    const frames = await shown<ConvertSmallFrame>({ kind: 'convertSmall', without: [], turn: 0 });
    expect(frames.at(-1)?.lines).toHaveLength(1);
    await world.session.setSettings({ visible: false });
    world.answers = {};
    await world.session.setSettings({ token: 'bert' });
    publish('2');
    const before = frames.length;
    await world.session.setSettings({ visible: true });
    await pass(100);
    expect(frames.slice(before).flatMap(({ lines }) => lines)).toEqual([]);
  });

  it('is not shown the other’s movements while their own cannot be had', async () => {
    await world.session.setSettings({ token: 'anna' });
    publish('1');
    world.answers['account/records'] = () => ({ rows: [MOVEMENT], next: null });
    const frames = await shown<RecordsFrame>({ kind: 'records', want: 10 });
    expect(frames.at(-1)?.rows).toHaveLength(1);
    world.answers = {};
    await world.session.setSettings({ token: 'bert' });
    publish('2');
    await pass(100);
    expect(frames.at(-1)).toMatchObject({ rows: [], failed: { code: 'networkDown' } });
  });

  it('has no row in a file that the other has begun', async () => {
    await world.session.setSettings({ token: 'anna' });
    const { opened, open } = gate();
    let pages = 0;
    world.answers['account/records'] = async () => {
      pages += 1;
      await opened;
      return { rows: [MOVEMENT], next: pages === 1 ? '1.1' : null };
    };
    const made = ask('exportRecords', {});
    await pass(100);
    await world.session.setSettings({ token: 'bert' });
    open();
    expect(await made).toMatchObject({ ok: false, error: { code: 401 } });
    expect(pages).toBe(1);
  });

  it('who is the same user keeps what was read', async () => {
    await world.session.setSettings({ token: 'anna' });
    publish('1');
    world.answers['account/records'] = () => ({ rows: [MOVEMENT], next: null });
    const frames = await shown<RecordsFrame>({ kind: 'records', want: 10 });
    world.answers = {};
    await world.session.setSettings({ token: 'anna again' });
    publish('1');
    await pass(100);
    expect(frames.at(-1)?.rows).toHaveLength(1);
  });
});
