import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Book, Level } from '../../../domain/index.ts';
import {
  applyDelta,
  bookChecksum,
  compareDec,
  deltaBetween,
  emptyBook,
  isBookValid,
  isCrossed,
} from '../../../domain/index.ts';

const side = (from: number, order: 1 | -1) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 })
    .chain((steps) =>
      fc
        .array(fc.integer({ min: 1, max: 999 }), { minLength: steps.length, maxLength: steps.length })
        .map((sizes) =>
          steps
            .sort((a, b) => a - b)
            .map((step, i): Level => [((from + order * step) / 100).toFixed(2), `0.${sizes[i]}`]),
        ),
    );
const book: fc.Arbitrary<Book> = fc.record({ bids: side(10_000, -1), asks: side(10_000, 1) });

describe('book', () => {
  it('comes out as it went in: a delta between two books leads from one to the other', () => {
    fc.assert(
      fc.property(book, book, (before, after) => {
        expect(applyDelta(before, deltaBetween(before, after), 50)).toEqual(after);
      }),
    );
  });
  it('stays sound and ordered, whatever order the changes come in', () => {
    fc.assert(
      fc.property(
        book,
        fc.array(fc.tuple(fc.integer({ min: 9_900, max: 9_999 }), fc.integer({ min: 0, max: 9 }))),
        (start, changes) => {
          const b = changes.map(([price, size]): Level => [(price / 100).toFixed(2), `${size}`]);
          expect(isBookValid(applyDelta(start, { b, a: [] }, 200))).toBe(true);
        },
      ),
    );
  });
  it('cuts to the depth, worst first', () => {
    const bids: Level[] = [
      ['3', '1'],
      ['2', '1'],
      ['1', '1'],
    ];
    expect(
      applyDelta({ bids, asks: [] }, { b: [['4', '1']], a: [] }, 3).bids.map(([price]) => price),
    ).toEqual(['4', '3', '2']);
  });
  it('leaves a book alone when a level that is not there is taken out', () => {
    expect(applyDelta(emptyBook, { b: [['1', '0']], a: [['2', '0.00']] }, 5)).toEqual(emptyBook);
  });
  it('finds one price in other words', () => {
    expect(applyDelta({ bids: [['1.50', '1']], asks: [] }, { b: [['1.5', '0']], a: [] }, 5).bids).toEqual([]);
  });
  it('says when bid and ask cross', () => {
    expect(isCrossed({ bids: [['2', '1']], asks: [['2', '1']] })).toBe(true);
    expect(isCrossed({ bids: [['1.99', '1']], asks: [['2', '1']] })).toBe(false);
    expect(isCrossed(emptyBook)).toBe(false);
  });
  it.each([
    ['bids out of order', { bids: ['1', '2'], asks: ['3'] }],
    ['asks out of order', { bids: ['1'], asks: ['4', '3'] }],
    ['one price twice', { bids: ['1', '1.0'], asks: [] }],
    ['a price of zero', { bids: ['0.00'], asks: [] }],
    ['bid and ask that cross', { bids: ['3'], asks: ['3.0'] }],
  ])('is unsound with %s', (_, { bids, asks }) => {
    const quantity = (price: string): Level => [price, '1'];
    expect(isBookValid({ bids: bids.map(quantity), asks: asks.map(quantity) })).toBe(false);
  });
  it('is unsound with an empty level', () => {
    expect(isBookValid({ bids: [['1', '0.000']], asks: [] })).toBe(false);
    expect(isBookValid({ bids: [['1', '0.001']], asks: [['1.01', '5']] })).toBe(true);
  });
  it('sums up the best ten levels, and only those', () => {
    fc.assert(
      fc.property(book, (any) => {
        const cut = { bids: any.bids.slice(0, 10), asks: any.asks.slice(0, 10) };
        expect(bookChecksum(any)).toBe(bookChecksum(cut));
      }),
    );
    // CRC-32 of "1:2:3:4" as a signed number, by zlib.
    expect(bookChecksum({ bids: [['1', '2']], asks: [['3', '4']] })).toBe(1_356_781_429);
  });
  it('orders by value, not by text', () => {
    expect(compareDec('10', '9')).toBeGreaterThan(0);
  });
});
