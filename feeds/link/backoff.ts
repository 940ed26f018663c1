const BASE_MS = 250;
const CAP_MS = 30_000;

/**
 * How long to wait before the next attempt, full jitter: anywhere up to 250 ms × 2^attempt, at most 30 s, so that
 * many clients that lost one server do not come back at once.
 * @param attempt failed attempts so far, from 0. @param random in [0, 1).
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.floor(random * Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempt, 20)));
}
