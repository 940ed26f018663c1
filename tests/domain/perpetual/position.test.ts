import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fill, Position } from '../../../domain/index.ts';
import {
  applyFill,
  applyFunding,
  averageEntryOf,
  bookedGain,
  bookedStep,
  breakEvenPrice,
  closingQuantity,
  closingSide,
  D,
  netRealised,
  openingSide,
  perpetualFees,
  positionMargin,
  positionSides,
  positionValue,
  profitOf,
  reduceOnlyKept,
  reduceOnlyQuantity,
  removableMargin,
  roeOf,
  sideOfOrder,
  signOfSide,
  tierReduction,
  tierSteps,
  tiersOf,
  toText,
  withMargin,
} from '../../../domain/index.ts';
import { apart, decimal, fill, position, price, quantity, table } from './arbitrary.ts';

const NEAR = '1e-40';
const terms = { mode: 'isolated', leverage: 10 } as const;
const buy = (each: Partial<Fill> = {}): Fill => ({
  side: 'buy',
  quantity: '1',
  price: '100',
  fee: '0',
  ...each,
});
const sell = (each: Partial<Fill> = {}): Fill => buy({ side: 'sell', ...each });

interface Book {
  readonly position: Position | undefined;
  readonly ended: D;
  /** Money that came in, less what went out for trades, quote. */
  readonly cash: D;
}

/** Plays fills; yields the open position, what ended ones brought, and the flow of money. */
function play(fills: readonly Fill[]): Book {
  return fills.reduce<Book>(
    ({ position: before, ended, cash }, each) => {
      const { position: after, closed } = applyFill(before, each, terms);
      const value = new D(each.price).times(each.quantity).times(each.side === 'sell' ? 1 : -1);
      return {
        position: after,
        ended: ended.plus(closed?.ended ? netRealised(closed.ended) : 0),
        cash: cash.plus(value).minus(each.fee),
      };
    },
    { position: undefined, ended: new D(0), cash: new D(0) },
  );
}

const signedQuantity = ({ position: open }: Book): D =>
  open ? new D(open.quantity).times(signOfSide(open.side)) : new D(0);
const realisedOf = ({ position: open, ended }: Book): D => ended.plus(open ? netRealised(open.realised) : 0);

describe('a fill', () => {
  it('has realised and unrealised P/L that are the flows of money valued at any mark', () => {
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1, maxLength: 12 }), price, (fills, mark) => {
        const book = play(fills);
        const { position: open } = book;
        const unrealised = open ? profitOf(open.side, positionValue(open.quantity, mark), open.cost) : '0';
        const flows = book.cash.plus(signedQuantity(book).times(mark));
        expect(realisedOf(book).plus(unrealised).minus(flows).abs().lt(NEAR)).toBe(true);
      }),
    );
  });
  it('gives the same quantity, side and realised in any split, fees aside', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fill, parts), { minLength: 1, maxLength: 6 }), (fills) => {
        const whole = play(fills.map(([each]) => ({ ...each, fee: '0' })));
        const split = play(
          fills.flatMap(([each, shares]) => {
            const all = shares.reduce((sum, share) => sum + share, 0);
            // Parts are cut to twelve places; the last one takes the rest, so that they are the whole.
            const unit = new D(each.quantity);
            let left = unit;
            return shares.flatMap((share, i) => {
              const isLast = i === shares.length - 1;
              const part = isLast ? left : unit.times(share).div(all).toDecimalPlaces(12, D.ROUND_DOWN);
              left = left.minus(part);
              return part.gt(0) ? [{ ...each, quantity: toText(part), fee: '0' }] : [];
            });
          }),
        );
        expect(signedQuantity(split).eq(signedQuantity(whole))).toBe(true);
        expect(realisedOf(split).minus(realisedOf(whole)).abs().lt(NEAR)).toBe(true);
      }),
    );
  });
  it('leaves the entry of what is still open, and books the same in parts as at once', () => {
    fc.assert(
      fc.property(position, price, fc.integer({ min: 1, max: 99 }), (open, at, share) => {
        const part = toText(new D(open.quantity).times(share).div(100));
        const order = { side: closingSide(open.side), price: at, fee: '0' };
        const first = applyFill(open, { ...order, quantity: part }, terms);
        const rest = first.position;
        if (rest === undefined) throw new Error('closed in part');
        expect(apart(averageEntryOf(rest), averageEntryOf(open)).lt(NEAR)).toBe(true);
        const second = applyFill(rest, { ...order, quantity: rest.quantity }, terms);
        const atOnce = applyFill(open, { ...order, quantity: open.quantity }, terms);
        const total = second.closed?.ended?.price ?? '';
        expect(apart(total, atOnce.closed?.ended?.price ?? '').lt(NEAR)).toBe(true);
        const firstBooked = bookedStep('0', rest.realised.price);
        expect(toText(new D(firstBooked).plus(bookedStep(rest.realised.price, total)))).toBe(
          bookedGain(total),
        );
        const margins = new D(first.closed?.margin ?? 0).plus(second.closed?.margin ?? 0);
        expect(toText(margins)).toBe(open.margin);
      }),
    );
  });
  it('turns over without averaging across zero: fee split by quantity, margin given back and set aside', () => {
    const open = applyFill(undefined, buy({ fee: '10' }), terms).position;
    const {
      position: after,
      closed,
      opened,
    } = applyFill(open, sell({ quantity: '4', price: '150', fee: '20' }), terms);
    expect(closed).toMatchObject({ quantity: '1', profit: '50', fee: '5', margin: '10' });
    expect(closed?.ended && netRealised(closed.ended)).toBe('35');
    expect(opened).toEqual({ quantity: '3', fee: '15', margin: '45' });
    expect(after).toMatchObject({ side: 'short', quantity: '3', cost: '450', margin: '45' });
    expect(after?.realised).toEqual({ price: '0', fees: '-15', funding: '0' });
  });
  it('keeps the mode and leverage of what is open', () => {
    const open = applyFill(undefined, buy(), { mode: 'cross', leverage: 3 }).position;
    expect(open).toMatchObject({ mode: 'cross', leverage: 3, margin: '0' });
    expect(applyFill(open, buy(), terms).position).toMatchObject({ mode: 'cross', leverage: 3, cost: '200' });
    expect(applyFill(open, sell({ quantity: '2' }), terms).position).toMatchObject({
      mode: 'cross',
      leverage: 3,
    });
  });
  it('of nothing, or at no price, is refused', () => {
    expect(() => applyFill(undefined, buy({ quantity: '0' }), terms)).toThrow('amountZero');
    expect(() => applyFill(undefined, buy({ price: '0' }), terms)).toThrow('priceInvalid');
  });
});

describe('P/L and yield', () => {
  it('are the opposite for the opposite side', () => {
    fc.assert(
      fc.property(quantity, price, price, (q, entry, mark) => {
        const [value, cost] = [positionValue(q, mark), positionValue(q, entry)];
        expect(new D(profitOf('long', value, cost)).plus(profitOf('short', value, cost)).isZero()).toBe(true);
        expect(new D(profitOf('long', value, cost)).plus(profitOf('long', cost, value)).isZero()).toBe(true);
      }),
    );
  });
  it('have no yield without a cost, and one that added margin does not change', () => {
    expect(roeOf('1', '0', 10)).toBeUndefined();
    fc.assert(
      fc.property(position, price, decimal(2, 0, 100_000), (open, mark, added) => {
        const yieldOf = (each: Position) =>
          roeOf(profitOf(each.side, positionValue(each.quantity, mark), each.cost), each.cost, each.leverage);
        expect(yieldOf(withMargin(open, added, mark))).toBe(yieldOf(open));
      }),
    );
  });
  it('are nothing at the break-even price, all fees and funding paid', () => {
    fc.assert(
      fc.property(
        position,
        decimal(8, 0, 10_000_000),
        decimal(8, -10_000_000, 10_000_000),
        (open, fee, funding) => {
          const each: Position = {
            ...open,
            realised: { price: '0', fees: toText(new D(fee).neg()), funding },
          };
          const at = breakEvenPrice(each, perpetualFees.taker);
          const value = positionValue(each.quantity, at);
          const closing = new D(value).times(perpetualFees.taker);
          const net = new D(profitOf(each.side, value, each.cost)).minus(closing).minus(fee).plus(funding);
          expect(net.abs().lt(NEAR)).toBe(true);
        },
      ),
    );
  });
});

describe('funding of a position', () => {
  it('goes to its own margin when isolated, and is kept apart from fees and price', () => {
    const open = applyFill(undefined, buy({ fee: '1' }), terms).position;
    if (open === undefined) throw new Error('open');
    const paid = applyFunding(open, '-0.25');
    expect(paid).toMatchObject({ margin: '9.75', realised: { price: '0', fees: '-1', funding: '-0.25' } });
    expect(netRealised(paid.realised)).toBe('-1.25');
    expect(applyFunding({ ...open, mode: 'cross', margin: '0' }, '-0.25').margin).toBe('0');
  });
});

describe('margin of a position', () => {
  it('is what is set aside, or the initial margin at entry', () => {
    const open = applyFill(undefined, buy(), terms).position;
    if (open === undefined) throw new Error('open');
    expect(positionMargin(withMargin(open, '5', '100'))).toBe('15');
    expect(positionMargin({ ...open, mode: 'cross', margin: '0' })).toBe('10');
  });
  it('can be taken out down to the initial margin at mark, and no further', () => {
    fc.assert(
      fc.property(position, price, (open, mark) => {
        const free = removableMargin(open, mark);
        expect(new D(free).gte(0)).toBe(true);
        const bare = withMargin(open, toText(new D(free).neg()), mark);
        if (free !== '0') expect(removableMargin(bare, mark)).toBe('0');
        const more = toText(new D(free).plus('0.00000001').neg());
        expect(() => withMargin(open, more, mark)).toThrow('marginNeeded');
      }),
    );
  });
  it('is no matter of a cross position', () => {
    const cross = applyFill(undefined, buy(), { mode: 'cross', leverage: 3 }).position;
    if (cross === undefined) throw new Error('open');
    expect(removableMargin(cross, '100')).toBe('0');
    expect(() => withMargin(cross, '1', '100')).toThrow('marginCross');
  });
});

describe('closing in part', () => {
  it.each([
    ['1.0005', '1', '0.001', '1.0005'],
    ['1.0005', '0.5', '0.001', '0.5'],
    ['1', '0.3333', '0.01', '0.33'],
    ['0.001', '0.5', '0.001', '0'],
    ['3', '0.5', '0', '1.5'],
  ])('of %s by a share of %s on a lot of %s is %s', (q, share, lot, closed) => {
    expect(closingQuantity(q, share, lot)).toBe(closed);
  });
  it.each(['0', '-0.1', '1.01'])('by a share of %s is refused', (share) => {
    expect(() => closingQuantity('1', share, '0.1')).toThrow('amountInvalid');
  });
  it('by reduce-only orders never opens or turns over', () => {
    const long = { side: 'long', quantity: '2' } as const;
    expect(reduceOnlyQuantity(long, 'sell', '3')).toBe('2');
    expect(reduceOnlyQuantity(long, 'sell', '1')).toBe('1');
    expect(reduceOnlyQuantity(long, 'buy', '1')).toBe('0');
    expect(reduceOnlyQuantity(undefined, 'sell', '1')).toBe('0');
    fc.assert(
      fc.property(fc.array(quantity, { maxLength: 8 }), quantity, (resting, open) => {
        const kept = reduceOnlyKept(resting, open);
        const sum = kept.reduce((total, each) => total.plus(each), new D(0));
        const requested = resting.reduce((total, each) => total.plus(each), new D(0));
        expect(sum.eq(D.min(requested, open))).toBe(true);
        // No order is cut while a newer one keeps something.
        const firstCut = kept.findIndex((each, i) => each !== resting[i]);
        if (firstCut >= 0) expect(kept.slice(firstCut + 1).every((each) => each === '0')).toBe(true);
      }),
    );
  });
  it('by a tier leaves a value in the tier below, by the fewest lots', () => {
    fc.assert(
      fc.property(quantity, price, table, (q, mark, tiers) => {
        const cut = tierReduction(q, mark, '0.001', tiers);
        const value = new D(q).times(mark);
        const floor = (tiers.find(({ cap }) => value.lt(cap)) ?? tiers.at(-1))?.floor ?? new D(0);
        expect(cut === undefined).toBe(floor.isZero());
        if (cut === undefined) return;
        const rest = new D(q).minus(cut);
        expect(rest.gte(0) && new D(cut).gt(0)).toBe(true);
        expect(rest.times(mark).lt(floor)).toBe(true);
        expect(rest.plus('0.001').times(mark).gte(floor)).toBe(true);
      }),
    );
    expect(tierReduction('1', '100', '0', tiersOf(tierSteps('major')))).toBeUndefined();
  });
});

it('knows which order opens and which closes', () => {
  for (const each of positionSides) {
    expect(sideOfOrder(openingSide(each))).toBe(each);
    expect(sideOfOrder(closingSide(each))).not.toBe(each);
  }
});
