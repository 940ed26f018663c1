import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, MarketFilter, OrderTicket } from '../../../domain/index.ts';
import {
  feesInForce,
  guardAway,
  isMarketType,
  isOrderPrice,
  isPaired,
  isStopType,
  netOf,
  optionsRefusal,
  orderTypes,
  perpetualFees,
  scaledHold,
  scaledLevels,
  scaledSums,
  setFees,
  spotFees,
  ticketRefusal,
  ticketsOf,
  usualFees,
} from '../../../domain/index.ts';
import { decimal } from '../perpetual/arbitrary.ts';
import { largest, rational, smallest } from '../rational.ts';

describe('a ticket', () => {
  const filter: MarketFilter = { tick: '0.01', lot: '0.001', minQuantity: '0.001', minTotal: '1' };
  const limit = (each: Partial<OrderTicket>): OrderTicket => ({
    side: 'buy',
    type: 'limit',
    price: '100',
    quantity: '1',
    ...each,
  });
  it.each([
    // A fifth of the last price to five times it, both included.
    ['20', undefined],
    ['19.99', 'orderBand'],
    ['500', undefined],
    ['500.01', 'orderBand'],
  ])('at %s with a last price of 100: %s', (at, refusal) => {
    expect(ticketRefusal(limit({ price: at }), filter, '100')).toBe(refusal);
    expect(isOrderPrice(at, filter, '100')).toBe(refusal === undefined);
    expect(isOrderPrice(at, filter, '0')).toBe(true);
  });
  it('names a price on the tick alone', () => expect(isOrderPrice('100.005', filter, '100')).toBe(false));
  it.each([
    [{ type: 'market', price: '1' }, 'orderOptions'],
    [{ type: 'market', postOnly: true }, 'orderOptions'],
    [{ type: 'market', tif: 'FOK' }, 'orderOptions'],
    [{ type: 'market', tif: 'IOC' }, undefined],
    [{ type: 'limit', stopPrice: '1' }, 'orderOptions'],
    [{ type: 'stopLimit', stopPrice: '1', price: '1' }, undefined],
    [{ type: 'stopMarket', stopPrice: '1', price: '1' }, 'orderOptions'],
    [{ type: 'limit', tif: 'GTD' }, 'orderOptions'],
    [{ type: 'limit', tif: 'GTC', expiresAt: 1 }, 'orderOptions'],
    [{ type: 'limit', tif: 'GTD', expiresAt: 1 }, undefined],
  ] as const)('that says %j: %s', (options, refusal) => expect(optionsRefusal(options)).toBe(refusal));
  it('is of a kind that waits, and of one that takes what there is', () => {
    expect(orderTypes.filter(isStopType)).toEqual(['stopLimit', 'stopMarket']);
    expect(orderTypes.filter(isMarketType)).toEqual(['market', 'stopMarket']);
    expect(isStopType('oco') || isMarketType('oco')).toBe(false);
  });
  it('of a pair is two: a limit, and a stop with a limit of its own', () => {
    const { limit: one, stop } = ticketsOf({
      side: 'sell',
      price: '110',
      stopPrice: '90',
      stopLimitPrice: '89',
      quantity: '2',
    });
    expect(one).toEqual({ side: 'sell', type: 'limit', price: '110', quantity: '2' });
    expect(stop).toEqual({ side: 'sell', type: 'stopLimit', price: '89', stopPrice: '90', quantity: '2' });
    expect(isPaired({ partner: 7, type: 'limit', status: 'open' })).toBe(true);
    expect(isPaired({ partner: 7, type: 'stopLimit', status: 'waiting' })).toBe(true);
    // One that has begun to trade stands alone.
    expect(isPaired({ partner: 7, type: 'limit', status: 'partial' })).toBe(false);
    expect(isPaired({ partner: null, type: 'limit', status: 'open' })).toBe(false);
  });
});

describe('a scaled order on paper', () => {
  it('in three from 100 to 101, rising: 1, 2 and 3 sixths', () => {
    const levels = scaledLevels(
      { side: 'buy', from: '100', to: '101', count: 3, shape: 'rising', quantity: '1' },
      { tick: '0.01', lot: '0.001' },
    );
    expect(levels).toEqual([
      { price: '100', quantity: '0.166' },
      { price: '100.5', quantity: '0.333' },
      { price: '101', quantity: '0.5' },
    ]);
    // 16.6 + 33.4665 + 50.5 for 0.999.
    expect(scaledSums(levels)).toMatchObject({ quantity: '0.999', total: '100.5665' });
    expect(scaledHold('buy', levels)).toBe('100.5665');
    expect(scaledHold('sell', levels)).toBe('0.999');
    expect(scaledSums([])).toEqual({ quantity: '0', total: '0', average: undefined });
  });
});

describe('a guard by per cent of a price between two ticks', () => {
  it.each([
    // A mean of trades is 100.0033: a ten-thousandth of a per cent away lies within the same tick.
    ['long', 'stopLoss', '100.0033', '0.0001', '100'],
    ['long', 'takeProfit', '100.0033', '0.0001', '100.01'],
    ['short', 'stopLoss', '100.0033', '0.0001', '100.01'],
    ['short', 'takeProfit', '100.0033', '0.0001', '100'],
    // On the tick it is the next one.
    ['long', 'stopLoss', '100', '0.0001', '99.99'],
    ['short', 'stopLoss', '100', '0.0001', '100.01'],
  ] as const)('of a %s, %s, from %s by %s: %s', (position, guard, opening, percent, at) => {
    expect(guardAway(position, guard, opening, percent, '0.01')).toBe(at);
  });
  it('is on the tick and on its own side of it, by at most a tick from what was requested', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('long' as const, 'short' as const),
        fc.constantFrom('takeProfit' as const, 'stopLoss' as const),
        decimal(4, 10_000, 10_000_000),
        decimal(4, 1, 90_000),
        (position, guard, opening, percent) => {
          const at = guardAway(position, guard, opening, percent, '0.01');
          if (at === undefined) throw new Error('near enough');
          const isAbove = (position === 'long') === (guard === 'takeProfit');
          const share = rational(percent)
            .over(isAbove ? '100' : '-100')
            .plus('1');
          const exact = share.times(opening);
          expect(rational(at).over('0.01').bottom).toBe(1n);
          expect(rational(at).compare(opening)).toBe(isAbove ? 1 : -1);
          expect(rational(at).minus(exact).size().compare('0.01')).toBeLessThanOrEqual(0);
        },
      ),
    );
  });
});

it('fees are those in force when they are read, and a venue may change them', () => {
  const before = feesInForce();
  try {
    setFees({ spot: { maker: '-0.0001', taker: '0.002' }, perpetual: { maker: '0', taker: '0.001' } });
    expect([spotFees.maker, spotFees.taker, perpetualFees.maker, perpetualFees.taker]).toEqual([
      '-0.0001',
      '0.002',
      '0',
      '0.001',
    ]);
    expect(netOf('100', 'taker')).toEqual({ net: '99.8', fee: '0.2' });
    expect(netOf('100', 'maker')).toEqual({ net: '100.01', fee: '-0.01' });
  } finally {
    setFees(before);
  }
  expect(usualFees.spot).toEqual({ maker: '0.0008', taker: '0.001' });
  const within = (fee: Dec): boolean =>
    smallest(rational(fee), rational('0.01')).compare(largest(rational(fee), rational('0'))) === 0;
  expect([spotFees.maker, spotFees.taker, perpetualFees.maker, perpetualFees.taker].every(within)).toBe(true);
});
