import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, OcoTicket, OrderSide } from '../../../domain/index.ts';
import { compareDec, D, holdOf, ocoBreach, ocoHold, ocoHolder, toText } from '../../../domain/index.ts';

const filter = { tick: '0.01', lot: '0.001', minQuantity: '0.002', minTotal: '10' };
const sell = (change: Partial<OcoTicket> = {}): OcoTicket => ({
  side: 'sell',
  price: '110',
  stopPrice: '95',
  stopLimitPrice: '94.5',
  quantity: '1',
  ...change,
});
const buy = (change: Partial<OcoTicket> = {}): OcoTicket => ({
  side: 'buy',
  price: '90',
  stopPrice: '105',
  stopLimitPrice: '106',
  quantity: '1',
  ...change,
});

describe('a pair of which one cancels the other', () => {
  it.each([
    ['to sell', sell(), undefined],
    ['to buy', buy(), undefined],
    ['to sell with a limit at the last price', sell({ price: '100' }), ['ocoLimit', 'price']],
    ['to sell with a limit below it', sell({ price: '99' }), ['ocoLimit', 'price']],
    ['to sell with a stop at it', sell({ stopPrice: '100' }), ['ocoStop', 'stopPrice']],
    ['to sell with a stop above it', sell({ stopPrice: '101' }), ['ocoStop', 'stopPrice']],
    ['to buy with a limit above it', buy({ price: '101' }), ['ocoLimit', 'price']],
    ['to buy with a stop below it', buy({ stopPrice: '99' }), ['ocoStop', 'stopPrice']],
    ['without a limit', sell({ price: undefined }), ['priceInvalid', 'price']],
    ['without a stop', sell({ stopPrice: undefined }), ['priceInvalid', 'stopPrice']],
    ['without a price after it', sell({ stopLimitPrice: undefined }), ['priceInvalid', 'stopLimitPrice']],
    ['without an amount', sell({ quantity: undefined }), ['amountInvalid', 'amount']],
    ['of nothing', sell({ quantity: '0' }), ['amountZero', 'amount']],
    ['off the lot', sell({ quantity: '1.0001' }), ['orderLot', 'amount']],
    ['of too little', sell({ quantity: '0.1' }), ['orderTotal', 'amount']],
    ['with a limit off the tick', sell({ price: '110.001' }), ['orderTick', 'price']],
    ['with a stop off the tick', sell({ stopPrice: '95.001' }), ['orderTick', 'stopPrice']],
    ['with a stop’s limit off the tick', sell({ stopLimitPrice: '94.501' }), ['orderTick', 'stopLimitPrice']],
    ['with a limit out of the band', sell({ price: '501' }), ['orderBand', 'price']],
    ['with a stop out of it', buy({ stopPrice: '501' }), ['orderBand', 'stopPrice']],
  ] as const)('%s', (_, ticket, expected) => {
    const breach = ocoBreach(ticket, filter, '100');
    expect(breach && [breach.code, breach.field]).toEqual(expected);
  });
  it('measures nothing against a price that is not known', () => {
    expect(ocoBreach(sell({ price: '10', stopPrice: '95' }), filter, '0')).toBeUndefined();
  });

  const price = fc.integer({ min: 2_000, max: 50_000 }).map((cents): Dec => toText(new D(cents).div(100)));
  const quantity = fc.integer({ min: 500, max: 10_000_000 }).map((n): Dec => toText(new D(n).div(1000)));
  const tickets = fc.record({
    side: fc.constantFrom<OrderSide>('buy', 'sell'),
    price,
    stopPrice: price,
    stopLimitPrice: price,
    quantity,
  });
  it('stands on both sides of the last price, and no price reaches both of its orders', () => {
    fc.assert(
      fc.property(tickets, price, price, (ticket, last, next) => {
        fc.pre(ocoBreach(ticket, filter, last) === undefined);
        const sign = ticket.side === 'sell' ? 1 : -1;
        expect(compareDec(ticket.price, ticket.stopPrice) * sign).toBeGreaterThan(0);
        const fills = compareDec(next, ticket.price) * sign >= 0;
        const triggers = compareDec(next, ticket.stopPrice) * sign <= 0;
        expect(fills && triggers).toBe(false);
      }),
    );
  });
  it('puts aside once what is enough for either order, and not a unit more', () => {
    fc.assert(
      fc.property(tickets, (ticket) => {
        const { side, price: limit, stopLimitPrice, quantity: amount } = ticket;
        const each = [holdOf(side, limit, amount), holdOf(side, stopLimitPrice, amount)].map((x) => new D(x));
        expect(new D(ocoHold(ticket)).eq(D.max(...each))).toBe(true);
        const own = ocoHolder(ticket) === 'stop' ? stopLimitPrice : limit;
        expect(ocoHold(ticket)).toBe(holdOf(side, own, amount));
      }),
    );
  });
});
