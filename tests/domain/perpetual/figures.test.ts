import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bankruptcyPrice,
  bookedProfit,
  crossFrame,
  crossLiquidations,
  crossTotals,
  D,
  exhaustionPrice,
  liquidationPrice,
  perpetualFees,
  positionFigures,
  positionValue,
  profitOf,
  roeOf,
  toText,
} from '../../../domain/index.ts';
import { crossAccount, decimal, marked, position } from './arbitrary.ts';

describe('figures of many positions', () => {
  it('are those of the single rules, to the last digit', () => {
    fc.assert(
      fc.property(marked, ({ position: each, mark }) => {
        const value = positionValue(each.quantity, toText(new D(mark)));
        const profit = profitOf(each.side, value, each.cost);
        const expected = { value, profit, roe: roeOf(profit, each.cost, each.leverage) };
        expect(positionFigures(each, mark)).toEqual(expected);
        expect(positionFigures(each, new D(mark))).toEqual(expected);
        // Another object of the same numbers, and the same object at another mark, are computed again.
        expect(positionFigures({ ...each }, mark)).toEqual(expected);
        expect(positionFigures(each, '0').value).toBe('0');
      }),
    );
  });
  it('have no yield where a position cost nothing', () => {
    const free = { side: 'long', quantity: '1', cost: '0', leverage: 5 } as const;
    expect(positionFigures(free, '3')).toEqual({ value: '3', profit: '3', roe: undefined });
  });
  it('of an account come together as they come one by one', () => {
    fc.assert(
      fc.property(crossAccount, (account) => {
        const { totals, liquidations } = crossFrame(account);
        expect(totals).toEqual(crossTotals(account));
        expect(liquidations).toEqual(crossLiquidations(account));
      }),
    );
  });
  it('follow a margin that changes: what was solved for another is not used', () => {
    fc.assert(
      fc.property(marked, decimal(2, 1, 100_000), ({ position: each, mark, table }, more) => {
        const margins = [each.margin, toText(new D(each.margin).plus(more)), each.margin];
        const found = margins.map((margin) => liquidationPrice(each, margin, mark, table));
        expect(found[2]).toEqual(found[0]);
        expect(found[1]).toEqual(liquidationPrice({ ...each }, margins[1] ?? '0', mark, table));
      }),
    );
  });
});

describe('the worst price of a closing', () => {
  it('leaves nothing but what a tick is worth, and never less than nothing', () => {
    fc.assert(
      fc.property(position, (each) => {
        const tick = '0.0001';
        const price = exhaustionPrice(each, each.margin, tick);
        if (price === undefined || price === '0') return;
        const value = positionValue(each.quantity, price);
        const left = new D(each.margin)
          .plus(profitOf(each.side, value, each.cost))
          .minus(new D(value).times(perpetualFees.taker));
        expect(left.gte(new D('-1e-30'))).toBe(true);
        expect(left.lte(new D(each.quantity).times(tick).times('1.001'))).toBe(true);
      }),
    );
  });
  it('is nearer than the bankruptcy price, by its fee', () => {
    const long = { side: 'long', quantity: '2', cost: '200' } as const;
    expect(bankruptcyPrice('long', '2', '200', '20')).toBe('90');
    // 180 / (2 · 0.9995) = 90.0450225…
    expect(exhaustionPrice(long, '20', '0.01')).toBe('90.05');
    expect(exhaustionPrice({ ...long, side: 'short' }, '20', '0.01')).toBe('109.94');
  });
  it('is none where no price takes everything', () => {
    expect(exhaustionPrice({ side: 'long', quantity: '2', cost: '200' }, '201', '0.01')).toBeUndefined();
  });
});

describe('the P/L that a closing books', () => {
  it('adds up to what one closing books, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(decimal(11, -100_000_000, 100_000_000), { minLength: 1, maxLength: 9 }),
        (parts) => {
          let price = '0';
          let booked = new D(0);
          for (const profit of parts) {
            const realised = { price, fees: '0', funding: '0' };
            booked = booked.plus(bookedProfit({ realised }, { profit }));
            price = toText(new D(price).plus(profit));
          }
          const whole = bookedProfit(
            { realised: { price: '0', fees: '0', funding: '0' } },
            { profit: price },
          );
          expect(booked.eq(whole)).toBe(true);
        },
      ),
    );
  });
  it('is nothing where nothing is closed', () => {
    expect(bookedProfit(undefined, { profit: '1' })).toBe('0');
    expect(bookedProfit({ realised: { price: '0', fees: '0', funding: '0' } }, undefined)).toBe('0');
  });
});
