/** Silence after which a venue's prices are not believed. */
export const STALE_MS = 5_000;
/** How long a venue that fell silent must have spoken again before it is preferred to one that speaks. */
export const TRUST_MS = 60_000;

/** Whether a venue speaks, and for how long it has. All times are the clock's monotonic ms. */
export class Health {
  #receivedAt: number;
  #since: number;
  #hasFailed = false;
  #hasSpoken = false;

  /** @param now a venue has STALE_MS to speak for the first time. */
  constructor(now: number) {
    this.#receivedAt = now;
    this.#since = now;
  }

  received(now: number): void {
    if (!this.isFresh(now)) {
      this.#since = now;
      this.#hasFailed = true;
    }
    this.#receivedAt = now;
    this.#hasSpoken = true;
  }

  /** Fresh, and not only because it still has time to speak for the first time. */
  isSpeaking(now: number): boolean {
    return this.#hasSpoken && this.isFresh(now);
  }

  isFresh(now: number): boolean {
    return this.silentMs(now) <= STALE_MS;
  }

  /** ms since it last spoke, or since it was first waited for. */
  silentMs(now: number): number {
    return now - this.#receivedAt;
  }

  /** Fresh, and never silent before or well again for TRUST_MS. */
  isTrusted(now: number): boolean {
    return this.isFresh(now) && (!this.#hasFailed || now - this.#since >= TRUST_MS);
  }
}

/** Something that may be read or not. */
export interface Candidate {
  readonly health: Health;
}

/**
 * Which of several venues is read: the first that is trusted, else the first that is fresh, else the one that was read
 * last. @param candidates in the order of preference, at least one.
 */
export function chosen<C extends Candidate>(
  candidates: readonly [C, ...C[]],
  last: C | undefined,
  now: number,
): C {
  const found =
    candidates.find(({ health }) => health.isTrusted(now)) ??
    candidates.find(({ health }) => health.isFresh(now));
  return found ?? (last && candidates.includes(last) ? last : candidates[0]);
}
