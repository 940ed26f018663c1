import type { Clock } from '../types.ts';

const SAMPLES = 5;
/** Clocks of the device that part by more than this: the person or the system set the time. */
const SET_MS = 1_000;

/** How far the server's clock is ahead of the device's, from the newest five exchanges. */
export interface ClockOffset {
  /** Whether an exchange has been measured. */
  readonly isKnown: boolean;
  /**
   * An answer just came. @param roundTripMs monotonic, from question to answer.
   * @param serverNow the server's clock when it answered, ms UTC. @returns server minus device, whole ms.
   */
  add(roundTripMs: number, serverNow: number): number;
}

/** The median of `server − middle of the round trip`: one slow answer moves it little. */
export function createClockOffset(clock: Clock): ClockOffset {
  let samples: number[] = [];
  let apart = clock.now() - clock.monotonic();
  return {
    get isKnown() {
      return samples.length > 0;
    },
    add(roundTripMs, serverNow) {
      const apartNow = clock.now() - clock.monotonic();
      if (Math.abs(apartNow - apart) > SET_MS) samples = [];
      apart = apartNow;
      samples = [...samples, serverNow - (clock.now() - roundTripMs / 2)].slice(-SAMPLES);
      const sorted = samples.toSorted((a, b) => a - b);
      return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
    },
  };
}
