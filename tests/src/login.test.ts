// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
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

it('forgets in every tab what was typed by somebody who logs out in one, and keeps it where a login just ends', async () => {
  signIn('hers');
  ownDrafts('ada');
  writeDraft('withdraw', typed);
  // As another tab does it: this one has a session of its own.
  const [owner, draft] = [...Array(sessionStorage.length).keys()].map((i) => sessionStorage.key(i) ?? '');
  const kept = [owner, draft].map((key = '') => [key, sessionStorage.getItem(key) ?? ''] as const);
  vi.mocked(client.ask).mockResolvedValueOnce({ ok: true, data: {} } as never);
  await logOut();
  const stop = followLogin();
  signIn('hers');
  localStorage.removeItem('TOKEN');
  for (const [key, value] of kept) sessionStorage.setItem(key, value);
  expect(readDraft('withdraw')).toEqual(typed);
  window.dispatchEvent(new Event('pageshow'));
  expect([login.token, readDraft('withdraw')]).toEqual([null, {}]);

  signIn('mine');
  ownDrafts('ada');
  writeDraft('withdraw', typed);
  localStorage.removeItem('TOKEN');
  localStorage.removeItem('TIDEMARK_UID');
  window.dispatchEvent(new Event('pageshow'));
  expect([login.token, readDraft('withdraw')]).toEqual([null, typed]);
  stop();
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
