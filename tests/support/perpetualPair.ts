import type { Market } from '../../domain/index.ts';
import { fakeMarket } from './fakeSource.ts';

let count = 0;

/** A perpetual with its spot market, of a base that no other test has: of the class of the smallest coins. */
export function perpetualPair(base = `P${++count}`, more: Partial<Market> = {}): readonly [Market, Market] {
  const spot = { ...fakeMarket(`${base}-USDT`), minTotal: '0' };
  return [spot, { ...spot, id: `${base}-USDT-PERP`, name: `${base}/USDT`, kind: 'perpetual', ...more }];
}
