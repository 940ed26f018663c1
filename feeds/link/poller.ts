import type { Clock } from '../types.ts';

export const POLL_MS = 2_000;
/** Failed polls wait longer, as a server in trouble is not helped by more questions. */
const MOST_WAIT_MS = 8_000;
/** An answer that has not come after this time is not waited for any more. */
const ANSWER_MS = 10_000;

export interface PollEvents {
  /** Asks once; rejects when it fails. `isCurrent` turns false once the answer is not waited for any more. */
  ask(isCurrent: () => boolean): Promise<void>;
  failed(): void;
}

/** Asks again and again, one question at a time. @param random in [0, 1). @returns undo. */
export function poll(clock: Clock, random: () => number, { ask, failed }: PollEvents): () => void {
  let round = 0;
  let failures = 0;
  let isStopped = false;
  let stopWait: () => void = () => undefined;

  function begin(): void {
    const own = ++round;
    const isCurrent = () => own === round && !isStopped;
    const end = (isSuccess: boolean): void => {
      if (!isCurrent()) return;
      round += 1;
      failures = isSuccess ? 0 : failures + 1;
      if (!isSuccess) failed();
      stopWait();
      if (!isStopped) stopWait = clock.after(waitMs(failures, random), begin);
    };
    stopWait = clock.after(ANSWER_MS, () => end(false));
    ask(isCurrent).then(
      () => end(true),
      () => end(false),
    );
  }
  begin();
  return () => {
    isStopped = true;
    stopWait();
  };
}

function waitMs(failures: number, random: () => number): number {
  if (failures === 0) return POLL_MS;
  return Math.min(MOST_WAIT_MS, POLL_MS * 2 ** (failures - 1)) * (0.75 + 0.5 * random());
}
