import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProfileBar } from '../../../domain/index.ts';
import { PROFILE_DECIMALS, profileVolume, volumeProfile } from '../../../domain/index.ts';

const ONE = 10n ** BigInt(PROFILE_DECIMALS);
const bar = (low: number, high: number, units: number, isUp = true): ProfileBar => ({
  low,
  high,
  isUp,
  volume: BigInt(units) * ONE,
});
/** Base units of each row, as a plain number. */
const units = (rows: readonly { up: bigint; down: bigint }[] | undefined) =>
  rows?.map(({ up, down }) => [Number(up) / 1e18, Number(down) / 1e18]);

describe('a quantity as a whole number', () => {
  it.each([
    ['0', 0n],
    ['1', ONE],
    ['0.000000000000000001', 1n],
    ['12.5', (ONE * 25n) / 2n],
    ['0.1234567890123456789', 123456789012345678n],
  ])('%s', (text, whole) => {
    expect(profileVolume(text)).toBe(whole);
  });
});

describe('volume by price', () => {
  it('spreads a bar evenly over its range, by its direction', () => {
    const profile = volumeProfile([bar(0, 10, 100), bar(5, 10, 50, false)], 4);
    expect(units(profile?.rows)).toEqual([
      [25, 0],
      [25, 0],
      [25, 25],
      [25, 25],
    ]);
    expect(profile?.rows.map(({ low, high }) => [low, high])).toEqual([
      [0, 2.5],
      [2.5, 5],
      [5, 7.5],
      [7.5, 10],
    ]);
  });
  it('gives rows that a bar reaches in part as much as it reaches', () => {
    const profile = volumeProfile([bar(0, 10, 0), bar(2, 6, 80)], 2);
    expect(units(profile?.rows)).toEqual([
      [60, 0],
      [20, 0],
    ]);
  });
  it('has one row where there is one price, and nothing without bars', () => {
    expect(units(volumeProfile([bar(7, 7, 3), bar(7, 7, 4, false)], 40)?.rows)).toEqual([[3, 4]]);
    expect(volumeProfile([], 40)).toBeUndefined();
  });
  it('has its point of control at most volume, and 70 % of it around that', () => {
    const bars = [bar(0, 0.9, 5), bar(1, 1.9, 10), bar(2, 2.9, 50), bar(3, 3.9, 20), bar(4, 5, 15)];
    const profile = volumeProfile(bars, 5);
    expect([profile?.control, profile?.value]).toEqual([2, [2, 3]]);
  });

  const price = fc.double({ min: -100, max: 1e6, noNaN: true });
  const bars = fc.array(
    fc
      .tuple(price, price, fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }))
      .map(
        ([a, b, isUp, volume]): ProfileBar => ({ low: Math.min(a, b), high: Math.max(a, b), isUp, volume }),
      ),
    { minLength: 1, maxLength: 60 },
  );
  const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n);

  it('all rows together are the volume of all bars, of both directions, and none is below nought', () => {
    fc.assert(
      fc.property(bars, fc.integer({ min: 1, max: 80 }), (all, count) => {
        const { rows = [] } = volumeProfile(all, count) ?? {};
        const of = (isUp: boolean) =>
          sum(all.filter((each) => each.isUp === isUp).map(({ volume }) => volume));
        expect(sum(rows.map(({ up }) => up))).toBe(of(true));
        expect(sum(rows.map(({ down }) => down))).toBe(of(false));
        expect(rows.every(({ up, down }) => up >= 0n && down >= 0n)).toBe(true);
      }),
    );
  });
  it('nothing is traded in a row that no bar reaches, and the value area holds its share and is no wider', () => {
    fc.assert(
      fc.property(bars, fc.integer({ min: 1, max: 80 }), (all, count) => {
        const profile = volumeProfile(all, count);
        if (!profile) return;
        const { rows, control, value } = profile;
        const slack = 1e-6;
        for (const { low, high, up, down } of rows) {
          const isReached = all.some((each) => each.low <= high + slack && each.high >= low - slack);
          if (!isReached) expect(up + down).toBe(0n);
        }
        const total = (from: number, to: number) =>
          sum(rows.slice(from, to + 1).map(({ up, down }) => up + down));
        const [from, to] = value;
        expect(from <= control && control <= to).toBe(true);
        expect(total(from, to) * 100n).toBeGreaterThanOrEqual(total(0, rows.length) * 70n);
        // The row that came last was needed.
        const least = [total(from + 1, to), total(from, to - 1)].sort((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
        if (to > from) expect(least * 100n).toBeLessThan(total(0, rows.length) * 70n);
      }),
    );
  });
});
