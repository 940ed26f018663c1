import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { D, Dec, Level, OrderSide, Trade } from '../../../domain/index.ts';
import { leftOf } from '../../../server/matching/orderBook.ts';
import { QueuePosition } from '../../../server/matching/queuePosition.ts';
import type { TestOrder } from '../../support/restingOrders.ts';
import { fillResting, openBook, testOrder } from '../../support/restingOrders.ts';

const PRICE = '10';

/** A market with a queue, and what was filled in it: order, and base units. */
function openQueue() {
  const { orderBook, show } = openBook();
  let isShown = true;
  const queue = new QueuePosition(orderBook, () => isShown);
  const fills: [id: number, quantity: number][] = [];
  let most: Dec = '1000000';
  const fill = (order: TestOrder, requested: Dec): D => {
    const filled = fillResting(orderBook, order, requested, most);
    if (filled.gt(0)) fills.push([order.id, filled.toNumber()]);
    return filled;
  };
  return {
    ...{ orderBook, show, queue },
    place(...orders: TestOrder[]): void {
      for (const order of orders) orderBook.add(order);
      queue.follow();
    },
    cancel(order: TestOrder): void {
      orderBook.remove(order);
      queue.follow();
    },
    /** Whether the venue's book is here. */
    shows: (is: boolean) => void (isShown = is),
    /** The house gives no more than this for one fill. */
    limit(quantity: Dec): void {
      most = quantity;
    },
    /** @returns what it filled. */
    print(quantity: Dec, price: Dec = PRICE, side: OrderSide = 'sell'): [number, number][] {
      fills.length = 0;
      queue.print({ id: 1, at: 0, price, quantity, side } satisfies Trade, fill);
      return [...fills];
    },
    /** Fills what the venue's best ask or bid has crossed. */
    cross(best: { readonly buy?: Dec; readonly sell?: Dec }): [number, number][] {
      fills.length = 0;
      for (const order of queue.crossed({ buy: best.buy, sell: best.sell })) queue.cross(order, fill);
      return [...fills];
    },
  };
}

describe('an order that waits behind the venue', () => {
  it('is filled by what prints beyond the quantity ahead of it, and by no more', () => {
    const { place, show, print } = openQueue();
    show([[PRICE, '7']]);
    place(testOrder(1, { quantity: '5' }));
    expect(print('4')).toEqual([]);
    expect(print('4')).toEqual([[1, 1]]);
    expect(print('2')).toEqual([[1, 2]]);
    expect(print('9')).toEqual([[1, 2]]);
    expect(print('9')).toEqual([]);
  });

  it('does not fall back when others join the venue’s level after it', () => {
    const { place, show, print } = openQueue();
    show([[PRICE, '3']]);
    place(testOrder(1, { quantity: '9' }));
    show([[PRICE, '500']]);
    place(testOrder(2, { quantity: '9' }));
    expect(print('5')).toEqual([[1, 2]]);
  });

  it('neither gains nor loses by orders of ours that leave from behind it', () => {
    const { place, cancel, show, print } = openQueue();
    show([[PRICE, '3']]);
    place(testOrder(1, { quantity: '9' }));
    const behind = testOrder(2, { quantity: '9' });
    place(behind);
    expect(print('2')).toEqual([]);
    cancel(behind);
    expect(print('2')).toEqual([[1, 1]]);
  });

  it('stands at the front where the venue shows nothing at its price', () => {
    const { place, show, print } = openQueue();
    show([['9', '100']]);
    place(testOrder(1, { quantity: '2' }));
    expect(print('1')).toEqual([[1, 1]]);
  });

  it('is filled at once and whole by a print through its price, whatever stood ahead', () => {
    const { place, show, print } = openQueue();
    show([[PRICE, '1000']]);
    place(testOrder(1, { quantity: '5' }), testOrder(2, { price: '9', quantity: '5' }));
    expect(print('1', '9')).toEqual([
      [1, 5],
      [2, 1],
    ]);
  });

  it('is not filled by a print of its own side at its price', () => {
    const { place, print } = openQueue();
    place(testOrder(1, { quantity: '5' }), testOrder(2, { side: 'sell', price: '12' }));
    expect(print('100', '10', 'buy')).toEqual([]);
    expect(print('100', '12', 'sell')).toEqual([]);
    expect(print('100', '12', 'buy')).toEqual([[2, 1]]);
  });

  it('keeps its place when it was shrunk, and loses it with another rank', () => {
    const { orderBook, queue, place, show, print } = openQueue();
    show([[PRICE, '4']]);
    const order = testOrder(1, { quantity: '9' });
    place(order);
    expect(print('3')).toEqual([]);
    orderBook.shrink(order, '2');
    queue.follow();
    expect(print('2')).toEqual([[1, 1]]);
    orderBook.remove(order);
    place({ ...order, rank: 7, filled: '0' });
    expect(print('4')).toEqual([]);
    expect(print('1')).toEqual([[1, 1]]);
  });

  it('stands behind what is shown also where it was placed by a command of the same batch', () => {
    const { orderBook, show, print } = openQueue();
    show([[PRICE, '4']]);
    orderBook.add(testOrder(1, { quantity: '9' }));
    expect(print('3')).toEqual([]);
    expect(print('2')).toEqual([[1, 1]]);
  });

  it('stands behind what is shown first where the venue’s book comes after it, as after a start', () => {
    const { queue, place, show, shows, print } = openQueue();
    shows(false);
    place(testOrder(1, { quantity: '9' }), testOrder(2, { price: '11' }));
    // A print through its price fills an order, whatever stood ahead of it.
    expect(print('3')).toEqual([[2, 1]]);
    show([[PRICE, '4']]);
    shows(true);
    queue.follow();
    // A book that is lost leaves what is known.
    shows(false);
    expect(print('3')).toEqual([]);
    expect(print('2')).toEqual([[1, 1]]);
  });

  it('keeps its place when the books were read again, because a batch had failed', () => {
    const { orderBook, queue, place, show, print } = openQueue();
    show([[PRICE, '4']]);
    const order = testOrder(1, { quantity: '9' });
    place(order);
    expect(print('3')).toEqual([]);
    show([[PRICE, '100']]);
    orderBook.rebuild([{ ...order }]);
    queue.follow();
    expect(print('2')).toEqual([[1, 1]]);
  });
});

describe('several orders at one price', () => {
  it('share a print in the order of their ranks: no unit of it is given twice', () => {
    const { place, print } = openQueue();
    place(testOrder(1, { quantity: '3' }), testOrder(2, { quantity: '3' }), testOrder(3, { quantity: '3' }));
    expect(print('5')).toEqual([
      [1, 3],
      [2, 2],
    ]);
    expect(print('2')).toEqual([
      [2, 1],
      [3, 1],
    ]);
  });

  it('are filled by time also where the venue’s level has shrunk between them', () => {
    const { place, show, print } = openQueue();
    show([[PRICE, '20']]);
    place(testOrder(1, { quantity: '4' }));
    // Eighteen that stood ahead of the first are withdrawn, and the second finds two.
    show([[PRICE, '2']]);
    place(testOrder(2, { quantity: '4' }));
    expect(print('5')).toEqual([[1, 3]]);
    expect(print('2')).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('leave to the next what the house could not give to the first', () => {
    const { place, limit, print } = openQueue();
    place(testOrder(1, { quantity: '3' }), testOrder(2, { quantity: '3' }));
    limit('1');
    expect(print('2')).toEqual([
      [1, 1],
      [2, 1],
    ]);
    limit('0');
    expect(print('5')).toEqual([]);
  });
});

type Step =
  | { readonly kind: 'place'; readonly lots: number }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'show'; readonly lots: number }
  | { readonly kind: 'print'; readonly lots: number };
const lots = fc.integer({ min: 1, max: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), lots }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(12) }),
  fc.record({ kind: fc.constant('show' as const), lots: fc.nat(20) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('print' as const), lots }) },
);
/** An order with what stood ahead of it when it came, and what has printed since. */
interface Watched {
  readonly order: TestOrder;
  readonly ahead: number;
  /** What each earlier order had been filled by when it came. */
  readonly earlier: readonly number[];
  printed: number;
  isGone: boolean;
}

/** The most that an order may have: what printed beyond what was found ahead of it, or ahead of one that came later. */
const mostOf = (place: number, watched: readonly Watched[]): number =>
  Math.max(
    ...watched.slice(place).map(({ earlier, printed, ahead }) => {
      return (earlier[place] ?? 0) + Math.max(0, printed - ahead);
    }),
  );

describe('a queue, whatever prints, comes and goes', () => {
  it('gives no print twice, no order more than printed beyond what stood ahead, and a later one nothing before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 36 }), (steps) => {
        const { place, cancel, show, print } = openQueue();
        const watched: Watched[] = [];
        let venue = 0;
        for (const [i, each] of steps.entries()) {
          if (each.kind === 'show') show(each.lots > 0 ? [[PRICE, String(each.lots)]] : []);
          if (each.kind === 'show') venue = each.lots;
          if (each.kind === 'place') {
            const order = testOrder(i + 1, { quantity: String(each.lots) });
            place(order);
            const earlier = watched.map((one) => Number(one.order.filled));
            watched.push({ order, ahead: venue, earlier, printed: 0, isGone: false });
          }
          if (each.kind === 'cancel') {
            const one = watched[each.which];
            if (one && !one.isGone) cancel(one.order);
            if (one) one.isGone = true;
          }
          if (each.kind !== 'print') continue;
          const live = watched.filter(({ isGone, order }) => !isGone && leftOf(order) !== '0');
          const filled = print(String(each.lots));
          expect(filled.reduce((sum, [, quantity]) => sum + quantity, 0)).toBeLessThanOrEqual(each.lots);
          for (const one of watched) one.printed += each.lots;
          for (const [at, { order }] of watched.entries())
            expect(Number(order.filled)).toBeLessThanOrEqual(mostOf(at, watched));
          const last = live.findLastIndex(({ order }) => filled.some(([id]) => id === order.id));
          expect(live.slice(0, Math.max(0, last)).filter(({ order }) => leftOf(order) !== '0')).toEqual([]);
          // Only the venue was ever ahead of the first of ours: it has all that is its own.
          const first = watched[0];
          if (first && first === live[0])
            expect(Number(first.order.filled)).toBeGreaterThanOrEqual(
              Math.min(Number(first.order.quantity), Math.max(0, first.printed - first.ahead)),
            );
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('orders that the venue’s book has crossed', () => {
  it('take each level once, the better price first', () => {
    const { place, show, cross } = openQueue();
    place(testOrder(1, { price: '10', quantity: '4' }), testOrder(2, { price: '11', quantity: '4' }));
    show([], [['9', '5']]);
    const expected = [
      [2, 4],
      [1, 1],
    ];
    expect(cross({ sell: '9' })).toEqual(expected);
    expect(cross({ sell: '9' })).toEqual([]);
    // The venue has changed the level: it is liquidity again.
    show([], [['9', '2']]);
    expect(cross({ sell: '9' })).toEqual([[1, 2]]);
  });

  it('are filled by levels beyond their price alone, not by one at it', () => {
    const { place, show, cross } = openQueue();
    const asks: Level[] = [
      ['9', '1'],
      ['10', '50'],
    ];
    place(testOrder(1, { quantity: '4' }));
    show([], asks);
    expect(cross({ sell: '9' })).toEqual([[1, 1]]);
    show([], asks.slice(1));
    expect(cross({ sell: '10' })).toEqual([]);
    expect(cross({})).toEqual([]);
  });

  it('leave a level for the next what the house could not give', () => {
    const { place, limit, show, cross } = openQueue();
    place(testOrder(1, { side: 'sell', quantity: '4' }), testOrder(2, { side: 'sell', quantity: '4' }));
    show([['11', '5']]);
    limit('0');
    expect(cross({ buy: '11' })).toEqual([]);
    limit('4');
    expect(cross({ buy: '11' })).toEqual([
      [1, 4],
      [2, 1],
    ]);
  });
});
