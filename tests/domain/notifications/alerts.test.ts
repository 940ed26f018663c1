import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alertDirectionTo,
  alertLevel,
  alertPrice,
  alertReturn,
  compareDec,
  isAlertReached,
  nearLevels,
} from '../../../domain/index.ts';

const level = fc
  .tuple(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => alertLevel(shifted(digits, places)));
const shifted = (digits: bigint, places: number): string => {
  const text = String(digits).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
};

it('is a usual move away at a tap, never at a price that stands already', () => {
  expect(nearLevels('88157.58', '0.01')).toEqual([
    { percent: -5, level: '83749.7' },
    { percent: -1, level: '87276' },
    { percent: 1, level: '89039.16' },
    { percent: 5, level: '92565.46' },
  ]);
  expect(nearLevels('0.0000000002', '0.0000000001').map(({ level }) => level)).toEqual([
    '0.0000000001',
    '0.0000000003',
  ]);
  expect(nearLevels('0.01', '0.01').map(({ level }) => level)).toEqual(['0.02']);
});

describe('a price alert', () => {
  it('is reached at its level and beyond, not before', () => {
    expect(isAlertReached('above', '100', '99.999999')).toBe(false);
    expect(isAlertReached('above', '100', '100.00')).toBe(true);
    expect(isAlertReached('above', '100', '1000')).toBe(true);
    expect(isAlertReached('below', '0.01', '0.0100001')).toBe(false);
    expect(isAlertReached('below', '0.01', '0.01')).toBe(true);
    expect(isAlertReached('below', '0.01', '0')).toBe(true);
  });
  it('comes from the side on which its price is not yet', () => {
    expect(alertDirectionTo('101', '100')).toBe('above');
    expect(alertDirectionTo('99.5', '100')).toBe('below');
    expect(alertDirectionTo('100.0', '100')).toBeUndefined();
    fc.assert(
      fc.property(level, level, (goal, price) => {
        const direction = alertDirectionTo(goal, price);
        if (direction !== undefined) expect(isAlertReached(direction, goal, price)).toBe(false);
      }),
    );
  });
  it('keeps equal levels as the same text', () => {
    expect(alertLevel('70000.50')).toBe('70000.5');
    expect(alertLevel('0.10')).toBe('0.1');
    for (const bad of ['', '1e5', '-1', '+1', '0x10', 'NaN', '1_000', ' 1', '1.', undefined, 5])
      expect(() => alertLevel(bad)).toThrow('amountInvalid');
    for (const zero of ['0', '0.00']) expect(() => alertLevel(zero)).toThrow('priceInvalid');
  });
  it('counts again after the price has gone a thousandth back', () => {
    expect(alertReturn('above', '70000')).toEqual({ direction: 'below', level: '69930' });
    expect(alertReturn('below', '70000')).toEqual({ direction: 'above', level: '70070' });
    expect(alertReturn('above', '0.000000000000000001').level).toBe('0');
    expect(alertReturn('below', '0.000000000000000001').level).toBe('0.000000000000000002');
  });
  it('never counts again at its own level', () => {
    fc.assert(
      fc.property(level, fc.constantFrom('above' as const, 'below' as const), (goal, direction) => {
        const back = alertReturn(direction, goal);
        expect(isAlertReached(back.direction, back.level, goal)).toBe(false);
        expect(compareDec(back.level, goal) < 0).toBe(direction === 'above');
      }),
    );
  });
  it('takes a price below zero for zero', () => {
    expect([alertPrice('-37.63'), alertPrice('12.5')]).toEqual(['0', '12.5']);
  });
});
