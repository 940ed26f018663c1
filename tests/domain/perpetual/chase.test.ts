import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chase } from '../../../domain/index.ts';
import { chaseBound, chaseRefusal, chaseStep, D, makerPrice } from '../../../domain/index.ts';
import { decimal } from './arbitrary.ts';

const TICK = '0.01';
const side = fc.constantFrom('buy' as const, 'sell' as const);
const price = decimal(2, 100, 100_000);
const best = fc.option(price, { nil: undefined });
const chase: Chase = { until: 10_000, from: '100', distance: '0.01', rest: 'market', moves: 0 };
const at = (now: number) => ({ tick: TICK, now });

describe('a chase', () => {
  it('rests at the best price of its side, and one tick off the other side where it has to', () => {
    expect(makerPrice('sell', { bid: '99', ask: '101' }, TICK)).toBe('101');
    expect(makerPrice('buy', { bid: '99', ask: '101' }, TICK)).toBe('99');
    expect(makerPrice('sell', { bid: '99', ask: undefined }, TICK)).toBe('99.01');
    expect(makerPrice('buy', { bid: undefined, ask: '0.01' }, TICK)).toBeUndefined();
    expect(makerPrice('sell', { bid: undefined, ask: undefined }, TICK)).toBeUndefined();
  });
  it('never takes, whatever the book is', () => {
    fc.assert(
      fc.property(side, best, best, (way, bid, ask) => {
        const own = makerPrice(way, { bid, ask }, TICK);
        const other = way === 'sell' ? bid : ask;
        if (own === undefined || other === undefined) return;
        expect(new D(own).comparedTo(other)).toBe(way === 'sell' ? 1 : -1);
      }),
    );
  });
  it('goes after a better offer, never back, and ends at its distance and at its time', () => {
    const step = (ask: string, now = 0, bid = '90') => chaseStep('sell', '100', chase, { bid, ask }, at(now));
    expect(step('99.5')).toEqual({ kind: 'move', price: '99.5' });
    expect(step('99')).toEqual({ kind: 'move', price: '99' });
    expect(step('98.99')).toEqual({ kind: 'end', why: 'chaseTooFar' });
    expect(step('100.5')).toEqual({ kind: 'stay' });
    expect(step('99.5', 9_999)).toEqual({ kind: 'move', price: '99.5' });
    expect(step('99.5', 10_000)).toEqual({ kind: 'end', why: 'chaseTimedOut' });
    expect(chaseStep('buy', '100', chase, { bid: '100.3', ask: '100.31' }, at(0))).toEqual({
      kind: 'move',
      price: '100.3',
    });
    expect(chaseStep('buy', '100', chase, { bid: undefined, ask: undefined }, at(0))).toEqual({
      kind: 'stay',
    });
  });
  it('comes nearer with each move, and stays within its distance along any path', () => {
    fc.assert(
      fc.property(side, fc.array(fc.tuple(best, best), { maxLength: 30 }), (way, path) => {
        const bound = new D(chaseBound(way, chase, TICK));
        let own = chase.from;
        for (const [bid, ask] of path) {
          const step = chaseStep(way, own, chase, { bid, ask }, at(0));
          if (step.kind === 'end') return;
          if (step.kind === 'stay') continue;
          const sign = way === 'sell' ? 1 : -1;
          expect(new D(own).comparedTo(step.price)).toBe(sign);
          expect(new D(step.price).minus(bound).times(sign).gte(0)).toBe(true);
          own = step.price;
        }
      }),
    );
  });
  it('has a bound on the tick within its distance, to sell and to buy', () => {
    expect(chaseBound('sell', { from: '33.33', distance: '0.01' }, TICK)).toBe('33');
    expect(chaseBound('buy', { from: '33.33', distance: '0.01' }, TICK)).toBe('33.66');
  });
  it.each([
    [9, '0.01', 'chaseInvalid'],
    [10, '0.01', undefined],
    [600, '0.05', undefined],
    [601, '0.01', 'chaseInvalid'],
    [60, '0.0004', 'chaseInvalid'],
    [60, '0.051', 'chaseInvalid'],
  ])('of %s seconds and a distance of %s: %s', (seconds, distance, code) => {
    expect(chaseRefusal(seconds, distance)).toBe(code);
  });
});
