import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barStart,
  barsNeeded,
  D,
  DAY_MS,
  firstIndicator,
  HOUR_MS,
  intervalMs,
  intervals,
  meanPriceOf,
  vwapAnchor,
} from '../../../domain/index.ts';

const at = integer({ min: Date.UTC(2020), max: Date.UTC(2040) });
const interval = constantFrom(...intervals);

describe('where a volume-weighted average begins', () => {
  it.each([
    ['1m', Date.UTC(2026, 10, 18)],
    ['2h', Date.UTC(2026, 10, 18)],
    // The Monday of that week.
    ['4h', Date.UTC(2026, 10, 16)],
    ['12h', Date.UTC(2026, 10, 16)],
    ['1d', Date.UTC(2026, 0, 1)],
    ['1M', Date.UTC(2026, 0, 1)],
  ] as const)('for bars of %s', (length, begin) => {
    expect(vwapAnchor(Date.UTC(2026, 10, 18, 12, 30), length)).toBe(begin);
  });
  it('lies at or before the bar, is its own beginning, and is that of all bars from there on', () => {
    assert(
      property(at, interval, (moment, length) => {
        const begin = vwapAnchor(moment, length);
        expect(begin).toBeLessThanOrEqual(moment);
        expect(vwapAnchor(begin, length)).toBe(begin);
        expect(vwapAnchor(begin - 1, length)).toBeLessThan(begin);
        expect(begin % DAY_MS).toBe(0);
      }),
    );
  });
});

describe('bars that are needed', () => {
  it('are none without such an average, and else reach its beginning', () => {
    assert(
      property(at, interval, (now, length) => {
        expect(barsNeeded([firstIndicator('ma'), firstIndicator('rsi')], length, now)).toBe(0);
        const bars = barsNeeded([firstIndicator('ma'), firstIndicator('vwap')], length, now);
        const oldest = barStart(now, length) - (bars - 1) * intervalMs(length);
        expect(oldest).toBeLessThanOrEqual(vwapAnchor(now, length));
        expect(bars * intervalMs(length)).toBeLessThan(367 * DAY_MS + 2 * intervalMs(length));
      }),
    );
    expect(barsNeeded([firstIndicator('vwap')], '1h', Date.UTC(2026, 10, 18) + 5 * HOUR_MS)).toBe(6);
  });
});

describe('a mean price', () => {
  it.each([
    ['3', '10', '3.333333333333333333'],
    ['3', '20', '6.666666666666666667'],
    ['0', '0', '0'],
    ['0.5', '50', '100'],
  ])('of %s for %s is %s', (quantity, value, price) => expect(meanPriceOf({ quantity, value })).toBe(price));
  it('is off by half a place of 18 at most', () => {
    const units = integer({ min: 1, max: 1_000_000_000 });
    assert(
      property(units, units, (quantity, value) => {
        const price = meanPriceOf({ quantity: `${quantity}`, value: `${value}` });
        expect(new D(price).minus(new D(value).div(quantity)).abs().lte('5e-19')).toBe(true);
      }),
    );
  });
});
