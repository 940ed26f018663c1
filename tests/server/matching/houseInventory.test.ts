import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderSide } from '../../../domain/index.ts';
import { D, toText } from '../../../domain/index.ts';
import { HouseInventory } from '../../../server/matching/houseInventory.ts';
import { fakeMarket } from '../../support/fakeSource.ts';

const market = { ...fakeMarket('AAA-USDT'), tick: '0.05', lot: '0.002' };
const each = (side: OrderSide, ticks: number) =>
  side === 'buy' ? new D(market.lot) : new D(market.lot).times(market.tick).times(ticks);

describe("the house's inventory", () => {
  it('gives whole lots up to its limit, and not one more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<OrderSide[]>('buy', 'sell'),
        fc.nat({ max: 10 ** 12 }).map((units) => toText(new D(units).div(10 ** 6))),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true })), {
          maxLength: 6,
        }),
        (side, limit, takes) => {
          const asset = side === 'buy' ? 'AAA' : 'USDT';
          const inventory = new HouseInventory(market, (name) => (name === asset ? limit : '0'));
          let spent = new D(0);
          for (const [ticks, share] of takes) {
            const lots = inventory.lots(side, ticks);
            expect(spent.plus(each(side, ticks).times(lots)).lte(limit)).toBe(true);
            expect(spent.plus(each(side, ticks).times(lots + 1)).gt(limit)).toBe(true);
            const taken = Math.floor(lots * share);
            expect(inventory.give(side, ticks, taken)).toBe(taken);
            spent = spent.plus(each(side, ticks).times(taken));
          }
          // The other side is paid in the other asset, of which there is none.
          expect(inventory.lots(side === 'buy' ? 'sell' : 'buy', 1)).toBe(0);
        },
      ),
    );
  });

  it('gives nothing below its limit, also where that has sunk meanwhile', () => {
    let limit = '1';
    const inventory = new HouseInventory(market, () => limit);
    expect(inventory.give('buy', 100, 400)).toBe(400);
    expect(inventory.lots('buy', 100)).toBe(100);
    limit = '0.5';
    expect(inventory.lots('buy', 100)).toBe(0);
    expect(inventory.give('buy', 100, 1)).toBe(0);
  });
});
