import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WarnedLevel } from '../../../domain/index.ts';
import {
  isLiquidationNear,
  liquidationDistance,
  toScreenNumber,
  warnedLevel,
  warningScreen,
} from '../../../domain/index.ts';

it.each<[WarnedLevel, string | undefined, WarnedLevel]>([
  [0, '0.6999', 0],
  [0, '0.7', 70],
  [0, '0.85', 85],
  [70, '0.8499', 70],
  [70, '0.85', 85],
  [70, '0.6501', 70],
  [70, '0.65', 0],
  [85, '0.8001', 85],
  [85, '0.8', 70],
  [85, '0.65', 0],
  [0, '1', 0],
  [70, undefined, 70],
])('from level %s a margin ratio of %s leads to %s', (before, ratio, after) => {
  expect(warnedLevel(before, ratio)).toBe(after);
});

it('warns once each time that a level is passed, with five hundredths to fall in between', () => {
  const path = ['0.5', '0.72', '0.69', '0.71', '0.9', '0.84', '0.86', '0.79', '0.86', '0.5', '0.8'];
  let level: WarnedLevel = 0;
  const warned = path.flatMap((ratio) => {
    const next = warnedLevel(level, ratio);
    const isWarned = next > level;
    level = next;
    return isWarned ? [`${ratio} ${next}`] : [];
  });
  expect(warned).toEqual(['0.72 70', '0.9 85', '0.86 85', '0.8 70']);
});

it('is screened in floats: no change of level is passed over', () => {
  const ratios = fc.integer({ min: 0, max: 12_000 }).map((n) => `${n / 10_000}`);
  fc.assert(
    fc.property(fc.constantFrom<WarnedLevel>(0, 70, 85), ratios, (before, ratio) => {
      if (warnedLevel(before, ratio) !== before)
        expect(warningScreen(before, toScreenNumber(ratio))).toBe(true);
    }),
  );
  expect(warningScreen(0, 0.5)).toBe(false);
  expect(warningScreen(70, 0.75)).toBe(false);
  expect(warningScreen(85, 0.9)).toBe(false);
  expect(warningScreen(0, Number.NaN)).toBe(true);
});

it('says how far liquidation is, and what is near', () => {
  expect(liquidationDistance({ kind: 'at', price: '95' }, '100')).toBe('0.05');
  expect(liquidationDistance({ kind: 'at', price: '110' }, '100')).toBe('0.1');
  expect(liquidationDistance({ kind: 'never' }, '100')).toBeUndefined();
  expect(isLiquidationNear({ kind: 'at', price: '95' }, '100')).toBe(false);
  expect(isLiquidationNear({ kind: 'at', price: '95.01' }, '100')).toBe(true);
  expect(isLiquidationNear({ kind: 'due' }, '100')).toBe(true);
  expect(isLiquidationNear({ kind: 'never' }, '100')).toBe(false);
});
