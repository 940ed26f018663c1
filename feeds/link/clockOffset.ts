const SAMPLES = 5;

/** How far the server's clock is ahead of the device's, from the newest five exchanges. */
export interface ClockOffset {
  /** @param sentAt, receivedAt the device's clock. @param serverNow the server's clock when it answered. */
  add(sentAt: number, receivedAt: number, serverNow: number): number;
}

/** The median of `server − middle of the round trip`: one slow answer moves it little. */
export function createClockOffset(): ClockOffset {
  let samples: number[] = [];
  return {
    add(sentAt, receivedAt, serverNow) {
      samples = [...samples, serverNow - (sentAt + receivedAt) / 2].slice(-SAMPLES);
      const sorted = samples.toSorted((a, b) => a - b);
      return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
    },
  };
}
