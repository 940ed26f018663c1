// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '../../src/state/client.ts';
import { ownDrafts, readDraft, writeDraft } from '../../src/state/drafts.ts';
import { followLogin, login, logOut, sessionEnded, signIn } from '../../src/state/login.ts';

vi.mock('../../src/state/client.ts', () => ({ client: { ask: vi.fn(), setSettings: vi.fn() } }));
vi.mock('../../src/state/status.ts', async () => ({
  status: (await import('valtio')).proxy({ loginEnded: false }),
}));

const ENDED = { ok: false, error: { code: 401, message: '' } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signIn('mine');
});

const typed = { address: 'bc1', amount: '2' };

it.each(['ada', 'bob'])(
  'shows what a user has typed to no other one who logs in in another tab: %s',
  (next) => {
    ownDrafts('ada');
    writeDraft('withdraw', typed);
    const stop = followLogin();
    sessionEnded('mine');
    expect(localStorage.length).toBe(0);
    localStorage.setItem('TIDEMARK_UID', next);
    localStorage.setItem('TOKEN', 'other');
    window.dispatchEvent(new Event('pageshow'));
    expect(login.token).toBe('other');
    expect(readDraft('withdraw')).toEqual(next === 'ada' ? typed : {});
    stop();
  },
);

describe('what was typed in another tab by somebody who logs out in one', () => {
  const inAnotherTab = (logsOut: boolean): void => {
    if (logsOut) localStorage.setItem('TIDEMARK_LEFT', 'ada');
    localStorage.removeItem('TOKEN');
    localStorage.removeItem('TIDEMARK_UID');
  };
  beforeEach(() => {
    signIn('hers');
    ownDrafts('ada');
    writeDraft('withdraw', typed);
  });

  it('is marked as left by the logout itself', async () => {
    signIn('another of hers');
    vi.mocked(client.ask).mockResolvedValueOnce({ ok: true, data: {} } as never);
    await logOut();
    expect([localStorage.getItem('TIDEMARK_LEFT'), readDraft('withdraw')]).toEqual(['ada', {}]);
    signIn('hers again');
    ownDrafts('ada');
    expect(localStorage.getItem('TIDEMARK_LEFT')).toBeNull();
  });

  it.each(['the storage', 'the private channel'])(
    'goes there too, from the screen as well, as %s says it first',
    (first) => {
      const before = login.handedOn;
      const stop = followLogin();
      inAnotherTab(true);
      if (first === 'the private channel') sessionEnded('hers');
      window.dispatchEvent(new Event('pageshow'));
      expect([login.token, login.hasEnded, readDraft('withdraw')]).toEqual([null, false, {}]);
      expect(login.handedOn).toBe(before + 1);
      stop();
    },
  );

  it.each(['the storage', 'the private channel'])(
    'stays where the login just ended, as %s says it',
    (first) => {
      const before = login.handedOn;
      const stop = followLogin();
      if (first === 'the private channel') sessionEnded('hers');
      else inAnotherTab(false);
      window.dispatchEvent(new Event('pageshow'));
      expect([login.token, readDraft('withdraw'), login.handedOn]).toEqual([null, typed, before]);
      stop();
    },
  );

  it('goes in a tab that is loaded after it', async () => {
    inAnotherTab(true);
    vi.resetModules();
    await import('../../src/state/login.ts');
    expect(readDraft('withdraw')).toEqual({});
  });
});

it('knows whose the drafts are in a tab that was opened after the login', async () => {
  ownDrafts('ada');
  // A tab has its own session, and begins with what the device has stored.
  sessionStorage.clear();
  vi.resetModules();
  await import('../../src/state/login.ts');
  writeDraft('withdraw', typed);
  ownDrafts('bob');
  expect(readDraft('withdraw')).toEqual({});
});

it('says that a login has ended when the exchange ended it', () => {
  sessionEnded('mine');
  expect([login.token, login.hasEnded, localStorage.length]).toEqual([null, true, 0]);
});

it('says nothing of a login that ends because the user leaves, however the end is heard of', async () => {
  let answer: (result: unknown) => void = () => undefined;
  vi.mocked(client.ask).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)) as never);
  const left = logOut();
  // The private channel ends before the logout has its answer.
  sessionEnded('mine');
  answer({ ok: true, data: {} });
  await left;
  expect([login.token, login.hasEnded]).toEqual([null, false]);

  signIn('again');
  vi.mocked(client.ask).mockResolvedValueOnce(ENDED as never);
  await logOut();
  expect([login.token, login.hasEnded]).toEqual([null, false]);
  signIn('third');
  sessionEnded('third');
  expect(login.hasEnded).toBe(true);
});

it('is forgotten on this device soon, whether the exchange answers or not', async () => {
  vi.useFakeTimers();
  vi.mocked(client.ask).mockReturnValueOnce(new Promise(() => undefined));
  const left = logOut();
  await vi.advanceTimersByTimeAsync(3_000);
  await left;
  vi.useRealTimers();
  expect([login.token, login.hasEnded, localStorage.length]).toEqual([null, false, 0]);
});

it.each(['pageshow', 'visibilitychange'])(
  'follows what other tabs did while the page was at rest, at the next %s',
  (event) => {
    const stop = followLogin();
    const come = () => (event === 'pageshow' ? window : document).dispatchEvent(new Event(event));
    come();
    expect(login.token).toBe('mine');
    localStorage.setItem('TOKEN', 'other');
    vi.useFakeTimers();
    come();
    // Screens of the one are gone before there are those of the next.
    expect(login.token).toBeNull();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(login.token).toBe('other');
    expect(client.setSettings).toHaveBeenLastCalledWith({ token: 'other' });
    localStorage.removeItem('TOKEN');
    come();
    expect(login.token).toBeNull();
    stop();
  },
);

it('ends no login that has begun in another tab', async () => {
  localStorage.setItem('TOKEN', 'other');
  sessionEnded('mine');
  expect([login.token, localStorage.getItem('TOKEN')]).toEqual(['other', 'other']);

  let answer: (result: unknown) => void = () => undefined;
  vi.mocked(client.ask).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)) as never);
  const left = logOut();
  signIn('next');
  answer({ ok: true, data: {} });
  await left;
  expect([login.token, localStorage.getItem('TOKEN')]).toEqual(['next', 'next']);
});

it('stays logged in where nothing can be stored, until the user leaves', async () => {
  const blocked = () => {
    throw new DOMException('blocked');
  };
  const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
    vi.spyOn(Storage.prototype, name).mockImplementation(blocked),
  );
  const stop = followLogin();
  signIn('unstored');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(login.token).toBe('unstored');
  sessionEnded('unstored');
  expect(login.token).toBeNull();
  stop();
  for (const spy of spies) spy.mockRestore();
});
