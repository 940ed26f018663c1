import type { Clock } from '../types.ts';

/** Clocks that part by more than this: somebody or a system set one of them. */
const SET_MS = 1_000;
/**
 * A request is on its way for no longer than this: what takes longer waits on a full line to the reader, behind what
 * was sent before.
 */
const ASK_MS = 250;
/** How fast two clocks drift apart at most, ms a ms: what was measured is worth less the older it is. */
const DRIFT = 1 / 5_000;

/** How far the server's clock is ahead of the device's, from the exchange of messages that measures it best. */
export interface ClockOffset {
  /** Whether an exchange has been measured that still counts. */
  readonly isKnown: boolean;
  /**
   * An answer just came. @param roundTripMs monotonic, from question to answer.
   * @param serverNow the server's clock when it answered, ms UTC. @returns server minus device, whole ms.
   */
  add(roundTripMs: number, serverNow: number): number;
  /** One of the clocks was set: what was measured counts no more. */
  forget(): void;
}

interface Measured {
  readonly offsetMs: number;
  readonly roundTripMs: number;
  readonly at: number;
  /** How far wall and monotonic clock of the device were apart. */
  readonly apart: number;
}

/** The quickest answer says it best, until it is old; each later one still bounds it. */
export function createClockOffset(clock: Clock): ClockOffset {
  let best: Measured | undefined;
  const apart = () => clock.now() - clock.monotonic();
  const known = () => (best && Math.abs(apart() - best.apart) <= SET_MS ? best : undefined);
  return {
    get isKnown() {
      return known() !== undefined;
    },
    add(roundTripMs, serverNow) {
      const at = clock.monotonic();
      // It was answered between the question and now.
      const least = serverNow - clock.now();
      const most = least + roundTripMs;
      const before = known();
      const bounded = before && Math.min(most, Math.max(least, before.offsetMs));
      if (
        !before ||
        bounded === undefined ||
        Math.abs(bounded - before.offsetMs) > SET_MS ||
        roundTripMs <= before.roundTripMs + (at - before.at) * DRIFT
      )
        best = { offsetMs: most - Math.min(roundTripMs / 2, ASK_MS), roundTripMs, at, apart: apart() };
      else best = { ...before, offsetMs: bounded };
      return Math.round(best.offsetMs);
    },
    forget() {
      best = undefined;
    },
  };
}
