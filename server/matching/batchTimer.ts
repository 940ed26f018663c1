import type { Meter } from '../base/meter.ts';

type Part = 'read' | 'decide' | 'write' | 'commit';

/** Measures a product's batches: their size, and the time of each part. */
export class BatchTimer {
  readonly #meter: Meter;
  readonly #product: string;

  constructor(meter: Meter, product: string) {
    this.#meter = meter;
    this.#product = product;
  }

  /** A batch begins. @returns to be called at the end of each of its parts. */
  start(commands: number): (part: Part) => void {
    const [meter, product] = [this.#meter, this.#product];
    meter.observe('tidemark_batch_commands', { product }, commands);
    let since = meter.seconds();
    return (part) => {
      const now = meter.seconds();
      meter.observe('tidemark_batch_seconds', { product, part }, now - since);
      since = now;
    };
  }

  /** The batch was rolled back. */
  failed(): void {
    this.#meter.count('tidemark_batch_failures_total', { product: this.#product });
  }
}
