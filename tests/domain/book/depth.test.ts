import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Book, Level } from '../../../domain/index.ts';
import { bigTradeFrom, D, depthSteps } from '../../../domain/index.ts';

const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1_000 })), {
  minLength: 1,
  maxLength: 30,
});
/** Both sides of a book around 1,000, without a price twice. */
const book: fc.Arbitrary<Book> = fc.tuple(levels, levels).map(([bids, asks]) => {
  const side = (steps: readonly (readonly [number, number])[], sign: 1 | -1): Level[] => {
    let price = 1_000;
    return steps.map(([step, quantity]) => {
      price += sign * step * 0.25;
      return [new D(price).toFixed(), new D(quantity).div(100).toFixed()];
    });
  };
  return { bids: side(bids, -1), asks: side(asks, 1) };
});

describe('the depth of a book', () => {
  it('grows from the middle outwards, is as wide on both sides, and counts each level once', () => {
    fc.assert(
      fc.property(book, fc.integer({ min: 1, max: 40 }), (given, count) => {
        const depth = depthSteps(given, count);
        if (!depth) throw new Error('both sides have levels');
        const { middle, bids, asks } = depth;
        expect([bids.length, asks.length]).toEqual([count, count]);
        bids.forEach(({ price }, i) => {
          const other = new D(asks[i]?.price ?? '0');
          expect(other.minus(middle).minus(new D(middle).minus(price)).abs().lt('1e-40')).toBe(true);
        });
        for (const [side, own, isBetter] of [
          [bids, given.bids, (a: string, b: string) => new D(a).gte(b)],
          [asks, given.asks, (a: string, b: string) => new D(a).lte(b)],
        ] as const)
          side.forEach(({ price, quantity }, i) => {
            const within = own.filter(([at]) => isBetter(at, price));
            const sum = within.reduce((all, [, each]) => all.plus(each), new D(0));
            expect(quantity).toBe(sum.toFixed());
            expect(new D(quantity).gte(side[i - 1]?.quantity ?? '0')).toBe(true);
          });
      }),
    );
  });
  it('does not exist where a side is empty', () => {
    expect(depthSteps({ bids: [], asks: [['1', '1']] }, 4)).toBeUndefined();
    expect(depthSteps({ bids: [['1', '1']], asks: [] }, 4)).toBeUndefined();
  });
});

describe('a big trade', () => {
  const quantity = fc.integer({ min: 1, max: 1_000_000 }).map((value) => new D(value).div(1_000).toFixed());
  it('is rare: of many trades no more than half are, whatever their sizes', () => {
    fc.assert(
      fc.property(fc.array(quantity, { minLength: 20, maxLength: 80 }), (sizes) => {
        const from = bigTradeFrom(sizes.map((each) => ({ quantity: each })));
        if (from === undefined) throw new Error('there are enough');
        expect(sizes.filter((each) => Number(each) >= from).length).toBeLessThanOrEqual(sizes.length / 2);
      }),
    );
  });
  it('is ten times as large as the one in the middle; of few trades none is', () => {
    const usual = Array.from({ length: 20 }, () => ({ quantity: '0.5' }));
    expect(bigTradeFrom(usual)).toBe(5);
    expect(bigTradeFrom(usual.slice(1))).toBeUndefined();
  });
});
