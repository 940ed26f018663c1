import { expect, it } from 'vitest';
import { priceOnTick } from '../../workers/session/priceOnTick.ts';
import { market } from './world.ts';

it.each<[tick: string, place: number, price: string | undefined]>([
  ['0.01', 61_840.004999, '61840'],
  ['0.01', 61_840.005001, '61840.01'],
  ['5', 61_843, '61845'],
  ['0.0000000000001', 3.31e-11, '0.0000000000331'],
  ['0.000000000000001', 3.312e-12, '0.000000000003312'],
  // Nearer to nought than to the first tick, where no order can be.
  ['0.01', 0.004, undefined],
  ['5', 2, undefined],
  ['0.01', 0, undefined],
  ['0.01', -3, undefined],
  ['0.01', Number.NaN, undefined],
  ['0.01', 1.1e12, undefined],
])('on a tick of %s the place %f is %s', (tick, place, price) => {
  expect(priceOnTick(market('A', 'USDT', { tick }), place)).toBe(price);
});
