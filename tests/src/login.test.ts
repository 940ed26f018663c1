// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { client } from '../../src/state/client.ts';
import { login, logOut, sessionEnded, signIn } from '../../src/state/login.ts';

vi.mock('../../src/state/client.ts', () => ({ client: { ask: vi.fn(), setSettings: vi.fn() } }));
vi.mock('../../src/state/status.ts', () => ({ status: {} }));

const ENDED = { ok: false, error: { code: 401, message: '' } };

beforeEach(() => {
  localStorage.clear();
  signIn('mine');
});

it('says that a login has ended when the exchange ended it', () => {
  sessionEnded('mine');
  expect([login.token, login.hasEnded, localStorage.length]).toEqual([null, true, 0]);
});

it('says nothing of a login that ends because the person leaves, however the end is heard of', async () => {
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
