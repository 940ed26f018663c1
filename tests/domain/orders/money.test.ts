import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Book, OrderSide } from '../../../domain/index.ts';
import {
  exitQuantity,
  expectedFee,
  holdOf,
  marketBound,
  meanPriceOf,
  mostQuantity,
  netAfter,
  previewTake,
  quantityFor,
  quoteOf,
  stopMarketBound,
  tighterBound,
} from '../../../domain/index.ts';
import { decimal } from '../perpetual/arbitrary.ts';
import { rational, total } from '../rational.ts';

const side = fc.constantFrom<OrderSide>('buy', 'sell');
const price = decimal(2, 1, 10_000_000);
const amount = decimal(8, 1, 2_000_000_000);

describe('money of a spot trade on paper', () => {
  it.each([
    // 0.123 at 0.1 with 0.00000001 left over: up when paid, down when received.
    ['0.12345678', '0.1', '0.01234568', '0.01234567'],
    ['0.00000001', '0.00000001', '0.00000001', '0'],
    ['65000.01', '0.5', '32500.005', '32500.005'],
    ['99999999.99', '1000000', '99999999990000', '99999999990000'],
  ])('%s at %s is paid as %s and received as %s', (p, q, paid, received) => {
    expect([quoteOf(p, q, 'up'), quoteOf(p, q, 'down')]).toEqual([paid, received]);
    expect([holdOf('buy', p, q), holdOf('sell', p, q)]).toEqual([paid, q]);
  });
  it.each([
    // 0.1 % of 1.00000001 is 0.00100000001: what is left is rounded down, and the fee is the rest.
    ['1.00000001', '0.001', '0.999', '0.00100001'],
    ['0.00000001', '0.001', '0', '0.00000001'],
    ['1000', '0', '1000', '0'],
    // A rebate is on top, and rounded down as well: 0.000100009999 is 0.0001.
    ['1.00009999', '-0.0001', '1.00019999', '-0.0001'],
    ['0', '0.001', '0', '0'],
  ])('of a gain of %s at a rate of %s %s is left, and the fee is %s', (gain, rate, net, fee) => {
    expect(netAfter(gain, rate)).toEqual({ net, fee });
  });
  it('never loses a unit: what is left and the fee are the gain, and the fee is never too little', () => {
    fc.assert(
      fc.property(amount, decimal(5, -100, 1_000), (gain, rate) => {
        const { net, fee } = netAfter(gain, rate);
        expect(total([net, fee]).compare(gain)).toBe(0);
        expect(net).toBe(rational('1').minus(rate).times(gain).text(8, 'zero'));
        expect(rational(fee).compare(rational(gain).times(rate))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  it.each([
    ['3', '10', '3.333333333333333333'],
    ['0', '10', '0'],
    ['6', '10', '1.666666666666666667'],
  ])('a mean of %s for %s is %s', (quantity, value, mean) => {
    expect(meanPriceOf({ quantity, value })).toBe(mean);
  });
  it('sells of what was received only whole lots', () => {
    expect([
      exitQuantity('1.9999', '0.001'),
      exitQuantity('0.0009', '0.001'),
      exitQuantity('0.123456789', '0'),
    ]).toEqual(['1.999', '0', '0.12345678']);
  });
});

describe('quantities for money', () => {
  it.each([
    ['100', '3', '0.01', '33.33'],
    ['100', '3', '0', '33.33333333'],
    ['2.99', '3', '1', '0'],
    ['3', '3', '1', '1'],
  ])('%s at %s on %s buys %s', (sum, at, lot, q) => expect(quantityFor(sum, at, lot)).toBe(q));
  it('are the most that is covered, on the lot, and one lot more is not', () => {
    fc.assert(
      fc.property(side, amount, price, fc.constantFrom('0.001', '0.1', '1'), (each, available, at, lot) => {
        const most = mostQuantity(each, available, at, lot);
        const exact = each === 'buy' ? rational(available).over(at) : rational(available);
        expect(rational(most).compare(exact.onStep(lot, 'floor'))).toBe(0);
        expect(rational(holdOf(each, at, most)).compare(available)).toBeLessThanOrEqual(0);
      }),
    );
    expect(mostQuantity('buy', '100', '0', '1')).toBe('0');
  });
});

describe('bounds of an order at market', () => {
  it.each([
    // 5 % above 100.03 is 105.0315, and the tick above it; below, 95.0285 and the tick below.
    ['buy', '100.03', '0.01', '105.04'],
    ['sell', '100.03', '0.01', '95.02'],
    ['sell', '0.01', '0.01', '0.01'],
    ['buy', '0.01', '0.01', '0.02'],
    ['buy', '100', '5', '105'],
    ['sell', '100', '5', '95'],
  ] as const)('to %s from %s on %s is %s', (each, best, tick, bound) =>
    expect(marketBound(each, best, tick)).toBe(bound),
  );
  it('of a stop that buys is never above what was put aside for it', () => {
    // Put aside for 100.03: 105.0315, of which 105.03 is on the tick. The market has gone to 103 in the meantime.
    expect(stopMarketBound('buy', '103', '100.03', '0.01')).toBe('105.03');
    expect(stopMarketBound('buy', '99', '100.03', '0.01')).toBe('103.95');
    expect(stopMarketBound('sell', '99', '100.03', '0.01')).toBe('94.05');
  });
  it('is the tighter one of two: the lower to buy, the higher to sell', () => {
    expect([
      tighterBound('buy', '9.5', '10'),
      tighterBound('buy', '10', '9.5'),
      tighterBound('buy', '10', undefined),
    ]).toEqual(['9.5', '9.5', '10']);
    expect([
      tighterBound('sell', '9.5', '10'),
      tighterBound('sell', '10', '9.5'),
      tighterBound('sell', '10', undefined),
    ]).toEqual(['10', '10', '10']);
  });
});

describe('what an order would take on paper', () => {
  const book: Book = {
    bids: [
      ['99', '1'],
      ['98', '5'],
    ],
    asks: [
      ['100', '2'],
      ['101', '1'],
      ['106', '9'],
    ],
  };
  it('to buy 4: 2 at 100, 1 at 101, and no more within 5 %', () => {
    const taken = previewTake(book, 'buy', { quantity: '4' }, '0.001', '0.01');
    // 301 for 3; 301 ÷ 3 ÷ 100 − 1 is a third of a per cent; the fee is 0.1 % of 3.
    expect(taken).toMatchObject({ filled: '3', total: '301', rest: '1', fee: '0.003' });
    expect(taken.average?.slice(0, 20)).toBe('100.3333333333333333');
    expect(taken.slippage?.slice(0, 20)).toBe('0.003333333333333333');
  });
  it('for 250: 2 at 100, and what 50 buys at 101', () => {
    // 50 ÷ 101 = 0.4950…
    const taken = previewTake(book, 'buy', { total: '250' }, '0.01', '0.01');
    expect(taken).toMatchObject({ filled: '2.49', total: '249.49', rest: '0' });
  });
  it('pays the fee of each trade as it is booked, and of what waits by its role', () => {
    // To sell: 0.1 % of 33.33333333 leaves 33.29999999 (33.299999996…), so that 0.03333334 is paid; twice, and 0.08 % of 100.
    const trades = [
      ['33.33333333', '1'],
      ['33.33333333', '1'],
    ] as const;
    expect(expectedFee('sell', trades, { price: '100', quantity: '1', role: 'maker' })).toBe('0.14666668');
    // To buy, of base: 0.1 % of 1, and nothing that waits.
    expect(expectedFee('buy', [['33.33333333', '1']])).toBe('0.001');
    expect(expectedFee('buy', [])).toBe('0');
  });
});
