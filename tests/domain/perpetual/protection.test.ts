import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiquidationPrice, TriggerKind } from '../../../domain/index.ts';
import {
  compareUrgency,
  D,
  isBeyondLiquidation,
  isTriggered,
  positionValue,
  priceForProfit,
  priceForRoe,
  profitOf,
  protectionRefusal,
  roeOf,
  signOfSide,
  triggerRefusal,
} from '../../../domain/index.ts';
import { decimal, position } from './arbitrary.ts';

describe('take-profit and stop-loss', () => {
  it.each([
    ['long', { stopLoss: '100.01' }, 'stopLossAboveOpen'],
    ['long', { takeProfit: '99.99' }, 'takeProfitBelowOpen'],
    ['short', { stopLoss: '99.99' }, 'stopLossBelowOpen'],
    ['short', { takeProfit: '100.01' }, 'takeProfitAboveOpen'],
    ['long', { stopLoss: '100', takeProfit: '100' }, undefined],
    ['short', { stopLoss: '100', takeProfit: '100' }, undefined],
    ['long', { stopLoss: '99', takeProfit: '101' }, undefined],
    ['short', { stopLoss: '101', takeProfit: '99' }, undefined],
    ['long', {}, undefined],
    ['long', { stopLoss: '0' }, 'priceInvalid'],
    ['long', { takeProfit: '1e9' }, 'priceInvalid'],
    ['short', { takeProfit: '-1' }, 'priceInvalid'],
  ] as const)('of a %s opened at 100 with %j: %s', (side, protection, code) => {
    expect(protectionRefusal(side, '100', protection)).toBe(code);
  });
  it.each([
    ['sell', 'stop', '99', '99', true],
    ['sell', 'stop', '99', '98', true],
    ['sell', 'stop', '99', '99.01', false],
    ['sell', 'profit', '101', '101', true],
    ['sell', 'profit', '101', '100.99', false],
    ['buy', 'stop', '101', '101', true],
    ['buy', 'stop', '101', '100.99', false],
    ['buy', 'profit', '99', '99', true],
    ['buy', 'profit', '99', '99.01', false],
  ] as const)('to %s, a %s at %s meets %s: %s', (side, kind, trigger, price, isMet) => {
    expect(isTriggered(side, kind, trigger, price)).toBe(isMet);
    expect(triggerRefusal(side, kind, trigger, price)).toBe(isMet ? 'triggerPassed' : undefined);
  });
});

describe('guards of a position', () => {
  it('act by their kind, then in their order, when one tick reaches several', () => {
    const reached = (kind: TriggerKind, rank: number) => ({ trigger: { kind }, rank });
    const all = [reached('profit', 1), reached('stop', 4), reached('profit', 3), reached('stop', 2)];
    expect(all.toSorted(compareUrgency)).toEqual([all[3], all[1], all[0], all[2]]);
  });
  it.each<['long' | 'short', string, LiquidationPrice, boolean]>([
    ['long', '90', { kind: 'at', price: '90' }, true],
    ['long', '90.01', { kind: 'at', price: '90' }, false],
    ['short', '110', { kind: 'at', price: '110' }, true],
    ['short', '109.99', { kind: 'at', price: '110' }, false],
    ['long', '1', { kind: 'never' }, false],
    ['long', '1', { kind: 'due' }, true],
  ])('of a %s at %s with liquidation %j are beyond it: %s', (side, stop, liquidation, isBeyond) => {
    expect(isBeyondLiquidation(side, stop, liquidation)).toBe(isBeyond);
  });
});

describe('a price for a P/L', () => {
  it('brings at least that much, and one tick less does not', () => {
    fc.assert(
      fc.property(position, decimal(2, -1_000_000, 1_000_000), (open, profit) => {
        const tick = '0.01';
        const at = priceForProfit(open, profit, tick);
        if (at === undefined) return;
        const brings = (price: D) =>
          profitOf(open.side, positionValue(open.quantity, price.toFixed()), open.cost);
        expect(new D(brings(new D(at))).gte(profit)).toBe(true);
        expect(new D(brings(new D(at).minus(new D(tick).times(signOfSide(open.side))))).lt(profit)).toBe(
          true,
        );
      }),
    );
  });
  it('is there for a yield too', () => {
    const open = { side: 'long', quantity: '2', cost: '200', leverage: 10 } as const;
    expect(priceForRoe(open, '0.5', '0.01')).toBe('105');
    expect(roeOf('10', '200', 10)).toBe('0.5');
    expect(priceForRoe({ ...open, side: 'short' }, '-1', '0.01')).toBe('110');
  });
  it('does not exist at or below zero', () => {
    const open = { side: 'long', quantity: '2', cost: '200' } as const;
    expect(priceForProfit(open, '-200', '0.01')).toBeUndefined();
    expect(priceForProfit({ ...open, side: 'short' }, '200', '0.01')).toBeUndefined();
    expect(priceForProfit({ ...open, side: 'short' }, '199.99', '0.01')).toBeUndefined();
  });
});
