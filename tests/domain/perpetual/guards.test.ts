import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiquidationPrice, OrderStatus, PositionSide, TriggerKind } from '../../../domain/index.ts';
import {
  closingSide,
  compareUrgency,
  isBeyondLiquidation,
  isGuardOrder,
  isTriggered,
  isUnmet,
  orderStatuses,
  priceForProfit,
  priceForRoe,
  protectionRefusal,
  triggerRefusal,
} from '../../../domain/index.ts';
import { rational } from '../rational.ts';
import { decimal, quantity, side } from './arbitrary.ts';

describe('take-profit and stop-loss by the specification, §5', () => {
  it.each([
    // "Long position: stop-loss cannot be higher than the opening price, take-profit cannot be lower than it."
    ['long', { stopLoss: '100.01' }, 'stopLossAboveOpen'],
    ['long', { takeProfit: '99.99' }, 'takeProfitBelowOpen'],
    // "Short position: stop-loss cannot be lower than the opening price, take-profit cannot be higher than it."
    ['short', { stopLoss: '99.99' }, 'stopLossBelowOpen'],
    ['short', { takeProfit: '100.01' }, 'takeProfitAboveOpen'],
    // At the very price both may stand, together too.
    ['long', { stopLoss: '100', takeProfit: '100.0' }, undefined],
    ['short', { stopLoss: '100.00', takeProfit: '100' }, undefined],
    ['long', {}, undefined],
    // Of two that are wrong the stop-loss is named; what is no price comes before either.
    ['long', { stopLoss: '101', takeProfit: '99' }, 'stopLossAboveOpen'],
    ['short', { stopLoss: '99', takeProfit: '101' }, 'stopLossBelowOpen'],
    ['long', { stopLoss: '101', takeProfit: '0' }, 'priceInvalid'],
    ['long', { stopLoss: '-5' }, 'priceInvalid'],
    ['long', { stopLoss: '1e2' }, 'priceInvalid'],
    // By value and not by text: 9.5 is below 100.
    ['long', { stopLoss: '9.5', takeProfit: '100.5' }, undefined],
  ] as const)('of a %s at 100 with %j: %s', (each, guards, refusal) => {
    expect(protectionRefusal(each, '100', guards)).toBe(refusal);
  });
  it('of a long are those of a short seen in a mirror', () => {
    const near = fc.integer({ min: 90, max: 110 }).map(String);
    const mirror = (price: string): string => rational('200').minus(price).text(0, 'zero');
    const swapped = {
      stopLossAboveOpen: 'stopLossBelowOpen',
      takeProfitBelowOpen: 'takeProfitAboveOpen',
    } as const;
    fc.assert(
      fc.property(near, near, (stopLoss, takeProfit) => {
        const long = protectionRefusal('long', '100', { stopLoss, takeProfit });
        const short = protectionRefusal('short', '100', {
          stopLoss: mirror(stopLoss),
          takeProfit: mirror(takeProfit),
        });
        expect(short).toBe(long && swapped[long as keyof typeof swapped]);
      }),
    );
  });
});

describe('a trigger', () => {
  it.each([
    // What sells out of a long fires below as a stop and above as a profit; what buys back a short the other way round.
    ['sell', 'stop', '99.99', true],
    ['sell', 'stop', '100.01', false],
    ['sell', 'trail', '99.99', true],
    ['sell', 'profit', '100.01', true],
    ['sell', 'profit', '99.99', false],
    ['buy', 'stop', '100.01', true],
    ['buy', 'trail', '99.99', false],
    ['buy', 'profit', '99.99', true],
    ['buy', 'profit', '100.01', false],
  ] as const)('to %s as a %s at 100 with a price of %s: %s', (order, kind, price, fires) => {
    expect(isTriggered(order, kind, '100', price)).toBe(fires);
    expect(triggerRefusal(order, kind, '100', price)).toBe(fires ? 'triggerPassed' : undefined);
    // The price itself fires all of them.
    expect(isTriggered(order, kind, '100', '100.00')).toBe(true);
  });
  it('of a guard that was let through by the rules above has not fired at its opening price, unless it stands there', () => {
    fc.assert(
      fc.property(
        side,
        decimal(1, 900, 1_100),
        fc.constantFrom<'stop' | 'profit'>('stop', 'profit'),
        (each, price, kind) => {
          const guards = kind === 'stop' ? { stopLoss: price } : { takeProfit: price };
          const isLetThrough = protectionRefusal(each, '100', guards) === undefined;
          const fires = isTriggered(closingSide(each), kind, price, '100');
          expect(isLetThrough && fires).toBe(rational(price).compare('100') === 0);
        },
      ),
    );
  });
});

describe('guards', () => {
  it('stay fired where nobody took them or their loss was not covered, and for no other reason', () => {
    expect(
      ['noLiquidity', 'lossNotCovered', 'cancelled', 'insufficientBalance', '', null].map(isUnmet),
    ).toEqual([true, true, false, false, false, false]);
  });
  it('are orders of a group that wait: what one has left in the book is an order like any other', () => {
    const waiting = orderStatuses.filter((status: OrderStatus) => isGuardOrder({ group: 3, status }));
    expect(waiting).toEqual(['waiting']);
    // A group may have the number nought.
    expect(isGuardOrder({ group: 0, status: 'waiting' })).toBe(true);
    expect(isGuardOrder({ group: null, status: 'waiting' })).toBe(false);
  });
  it('act stop before profit, then by their age: an order of all, whatever the order in which they come', () => {
    const reached = fc.record({
      trigger: fc.oneof(
        fc.constant(null),
        fc.record({ kind: fc.constantFrom<TriggerKind>('stop', 'profit', 'trail') }),
      ),
      rank: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(reached, { maxLength: 12 }), (orders) => {
        const sorted = [...orders].sort(compareUrgency);
        const keys = sorted.map(
          ({ trigger, rank }) => (trigger && trigger.kind !== 'profit' ? 0 : 1_000) + rank,
        );
        expect(keys).toEqual([...keys].sort((a, b) => a - b));
      }),
    );
  });
  it.each<[PositionSide, string, LiquidationPrice, boolean]>([
    // At the liquidation price itself a stop is never reached: the liquidation comes with the same price.
    ['long', '90', { kind: 'at', price: '90' }, true],
    ['long', '90.01', { kind: 'at', price: '90' }, false],
    ['short', '110', { kind: 'at', price: '110' }, true],
    ['short', '109.99', { kind: 'at', price: '110' }, false],
    ['long', '90', { kind: 'never' }, false],
    ['short', '110', { kind: 'due' }, true],
  ])('of a %s at %s with %j come too late: %s', (each, stop, liquidation, isLate) => {
    expect(isBeyondLiquidation(each, stop, liquidation)).toBe(isLate);
  });
});

describe('the price for a P/L on paper', () => {
  const long = { side: 'long', quantity: '3', cost: '300', leverage: 10 } as const;
  const short = { ...long, side: 'short' } as const;
  it.each([
    // 10 on 3 is 3.333… each: up to sell, and down to buy, so that ten are reached.
    [long, '10', '103.34'],
    [short, '10', '96.66'],
    [long, '-10', '96.67'],
    [short, '-10', '103.33'],
    [long, '0', '100'],
    // All that a long can lose, and a unit less; a short gains at most what it cost.
    [long, '-300', undefined],
    [long, '-299.99', '0.01'],
    [short, '300', undefined],
    [short, '299.97', '0.01'],
    [short, '299.98', undefined],
  ] as const)('of %j to make %s is %s', (position, profit, price) =>
    expect(priceForProfit(position, profit, '0.01')).toBe(price),
  );
  it.each([
    // 50 % of the initial margin of 30 is 15: five each.
    [long, '0.5', '105'],
    [short, '0.5', '95'],
    [long, '-1', '90'],
    [short, '-1', '110'],
    [long, '-10', undefined],
  ] as const)('of %j to yield %s is %s', (position, roe, price) =>
    expect(priceForRoe(position, roe, '0.01')).toBe(price),
  );
  it('brings at least that much, and by less than a tick for each unit more', () => {
    fc.assert(
      fc.property(
        side,
        quantity,
        decimal(2, 100, 100_000),
        decimal(2, -5_000, 5_000),
        (each, q, entry, profit) => {
          const cost = rational(q).times(entry);
          const at = priceForProfit({ side: each, quantity: q, cost: cost.text(12, 'zero') }, profit, '0.01');
          if (at === undefined) return;
          const value = rational(at).times(q);
          const over = (each === 'long' ? value.minus(cost) : cost.minus(value)).minus(profit);
          expect(over.compare('0')).toBeGreaterThanOrEqual(0);
          expect(over.compare(rational(q).times('0.01'))).toBeLessThan(0);
        },
      ),
    );
  });
});
