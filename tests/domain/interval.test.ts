import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../../domain/index.ts';
import {
  barAfter,
  barStart,
  candleInterval,
  chartIntervals,
  countdownText,
  DAY_MS,
  HOUR_MS,
  intervalMs,
  intervals,
  isDaily,
  isInterval,
  MINUTE_MS,
  SECOND_MS,
  WEEK_MS,
} from '../../domain/index.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const text = (moment: number): string =>
  new Date(moment).toISOString().replace(':00.000Z', '').replace('.000Z', '');
const moment = fc.integer({ min: at('1965-01-01T00:00'), max: at('2105-01-01T00:00') });
const interval = fc.constantFrom(...intervals);

it('lengths of time are counted from the second', () => {
  expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS, WEEK_MS]).toEqual([
    1_000, 60_000, 3_600_000, 86_400_000, 604_800_000,
  ]);
});

describe('intervals', () => {
  it('are those of the specification and more, the shorter first', () => {
    const specified = ['1m', '5m', '15m', '30m', '1h', '2h', '1d', '1w'] as const;
    expect(intervals.filter((each) => (specified as readonly string[]).includes(each))).toEqual(specified);
    const lengths = intervals.map(intervalMs);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(new Set(lengths).size).toBe(lengths.length);
  });
  it('are read from texts by their very letters', () => {
    for (const each of intervals) expect(isInterval(each)).toBe(true);
    // A minute and a month differ by their case alone; the time-share is drawn and not stored.
    for (const each of ['1D', '1H', '2m', '', ' 1m', 'line', 'length', null, undefined, 60_000, ['1m']])
      expect(isInterval(each)).toBe(false);
    expect(isInterval('1m') && isInterval('1M')).toBe(true);
  });
  it('of a chart rest on a stored one: the time-share on minutes', () => {
    expect(chartIntervals.map(candleInterval)).toEqual(['1m', ...intervals]);
  });
  it('from a day on begin at midnight', () => {
    expect(intervals.filter(isDaily)).toEqual(['1d', '3d', '1w', '1M']);
  });
});

describe('the bar of a moment', () => {
  it.each<[Interval, string, string]>([
    ['1m', '2026-03-09T14:37:59', '2026-03-09T14:37'],
    ['3m', '2026-03-09T14:37:59', '2026-03-09T14:36'],
    ['15m', '2026-03-09T14:44:59', '2026-03-09T14:30'],
    ['2h', '2026-03-09T15:59:59', '2026-03-09T14:00'],
    ['6h', '2026-03-09T17:59:59', '2026-03-09T12:00'],
    ['8h', '2026-03-09T15:59:59', '2026-03-09T08:00'],
    ['1d', '2026-03-09T23:59:59', '2026-03-09T00:00'],
    // 9 March 2026 is a Monday: the second before it belongs to the week of the 2nd.
    ['1w', '2026-03-09T00:00:00', '2026-03-09T00:00'],
    ['1w', '2026-03-08T23:59:59', '2026-03-02T00:00'],
    ['1M', '2026-03-31T23:59:59', '2026-03-01T00:00'],
    ['1M', '2024-02-29T12:00:00', '2024-02-01T00:00'],
    // Three days are counted from 1970-01-01: the 20,520th day is the first of three.
    ['3d', '2026-03-09T00:00:00', '2026-03-08T00:00'],
    ['3d', '2026-03-08T00:00:00', '2026-03-08T00:00'],
    ['3d', '2026-03-07T23:59:59', '2026-03-05T00:00'],
    // Before 1970 too.
    ['1w', '1969-12-31T00:00:00', '1969-12-29T00:00'],
    ['1M', '1969-12-31T00:00:00', '1969-12-01T00:00'],
  ])('%s of %s begins at %s', (each, moment, start) => {
    expect(text(barStart(at(moment), each))).toBe(text(at(start)));
  });
  it('holds it: it has begun, and the next one has not', () => {
    fc.assert(
      fc.property(moment, interval, (now, each) => {
        const start = barStart(now, each);
        expect(start <= now && now < barAfter(start, each)).toBe(true);
        expect(barStart(start, each)).toBe(start);
        expect(barStart(barAfter(start, each) - 1, each)).toBe(start);
        expect(barAfter(start, each) - start <= intervalMs(each)).toBe(true);
      }),
    );
  });
  it('is found by counting on and back, over ends of years and in leap years', () => {
    expect(text(barAfter(at('2023-12-01T00:00'), '1M', 2))).toBe(text(at('2024-02-01T00:00')));
    expect(text(barAfter(at('2024-02-01T00:00'), '1M'))).toBe(text(at('2024-03-01T00:00')));
    expect(text(barAfter(at('2024-01-01T00:00'), '1M', -1))).toBe(text(at('2023-12-01T00:00')));
    expect(text(barAfter(at('2026-03-09T00:00'), '1w', -1))).toBe(text(at('2026-03-02T00:00')));
    fc.assert(
      fc.property(
        moment,
        interval,
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: -50, max: 50 }),
        (now, each, one, two) => {
          const start = barStart(now, each);
          expect(barAfter(start, each, 0)).toBe(start);
          expect(barAfter(barAfter(start, each, one), each, two)).toBe(barAfter(start, each, one + two));
          expect(barStart(barAfter(start, each, one), each)).toBe(barAfter(start, each, one));
        },
      ),
    );
  });
  it('of days and longer begins at midnight UTC, of weeks on a Monday, of months on the first', () => {
    fc.assert(
      fc.property(moment, (now) => {
        for (const each of intervals.filter(isDaily)) expect(barStart(now, each) % DAY_MS === 0).toBe(true);
        expect(new Date(barStart(now, '1w')).getUTCDay()).toBe(1);
        expect(new Date(barStart(now, '1M')).getUTCDate()).toBe(1);
      }),
    );
  });
});

describe('time that is left', () => {
  it.each([
    // Up to the next second: nought stands only when nothing is left.
    [0, '0:00'],
    [-5_000, '0:00'],
    [1, '0:01'],
    [1_000, '0:01'],
    [1_001, '0:02'],
    [59_001, '1:00'],
    [60_000, '1:00'],
    [3_599_001, '1:00:00'],
    [3_600_000, '1:00:00'],
    [86_399_000, '23:59:59'],
    [360_000_000, '100:00:00'],
  ])('%i ms is %s', (left, shown) => expect(countdownText(left)).toBe(shown));
  it('says as many seconds as there are, or one more for a part of one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 * DAY_MS }), (left) => {
        const seconds = countdownText(left)
          .split(':')
          .reduce((sum, part) => sum * 60 + Number.parseInt(part, 10), 0);
        expect(seconds * SECOND_MS >= left && seconds * SECOND_MS - left < SECOND_MS).toBe(true);
      }),
    );
  });
});
