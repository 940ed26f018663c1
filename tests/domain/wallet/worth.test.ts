import { expect, it } from 'vitest';
import { profitSince, yieldSince } from '../../../domain/index.ts';

it.each([
  { now: '110', worth: '100', moved: '0', profit: '10', fraction: '0.1' },
  { now: '110', worth: '100', moved: '10', profit: '0', fraction: '0' },
  { now: '90', worth: '100', moved: '-20', profit: '10', fraction: '0.1' },
  { now: '60', worth: '0', moved: '50', profit: '10', fraction: '0.2' },
  { now: '1.5', worth: '0', moved: '0', profit: '1.5', fraction: undefined },
  { now: '-3', worth: '-5', moved: '0', profit: '2', fraction: undefined },
])('from $worth with $moved moved to $now is $profit', ({ now, worth, moved, profit, fraction }) => {
  expect(profitSince(now, { worth, moved })).toBe(profit);
  expect(yieldSince(now, { worth, moved })).toBe(fraction);
});
