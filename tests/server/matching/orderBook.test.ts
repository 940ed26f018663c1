import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level, OrderSide } from '../../../domain/index.ts';
import { D } from '../../../domain/index.ts';
import type { Match } from '../../../server/matching/orderBook.ts';
import { leftOf, OrderBook } from '../../../server/matching/orderBook.ts';
import { fakeMarket } from '../../support/fakeSource.ts';
import type { TestOrder } from '../../support/restingOrders.ts';
import { fillResting, noLimit, openBook, otherSide, testOrder } from '../../support/restingOrders.ts';

const TAKER = 99;
const rows = (matches: readonly Match<TestOrder>[]) =>
  matches.map(({ maker, price, quantity }) => [maker?.id ?? 'house', price, quantity]);

describe('what an order takes', () => {
  it('is users before the house at one price, the earlier first, and the better price before all', () => {
    const { orderBook, show } = openBook([
      testOrder(1, { side: 'sell', price: '11', quantity: '2' }),
      testOrder(2, { side: 'sell', price: '11', quantity: '2' }),
      testOrder(3, { side: 'sell', price: '10', quantity: '1' }),
    ]);
    show(
      [],
      [
        ['9', '1'],
        ['11', '4'],
      ],
    );
    const { matches } = orderBook.take({ userId: TAKER, side: 'buy' }, '8', '11', noLimit);
    expect(rows(matches)).toEqual([
      ['house', '9', '1'],
      [3, '10', '1'],
      [1, '11', '2'],
      [2, '11', '2'],
      ['house', '11', '2'],
    ]);
    expect([...orderBook.orders.keys()]).toEqual([]);
    expect(orderBook.unused('sell')).toEqual([['11', '2']]);
  });

  it('stops at its bound, with what it could not take left over', () => {
    const { orderBook, show } = openBook([testOrder(1, { price: '9', quantity: '3' })]);
    show([
      ['10', '2'],
      ['8', '50'],
    ]);
    const { matches } = orderBook.take({ userId: TAKER, side: 'sell' }, '20', '9', noLimit);
    expect(rows(matches)).toEqual([
      ['house', '10', '2'],
      [1, '9', '3'],
    ]);
  });

  it('leaves out its own orders: those in its way expire, those beyond stay', () => {
    const { orderBook } = openBook([
      testOrder(1, { userId: TAKER, side: 'sell', price: '10' }),
      testOrder(2, { side: 'sell', price: '11' }),
      testOrder(3, { userId: TAKER, side: 'sell', price: '11' }),
    ]);
    const { matches, expired } = orderBook.take({ userId: TAKER, side: 'buy' }, '1', '11', noLimit);
    expect(rows(matches)).toEqual([[2, '11', '1']]);
    expect(expired.map(({ id }) => id)).toEqual([1]);
    expect([...orderBook.ordersOf(TAKER).keys()]).toEqual([3]);
    expect(orderBook.merged().asks).toEqual([['11', '1']]);
  });

  it('is no more of the house than its account covers, and the next level when one is too dear', () => {
    const { orderBook, show } = openBook([testOrder(1, { price: '8', quantity: '5' })]);
    show([
      ['10', '3'],
      ['4', '3'],
    ]);
    const limit = (asset: string) => (asset === 'USDT' ? '25' : '0');
    const { matches } = orderBook.take({ userId: TAKER, side: 'sell' }, '9', '1', limit);
    expect(rows(matches)).toEqual([
      ['house', '10', '2'],
      [1, '8', '5'],
      ['house', '4', '1'],
    ]);
  });

  it('skips stops that wait, and orders that have left', () => {
    const stop = testOrder(1, { side: 'sell', status: 'waiting' });
    const gone = testOrder(2, { side: 'sell' });
    const { orderBook } = openBook([stop, gone]);
    orderBook.remove(gone);
    expect(orderBook.take({ userId: TAKER, side: 'buy' }, '5', '20', noLimit).matches).toEqual([]);
    expect([...orderBook.waiting.keys()]).toEqual([1]);
  });

  it('ends no order twice: a taken one is neither due nor found afterwards', () => {
    const { orderBook } = openBook([testOrder(1, { side: 'sell', expiresAt: 5 }), testOrder(2)]);
    orderBook.take({ userId: TAKER, side: 'buy' }, '1', '10', noLimit);
    expect(orderBook.due(100)).toEqual([]);
    expect([...orderBook.users]).toEqual([2]);
  });
});

const side = fc.constantFrom<OrderSide>('buy', 'sell');
const small = fc.integer({ min: 1, max: 9 });
const makers = fc.array(fc.record({ userId: fc.integer({ min: 1, max: 3 }), ticks: small, lots: small }), {
  maxLength: 12,
});
const levels = fc.uniqueArray(fc.tuple(small, small), {
  selector: ([ticks]) => ticks,
  maxLength: 5,
});
const situation = fc.record({
  side,
  makers,
  levels,
  lots: fc.integer({ min: 1, max: 60 }),
  bound: fc.integer({ min: 0, max: 10 }),
  house: fc.integer({ min: 0, max: 120 }),
});

type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** A book of one side alone: the one that a taker trades with. */
function openSituation({ side: taken, makers: resting, levels: venue }: Situation) {
  const at = otherSide(taken);
  const orders = resting.map(({ userId, ticks, lots }, i) =>
    testOrder(i + 1, { userId, side: at, price: String(ticks), quantity: String(lots) }),
  );
  const opened = openBook(orders);
  const sorted = venue
    .toSorted(([a], [b]) => (at === 'buy' ? b - a : a - b))
    .map(([ticks, lots]): Level => [String(ticks), String(lots)]);
  if (at === 'buy') opened.show(sorted);
  else opened.show([], sorted);
  return { ...opened, at, orders };
}
const sumOf = (matches: readonly Match<TestOrder>[]): number =>
  matches.reduce((sum, { quantity }) => sum + Number(quantity), 0);
/** Places in the queue: the better price first, users before the house, the earlier first. */
const placesOf = (matches: readonly Match<TestOrder>[], taken: OrderSide) =>
  matches.map(({ maker, price }) => [
    Number(price) * (taken === 'buy' ? 1 : -1),
    maker?.rank ?? Number.POSITIVE_INFINITY,
  ]);
/** What the house pays or gives for its matches. */
const costOf = (matches: readonly Match<TestOrder>[], taken: OrderSide): number =>
  matches
    .filter(({ maker }) => !maker)
    .reduce((sum, { price, quantity }) => sum + Number(quantity) * (taken === 'buy' ? 1 : Number(price)), 0);
/** A side of the public book as lots by price. */
const lotsOf = (levels: readonly Level[]): Map<string, number> =>
  new Map(levels.map(([price, quantity]) => [price, Number(quantity)]));

describe('whatever rests and whatever is taken', () => {
  const checked = (what: (given: Situation) => void) =>
    fc.assert(fc.property(situation, what), { numRuns: 150 });
  const takerOf = ({ side: taken }: Situation) => ({ userId: 1, side: taken });
  const limitOf =
    ({ house }: Situation) =>
    () =>
      String(house);

  it('no match is beyond the bound, more than was wanted, with oneself, or out of turn', () => {
    checked((given) => {
      const { orderBook } = openSituation(given);
      const taken = given.side;
      const { matches, expired } = orderBook.take(
        takerOf(given),
        String(given.lots),
        String(given.bound),
        limitOf(given),
      );
      expect(sumOf(matches)).toBeLessThanOrEqual(given.lots);
      expect(matches.filter(({ maker }) => maker?.userId === 1)).toEqual([]);
      expect(expired.filter(({ userId }) => userId !== 1)).toEqual([]);
      const reachable = ({ price }: Match<TestOrder>) =>
        taken === 'buy' ? Number(price) <= given.bound : Number(price) >= given.bound;
      expect(matches.every(reachable)).toBe(true);
      const places = placesOf(matches, taken);
      expect(places).toEqual(places.toSorted(([a, x], [b, y]) => (a ?? 0) - (b ?? 0) || (x ?? 0) - (y ?? 0)));
      expect(costOf(matches, taken)).toBeLessThanOrEqual(given.house);
    });
  });

  it('what an order would reach is what it then takes', () => {
    checked((given) => {
      const { orderBook } = openSituation(given);
      const wanted = [takerOf(given), String(given.lots), String(given.bound), limitOf(given)] as const;
      const reached = orderBook.reach(...wanted);
      expect(sumOf(orderBook.take(...wanted).matches)).toBe(Number(reached));
    });
  });

  it('what leaves the public book is what was taken, and what expired', () => {
    checked((given) => {
      const { orderBook, at } = openSituation(given);
      const shown = () => lotsOf(at === 'buy' ? orderBook.merged().bids : orderBook.merged().asks);
      const left = shown();
      const { matches, expired } = orderBook.take(
        takerOf(given),
        String(given.lots),
        String(given.bound),
        limitOf(given),
      );
      for (const { price, quantity } of matches) left.set(price, (left.get(price) ?? 0) - Number(quantity));
      for (const { price, quantity } of expired)
        left.set(price ?? '', (left.get(price ?? '') ?? 0) - Number(quantity));
      expect([...shown()]).toEqual([...left].filter(([, quantity]) => quantity > 0));
    });
  });

  it('a second taker finds nothing of the venue that the first has used, until that is undone', () => {
    checked((given) => {
      const { orderBook, at } = openSituation(given);
      const before = orderBook.unused(at);
      const undo = orderBook.markUsed();
      const all = () =>
        orderBook.take({ userId: 50, side: given.side }, '1000', given.side === 'buy' ? '10' : '0', noLimit);
      const first = all().matches.filter(({ maker }) => !maker);
      expect(rows(first)).toEqual(before.map(([price, quantity]) => ['house', price, quantity]));
      expect(all().matches).toEqual([]);
      undo();
      expect(orderBook.unused(at)).toEqual(before);
    });
  });
});

describe('the public book', () => {
  it('hides the venue’s levels that a user’s order has crossed, and shows them to a taker', () => {
    const { orderBook, show } = openBook([testOrder(1, { price: '12', quantity: '2' })]);
    show(
      [['9', '1']],
      [
        ['11', '1'],
        ['12', '1'],
        ['13', '1'],
      ],
    );
    expect(orderBook.merged()).toEqual({
      bids: [
        ['12', '2'],
        ['9', '1'],
      ],
      asks: [['13', '1']],
    });
    expect(orderBook.merged(7).asks.map(([price]) => price)).toEqual(['11', '12', '13']);
    expect(orderBook.merged(1).bids).toEqual([['9', '1']]);
  });

  it('as it was kept shows nothing of what has happened since, but the venue of now', () => {
    const { orderBook, show } = openBook([testOrder(1, { quantity: '2' })]);
    show([['9', '1']]);
    const kept = orderBook.view();
    orderBook.take({ userId: TAKER, side: 'sell' }, '3', '1', noLimit);
    orderBook.add(testOrder(2, { price: '8' }));
    expect(orderBook.merged().bids).toEqual([['8', '1']]);
    expect(kept().bids).toEqual([
      ['10', '2'],
      ['9', '1'],
    ]);
    show([['7', '3']]);
    expect(kept().bids).toEqual([
      ['10', '2'],
      ['7', '3'],
    ]);
  });
});

describe('an order that rests', () => {
  it('stays first when it was partly filled or shrunk, and goes with its last lot', () => {
    const [first, second] = [testOrder(1, { quantity: '5' }), testOrder(2, { quantity: '5' })];
    const { orderBook } = openBook([first, second]);
    fillResting(orderBook, first, '2');
    orderBook.shrink(first, '1');
    expect([...orderBook.resting('buy')].map(({ id }) => id)).toEqual([1, 2]);
    expect(orderBook.merged().bids).toEqual([['10', '6']]);
    expect(rows(orderBook.take({ userId: TAKER, side: 'sell' }, '2', '10', noLimit).matches)).toEqual([
      [1, '10', '1'],
      [2, '10', '1'],
    ]);
    second.filled = '1';
    fillResting(orderBook, second, leftOf(second));
    expect(orderBook.orders.size).toBe(0);
  });

  it('is counted in whole ticks and lots, and refused where they cannot be counted', () => {
    const market = { ...fakeMarket('AAA-USDT'), tick: '0.05', lot: '0.002' };
    const orderBook = new OrderBook<TestOrder>(market, () => ({ bids: [['9.95', '0.0059']], asks: [] }));
    orderBook.add(testOrder(1, { price: '9.90', quantity: '0.0040' }));
    expect(orderBook.merged().bids).toEqual([
      ['9.95', '0.004'],
      ['9.9', '0.004'],
    ]);
    expect(orderBook.shownAt('buy', '9.95')).toBe('0.004');
    const huge = new D(2).pow(53).times('0.002').toFixed();
    expect(() => orderBook.mustCount({ price: '10', quantity: huge })).toThrow('amountInvalid');
    expect(() => orderBook.mustCount({ price: huge, quantity: '1' })).not.toThrow();
    expect(() => orderBook.mustCount({ price: null, quantity: null })).not.toThrow();
  });
});
