import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alertDirections,
  alertDirectionTo,
  alertLevel,
  alertPrice,
  alertReturn,
  isAlertReached,
  MOST_ALERTS,
  NOTIFICATIONS_KEPT,
  nearLevels,
  notificationGroups,
  notificationKinds,
  PUSH_DEVICES,
} from '../../../domain/index.ts';
import { decimal } from '../perpetual/arbitrary.ts';
import { rational } from '../rational.ts';

const price = fc.oneof(decimal(8, 1, 1_000_000), decimal(2, 1, 2_000_000_000));
const direction = fc.constantFrom(...alertDirections);

describe('an alert on paper', () => {
  it.each([
    // By value: 9.5 is less than 10, and 10.0 is 10.
    ['above', '10', '9.5', false],
    ['above', '10', '10.0', true],
    ['above', '9.5', '10', true],
    ['below', '10', '9.5', true],
    ['below', '10', '10.00000001', false],
    ['below', '0.00000001', '0', true],
  ] as const)('%s %s at %s: %s', (way, level, now, isReached) =>
    expect(isAlertReached(way, level, now)).toBe(isReached),
  );
  it.each([
    // A thousandth of 65,000 is 65; of 0.00000001 it is 1e-11.
    ['above', '65000', 'below', '64935'],
    ['below', '65000', 'above', '65065'],
    ['above', '0.00000001', 'below', '0.00000000999'],
    // Finer than eighteen places: away from the level, down and up.
    ['above', '0.000000000000000003', 'below', '0.000000000000000002'],
    ['below', '0.000000000000000003', 'above', '0.000000000000000004'],
  ] as const)('%s %s counts again %s %s', (way, level, back, at) =>
    expect(alertReturn(way, level)).toEqual({ direction: back, level: at }),
  );
  it('comes from the other side than the price, and is not reached when it is made', () => {
    fc.assert(
      fc.property(price, price, (level, now) => {
        const way = alertDirectionTo(level, now);
        expect(way).toBe([undefined, 'above', 'below'].at(rational(level).compare(now)));
        if (way) expect(isAlertReached(way, level, now)).toBe(false);
      }),
    );
  });
  it('that rests never counts again where it stands, and does a thousandth away', () => {
    fc.assert(
      fc.property(direction, price, (way, level) => {
        const back = alertReturn(way, level);
        expect(isAlertReached(back.direction, back.level, level)).toBe(false);
        const share = way === 'above' ? '0.999' : '1.001';
        const far = rational(level)
          .times(share)
          .text(18, way === 'above' ? 'floor' : 'ceil');
        expect(isAlertReached(back.direction, back.level, far)).toBe(true);
        expect(back.level).toBe(far);
      }),
    );
  });
  it('is kept as the same text for the same level, and for none of nought', () => {
    expect(['1', '1.0', '1.000000000000000000'].map(alertLevel)).toEqual(['1', '1', '1']);
    expect(() => alertLevel('0.000')).toThrow('priceInvalid');
    for (const text of ['', '-1', '1e3', ' 1', '01', '.5', null, 5])
      expect(() => alertLevel(text)).toThrow('amountInvalid');
    expect(['-0.5', '0', '37.63'].map(alertPrice)).toEqual(['0', '0', '37.63']);
  });
});

describe('levels at a tap', () => {
  it('are 1 and 5 per cent away on both sides, on the tick beyond', () => {
    // 95.0285, 99.0297, 101.0303 and 105.0315.
    expect(nearLevels('100.03', '0.01')).toEqual([
      { percent: -5, level: '95.02' },
      { percent: -1, level: '99.02' },
      { percent: 1, level: '101.04' },
      { percent: 5, level: '105.04' },
    ]);
  });
  it('are fewer where ticks are coarse, and none twice', () => {
    expect(nearLevels('3', '1').map(({ level }) => level)).toEqual(['2', '4']);
    expect(nearLevels('1', '1').map(({ level }) => level)).toEqual(['2']);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.constantFrom('1', '0.5', '0.01', '10'),
        (ticks, tick) => {
          const last = rational(tick).times(`${ticks}`).text(2, 'zero');
          const levels = nearLevels(last, tick);
          expect(new Set(levels.map(({ level }) => level)).size).toBe(levels.length);
          for (const { percent, level } of levels) {
            expect(rational(level).over(tick).bottom).toBe(1n);
            // Away from the price, by at least so many per cent and less than a tick more.
            const moved = rational(last)
              .times(`${100 + percent}`)
              .over('100');
            expect(rational(level).compare(last)).toBe(Math.sign(percent));
            expect(rational(level).compare(moved) * Math.sign(percent)).toBeGreaterThanOrEqual(0);
            expect(rational(level).minus(moved).size().compare(tick)).toBeLessThan(0);
          }
        },
      ),
    );
  });
});

describe('notifications', () => {
  it('are of one group each, and none is left out of a filter', () => {
    const grouped = Object.values(notificationGroups).flat();
    expect([...grouped].sort()).toEqual([...notificationKinds].sort());
  });
  it('are bounded in every way: alerts, what is kept, devices that are reached', () => {
    for (const bound of [MOST_ALERTS, NOTIFICATIONS_KEPT, PUSH_DEVICES])
      expect(bound > 0 && bound <= 1_000).toBe(true);
  });
});
