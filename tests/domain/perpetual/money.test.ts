import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, PositionSide } from '../../../domain/index.ts';
import {
  bankruptcyPrice,
  bookedCost,
  bookedGain,
  bookedNet,
  bookedStep,
  breakEvenPrice,
  feeOf,
  initialMargin,
  netRealised,
  positionMargin,
  positionValue,
  profitOf,
  roeOf,
} from '../../../domain/index.ts';
import { largest, rational } from '../rational.ts';
import { decimal, price, quantity, side } from './arbitrary.ts';

const signed = decimal(12, -2_000_000_000, 2_000_000_000);
const signOf = (each: PositionSide): string => (each === 'long' ? '1' : '-1');

describe('booking', () => {
  it.each([
    // What is paid: to 8 places, and a thirtieth of a unit is a whole one.
    ['0.000000001', '0.00000001'],
    ['0.00000001', '0.00000001'],
    ['0.0000000100000000000000000001', '0.00000002'],
    ['123456789012345678.123456781', '123456789012345678.12345679'],
    ['0', '0'],
  ])('a cost of %s takes %s', (exact, booked) => expect(bookedCost(exact)).toBe(booked));
  it.each([
    // A gain loses what is finer than a unit, a loss takes a whole one for it.
    ['0.000000019', '0.00000001'],
    ['0.000000009999', '0'],
    ['-0.000000001', '-0.00000001'],
    ['-0.000000011', '-0.00000002'],
    ['-123456789012345678.123456781', '-123456789012345678.12345679'],
    ['0', '0'],
  ])('a gain of %s brings %s', (exact, booked) => {
    expect(bookedGain(exact)).toBe(booked);
  });
  it('takes no less and gives no more than there is, by less than one unit', () => {
    fc.assert(
      fc.property(signed, (amount) => {
        expect(bookedGain(amount)).toBe(rational(amount).text(8, 'floor'));
        const size = rational(amount).size().text(12, 'zero');
        expect(bookedCost(size)).toBe(rational(size).text(8, 'ceil'));
      }),
    );
  });
  it('of steps is together that of the last total, up and down', () => {
    // Totals 0.000000019, 0.000000031 and −0.000000001 are booked as 1, 3 and −1 units: steps of 1, 2 and −4.
    const totals = ['0.000000019', '0.000000031', '-0.000000001'];
    const steps = totals.map((each, i) => bookedStep(totals[i - 1] ?? '0', each));
    expect(steps).toEqual(['0.00000001', '0.00000002', '-0.00000004']);
    fc.assert(
      fc.property(fc.array(signed, { minLength: 1, maxLength: 6 }), (reached) => {
        const sum = reached
          .map((each, i) => rational(bookedStep(reached[i - 1] ?? '0', each)))
          .reduce((all, each) => all.plus(each));
        expect(sum.text(8, 'zero')).toBe(rational(reached.at(-1) ?? '0').text(8, 'floor'));
      }),
    );
  });
  it('of a net rounds its price part alone: the others are as booked', () => {
    // Price part 10.000000019 is booked as 10.00000001; fees −0.25 and funding 0.1 stand: 9.85000001.
    const realised = { price: '10.000000019', fees: '-0.25', funding: '0.1' };
    expect(netRealised(realised)).toBe('9.850000019');
    expect(bookedNet(realised)).toBe('9.85000001');
    // A loss: −10.000000011 is booked as −10.00000002.
    expect(bookedNet({ price: '-10.000000011', fees: '0.01', funding: '0' })).toBe('-9.99000002');
  });
});

describe('value, margin, fee and P/L', () => {
  it.each([
    // 0.001 at 65,000.1 is 65.0001; a hundredth and a quarter of it; 0.05 % of it.
    ['0.001', '65000.1', 125, '0.0005', '65.0001', '0.5200008', '0.03250005'],
    // A smallest lot at a smallest tick.
    [
      '0.00000001',
      '0.00000001',
      1,
      '0.0005',
      '0.0000000000000001',
      '0.0000000000000001',
      '0.00000000000000000005',
    ],
    // The largest position that a table lets stand: 800,000,000, of which a maker has 0.02 % to pay.
    ['8000', '100000', 1, '0.0002', '800000000', '800000000', '160000'],
    // A rebate is a negative fee.
    ['2', '100', 10, '-0.0001', '200', '20', '-0.02'],
  ] as const)('of %s at %s, %i-fold, at %s', (q, at, times, rate, value, margin, fee) => {
    expect(positionValue(q, at)).toBe(value);
    expect(initialMargin(q, at, times)).toBe(margin);
    expect(feeOf(q, at, rate)).toBe(fee);
  });
  it.each([
    // Opened at 100 with twofold leverage: 50 set aside. A fall by 60 is −60, and −120 % of what was set aside.
    ['long', '40', '100', 2, '-60', '-1.2'],
    ['short', '40', '100', 2, '60', '1.2'],
    ['long', '100.0001', '100', 125, '0.0001', '0.000125'],
    ['short', '100', '100', 125, '0', '0'],
  ] as const)(
    'a %s worth %s that cost %s, %i-fold, has gained %s',
    (each, value, cost, times, gained, yielded) => {
      expect(rational(profitOf(each, value, cost)).compare(gained)).toBe(0);
      expect(rational(roeOf(gained, cost, times) ?? '9').compare(yielded)).toBe(0);
    },
  );
  it('has no yield where nothing was paid', () => expect(roeOf('5', '0', 10)).toBeUndefined());
  it('of a position in cross is its cost over its leverage, in isolated what is set aside', () => {
    const of = { cost: '100', leverage: 8, margin: '3.5' };
    expect(positionMargin({ ...of, mode: 'cross' })).toBe('12.5');
    expect(positionMargin({ ...of, mode: 'isolated' })).toBe('3.5');
  });
});

describe('the price at which nothing is left', () => {
  it.each([
    // 100 − 20/1 for a long, 100 + 20/1 for a short.
    ['long', '1', '100', '20', '80'],
    ['short', '1', '100', '20', '120'],
    // Leverage 10 alone: 61,000·(1 − 1/10) and 61,000·(1 + 1/10).
    ['long', '0.5', '30500', '3050', '54900'],
    ['short', '0.5', '30500', '3050', '67100'],
    // More money than the position cost: no price takes it all.
    ['long', '1', '100', '100', '0'],
    ['long', '1', '100', '250', '0'],
    // Nothing behind it: its entry.
    ['short', '4', '100', '0', '25'],
  ] as const)('of a %s of %s that cost %s with %s behind it is %s', (each, q, cost, backing, at) => {
    expect(bankruptcyPrice(each, q, cost, backing)).toBe(at);
  });
  it('leaves nothing: P/L there and what stood behind it sum to zero', () => {
    fc.assert(
      fc.property(side, decimal(0, 1, 5_000), price, decimal(4, 0, 5_000_000), (each, q, entry, backing) => {
        const cost = rational(q).times(entry);
        const at = bankruptcyPrice(each, q, cost.text(18, 'zero'), backing);
        const gained = rational(at).times(q).minus(cost).times(signOf(each));
        const left = gained.plus(backing);
        // A long with more behind it than it cost ends at zero, and keeps the difference.
        const expected =
          each === 'long' ? largest(rational('0'), rational(backing).minus(cost)) : rational('0');
        expect(left.minus(expected).size().compare('0.0000000000000000000000000000000001')).toBeLessThan(0);
      }),
    );
  });
});

describe('the price that brings back what was paid', () => {
  const none = { price: '0', fees: '0', funding: '0' };
  it.each([
    // Long 2 at 100: 0.1 paid at opening, 0.05 % to close. (200 + 0.1) ÷ (2·0.9995) = 200.1 ÷ 1.999.
    ['long', '2', '200', { ...none, fees: '-0.1' }, '0.0005', '200.1', '1.999'],
    // Short 2 at 100: (200 − 0.1) ÷ (2·1.0005) = 199.9 ÷ 2.001.
    ['short', '2', '200', { ...none, fees: '-0.1' }, '0.0005', '199.9', '2.001'],
    // Funding that was received brings it nearer; what closed parts brought in price has no part in it.
    ['long', '2', '200', { price: '77', fees: '-0.1', funding: '1.1' }, '0', '199', '2'],
    ['short', '2', '200', { price: '-77', fees: '-0.1', funding: '1.1' }, '0', '201', '2'],
    // A rebate for the closing: (200 + 0.1) ÷ (2·1.0001).
    ['long', '2', '200', { ...none, fees: '-0.1' }, '-0.0001', '200.1', '2.0002'],
  ] as const)(
    'of a %s of %s for %s, having had %j, at %s is %s ÷ %s',
    (each, q, cost, realised, rate, top, bottom) => {
      const at = breakEvenPrice({ side: each, quantity: q, cost, realised }, rate);
      expect(rational(at).fixed(50, 'zero')).toBe(rational(top).over(bottom).fixed(50, 'zero'));
    },
  );
  it('brings nothing and costs nothing: price, both fees and funding together are zero', () => {
    const paid = decimal(8, -50_000_000, 50_000_000);
    fc.assert(
      fc.property(
        side,
        quantity,
        price,
        paid,
        paid,
        fc.constantFrom('0', '0.0002', '0.0005', '-0.0001'),
        (each, q, entry, fees, funding, rate) => {
          const cost = rational(q).times(entry);
          const realised = { price: '3', fees, funding };
          const text: Dec = cost.text(18, 'zero');
          const at = rational(breakEvenPrice({ side: each, quantity: q, cost: text, realised }, rate));
          const value = at.times(q);
          const net = value.minus(cost).times(signOf(each)).minus(value.times(rate)).plus(fees).plus(funding);
          expect(net.size().compare('0.0000000000000000000000000000000001')).toBeLessThan(0);
        },
      ),
    );
  });
  it('without fees and funding is the entry', () => {
    fc.assert(
      fc.property(side, decimal(0, 1, 64), price, (each, q, entry) => {
        const cost = rational(q).times(entry).text(18, 'zero');
        expect(breakEvenPrice({ side: each, quantity: q, cost, realised: none }, '0')).toBe(entry);
      }),
    );
  });
});
