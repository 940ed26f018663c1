/** A token bucket: `perSecond` on average, `burst` at once. @param now ms. */
export function createBucket(perSecond: number, burst: number, now: () => number) {
  let tokens = burst;
  let filledAt = now();
  return {
    /** Takes a token; false when there is none. */
    take(): boolean {
      const at = now();
      tokens = Math.min(burst, tokens + (Math.max(0, at - filledAt) * perSecond) / 1_000);
      filledAt = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
