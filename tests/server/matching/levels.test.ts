import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Book, OrderSide } from '../../../domain/index.ts';
import { VenueLevels } from '../../../server/matching/levels.ts';
import { TickLot } from '../../../server/matching/tickLot.ts';

const SIDES: readonly OrderSide[] = ['buy', 'sell'];
type Quantities = ReadonlyMap<number, number>;

/** A venue's book of whole ticks and lots, which a test changes. */
class Venue {
  bids: Quantities = new Map();
  asks: Quantities = new Map();
  #book: Book = { bids: [], asks: [] };

  show(bids: Quantities, asks: Quantities): void {
    [this.bids, this.asks] = [bids, asks];
    const rows = (side: Quantities, sign: 1 | -1) =>
      [...side].sort(([a], [b]) => sign * (a - b)).map(([t, q]) => [String(t), String(q)] as const);
    this.#book = { bids: rows(bids, -1), asks: rows(asks, 1) };
  }
  readonly book = (): Book => this.#book;
  of = (side: OrderSide): Quantities => (side === 'buy' ? this.bids : this.asks);
}
const open = () => {
  const venue = new Venue();
  return { venue, levels: new VenueLevels(new TickLot('1'), new TickLot('1'), venue.book) };
};

const side = fc.constantFrom(...SIDES);
const shown = (least: number) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: least, max: least + 4 }), fc.integer({ min: 1, max: 9 })), {
      selector: ([ticks]) => ticks,
      maxLength: 4,
    })
    .map((rows): Quantities => new Map(rows));
const step = fc.oneof(
  fc.record({ kind: fc.constant('show' as const), bids: shown(1), asks: shown(10) }),
  fc.record({ kind: fc.constant('use' as const), side, share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('mark' as const) }),
  fc.record({ kind: fc.constant('undo' as const) }),
);

describe("a venue's levels", () => {
  it('are used once each until the venue changes them, whatever happens in which order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { venue, levels } = open();
        /** What is used of a level, and what the venue showed then: the plain model. */
        let used = new Map<string, readonly [lots: number, of: number]>();
        let undo: (() => void) | undefined;
        const leftIn = (each: OrderSide) =>
          [...venue.of(each)].flatMap(([ticks, quantity]) => {
            const [lots, of] = used.get(`${each}${ticks}`) ?? [0, 0];
            const left = of === quantity ? quantity - lots : quantity;
            return left > 0 ? [{ ticks, lots: left, shown: quantity }] : [];
          });
        const sorted = (each: OrderSide) =>
          leftIn(each).sort((a, b) => (each === 'buy' ? b.ticks - a.ticks : a.ticks - b.ticks));
        for (const one of steps) {
          if (one.kind === 'show') venue.show(one.bids, one.asks);
          if (one.kind === 'use') {
            const [best] = [...levels.left(one.side)];
            if (!best) continue;
            const lots = Math.ceil(best.lots * one.share);
            levels.use(one.side, best, lots);
            const key = `${one.side}${best.ticks}`;
            const [before, of] = used.get(key) ?? [0, 0];
            used.set(key, [(of === best.shown ? before : 0) + lots, best.shown]);
          }
          if (one.kind === 'mark') {
            const before = new Map(used);
            const back = levels.mark();
            undo = () => {
              back();
              used = before;
            };
          }
          if (one.kind === 'undo') {
            undo?.();
            undo = undefined;
          }
          for (const each of SIDES) {
            expect([...levels.left(each)]).toEqual(sorted(each));
            // A level that has changed is another one, also when it shows again what it did.
            for (const [key, [, of]] of used)
              if (key.startsWith(each) && venue.of(each).get(Number(key.slice(each.length))) !== of)
                used.delete(key);
          }
        }
      }),
    );
  });

  it('show at a price what is there, used or not, and nothing where nothing is', () => {
    const { venue, levels } = open();
    venue.show(new Map([[5, 7]]), new Map([[10, 3]]));
    const [best] = [...levels.left('buy')];
    if (!best) throw new Error('no level');
    levels.use('buy', best, 7);
    expect([...levels.left('buy')]).toEqual([]);
    expect([levels.shownAt('buy', 5), levels.shownAt('buy', 6), levels.shownAt('sell', 10)]).toEqual([
      7, 0, 3,
    ]);
  });

  it('are read later as they are then, less what was used when the view was made', () => {
    const { venue, levels } = open();
    venue.show(new Map(), new Map([[10, 4]]));
    const take = (lots: number) => {
      const [best] = [...levels.left('sell')];
      if (best) levels.use('sell', best, lots);
    };
    take(1);
    const view = levels.view();
    take(2);
    expect([...view('sell')]).toEqual([{ ticks: 10, shown: 4, lots: 3 }]);
    expect([...levels.left('sell')]).toEqual([{ ticks: 10, shown: 4, lots: 1 }]);
    venue.show(new Map(), new Map([[10, 5]]));
    expect([...view('sell')]).toEqual([{ ticks: 10, shown: 5, lots: 5 }]);
  });
});
