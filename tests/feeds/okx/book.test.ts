import { describe, expect, it } from 'vitest';
import type { Level } from '../../../domain/index.ts';
import { bookChecksum } from '../../../domain/index.ts';
import { OkxBook, readBook } from '../../../feeds/okx/book.ts';
import { spot, swap } from './fixtures.ts';

const row = (bids: readonly Level[], asks: readonly Level[], numbers: object = {}) => ({
  bids: bids.map(([price, size]) => [price, size, '0', '1']),
  asks: asks.map(([price, size]) => [price, size, '0', '1']),
  ts: '1700000000000',
  ...numbers,
});
function message(action: 'snapshot' | 'update', ...content: Parameters<typeof row>) {
  const read = readBook(row(...content), action);
  if (!read) throw new Error('the message cannot be read');
  return read;
}
const snapshot = (seqId: number, numbers: object = {}) =>
  message('snapshot', [['9', '1']], [['10', '2']], { seqId, prevSeqId: -1, ...numbers });
const update = (prevSeqId: number, seqId: number, bids: readonly Level[], asks: readonly Level[] = []) =>
  message('update', bids, asks, { prevSeqId, seqId });

const isReady = (book: OkxBook) => book.top(5) !== undefined;

describe('the book', () => {
  it('begins with a snapshot and follows the chain', () => {
    const book = new OkxBook(spot.toBase);
    expect(book.take(update(3, 4, [['8', '1']]))).toBe('waiting');
    expect(book.take(snapshot(10))).toBe('ready');
    expect(book.take(update(10, 15, [['9.50', '3.0']], [['10', '0']]))).toBe('ready');
    expect(book.top(5)).toEqual({
      bids: [
        ['9.5', '3'],
        ['9', '1'],
      ],
      asks: [],
    });
  });
  it('is in base units where sizes are contracts, and as deep as is asked', () => {
    const book = new OkxBook(swap.toBase);
    book.take(snapshot(1));
    book.take(update(1, 2, [['8', '1.5']]));
    expect(book.top(1)).toEqual({ bids: [['9', '10']], asks: [['10', '20']] });
    expect(book.top(2)?.bids[1]).toEqual(['8', '15']);
  });
  it('stands through a keep-alive', () => {
    const book = new OkxBook(spot.toBase);
    book.take(snapshot(10));
    expect(book.take(update(10, 10, []))).toBe('same');
    expect(book.take(update(10, 11, [['8', '1']]))).toBe('ready');
  });
  it('follows the venue when it numbers anew', () => {
    const book = new OkxBook(spot.toBase);
    book.take(snapshot(10));
    expect(book.take(update(10, 3, [['8', '1']]))).toBe('ready');
    expect(book.take(update(3, 5, []))).toBe('same');
    expect(book.take(update(5, 6, [['8', '0']]))).toBe('ready');
  });
  it('leaves out a message that comes twice', () => {
    const book = new OkxBook(spot.toBase);
    book.take(snapshot(10));
    book.take(update(10, 11, [['8', '1']]));
    expect(book.take(update(10, 11, [['8', '1']]))).toBe('old');
    expect(isReady(book)).toBe(true);
  });
  it.each([
    ['a hole', update(12, 13, [['8', '1']])],
    ['two out of order', update(11, 12, [['8', '1']])],
    ['a bid above the asks', update(10, 11, [['11', '1']])],
    ['a wrong checksum', message('update', [['8', '1']], [], { prevSeqId: 10, seqId: 11, checksum: 5 })],
    ['no number at all', message('update', [['8', '1']], [])],
  ])('is lost by %s, until the next snapshot', (_, wrong) => {
    const book = new OkxBook(spot.toBase);
    book.take(snapshot(10));
    expect(book.take(wrong)).toBe('gap');
    expect(isReady(book)).toBe(false);
    expect(book.take(update(10, 11, [['8', '1']]))).toBe('waiting');
    expect(book.take(snapshot(20))).toBe('ready');
  });
  it('may come without numbers, held together by its checksums', () => {
    const book = new OkxBook(spot.toBase);
    const first = { bids: [['9', '1.0']], asks: [['10', '2']] } as const;
    const second = { bids: [['9', '1.0']], asks: [['10', '7']] } as const;
    expect(
      book.take(message('snapshot', first.bids, first.asks, { checksum: bookChecksum(first, 25) })),
    ).toBe('ready');
    expect(book.take(message('update', [], [['10', '7']], { checksum: bookChecksum(second, 25) }))).toBe(
      'ready',
    );
    expect(book.take(message('update', [], [['10', '8']], { checksum: bookChecksum(second, 25) }))).toBe(
      'gap',
    );
  });
  it('has no checksum to compare with where the venue sends 0', () => {
    expect(new OkxBook(spot.toBase).take(snapshot(1, { checksum: 0 }))).toBe('ready');
  });
  it('refuses a snapshot that cannot be', () => {
    const unsorted: readonly Level[] = [
      ['8', '1'],
      ['9', '1'],
    ];
    expect(new OkxBook(spot.toBase).take(message('snapshot', unsorted, []))).toBe('gap');
    expect(new OkxBook(spot.toBase).take(message('snapshot', [['9', '0']], []))).toBe('gap');
  });
  it('holds no more than the venue’s depth', () => {
    const book = new OkxBook(spot.toBase);
    book.take(snapshot(0));
    for (let i = 0; i < 5; i++) {
      const levels = Array.from({ length: 200 }, (_, n): Level => [`${20 + i * 200 + n}`, '1']);
      expect(book.take(update(i, i + 1, [], levels))).toBe('ready');
    }
    expect(book.top(10_000)?.asks).toHaveLength(400);
  });
});

describe('a message of a book', () => {
  it.each([
    ['no action', row([], []), undefined],
    ['another action', row([], []), 'partial'],
    ['a side that is no list', { ...row([], []), bids: {} }, 'update'],
    [
      'too many levels',
      row(
        Array.from({ length: 2_000 }, (): Level => ['1', '1']),
        [],
      ),
      'update',
    ],
    ['a price of nothing', row([['0', '1']], []), 'update'],
    ['a size below nothing', row([['1', '-1']], []), 'update'],
    ['an exponent', row([['1e9', '1']], []), 'update'],
    ['no time', { bids: [], asks: [] }, 'update'],
    ['a text', 'x', 'update'],
  ])('with %s is dropped', (_, raw, action) => {
    expect(readBook(raw, action)).toBeUndefined();
  });
});
