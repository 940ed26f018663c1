// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { client } from '../../src/state/client.ts';
import type { StartedWorker } from '../../src/state/startWorker.ts';
import { applyStatus, status } from '../../src/state/status.ts';
import { FreshMark } from '../../src/ui/FreshMark.tsx';
import type { StatusFrame } from '../../workers/api.ts';

let isHung = false;
vi.mock('../../src/state/startWorker.ts', () => ({
  startMarketWorker: (): StartedWorker => {
    const never = () => new Promise<never>(() => undefined);
    const session = {
      open: async () => ({}),
      ping: () => (isHung ? never() : Promise.resolve('life')),
      ask: async () => ({ ok: true, data: {} }),
      setSettings: async () => undefined,
      close: async () => undefined,
    };
    return {
      api: { connect: async () => session } as never,
      startMs: 10_000,
      hasFailed: () => false,
      ended: never,
      stop: () => undefined,
    };
  },
}));

const frame = (change: Partial<StatusFrame>) =>
  act(async () =>
    applyStatus({ ...({ kind: 'status', link: 'live', markets: 6 } as StatusFrame), ...change }),
  );
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isOld = () => document.querySelector('[data-state="stale"]') !== null;

beforeEach(() => {
  vi.useFakeTimers();
  isHung = false;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('what a worker sent that is silent or gone is marked as old until the next one has prices', async () => {
  const stop = client.watchHealth();
  render(<FreshMark freshness={{ state: 'live', ageMs: 0, ageText: '' }} hasDot />);
  await frame({});
  await pass(3_000);
  expect(isOld()).toBe(false);
  isHung = true;
  await pass(4_000);
  expect(isOld()).toBe(true);
  isHung = false;
  await pass(1_000);
  // The next one has its line before it has the list.
  await frame({ link: 'connecting', markets: 0 });
  await frame({ link: 'live', markets: 0 });
  expect(isOld()).toBe(true);
  await frame({});
  expect(isOld()).toBe(false);
  // One that took the place of a silent one is waited for, but what it sent is not taken for live.
  isHung = true;
  await pass(3_500);
  expect(status.isSilent).toBe(true);
  expect(isOld()).toBe(true);
  stop();
});
