// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeSettings } from '../../src/state/settings.ts';
import { signal } from '../../src/state/signals.ts';

/** A device whose sound waits for the first touch. */
let touch: () => void = () => undefined;
const touched = new Promise<void>((resolve) => {
  touch = resolve;
});
let starts = 0;
class Audio {
  state = 'suspended';
  readonly currentTime = 0;
  readonly destination = {};
  async resume(): Promise<void> {
    await touched;
    this.state = 'running';
  }
  createOscillator() {
    return {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: () => {
        starts += 1;
      },
      stop: () => undefined,
    };
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: (next: unknown) => next };
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', Audio);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sounds of hours in which nobody touched the page are not played all at once', async () => {
  changeSettings({ sound: true });
  for (let fill = 0; fill < 30; fill++) {
    signal('good');
    await vi.advanceTimersByTimeAsync(60_000);
  }
  touch();
  await vi.advanceTimersByTimeAsync(0);
  expect(starts).toBe(0);
  signal('good');
  await vi.advanceTimersByTimeAsync(0);
  expect(starts).toBe(2);
});
