import { expect, it } from 'vitest';
import { createWords } from '../../workers/session/words.ts';
import { ownLevels } from '../../workers/views/ownLevelsView.ts';
import { market } from './world.ts';

const AAA = market('AAA', 'USDT', { tick: '0.01', lot: '0.1' });
const book = { bids: [['99.9', '1']], asks: [['100.1', '1']] } as const;
const { style } = createWords('de');
const order = (
  side: 'buy' | 'sell',
  price: string | null,
  status: 'open' | 'partial' | 'waiting' = 'open',
) => ({
  ...{ market: 'AAA-USDT', side, status, price },
});

it('names the levels of own orders as the book writes them, each once, by its step', () => {
  const orders = [
    order('buy', '99.11'),
    order('buy', '99.14', 'partial'),
    order('sell', '101.02'),
    // What waits for its trigger, or has no price, stands in no book.
    order('buy', '95', 'waiting'),
    order('sell', null),
    { ...order('buy', '98'), market: 'BBB-USDT' },
  ];
  expect(ownLevels(orders, book, '0.01', AAA, style)).toEqual({
    bids: ['99,110', '99,140'],
    asks: ['101,020'],
  });
  expect(ownLevels(orders, book, '0.1', AAA, style)).toEqual({ bids: ['99,1'], asks: ['101,1'] });
});
