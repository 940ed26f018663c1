import { describe, expect, it } from 'vitest';
import { saneScale } from '../../src/ui/chart/saneScale.ts';

const scale = (minValue: number, maxValue: number) =>
  saneScale(() => ({ priceRange: { minValue, maxValue } }))?.priceRange;

describe('the price scale', () => {
  it('of prices that move is the library’s own', () => {
    expect(scale(60_000, 61_000)).toEqual({ minValue: 60_000, maxValue: 61_000 });
    expect(saneScale(() => null)).toBeNull();
  });
  it('of prices that stand still spans more than their tick', () => {
    expect(scale(2_000, 2_000)).toEqual({ minValue: 1_998, maxValue: 2_002 });
    expect(scale(2_000, 2_000.02)?.maxValue).toBeGreaterThan(2_001.9);
  });
  it('of a worth draws three hundredths of a per cent as a calm line', () => {
    const range = saneScale(() => ({ priceRange: { minValue: 28_533, maxValue: 28_543 } }), 0.02)?.priceRange;
    expect(range?.minValue).toBeCloseTo(28_252.62, 2);
    expect(range?.maxValue).toBeCloseTo(28_823.38, 2);
  });
  it('holds below nought, and at it', () => {
    expect(scale(-40, -40)).toEqual({ minValue: -40.04, maxValue: -39.96 });
    expect(scale(0, 0)).toEqual({ minValue: 0, maxValue: 0 });
  });
});
