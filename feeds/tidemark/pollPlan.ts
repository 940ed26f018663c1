import type { PollPlan } from '../rx/poll.ts';
import { schedulerOf } from '../rx/scheduler.ts';
import type { Clock } from '../types.ts';

/** Pause between two polls, and how long one is waited for, ms. */
const POLL_MS = 2_000;
/** Pause while nobody looks, or the reader saves data: what a notification is made of comes, and no value goes stale. */
const SLOW_POLL_MS = 5_000;
const ANSWER_MS = 10_000;
/** Failed polls wait longer, as a server in trouble is not helped by more questions. */
const MOST_WAIT_MS = 8_000;

/** How an exchange is polled where no socket gets through. @param random in [0, 1). */
export const pollPlan = (
  clock: Clock,
  random: () => number,
  failed: () => void,
  isSlow: () => boolean,
): PollPlan => ({
  everyMs: () => (isSlow() ? SLOW_POLL_MS : POLL_MS),
  answerMs: ANSWER_MS,
  retryMs: (failures) => Math.min(MOST_WAIT_MS, POLL_MS * 2 ** (failures - 1)) * (0.75 + 0.5 * random()),
  scheduler: schedulerOf(clock),
  failed,
});
