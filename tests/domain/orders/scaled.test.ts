import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, OrderSide, ScaledTicket } from '../../../domain/index.ts';
import {
  compareDec,
  D,
  holdOf,
  isValidScaled,
  scaledBreach,
  scaledHold,
  scaledLevels,
  scaledShapes,
  scaledSums,
  toText,
} from '../../../domain/index.ts';

const filter = { tick: '0.01', lot: '0.001', minQuantity: '0.002', minTotal: '10' };
const buy = (change: Partial<ScaledTicket> = {}): ScaledTicket => ({
  ...{ side: 'buy', from: '100', to: '90', count: 5, shape: 'flat', quantity: '10' },
  ...change,
});
const levelsOf = (change: Partial<ScaledTicket>) => {
  const ticket = buy(change);
  if (!isValidScaled(ticket)) throw new Error('not sound');
  return scaledLevels(ticket, filter).map(({ price, quantity }) => [price, quantity]);
};

describe('a scaled order', () => {
  it('lies evenly over its range, in equal sizes', () => {
    expect(levelsOf({})).toEqual([
      ['100', '2'],
      ['97.5', '2'],
      ['95', '2'],
      ['92.5', '2'],
      ['90', '2'],
    ]);
  });
  it('grows or shrinks from the first to the last', () => {
    const sizes = (shape: ScaledTicket['shape']) =>
      levelsOf({ shape, quantity: '15' }).map(([, size]) => size);
    expect(sizes('rising')).toEqual(['1', '2', '3', '4', '5']);
    expect(sizes('falling')).toEqual(['5', '4', '3', '2', '1']);
  });
  it('rounds a price between two ticks down to buy and up to sell, and sizes down', () => {
    const range = { from: '100', to: '100.05', count: 4, quantity: '1' } as const;
    expect(levelsOf(range)).toEqual([
      ['100', '0.25'],
      ['100.01', '0.25'],
      ['100.03', '0.25'],
      ['100.05', '0.25'],
    ]);
    expect(levelsOf({ ...range, side: 'sell' }).map(([price]) => price)).toEqual([
      '100',
      '100.02',
      '100.04',
      '100.05',
    ]);
    expect(levelsOf({ count: 3, quantity: '10' }).map(([, size]) => size)).toEqual([
      '3.333',
      '3.333',
      '3.333',
    ]);
  });
  it.each([
    ['whole', {}, undefined],
    ['without a first price', { from: undefined }, ['priceInvalid', 'from']],
    ['without a last price', { to: undefined }, ['priceInvalid', 'to']],
    ['with a first price off the tick', { from: '100.001' }, ['orderTick', 'from']],
    ['with a last price off the tick', { to: '90.001' }, ['orderTick', 'to']],
    ['with a last price out of the band', { to: '19' }, ['orderBand', 'to']],
    ['of one order', { count: 1 }, ['scaledCount', 'count']],
    ['of 21 orders', { count: 21 }, ['scaledCount', 'count']],
    ['of half an order', { count: 2.5 }, ['scaledCount', 'count']],
    ['without a count', { count: undefined }, ['scaledCount', 'count']],
    ['at one price', { to: '100' }, ['scaledRange', 'to']],
    ['in a range with fewer ticks than orders', { to: '99.97' }, ['scaledRange', 'to']],
    ['in a range with as many ticks as orders', { to: '99.96' }, undefined],
    ['without an amount', { quantity: undefined }, ['amountInvalid', 'amount']],
    ['of nothing', { quantity: '0' }, ['amountZero', 'amount']],
    ['with orders of nothing', { quantity: '0.004' }, ['orderMinimum', 'amount']],
    ['with an order below the least', { quantity: '0.009' }, ['orderMinimum', 'amount']],
    ['with an order worth too little', { quantity: '0.4' }, ['orderTotal', 'amount']],
  ] as const)('is %s: %o', (_, change, expected) => {
    const breach = scaledBreach(buy(change), filter, '100');
    expect(breach && [breach.code, breach.field]).toEqual(expected);
  });

  const amount = (most: number, by: number) =>
    fc.integer({ min: 1, max: most }).map((n): Dec => toText(new D(n).div(by)));
  const tickets = fc.record({
    side: fc.constantFrom<OrderSide>('buy', 'sell'),
    from: amount(50_000, 100),
    to: amount(50_000, 100),
    count: fc.integer({ min: 2, max: 20 }),
    shape: fc.constantFrom(...scaledShapes),
    quantity: amount(10_000_000, 1_000),
  });
  it('never asks for more than was given, for a price beyond its range, or for one off the steps', () => {
    fc.assert(
      fc.property(tickets, (ticket) => {
        const levels = scaledLevels(ticket, filter);
        const sums = scaledSums(levels);
        expect(levels).toHaveLength(ticket.count);
        expect(compareDec(sums.quantity, ticket.quantity)).toBeLessThanOrEqual(0);
        const [low, high] = [D.min(ticket.from, ticket.to), D.max(ticket.from, ticket.to)];
        for (const { price, quantity } of levels) {
          expect(new D(price).gte(low) && new D(price).lte(high)).toBe(true);
          expect(new D(price).mod(filter.tick).isZero()).toBe(true);
          expect(new D(quantity).mod(filter.lot).isZero()).toBe(true);
        }
        expect([levels[0]?.price, levels.at(-1)?.price]).toEqual([ticket.from, ticket.to]);
        // What rounding leaves is less than a lot for each order.
        const left = new D(ticket.quantity).minus(sums.quantity);
        expect(left.lt(new D(filter.lot).times(ticket.count))).toBe(true);
        if (sums.average) expect(new D(sums.average).gte(low) && new D(sums.average).lte(high)).toBe(true);
        const holds = levels.map(({ price, quantity }) => holdOf(ticket.side, price, quantity));
        expect(scaledHold(ticket.side, levels)).toBe(
          toText(holds.reduce((sum, hold) => sum.plus(hold), new D(0))),
        );
      }),
    );
  });
  it('that is sound is made of orders that a market takes one by one, each at its own price', () => {
    fc.assert(
      fc.property(tickets, (ticket) => {
        if (scaledBreach(ticket, filter, '100') !== undefined) return;
        const levels = scaledLevels(ticket, filter);
        expect(new Set(levels.map(({ price }) => price)).size).toBe(levels.length);
        for (const { price, quantity } of levels) {
          expect(compareDec(quantity, filter.minQuantity)).toBeGreaterThanOrEqual(0);
          expect(new D(price).times(quantity).gte(filter.minTotal)).toBe(true);
        }
      }),
    );
  });
});
