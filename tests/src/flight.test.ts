// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { client } from '../../src/state/client.ts';
import { followFlight } from '../../src/state/flight.ts';
import { governor } from '../../src/state/governing.ts';

vi.mock('../../src/state/client.ts', () => ({
  client: { ask: vi.fn().mockResolvedValue({ ok: true, data: '' }), onReplaced: undefined },
}));
vi.mock('../../src/state/governing.ts', async () => ({
  governor: (await import('valtio')).proxy({ mode: 'balanced' }),
}));

const asks = () => vi.mocked(client.ask).mock.calls.map(([, what]) => what);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps the last minutes in the worker that lives now, and in none while data is saved', async () => {
  followFlight();
  expect(asks()).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asks()).toEqual([{ do: 'record', on: true }]);
  client.onReplaced?.();
  expect(asks().slice(1)).toEqual([{ do: 'record', on: true }]);
  governor.mode = 'saver';
  await vi.advanceTimersByTimeAsync(0);
  client.onReplaced?.();
  expect(asks().slice(2)).toEqual([{ do: 'record', on: false }]);
  document.dispatchEvent(new Event('pointerdown'));
  expect(asks()).toHaveLength(3);
});
