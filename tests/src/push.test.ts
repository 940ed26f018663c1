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
  it('that was stopped while it was on its way is not registered afterwards', async () => {
    let come: (answer: unknown) => void = () => undefined;
    answers();
    const kept = subscription('a');
    fake.call.mockImplementationOnce(() => new Promise((resolve) => (come = resolve)));
    const door = { ...browser(kept), current: async () => undefined };
    const starting = startPush(false, door);
    await stopPush(door);
    come(good({ key: 'BKey' }));
    await starting;
    expect(requested('notification.pushOn')).toEqual([]);
    // What the browser was still making when it was stopped ends too.
    let make: (made: typeof kept) => void = () => undefined;
    door.subscribed = () => new Promise((resolve) => (make = resolve));
    const again = startPush(false, door);
    await vi.waitFor(() => expect(requested('notification.push')).toHaveLength(2), 10_000);
    await Promise.resolve();
    await stopPush(door);
    make(kept);
    await again;
    expect(requested('notification.pushOn')).toEqual([]);
    expect(kept.unsubscribe).toHaveBeenCalledTimes(1);
  });
  it('that is switched on again waits for the end of the stop', async () => {
    answers();
    const kept = subscription('a');
    await startPush(false, browser(kept));
    let end: (isDone: boolean) => void = () => undefined;
    kept.unsubscribe.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
    const stopping = stopPush({ ...browser(kept), current: async () => kept });
    const door = browser(subscription('b'));
    const starting = startPush(false, door);
    await new Promise((resolve) => setTimeout(resolve));
    expect(door.subscribed).not.toHaveBeenCalled();
    end(true);
    await Promise.all([stopping, starting]);
    expect(requested('notification.pushOn').at(-1)).toMatchObject({ endpoint: 'https://push/b' });
    expect(push.isOn).toBe(true);
  });
  it('ends on the device of who logs out, also where the exchange cannot be reached', async () => {
    answers();
    const kept = subscription('a');
    await startPush(true, browser(kept));
    signOut();
    await stopPush({ ...browser(kept), current: async () => kept });
    expect(kept.unsubscribe).toHaveBeenCalledTimes(1);
    expect(requested('notification.pushOff')).toEqual([]);
    expect(push.isOn).toBe(false);
  });
});
