/** An animation frame of most screens, ms. */
const FRAME_MS = 1_000 / 60;

/** ms between frames of lists and of the one market in focus, between looks at a list's order, between beats. */
export const PERIODS = {
  live: { list: FRAME_MS, focus: FRAME_MS, order: 500, beat: FRAME_MS },
  balanced: { list: 50, focus: FRAME_MS, order: 1_000, beat: FRAME_MS },
  saver: { list: 250, focus: 250, order: 1_000, beat: 50 },
} as const;

/** A timer may come so much early or late, ms, without a frame being a beat late for it. */
export const SLACK_MS = FRAME_MS / 2;

/**
 * ms until the next beat. Beats stand on a grid, so that a late timer does not make all after it later: 50 ms would
 * become 64 otherwise. What is due within a moment is this beat already.
 */
export function untilBeat(now: number, beatMs: number): number {
  const rest = beatMs - (now % beatMs);
  return rest < beatMs / 4 ? rest + beatMs : rest;
}

/**
 * Rounds without a sign of life after which a page is gone. Rounds and not a time: a device that sleeps for hours
 * misses one.
 */
export const GONE_ROUNDS = 9;
/** Rounds that a page may be hidden before its views let go of their channels. */
export const REST_ROUNDS = 6;
/** ms between checks for what a hidden page is notified of. */
export const HIDDEN_MS = 1_000;
