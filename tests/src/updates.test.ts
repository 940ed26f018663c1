// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Service } from '../../src/app/updates.ts';
import { declineUpdate, followUpdates, takeUpdate, updates } from '../../src/app/updates.ts';
import { counted, inFlight } from '../../src/state/inFlight.ts';

/** A browser's service worker that does what a test says. */
function fakeService() {
  const received: Record<string, () => void> = {};
  const registration = { waiting: {} as object | null };
  const service = {
    addEventListener: (type: string, listen: () => void) => void (received[type] = listen),
    register: async () => registration as ServiceWorkerRegistration,
    update: vi.fn(async () => undefined),
    messageSW: vi.fn(async () => undefined),
    messageSkipWaiting: vi.fn(),
  } satisfies Service;
  return { service, registration, publish: (type: 'waiting' | 'controlling') => received[type]?.() };
}
const reload = vi.fn();
let now = 0;
const later: [ms: number, run: () => void][] = [];
const follow = (service: Service | undefined) =>
  followUpdates({
    open: async () => service,
    reload,
    loaded: () => ['/assets/a.js'],
    now: () => now,
    after: (ms, run) => void later.push([ms, run]),
  });

beforeEach(() => {
  reload.mockReset();
  later.length = 0;
  updates.state = 'none';
  inFlight.sending = 0;
  inFlight.unknown = 0;
});

describe('a new version', () => {
  it('is offered, and taken by a tap alone', async () => {
    const { service, publish } = fakeService();
    await follow(service);
    expect(service.messageSW).toHaveBeenCalledWith({ type: 'keep', urls: ['/assets/a.js'] });
    publish('waiting');
    expect(updates.state).toBe('ready');
    expect(service.messageSkipWaiting).not.toHaveBeenCalled();
    // Another tab took it: this page stays as it is.
    publish('controlling');
    expect(reload).not.toHaveBeenCalled();
    takeUpdate();
    expect(service.messageSkipWaiting).toHaveBeenCalledTimes(1);
    publish('controlling');
    expect(reload).toHaveBeenCalledTimes(1);
  });
  it('keeps what the page loaded while its first service worker was on its way', async () => {
    const { service, publish } = fakeService();
    const files = ['/assets/a.js'];
    await followUpdates({
      open: async () => service,
      reload,
      loaded: () => [...files],
      now: () => now,
      after: () => undefined,
    });
    files.push('/assets/b.js');
    publish('controlling');
    expect(service.messageSW).toHaveBeenLastCalledWith({
      type: 'keep',
      urls: ['/assets/a.js', '/assets/b.js'],
    });
    expect(reload).not.toHaveBeenCalled();
  });
  it('is there after a moment also when its service worker has to wait', async () => {
    const { service, publish } = fakeService();
    await follow(service);
    publish('waiting');
    takeUpdate();
    expect(reload).not.toHaveBeenCalled();
    expect(later.map(([ms]) => ms)).toEqual([2_000]);
    for (const [, run] of later) run();
    expect(reload).toHaveBeenCalledTimes(1);
  });
  it('that another tab has taken is there after a reload', async () => {
    const { service, registration, publish } = fakeService();
    await follow(service);
    publish('waiting');
    registration.waiting = null;
    takeUpdate();
    expect(reload).toHaveBeenCalledTimes(1);
  });
  it('waits for orders that have no answer yet', async () => {
    const { service, publish } = fakeService();
    await follow(service);
    publish('waiting');
    let answer: () => void = () => undefined;
    const sent = counted(() => new Promise<void>((resolve) => (answer = resolve)));
    inFlight.unknown = 1;
    takeUpdate();
    expect(updates.state).toBe('waiting');
    answer();
    await sent;
    await Promise.resolve();
    expect(service.messageSkipWaiting).not.toHaveBeenCalled();
    inFlight.unknown = 0;
    await vi.waitFor(() => expect(service.messageSkipWaiting).toHaveBeenCalledTimes(1), 10_000);
  });
  it('can be declined, and the next one is offered again', async () => {
    const { service, publish } = fakeService();
    await follow(service);
    publish('waiting');
    declineUpdate();
    expect(updates.state).toBe('none');
    publish('waiting');
    expect(updates.state).toBe('ready');
  });
  it('is looked for when the page comes back, once a minute at most', async () => {
    const { service } = fakeService();
    await follow(service);
    const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
    comeBack();
    expect(service.update).not.toHaveBeenCalled();
    now += 61_000;
    comeBack();
    comeBack();
    expect(service.update).toHaveBeenCalledTimes(1);
  });
  it('is no matter where there are no service workers', async () => {
    await expect(follow(undefined)).resolves.toBeUndefined();
    const { service } = fakeService();
    await expect(
      follow({ ...service, register: () => Promise.reject(new Error('insecure')) }),
    ).resolves.toBeUndefined();
  });
});
