import { vi } from 'vitest';
import type { ServerClock } from '../../server/base/clock.ts';
import { deviceClock } from '../../server/host/device/clock.ts';

/** The device's time, `factor` times as fast: what waits for timers alone waits less. */
export function quickClock(factor: number): ServerClock & { sleep(ms: number): Promise<void> } {
  const begun = deviceClock.now();
  const { every, after, pause } = deviceClock;
  return {
    now: () => begun + (deviceClock.now() - begun) * factor,
    every: (ms, run) => every(ms / factor, run),
    after: (ms, run) => after(ms / factor, run),
    pause,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / factor)),
  };
}

/** Timers as rare as this are those of checks for what is due, ms. */
const RARE_MS = 500;

/** Opens an exchange whose checks for what is due come five times as often, at the times that the device has. */
export async function withQuickChecks<T>(open: () => Promise<T>): Promise<T> {
  const { every } = deviceClock;
  const spy = vi
    .spyOn(deviceClock, 'every')
    .mockImplementation((ms, run) => every(ms >= RARE_MS ? ms / 5 : ms, run));
  try {
    return await open();
  } finally {
    spy.mockRestore();
  }
}
