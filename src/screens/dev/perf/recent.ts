/** Measured values of the last while. */
export class Recent {
  readonly #windowMs: number;
  #values: { readonly at: number; readonly value: number }[] = [];

  /** @param windowMs how long a value counts. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** @param at monotonic ms, never falling. */
  add(at: number, value = 1): void {
    this.#values.push({ at, value });
    this.#forget(at);
  }

  values(now: number): readonly number[] {
    this.#forget(now);
    return this.#values.map(({ value }) => value);
  }

  /** How many a second. */
  rate(now: number): number {
    return (this.values(now).length * 1_000) / this.#windowMs;
  }

  #forget(now: number): void {
    const first = this.#values.findIndex(({ at }) => now - at < this.#windowMs);
    if (first !== 0) this.#values = first < 0 ? [] : this.#values.slice(first);
  }
}

/** Middle, 95th and 99th percentile of some values, and how many they were; nothing of none. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly count: number;
}

export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return sorted.length === 0
    ? undefined
    : { p50: at(0.5), p95: at(0.95), p99: at(0.99), count: sorted.length };
}
