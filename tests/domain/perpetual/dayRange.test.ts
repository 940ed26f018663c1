import { describe, expect, it } from 'vitest';
import type { Dec } from '../../../domain/index.ts';
import { averageRange, isFundingSoon, liquidationRanges } from '../../../domain/index.ts';

const day = (high: Dec, low: Dec, close: Dec) => ({ high, low, close });

describe('how far liquidation is in ranges of a day', () => {
  it('is a mean of true ranges, jumps between days included', () => {
    expect(averageRange([day('110', '100', '105')])).toBe('10');
    // The second day has jumped up by 15 before it moved by 2.
    expect(averageRange([day('110', '100', '105'), day('122', '120', '121')])).toBe('13.5');
    expect(averageRange([])).toBeUndefined();
  });
  it('counts the newest fourteen days', () => {
    const days = Array.from({ length: 15 }, (_, place) =>
      place === 0 ? day('900', '1', '100') : day('103', '100', '101'),
    );
    expect(averageRange(days)).toBe('3');
  });
  it.each([
    [{ kind: 'at', price: '90' }, '4', '2.5'],
    [{ kind: 'at', price: '104' }, '4', '1'],
    [{ kind: 'due' }, '4', '0'],
    [{ kind: 'never' }, '4', undefined],
    [{ kind: 'at', price: '90' }, '0', undefined],
  ] as const)('of %o with a range of %s: %s', (liquidation, range, expected) => {
    expect(liquidationRanges(liquidation, '100', range)).toBe(expected);
  });
  it('announces funding within a quarter of an hour before it', () => {
    expect(
      [900_001, 900_000, 1, 0, -1].map((ahead) => isFundingSoon(10_000_000 + ahead, 10_000_000)),
    ).toEqual([false, true, true, false, false]);
  });
});
