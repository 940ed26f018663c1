import { describe, expect, it } from 'vitest';
import { isCrossed } from '../../../domain/index.ts';
import type { RestingOrder } from '../../../server/matching/orderBook.ts';
import { OrderBook } from '../../../server/matching/orderBook.ts';
import { fakeMarket } from '../../support/fakeSource.ts';

describe('the public book of a market', () => {
  /** A venue whose prices have fallen each time that they are looked at, as they may from one millisecond to the next. */
  const falling = () => {
    let price = 100;
    return () => {
      price -= 5;
      return { bids: [[String(price), '1']], asks: [[String(price + 1), '1']] } as const;
    };
  };

  it('has both sides of one moment, now and as it was kept', () => {
    const book = new OrderBook<RestingOrder>({ ...fakeMarket('M'), tick: '1', lot: '1' }, falling());
    const kept = book.view();
    for (const read of [() => book.merged(), () => book.merged(7), kept]) {
      const { bids, asks } = read();
      expect(isCrossed({ bids, asks })).toBe(false);
      expect(Number(asks[0]?.[0]) - Number(bids[0]?.[0])).toBe(1);
    }
  });
});
