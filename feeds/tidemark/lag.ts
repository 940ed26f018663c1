/** A message that comes this long after it was sent, ms, is late. */
const LATE_MS = 1_500;
/** When nothing but late messages came for this long, ms, the line brings less than is sent on it. */
const LATE_FOR_MS = 1_000;
/** When none was late for this long, ms, the full pace is requested again; doubled each time that it was too much at once. */
const GOOD_FOR_MS = 20_000;
const MOST_GOOD_FOR_MS = 640_000;
/** What was too much is found out within this time, ms. */
const TRIED_MS = 30_000;

/** Whether a line brings what is sent on it, judged by how old each message is when it comes. */
export class Lag {
  #isBehind = false;
  /** Since when messages speak against what is known; all moments are the clock's monotonic ms. */
  #since: number | undefined;
  #wantedMs = GOOD_FOR_MS;
  #backAt = Number.NEGATIVE_INFINITY;

  /** Whether fewer messages are wanted, as they come too late. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** A message has come. @param ageMs since it was sent. @returns whether what is known has changed by it. */
  take(ageMs: number, now: number): boolean {
    if (ageMs > LATE_MS === this.#isBehind) {
      this.#since = undefined;
      return false;
    }
    this.#since ??= now;
    if (now - this.#since < (this.#isBehind ? this.#wantedMs : LATE_FOR_MS)) return false;
    this.#since = undefined;
    this.#isBehind = !this.#isBehind;
    if (!this.#isBehind) this.#backAt = now;
    else
      this.#wantedMs =
        now - this.#backAt < TRIED_MS ? Math.min(MOST_GOOD_FOR_MS, this.#wantedMs * 2) : GOOD_FOR_MS;
    return true;
  }
}
