import type { Clock } from '../types.ts';

/** What may be spent within a sliding window. */
export interface BudgetLimit {
  readonly weight: number;
  readonly perMs: number;
}
export interface Budget {
  /** Spends when there is room. @returns 0 when spent, else ms until there may be room. */
  take(weight: number): number;
  /** Spent within the newest `ms`. */
  used(ms: number): number;
  /** Somebody who counts from outside says how much of the window is used. */
  report(weight: number): void;
  setLimit(limit: BudgetLimit): void;
}

/** A sliding window of what was spent: never more than the limit in any stretch of its length. */
export function createBudget(clock: Clock, first: BudgetLimit): Budget {
  let limit = first;
  let spent: { readonly at: number; readonly weight: number }[] = [];
  const sum = (ms: number): number => {
    const from = clock.monotonic() - ms;
    return spent.reduce((total, { at, weight }) => (at > from ? total + weight : total), 0);
  };
  const forget = (): void => {
    const from = clock.monotonic() - Math.max(limit.perMs, 60_000);
    spent = spent.filter(({ at }) => at > from);
  };
  /** Ms until so much of the window's oldest has left it. */
  function untilRoom(weight: number): number {
    const now = clock.monotonic();
    let tooMuch = sum(limit.perMs) + weight - limit.weight;
    for (const { at, weight: each } of spent) {
      if (at <= now - limit.perMs) continue;
      tooMuch -= each;
      if (tooMuch <= 0) return Math.max(1, at + limit.perMs - now);
    }
    return limit.perMs;
  }
  return {
    take(weight) {
      forget();
      // What is larger than the whole limit is let through alone: the venue has the last word on it.
      if (sum(limit.perMs) > 0 && sum(limit.perMs) + weight > limit.weight) return untilRoom(weight);
      spent.push({ at: clock.monotonic(), weight });
      return 0;
    },
    used: sum,
    report(weight) {
      const unknown = weight - sum(limit.perMs);
      if (unknown > 0) spent.push({ at: clock.monotonic(), weight: unknown });
    },
    setLimit(next) {
      limit = next;
    },
  };
}
