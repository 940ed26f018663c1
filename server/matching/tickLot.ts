import type { Dec } from '../../domain/index.ts';
import { D, RuleError, toText } from '../../domain/index.ts';

/** A price or a quantity as a whole number of ticks or lots, and back: exact, and quicker than Decimal. */
export class TickLot {
  readonly #step: D;
  readonly #places: number;
  /** The step in units of its own last place. */
  readonly #units: number;

  /** @param step > 0, at most 2^53 in units of its last place. */
  constructor(step: Dec) {
    this.#step = new D(step);
    this.#places = this.#step.decimalPlaces();
    this.#units = this.#step.times(new D(10).pow(this.#places)).toNumber();
  }

  /**
   * Whole steps in a plain amount; a remainder is cut off.
   * @throws {RuleError} `amountInvalid` from 2^53 steps on.
   */
  count(value: Dec): number {
    const point = value.indexOf('.');
    const whole = point < 0 ? value : value.slice(0, point);
    const fraction = point < 0 ? '' : value.slice(point + 1);
    const units = Number.parseInt(whole + fraction.slice(0, this.#places).padEnd(this.#places, '0'), 10);
    const count = Number.isSafeInteger(units)
      ? Math.floor(units / this.#units)
      : new D(value).div(this.#step).floor().toNumber();
    if (!Number.isSafeInteger(count)) throw new RuleError('amountInvalid');
    return count;
  }

  text(count: number): Dec {
    const units = count * this.#units;
    if (!Number.isSafeInteger(units)) return toText(this.#step.times(count));
    if (this.#places === 0) return String(units);
    const digits = String(units).padStart(this.#places + 1, '0');
    const whole = digits.slice(0, -this.#places);
    const fraction = digits.slice(-this.#places).replace(/0+$/, '');
    return fraction === '' ? whole : `${whole}.${fraction}`;
  }
}
