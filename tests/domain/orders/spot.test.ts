import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Book, Dec, OrderTicket } from '../../../domain/index.ts';
import {
  D,
  holdOf,
  isLiveStatus,
  marketBound,
  mostQuantity,
  netOf,
  orderStatuses,
  previewTake,
  quantityFor,
  quoteOf,
  spotFees,
  ticketRefusal,
  toText,
} from '../../../domain/index.ts';
import fees from '../../cases/fees.json' with { type: 'json' };

const filter = { tick: '0.01', lot: '0.001', minQuantity: '0.002', minTotal: '10' };
const ticket = (change: Partial<OrderTicket> = {}): OrderTicket => ({
  side: 'buy',
  type: 'limit',
  price: '100.00',
  quantity: '1',
  ...change,
});

describe('a ticket', () => {
  it.each<[Partial<OrderTicket>, string | undefined]>([
    [{}, undefined],
    [{ quantity: undefined }, 'amountInvalid'],
    [{ quantity: '0' }, 'amountZero'],
    [{ quantity: '0.000' }, 'amountZero'],
    [{ quantity: '1e3' }, 'amountInvalid'],
    [{ quantity: '-1' }, 'amountInvalid'],
    [{ price: undefined }, 'priceInvalid'],
    [{ price: '0' }, 'priceInvalid'],
    [{ price: '100.005' }, 'orderTick'],
    [{ quantity: '1.0005' }, 'orderLot'],
    [{ quantity: '0.001' }, 'orderMinimum'],
    [{ quantity: '0.09' }, 'orderTotal'],
    [{ quantity: '0.1' }, undefined],
    [{ price: '20', quantity: '1' }, undefined],
    [{ price: '19.99', quantity: '1' }, 'orderBand'],
    [{ price: '500' }, undefined],
    [{ price: '500.01' }, 'orderBand'],
    [{ total: '50' }, 'amountInvalid'],
    [{ type: 'market', price: undefined }, undefined],
    [{ type: 'market', price: undefined, quantity: '0.09' }, 'orderTotal'],
    [{ type: 'market', price: undefined, quantity: undefined, total: '10' }, undefined],
    [{ type: 'market', price: undefined, quantity: undefined, total: '9.99' }, 'orderTotal'],
    [{ type: 'market', side: 'sell', price: undefined, quantity: undefined, total: '50' }, 'amountInvalid'],
    [{ type: 'stopLimit' }, 'priceInvalid'],
    [{ type: 'stopLimit', stopPrice: '99.999' }, 'orderTick'],
    [{ type: 'stopLimit', stopPrice: '501' }, 'orderBand'],
    [{ type: 'stopLimit', stopPrice: '99' }, undefined],
  ])('with %j is %s', (change, code) => {
    expect(ticketRefusal(ticket(change), filter, '100')).toBe(code);
  });
});

const amounts = (decimals: number, most: number) =>
  fc.integer({ min: 1, max: most }).map((n) => toText(new D(n).div(10 ** decimals)));

describe('money of a fill', () => {
  const own = fees.cases.filter(({ op }) => op === 'fee.spot');
  it.each(own)('$id: the fee is taken from what is received', ({ inputs, expected }) => {
    const { side, qty, price, rate } = inputs as Record<'side' | 'qty' | 'price' | 'rate', string>;
    const gain = side === 'buy' ? qty : quoteOf(price, qty, 'down');
    expect(rate).toBe(spotFees.taker);
    const { net, fee } = netOf(gain, 'taker');
    const { netBase } = expected as { netBase: string; fee: string };
    expect([net, fee]).toEqual([netBase, expected.fee]);
  });
  it('never creates any: net and fee are the gain, and the fee is never too small', () => {
    fc.assert(
      fc.property(amounts(8, 2 ** 50), fc.constantFrom('maker' as const, 'taker' as const), (gain, role) => {
        const { net, fee } = netOf(gain, role);
        expect(toText(new D(net).plus(fee))).toBe(gain);
        expect(new D(fee).gte(new D(gain).times(spotFees[role]))).toBe(true);
        expect(new D(fee).minus(new D(gain).times(spotFees[role])).lt('0.00000001')).toBe(true);
      }),
    );
  });
  it('what is paid is never less than what is received, by less than a unit of the last place', () => {
    fc.assert(
      fc.property(amounts(8, 1e12), amounts(6, 1e10), (price, quantity) => {
        const paid = new D(quoteOf(price, quantity, 'up'));
        const received = new D(quoteOf(price, quantity, 'down'));
        expect(paid.gte(received)).toBe(true);
        expect(paid.minus(received).lte('0.00000001')).toBe(true);
        expect(holdOf('buy', price, quantity)).toBe(toText(paid));
        expect(holdOf('sell', price, quantity)).toBe(quantity);
      }),
    );
  });
});

describe('what a ticket would take', () => {
  const book: Book = {
    bids: [
      ['99', '1'],
      ['98', '2'],
    ],
    asks: [
      ['100', '1'],
      ['101', '2'],
      ['120', '9'],
    ],
  };
  it('walks the book, and tells average, slippage, fee and rest', () => {
    expect(previewTake(book, 'buy', { quantity: '2' }, '0.001', '1')).toEqual({
      trades: [
        ['100', '1'],
        ['101', '1'],
      ],
      filled: '2',
      total: '201',
      average: '100.5',
      slippage: '0.005',
      fee: '0.002',
      rest: '0',
    });
    expect(previewTake(book, 'sell', { quantity: '5' }, '0.001', '1', '98')).toMatchObject({
      filled: '3',
      total: '295',
      rest: '2',
      fee: '0.295',
    });
  });
  it('goes no further than its bound, or than the protection of a market order', () => {
    expect(previewTake(book, 'buy', { quantity: '9' }, '0.001', '1', '100').filled).toBe('1');
    expect(previewTake(book, 'buy', { quantity: '9' }, '0.001', '1').filled).toBe('3');
  });
  it('spends no more than a total, in whole lots', () => {
    const { filled, total } = previewTake(book, 'buy', { total: '150' }, '0.01', '1');
    expect([filled, total]).toEqual(['1.49', '149.49']);
  });
  it('takes nothing of an empty book', () => {
    const empty = previewTake({ bids: [], asks: [] }, 'buy', { quantity: '1' }, '0.001', '1');
    expect(empty).toEqual({
      trades: [],
      filled: '0',
      total: '0',
      average: undefined,
      slippage: undefined,
      fee: '0',
      rest: '1',
    });
  });
});

describe('bounds and quantities', () => {
  it.each<['buy' | 'sell', Dec, Dec, Dec]>([
    ['buy', '100', '1', '105'],
    ['sell', '100', '1', '95'],
    ['buy', '0.00000123', '0.00000001', '0.0000013'],
    ['sell', '0.00000001', '0.00000001', '0.00000001'],
    ['buy', '10', '5', '15'],
  ])('of a market %s at %s on a tick of %s: %s', (side, best, tick, bound) => {
    expect(marketBound(side, best, tick)).toBe(bound);
  });
  it('are never more than what there is', () => {
    fc.assert(
      fc.property(
        amounts(8, 1e14),
        amounts(4, 1e9),
        fc.constantFrom('0.001', '1', '0.00001'),
        (free, price, lot) => {
          const quantity = mostQuantity('buy', free, price, lot);
          expect(new D(quoteOf(price, quantity, 'up')).lte(free)).toBe(true);
          expect(new D(quantity).mod(lot).isZero()).toBe(true);
          expect(new D(quantity).plus(lot).times(price).gt(free)).toBe(true);
          expect(new D(mostQuantity('sell', free, price, lot)).lte(free)).toBe(true);
          expect(quantityFor(free, price, lot)).toBe(quantity);
        },
      ),
    );
  });
  it('say which orders may still trade', () => {
    expect(orderStatuses.filter(isLiveStatus)).toEqual(['waiting', 'open', 'partial']);
  });
});
