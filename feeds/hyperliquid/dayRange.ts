import type { Candle, Dec } from '../../domain/index.ts';
import { barStart, compareDec, DAY_MS } from '../../domain/index.ts';

interface Range {
  readonly high: Dec;
  readonly low: Dec;
}

const wider = (a: Range | undefined, b: Range): Range => ({
  high: !a || compareDec(b.high, a.high) > 0 ? b.high : a.high,
  low: !a || compareDec(b.low, a.low) < 0 ? b.low : a.low,
});

/**
 * The highest and lowest price of the last 24 hours, which the venue does not send: hour by hour, from its bars once
 * they are known, and from the prices seen since. The oldest hour counts until it is wholly older than a day.
 */
export class DayRange {
  readonly #hours = new Map<number, Range>();
  isSeeded = false;

  /** The hours before now. @param bars of one hour. */
  seed(bars: readonly Candle[]): void {
    this.isSeeded = true;
    for (const { at, high, low } of bars) this.#hours.set(at, wider(this.#hours.get(at), { high, low }));
  }

  /** A price is seen. @param at ms UTC. */
  see(price: Dec, at: number): void {
    const hour = barStart(at, '1h');
    const known = this.#hours.get(hour);
    if (known && compareDec(price, known.high) <= 0 && compareDec(price, known.low) >= 0) return;
    this.#hours.set(hour, wider(known, { high: price, low: price }));
  }

  /** @param prices that were certainly paid within the day; the first one, now. @param at ms UTC. */
  around(prices: readonly [Dec, ...Dec[]], at: number): Range {
    let range: Range | undefined;
    for (const price of prices) range = wider(range, { high: price, low: price });
    const oldest = barStart(at - DAY_MS, '1h');
    for (const [hour, each] of this.#hours) {
      if (hour < oldest) this.#hours.delete(hour);
      else range = wider(range, each);
    }
    return range ?? { high: prices[0], low: prices[0] };
  }
}
