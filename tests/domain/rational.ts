/**
 * To which side a rounding goes: `floor` and `ceil` to −∞ and +∞, `zero` cuts off, `half` is the nearest with a half
 * away from zero.
 */
export type Way = 'floor' | 'ceil' | 'zero' | 'half';

const TEXT = /^(-?)(\d+)(?:\.(\d+))?$/;

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : divisor(b, a % b));

/**
 * An exact fraction of whole numbers, as somebody with paper computes. Rules are checked against it because nothing of
 * what they are made of, neither Decimal nor its 64 digits, has a part in it.
 */
export class Rational {
  readonly top: bigint;
  /** > 0. */
  readonly bottom: bigint;

  constructor(top: bigint, bottom: bigint) {
    if (bottom === 0n) throw new RangeError('rational: over nothing');
    const common = divisor(top, bottom) || 1n;
    const sign = bottom < 0n ? -1n : 1n;
    this.top = (sign * top) / common;
    this.bottom = (sign * bottom) / common;
  }

  plus(other: Rational | string): Rational {
    const { top, bottom } = rational(other);
    return new Rational(this.top * bottom + top * this.bottom, this.bottom * bottom);
  }
  minus(other: Rational | string): Rational {
    return this.plus(rational(other).negated());
  }
  times(other: Rational | string): Rational {
    const { top, bottom } = rational(other);
    return new Rational(this.top * top, this.bottom * bottom);
  }
  over(other: Rational | string): Rational {
    const { top, bottom } = rational(other);
    return new Rational(this.top * bottom, this.bottom * top);
  }
  negated(): Rational {
    return new Rational(-this.top, this.bottom);
  }
  size(): Rational {
    return this.top < 0n ? this.negated() : this;
  }
  /** Negative, zero or positive, as a sort wants it. */
  compare(other: Rational | string): number {
    const difference = this.minus(other).top;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** Whole units of the last decimal place. */
  units(places: number, way: Way): bigint {
    const scaled = this.top * 10n ** BigInt(places);
    // Division of whole numbers cuts off toward zero.
    const cut = scaled / this.bottom;
    const rest = scaled - cut * this.bottom;
    if (rest === 0n || way === 'zero') return cut;
    const outward = rest < 0n ? -1n : 1n;
    if (way === 'half') return rest * outward * 2n >= this.bottom ? cut + outward : cut;
    return (way === 'ceil') === rest > 0n ? cut + outward : cut;
  }
  /** With exactly so many places, e.g. `-0.50`. */
  fixed(places: number, way: Way): string {
    const units = this.units(places, way);
    const digits = `${units < 0n ? -units : units}`.padStart(places + 1, '0');
    const whole = digits.slice(0, digits.length - places);
    return `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`;
  }
  /** The same without zeros at its end, as amounts are written on wires. */
  text(places: number, way: Way): string {
    const fixed = this.fixed(places, way);
    return places > 0 ? fixed.replace(/\.?0+$/, '') : fixed;
  }
  /** The multiple of a step that it rounds to. */
  onStep(step: string, way: Way): Rational {
    return new Rational(this.over(step).units(0, way), 1n).times(step);
  }
}

/** Of a plain decimal text without exponent, or as it is. */
export function rational(value: Rational | string): Rational {
  if (value instanceof Rational) return value;
  const [, sign, whole = '', places = ''] = TEXT.exec(value) ?? [];
  if (sign === undefined) throw new RangeError(`rational: ${value}`);
  return new Rational(BigInt(`${sign}${whole}${places}`), 10n ** BigInt(places.length));
}

export const largest = (first: Rational, ...others: readonly Rational[]): Rational =>
  others.reduce((most, each) => (each.compare(most) > 0 ? each : most), first);
export const smallest = (first: Rational, ...others: readonly Rational[]): Rational =>
  others.reduce((least, each) => (each.compare(least) < 0 ? each : least), first);
export const total = (values: readonly (Rational | string)[]): Rational =>
  values.reduce<Rational>((sum, each) => sum.plus(each), new Rational(0n, 1n));
