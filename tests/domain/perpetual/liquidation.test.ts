import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, LiquidationPrice } from '../../../domain/index.ts';
import {
  averageEntryOf,
  bankruptcyPrice,
  crossLiquidations,
  crossTotals,
  D,
  liquidationPrice,
  liquidationText,
  marginRatio,
  positionValue,
  profitOf,
  requirementOf,
  shownLiquidation,
  signOfSide,
  solveLiquidation,
  tierOf,
  tierSteps,
  tiersOf,
  toText,
} from '../../../domain/index.ts';
import { crossAccount, decimal, marked, price } from './arbitrary.ts';

const major = tiersOf(tierSteps('major'));
const NEAR = '1e-20';

/** Equity less maintenance and closing fee at a price. */
function slack(
  { side, quantity, cost }: { side: 'long' | 'short'; quantity: Dec; cost: Dec },
  wallet: Dec,
  at: Dec,
  table: typeof major,
): D {
  const value = positionValue(quantity, at);
  const { maintenance, fee } = requirementOf(value, table);
  return new D(wallet)
    .plus(profitOf(side, value, cost))
    .minus(maintenance)
    .minus(fee);
}

describe('the liquidation price', () => {
  it('is where equity is maintenance and closing fee', () => {
    fc.assert(
      fc.property(marked, ({ position, mark, table }) => {
        const found = liquidationPrice(position, position.margin, mark, table);
        if (found.kind === 'at')
          expect(slack(position, position.margin, found.price, table).abs().lt(NEAR)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
  it('has its tier at its own value, not at the mark’s', () => {
    fc.assert(
      fc.property(marked, ({ position, mark, table }) => {
        const { price: at, tier } = solveLiquidation(position, position.margin, mark, table);
        if (new D(at).gt(0)) expect(tierOf(positionValue(position.quantity, at), table)).toBe(tier);
      }),
    );
  });
  it('is on the losing side of the mark, and of the entry unless margin has gone', () => {
    fc.assert(
      fc.property(marked, ({ position, mark, table }) => {
        const found = liquidationPrice(position, position.margin, mark, table);
        if (found.kind !== 'at') return;
        const sign = signOfSide(position.side);
        expect(new D(mark).minus(found.price).times(sign).gt(0)).toBe(true);
        if (slack(position, position.margin, averageEntryOf(position), table).gt(0))
          expect(new D(averageEntryOf(position)).minus(found.price).times(sign).gt(0)).toBe(true);
      }),
    );
  });
  it('is due exactly where equity no longer covers what is needed, never where nothing can take it', () => {
    fc.assert(
      fc.property(marked, ({ position, mark, table }) => {
        const { kind } = liquidationPrice(position, position.margin, mark, table);
        expect(kind === 'due').toBe(slack(position, position.margin, mark, table).lte(0));
        if (kind === 'never') {
          expect(position.side).toBe('long');
          expect(new D(position.margin).gte(position.cost)).toBe(true);
        }
      }),
    );
  });
  it('is never nearer with more margin', () => {
    const order: readonly LiquidationPrice['kind'][] = ['due', 'at', 'never'];
    fc.assert(
      fc.property(marked, decimal(4, 1, 2 ** 31 - 1), ({ position, mark, table }, added) => {
        const less = liquidationPrice(position, position.margin, mark, table);
        const more = liquidationPrice(position, toText(new D(position.margin).plus(added)), mark, table);
        expect(order.indexOf(more.kind)).toBeGreaterThanOrEqual(order.indexOf(less.kind));
        if (less.kind === 'at' && more.kind === 'at')
          expect(new D(less.price).minus(more.price).times(signOfSide(position.side)).gt(0)).toBe(true);
      }),
    );
  });
  it('comes before the bankruptcy price', () => {
    fc.assert(
      fc.property(marked, ({ position, mark, table }) => {
        const found = liquidationPrice(position, position.margin, mark, table);
        if (found.kind !== 'at') return;
        const { side, quantity, cost, margin } = position;
        const bankrupt = bankruptcyPrice(side, quantity, cost, margin);
        expect(new D(found.price).minus(bankrupt).times(signOfSide(side)).gt(0)).toBe(true);
      }),
    );
  });
  it('is solved at a tier’s very border', () => {
    // At 1,000,000 both tiers need 5,000 − 100; with the fee of 500 a long of 10 that cost 1,010,000 ends there.
    const exposure = { side: 'long', quantity: '10', cost: '1010000' } as const;
    const found = solveLiquidation(exposure, '15400', '101000', major);
    expect(found.price).toBe('100000');
    expect(found.tier.maxLeverage).toBe(50);
  });
  it.each<[string, Dec, Dec, LiquidationPrice]>([
    ['more margin than it cost', '1000.1', '100', { kind: 'never' }],
    ['exactly what it cost', '1000', '100', { kind: 'never' }],
    ['no margin', '0', '100', { kind: 'due' }],
    ['a mark that has passed it', '100', '90', { kind: 'due' }],
  ])('of a long of 10 at 100 with %s', (_, margin, mark, found) => {
    const exposure = { side: 'long', quantity: '10', cost: '1000' } as const;
    expect(liquidationPrice(exposure, margin, mark, major)).toEqual(found);
  });
  it('of a short with nothing left is due at any price', () => {
    const exposure = { side: 'short', quantity: '10', cost: '1000' } as const;
    expect(liquidationPrice(exposure, '-1001', '0.01', major)).toEqual({ kind: 'due' });
  });
});

describe('cross', () => {
  it('with one position is isolated with the balance as its margin', () => {
    fc.assert(
      fc.property(marked, decimal(4, 0, 2 ** 31 - 1), (each, balance) => {
        const [cross] = crossLiquidations({ balance, held: '0', positions: [each] });
        expect(cross).toEqual(liquidationPrice(each.position, balance, each.mark, each.table));
      }),
    );
  });
  it('liquidates all positions together, exactly when its totals say so', () => {
    fc.assert(
      fc.property(crossAccount, (account) => {
        const { isDue, ratio } = crossTotals(account);
        for (const { kind } of crossLiquidations(account)) expect(kind === 'due').toBe(isDue);
        expect(isDue).toBe(ratio === undefined || new D(ratio).gte(1));
      }),
    );
  });
  it('is at its limit when one mark stands at that position’s price', () => {
    fc.assert(
      fc.property(crossAccount, (account) => {
        crossLiquidations(account).forEach((found, i) => {
          if (found.kind !== 'at') return;
          const positions = account.positions.map((each, j) =>
            i === j ? { ...each, mark: found.price } : each,
          );
          const { equity, maintenance, closingFee } = crossTotals({ ...account, positions });
          const left = new D(equity).minus(account.held).minus(maintenance).minus(closingFee);
          expect(left.abs().lt(NEAR)).toBe(true);
        });
      }),
    );
  });
  it('counts what is held neither as backing nor as available', () => {
    fc.assert(
      fc.property(crossAccount, decimal(4, 1, 1_000_000), (account, more) => {
        const held = toText(new D(account.held).plus(more));
        const [before, after] = [crossTotals(account), crossTotals({ ...account, held })];
        expect(new D(before.available).minus(more).lte(after.available)).toBe(true);
        expect(new D(after.available).lte(before.available)).toBe(true);
        expect(after.equity).toBe(before.equity);
      }),
    );
  });
  it('has totals of nothing without positions, and is never due then', () => {
    expect(crossTotals({ balance: '100', held: '30', positions: [] })).toEqual({
      profit: '0',
      equity: '100',
      initial: '0',
      maintenance: '0',
      closingFee: '0',
      available: '70',
      ratio: '0',
      isDue: false,
    });
    expect(crossTotals({ balance: '0', held: '0', positions: [] })).toMatchObject({
      ratio: undefined,
      isDue: false,
    });
  });
  it('has a ratio of one where liquidation is', () => {
    expect(marginRatio('5', '10')).toBe('0.5');
    expect(marginRatio('5', '5')).toBe('1');
    expect(marginRatio('5', '0')).toBeUndefined();
    expect(marginRatio('5', '-1')).toBeUndefined();
  });
});

const TENTHS = { tick: '0.1', quote: 'USDT' };

describe('as shown', () => {
  it('is rounded toward the mark, by less than a tick', () => {
    fc.assert(
      fc.property(price, fc.constantFrom('0.01', '0.5', '0.0001'), fc.boolean(), (at, tick, isLong) => {
        const side = isLong ? 'long' : 'short';
        const exact = new D(at).div(3);
        const shown = shownLiquidation({ kind: 'at', price: toText(exact) }, side, tick);
        if (shown.kind !== 'at') throw new Error('a price');
        const by = new D(shown.price).minus(exact).times(signOfSide(side));
        expect(by.gte(0) && by.lt(tick)).toBe(true);
        expect(new D(shown.price).mod(tick).isZero()).toBe(true);
      }),
    );
  });
  it('is text with the tick’s digits, or no figure', () => {
    expect(liquidationText({ kind: 'at', price: '90.001' }, 'long', TENTHS)).toBe('90.100');
    expect(liquidationText({ kind: 'at', price: '90.09' }, 'short', TENTHS)).toBe('90.000');
    expect(liquidationText({ kind: 'never' }, 'long', TENTHS)).toBe('--');
    expect(liquidationText({ kind: 'due' }, 'long', TENTHS)).toBe('--');
  });
});
