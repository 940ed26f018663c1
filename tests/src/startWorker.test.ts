// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

class Thread extends EventTarget {
  static readonly all: Thread[] = [];
  readonly port = Object.assign(new EventTarget(), { start: () => undefined });
  constructor() {
    super();
    Thread.all.push(this);
  }
}

beforeEach(() => {
  Thread.all.length = 0;
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

async function started(kind: 'Worker' | 'SharedWorker') {
  vi.stubGlobal('SharedWorker', undefined);
  vi.stubGlobal(kind, Thread);
  const { startMarketWorker } = await import('../../src/state/startWorker.ts');
  const worker = startMarketWorker();
  const [thread] = Thread.all as [Thread];
  return { worker, thread, speaks: kind === 'Worker' ? thread : thread.port };
}

describe.each(['Worker', 'SharedWorker'] as const)('a %s', (kind) => {
  it('has failed when its script could not be had', async () => {
    const { worker, thread } = await started(kind);
    expect(worker.hasFailed()).toBe(false);
    thread.dispatchEvent(new Event('error'));
    expect(worker.hasFailed()).toBe(true);
  });
  it('that has spoken goes on after an error: it is not started again for it', async () => {
    const { worker, thread, speaks } = await started(kind);
    speaks.dispatchEvent(new MessageEvent('message', { data: {} }));
    thread.dispatchEvent(new Event('error'));
    expect(worker.hasFailed()).toBe(false);
  });
  it('that speaks after an error has not failed', async () => {
    const { worker, thread, speaks } = await started(kind);
    thread.dispatchEvent(new Event('error'));
    speaks.dispatchEvent(new MessageEvent('message', { data: {} }));
    expect(worker.hasFailed()).toBe(false);
  });
});
