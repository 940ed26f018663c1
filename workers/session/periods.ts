/** ms between frames of lists and of the one market in focus, between looks at a list's order, between beats. */
export const PERIODS = {
  live: { list: 16, focus: 16, order: 500, beat: 16 },
  balanced: { list: 50, focus: 16, order: 1_000, beat: 16 },
  saver: { list: 250, focus: 250, order: 1_000, beat: 50 },
} as const;

/**
 * Rounds without a sign of life after which a page is gone. Rounds and not a time: a device that sleeps for hours
 * misses one.
 */
export const GONE_ROUNDS = 9;
/** Rounds that a page may be hidden before its views let go of their channels. */
export const REST_ROUNDS = 6;
/** ms between looks at what a hidden page wants to hear of. */
export const HIDDEN_MS = 1_000;
