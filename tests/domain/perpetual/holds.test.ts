import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, Position, PreviewedOrder, SplitOrder } from '../../../domain/index.ts';
import {
  affordable,
  bookedProfit,
  D,
  openingCost,
  orderOutcome,
  perpetualFees,
  previewOrder,
  restingHold,
  restingOpens,
  whenFilled,
} from '../../../domain/index.ts';
import { rational } from '../rational.ts';
import { decimal, leverage, price } from './arbitrary.ts';
import { orderPlace as place, crossTerms as terms } from './orderPlace.ts';

const open = (
  side: Position['side'],
  quantity: Dec,
  cost: Dec,
  mode: Position['mode'] = 'cross',
): Position => ({
  side,
  mode,
  leverage: 10,
  quantity,
  cost,
  margin: mode === 'cross' ? '0' : '20',
  realised: { price: '0', fees: '0', funding: '0' },
});
const order = (each: Partial<SplitOrder> = {}): SplitOrder => ({
  side: 'buy',
  terms,
  reduceOnly: false,
  ...each,
});
const request = (each: Partial<PreviewedOrder> = {}): PreviewedOrder => ({
  side: 'buy',
  terms,
  quantity: '1',
  price: '100',
  ...each,
});

describe('the cost of opening', () => {
  it.each([
    // 2 at 100, tenfold: 20, and 0.05 % of 200.
    ['2', '100', 10, '0.0005', '20.1'],
    // A third of 100 has no end: margin 33.33333334, fee 0.05.
    ['1', '100', 3, '0.0005', '33.38333334'],
    // Each of the two rounds up by itself, however small: two units.
    ['0.00000001', '0.01', 100, '0.0005', '0.00000002'],
    ['1', '100', 1, '0', '100'],
  ])('%s at %s, %i-fold, at %s is %s', (q, at, times, rate, cost) => {
    expect(openingCost(q, at, times, rate)).toBe(cost);
  });
  it('is never less than margin and fee, and less than two units more', () => {
    fc.assert(
      fc.property(decimal(3, 1, 1_000_000), price, leverage, (q, at, times) => {
        const value = rational(q).times(at);
        const exact = value.over(`${times}`).plus(value.times('0.0005'));
        const over = rational(openingCost(q, at, times, '0.0005')).minus(exact);
        expect(over.compare('0')).toBeGreaterThanOrEqual(0);
        expect(over.compare('0.00000002')).toBeLessThan(0);
      }),
    );
  });
  it('decides what can be afforded: one lot more costs more than there is', () => {
    // 100 ÷ (100·(1/10 + 0.0005)) = 100 ÷ 10.05 = 9.950248…
    expect(affordable(new D(100), '100', 10, '0.0005', '0.001').toFixed()).toBe('9.95');
    expect(affordable(new D(-1), '100', 10, '0.0005', '0.001').toFixed()).toBe('0');
    fc.assert(
      fc.property(
        decimal(8, 1, 2_000_000_000),
        price,
        leverage,
        fc.constantFrom('0.001', '0.1', '1', '0'),
        (money, at, times, lot) => {
          const most = affordable(new D(money), at, times, '0.0005', lot).toFixed();
          const step = lot === '0' ? '0.00000001' : lot;
          if (most !== '0')
            expect(rational(openingCost(most, at, times, '0.0005')).compare(money)).toBeLessThanOrEqual(0);
          // Two lots more are surely too many: the finest ones may round to one cost.
          const more = rational(most).plus(step).plus(step);
          const cost = more
            .times(at)
            .over(`${times}`)
            .plus(more.times(at).times('0.0005'))
            .plus('0.00000002');
          expect(cost.compare(money)).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('what a resting order holds', () => {
  it.each([
    // Of 5 to sell against a long of 3 two would open: 2·100/10, and the maker's 0.02 % of 200.
    ['sell', '5', false, '2', '20.04'],
    ['sell', '3', false, '0', '0'],
    ['sell', '2', false, '0', '0'],
    ['sell', '5', true, '2', '0'],
    // Of the same side all of it opens: 5·100/10, and 0.02 % of 500.
    ['buy', '5', false, '5', '50.1'],
  ] as const)(
    'to %s %s beside a long of 3, only closing %s: opens %s, holds %s',
    (side, quantity, reduceOnly, opens, held) => {
      const long = open('long', '3', '300');
      expect(restingOpens(long, side, quantity)).toBe(opens);
      expect(restingHold(long, order({ side, reduceOnly }), { price: '100', quantity, role: 'maker' })).toBe(
        held,
      );
    },
  );
  it('is for the taker’s fee where that is what it expects to pay', () => {
    expect(restingHold(undefined, order(), { price: '100', quantity: '1', role: 'taker' })).toBe(
      rational('10').plus(rational('100').times(perpetualFees.taker)).text(8, 'ceil'),
    );
  });
});

describe('a preview on paper', () => {
  it('of an isolated order in parts: margin, fee and what is left', () => {
    // 3 at 100, tenfold: 30 and 0.15. 1,000 − 30.15 stays, of which nothing is used by cross positions.
    const seen = previewOrder(place(), request({ quantity: '3', terms: { mode: 'isolated', leverage: 10 } }));
    expect(seen).toMatchObject({
      closes: '0',
      opens: '3',
      margin: '30',
      fee: '0.15',
      profit: '0',
      left: '969.85',
    });
    expect(seen.position?.margin).toBe('30');
  });
  it('of a turn: the old one’s gain, its margin, and the new one’s', () => {
    // A long of 2 for 180 with 20 behind it; 5 sold at 100: 2 close with a gain of 20, 3 open for 30; the fee is 0.25.
    const seen = previewOrder(
      place({ position: open('long', '2', '180', 'isolated') }),
      request({ side: 'sell', quantity: '5' }),
    );
    expect(seen).toMatchObject({ closes: '2', opens: '3', margin: '30', fee: '0.25', profit: '20' });
    // 1,000 − 0.25 + 20 + 20 − 30.
    expect(seen.left).toBe('1009.75');
    expect(seen.position).toMatchObject({ side: 'short', quantity: '3', cost: '300', margin: '30' });
  });
  it('books of a gain what is there, of a loss all of it', () => {
    const long = open('long', '3', '300');
    expect(bookedProfit(long, { profit: '0.000000019' })).toBe('0.00000001');
    expect(bookedProfit(long, { profit: '-0.000000011' })).toBe('-0.00000002');
    expect(bookedProfit(long, undefined)).toBe('0');
    expect(bookedProfit(undefined, { profit: '5' })).toBe('0');
    // After 0.000000009 that was too little to book, another 0.000000009 makes one unit.
    const before = { realised: { price: '0.000000009', fees: '0', funding: '0' } };
    expect(bookedProfit(before, { profit: '0.000000009' })).toBe('0.00000001');
  });
  it('fills a resting order with the mark at its price, never a taking one', () => {
    expect(whenFilled(place(), { side: 'buy', price: '90' }).mark).toBe('90');
    expect(whenFilled(place(), { side: 'buy', price: '110' }).mark).toBe('100');
    expect(whenFilled(place(), { side: 'sell', price: '110' }).mark).toBe('110');
    expect(whenFilled(place(), { side: 'sell', price: '90' }).mark).toBe('100');
  });
  it('of an order over two levels pays for each at its own price', () => {
    // 1 at 100 and 2 at 101: 302 of value; fees 0.05 and 0.101; margin 10 and 20.2; 1 rests at 101 for the maker’s 0.0202.
    const seen = orderOutcome(place(), order(), {
      trades: [
        ['100', '1'],
        ['101', '2'],
      ],
      rest: { price: '101', quantity: '1', role: 'maker' },
    });
    expect(seen).toMatchObject({ opens: '4', closes: '0', margin: '40.3', fee: '0.1712', profit: '0' });
    expect(seen.position?.cost).toBe('403');
    // 1,000 − 0.151 booked; 3 at the mark are worth 300 and have lost 2; 30 are used, and 10.1 and 0.0202 put aside.
    expect(seen.left).toBe('957.7288');
  });
});
