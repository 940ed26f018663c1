// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn, signOut } from '../../src/state/login.ts';
import type { PushDoor } from '../../src/state/push.ts';
import { push, startPush, stopPush } from '../../src/state/push.ts';
import { fake } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const subscription = (name: string) => ({
  toJSON: () => ({ endpoint: `https://push/${name}`, keys: { p256dh: `p-${name}`, auth: `a-${name}` } }),
  unsubscribe: vi.fn(async () => true),
});
/** A browser that gives these, one after the other. */
const browser = (...given: ReturnType<typeof subscription>[]): PushDoor => ({
  subscribed: vi.fn(async () => given.shift()),
  current: async () => given[0],
});
const good = (data: unknown = {}) => ({ ok: true, data });
const refused = (code: string) => ({ ok: false, error: { code, message: '' } });
const answers = (...on: unknown[]) =>
  fake.call.mockImplementation(async (name: string) =>
    name === 'notification.push' ? good({ key: 'BKey' }) : (on.shift() ?? good()),
  );
const requested = (name: string) =>
  fake.call.mock.calls.filter(([each]) => each === name).map(([, request]) => request);

beforeEach(() => {
  fake.call.mockReset();
  push.isOn = false;
  push.refusal = undefined;
  signIn('token-of-ada');
});
afterEach(() => signOut());

describe('push on this device', () => {
  it('is told to the exchange, with the wish for words', async () => {
    answers();
    const door = browser(subscription('a'));
    await startPush(true, door);
    expect(door.subscribed).toHaveBeenCalledWith('BKey');
    expect(requested('notification.pushOn')).toEqual([
      { endpoint: 'https://push/a', p256dh: 'p-a', auth: 'a-a', words: true },
    ]);
    expect(push.isOn).toBe(true);
  });
  it('gets an address of its own where another login has the present one', async () => {
    answers(refused('pushTaken'), good());
    const [first, second] = [subscription('a'), subscription('b')];
    await startPush(false, browser(first, second));
    expect(first.unsubscribe).toHaveBeenCalledTimes(1);
    expect(requested('notification.pushOn')).toMatchObject([
      { endpoint: 'https://push/a' },
      { endpoint: 'https://push/b' },
    ]);
    expect(push.isOn).toBe(true);
  });
  it('says why the exchange refuses it', async () => {
    answers(refused('pushTooMany'));
    await startPush(false, browser(subscription('a')));
    expect([push.isOn, push.refusal?.code]).toEqual([false, 'pushTooMany']);
  });
  it('stays off where browser or exchange have none, and where subscribing fails', async () => {
    answers();
    await startPush(false, browser());
    expect(push.isOn).toBe(false);
    const door = browser(subscription('a'));
    door.subscribed = () => Promise.reject(new Error('no service'));
    await startPush(false, door);
    expect([push.isOn, push.refusal]).toEqual([false, undefined]);
    fake.call.mockResolvedValue(good({ key: null }));
    await startPush(false, browser(subscription('a')));
    expect(push.isOn).toBe(false);
    expect(requested('notification.pushOn')).toEqual([]);
  });
  it('ends at both, and what was still on its way does not switch it on again', async () => {
    let come: (answer: unknown) => void = () => undefined;
    answers();
    const kept = subscription('a');
    fake.call.mockImplementationOnce(() => new Promise((resolve) => (come = resolve)));
    const starting = startPush(false, browser(kept));
    await stopPush({ ...browser(kept), current: async () => kept });
    come(good({ key: 'BKey' }));
    await starting;
    expect(requested('notification.pushOff')).toHaveLength(1);
    expect(kept.unsubscribe).toHaveBeenCalled();
    expect(push.isOn).toBe(false);
  });
});
