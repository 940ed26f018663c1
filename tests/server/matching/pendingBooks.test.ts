import { describe, expect, it, vi } from 'vitest';
import type { Queries } from '../../../server/base/db/database.ts';
import type { RestingOrder } from '../../../server/matching/orderBook.ts';
import { OrderBook } from '../../../server/matching/orderBook.ts';
import { PendingBooks } from '../../../server/matching/pendingBooks.ts';
import { fakeMarket } from '../../support/fakeSource.ts';

const NO_LIMIT = () => '1000000';
const order = (id: number, price: string): RestingOrder => ({
  id,
  userId: 1,
  side: 'buy',
  status: 'open',
  price,
  quantity: '2',
  filled: '0',
  rank: id,
  expiresAt: null,
});

/** One market, whose stored orders a test sets. Nothing else is read from the database. */
function setUp() {
  const market = { ...fakeMarket('AAA-USDT'), tick: '1', lot: '1' };
  const book = new OrderBook<RestingOrder>(market, () => ({ bids: [['8', '5']], asks: [['10', '5']] }));
  const stored = { orders: [order(1, '9')] as readonly RestingOrder[], isAway: false };
  const reread: string[] = [];
  const pending = new PendingBooks<RestingOrder, string>(
    (id) => (id === market.id ? book : undefined),
    async () => {
      if (stored.isAway) throw new Error('away');
      return stored.orders;
    },
    async (_, batch) => {
      if (stored.isAway) throw new Error('away');
      reread.push(batch);
    },
  );
  const db: Queries = { query: async () => [], exec: async () => undefined } as unknown as Queries;
  book.rebuild(stored.orders);
  const take = () => book.take({ userId: 2, side: 'buy' }, '3', '10', NO_LIMIT);
  return { book, pending, stored, db, take, reread };
}

describe('books of markets that are not listed', () => {
  it('are in doubt once the market is listed: tables may be behind what was cancelled from them', async () => {
    const market = { ...fakeMarket('AAA-USDT'), tick: '1', lot: '1' };
    const book = new OrderBook<RestingOrder>(market, () => ({ bids: [], asks: [] }));
    let isListed = false;
    const pending = new PendingBooks<RestingOrder>(
      () => (isListed ? book : undefined),
      async () => [order(2, '8')],
    );
    pending.load('AAA-USDT', [order(1, '9'), order(2, '8')]);
    expect([...(pending.unlisted.get('AAA-USDT')?.orders.keys() ?? [])]).toEqual([1, 2]);
    expect(pending.isDoubtful).toBe(false);
    isListed = true;
    expect(pending.isDoubtful).toBe(true);
    await pending.rebuild({ query: async () => [] } as unknown as Queries);
    expect([pending.isDoubtful, pending.unlisted.size]).toEqual([false, 0]);
    expect([...book.orders.keys()]).toEqual([2]);
  });
});

describe('books with uncommitted changes', () => {
  it('keep the book as it was before the first of them, until they are committed', () => {
    const { book, pending, take } = setUp();
    expect(pending.before('AAA-USDT')).toBeUndefined();
    pending.touch(book);
    take();
    pending.touch(book);
    expect(pending.before('AAA-USDT')?.asks).toEqual([['10', '5']]);
    expect(book.merged().asks).toEqual([['10', '2']]);
    expect(pending.committed()).toEqual(['AAA-USDT']);
    expect(pending.before('AAA-USDT')).toBeUndefined();
    expect(book.merged().asks).toEqual([['10', '2']]);
    expect(pending.undo()).toBe(false);
  });

  it('give liquidity back and are read again from the database when they are rolled back', async () => {
    const { book, pending, stored, db, take } = setUp();
    pending.touch(book);
    take();
    expect(pending.undo()).toBe(true);
    expect(book.merged().asks).toEqual([['10', '5']]);
    stored.orders = [order(1, '9'), order(2, '7')];
    await pending.rebuild(db);
    expect(book.merged().bids).toEqual([
      ['9', '2'],
      ['8', '5'],
      ['7', '2'],
    ]);
  });

  it('stay in doubt until they could be read, and no longer', async () => {
    const { book, pending, stored, db } = setUp();
    pending.touch(book);
    pending.undo();
    stored.orders = [];
    stored.isAway = true;
    const failed: unknown[] = [];
    await pending.restore(db, (detail) => failed.push(detail));
    expect(failed).toEqual([{ markets: ['AAA-USDT'], error: 'Error: away' }]);
    expect(book.merged().bids[0]).toEqual(['9', '2']);
    await expect(pending.rebuild(db)).rejects.toThrow('away');
    stored.isAway = false;
    await pending.rebuild(db);
    expect(book.merged().bids).toEqual([['8', '5']]);
    stored.orders = [order(3, '9')];
    await pending.rebuild(db);
    expect(book.merged().bids).toEqual([['8', '5']]);
  });

  it('wait for no table while none is in doubt', async () => {
    const { book, pending, db } = setUp();
    const [isThere, failed] = [vi.fn(() => Promise.resolve()), vi.fn()];
    await pending.restore(db, failed, isThere);
    expect(isThere).not.toHaveBeenCalled();
    pending.touch(book);
    pending.undo();
    await pending.restore(db, failed, isThere);
    expect(failed).not.toHaveBeenCalled();
    expect(isThere).toHaveBeenCalledOnce();
    expect(pending.isDoubtful).toBe(false);
  });

  it('are in doubt after a batch of which nobody knows whether it is committed, until that was read once', async () => {
    const { pending, stored, db, reread } = setUp();
    const failed = vi.fn();
    stored.isAway = true;
    pending.doubt('first');
    await pending.restore(db, failed);
    expect(failed).toHaveBeenCalledWith({ markets: [], error: 'Error: away' });
    expect([pending.isDoubtful, reread]).toEqual([true, []]);
    stored.isAway = false;
    pending.doubt('second');
    await pending.rebuild(db);
    await pending.rebuild(db);
    expect([pending.isDoubtful, reread]).toEqual([false, ['first', 'second']]);
  });
});
