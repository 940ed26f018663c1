import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  heavyTailed,
  keyOf,
  keyOfText,
  normal,
  uniform,
} from '../../../../server/market/simulated/random.ts';
import { unitsText } from '../../../../server/market/simulated/text.ts';

const COUNT = 200_000;
const draws = (draw: (key: number, index: number) => number, key = 12_345) =>
  Float64Array.from({ length: COUNT }, (_, i) => draw(key, i));
const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;
const moment = (values: Float64Array, power: number) => mean(values.map((value) => value ** power));

describe('random numbers by address', () => {
  it('depend on key and index alone', () => {
    const backwards = Array.from({ length: 50 }, (_, i) => normal(7, 49 - i)).reverse();
    expect(backwards).toEqual(Array.from({ length: 50 }, (_, i) => normal(7, i)));
    expect(uniform(keyOf(1, 2), 3)).not.toBe(uniform(keyOf(1, 3), 3));
    expect(keyOfText(1, 'BTC')).not.toBe(keyOfText(1, 'ETH'));
  });

  it('are uniform, never 0 or 1, and independent of their neighbours', () => {
    const values = draws(uniform);
    expect(values.every((value) => value > 0 && value < 1)).toBe(true);
    expect(mean(values)).toBeCloseTo(0.5, 2);
    const buckets = new Array<number>(20).fill(0);
    for (const value of values) buckets[Math.floor(value * 20)] = (buckets[Math.floor(value * 20)] ?? 0) + 1;
    for (const count of buckets) expect(Math.abs(count / (COUNT / 20) - 1)).toBeLessThan(0.05);
    const together = mean(values.map((value, i) => (value - 0.5) * ((values[i + 1] ?? 0.5) - 0.5)));
    expect(Math.abs(together * 12)).toBeLessThan(0.01);
  });

  it('are normal: spread, symmetry and tails', () => {
    const values = draws(normal);
    expect(mean(values)).toBeCloseTo(0, 1);
    expect(moment(values, 2)).toBeCloseTo(1, 1);
    expect(moment(values, 3)).toBeCloseTo(0, 1);
    expect(Math.abs(moment(values, 4) - 3)).toBeLessThan(0.1);
    const beyond = values.filter((value) => Math.abs(value) > 2.575_829).length / COUNT;
    expect(beyond).toBeCloseTo(0.01, 3);
  });

  it('have heavy tails at unit variance where asked', () => {
    const values = draws(heavyTailed);
    expect(moment(values, 2)).toBeGreaterThan(0.9);
    expect(moment(values, 2)).toBeLessThan(1.1);
    expect(moment(values, 4) / moment(values, 2) ** 2).toBeGreaterThan(6);
  });
});

describe('whole units as text', () => {
  it.each([
    [6_180_012, 2, '61800.12'],
    [1, 8, '0.00000001'],
    [0, 3, '0.000'],
    [123, 3, '0.123'],
    [1_234, 3, '1.234'],
    [42, 0, '42'],
    [9_007_199_254_740_991, 10, '900719.9254740991'],
  ])('%i at %i places is %s', (units, places, text) => {
    expect(unitsText(units, places)).toBe(text);
  });

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 12 }), (units, places) => {
        expect(BigInt(unitsText(units, places).replace('.', ''))).toBe(BigInt(units));
      }),
    );
  });
});
