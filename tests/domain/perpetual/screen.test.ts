import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CrossAccount } from '../../../domain/index.ts';
import {
  crossLiquidations,
  crossTotals,
  D,
  liquidationPrice,
  liquidationScreen,
  screenPosition,
  screenTable,
  toScreenNumber,
  toText,
} from '../../../domain/index.ts';
import { crossAccount, marked } from './arbitrary.ts';

function screened({ balance, held, positions }: CrossAccount): boolean {
  return liquidationScreen(
    toScreenNumber(toText(new D(balance).minus(held))),
    positions.map(({ position, table }) => screenPosition(position, screenTable(table))),
    positions.map(({ mark }) => toScreenNumber(toText(new D(mark)))),
  );
}

/** Marks at the liquidation price itself, a hair beside it, and elsewhere. */
const hair = fc.constantFrom('0', '1e-30', '-1e-30', '1e-16', '-1e-16', '1e-14', '-1e-14', '1e-11', '-1e-11');

describe('the screen', () => {
  it('misses no position that decimals liquidate, however near', () => {
    fc.assert(
      fc.property(marked, hair, ({ position, mark, table }, by) => {
        const found = liquidationPrice(position, position.margin, mark, table);
        const at = found.kind === 'at' ? toText(new D(found.price).times(new D(by).plus(1))) : mark;
        const account = { balance: position.margin, held: '0', positions: [{ position, mark: at, table }] };
        if (crossTotals(account).isDue) expect(screened(account)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
  it('misses no cross account that decimals liquidate', () => {
    fc.assert(
      fc.property(crossAccount, hair, fc.nat(), (account, by, pick) => {
        if (crossTotals(account).isDue) expect(screened(account)).toBe(true);
        const index = pick % account.positions.length;
        const found = crossLiquidations(account)[index];
        if (found?.kind !== 'at') return;
        const mark = toText(new D(found.price).times(new D(by).plus(1)));
        const near = {
          ...account,
          positions: account.positions.map((each, i) => (i === index ? { ...each, mark } : each)),
        };
        if (crossTotals(near).isDue) expect(screened(near)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
  it('lets go what is a millionth away', () => {
    fc.assert(
      fc.property(marked, ({ position, mark, table }) => {
        const found = liquidationPrice(position, position.margin, mark, table);
        if (found.kind !== 'at') return;
        const safe = new D(found.price).times(position.side === 'long' ? '1.00001' : '0.99999');
        const account = {
          balance: position.margin,
          held: '0',
          positions: [{ position, mark: toText(safe), table }],
        };
        expect(screened(account)).toBe(crossTotals(account).isDue);
      }),
    );
  });
  it('hands to decimals what is no number', () => {
    const [each] = fc.sample(marked, { numRuns: 1, seed: 1 });
    if (each === undefined) throw new Error('a sample');
    const position = screenPosition(each.position, screenTable(each.table));
    expect(liquidationScreen(1e12, [position], [])).toBe(true);
    expect(liquidationScreen(Number.NaN, [position], [1])).toBe(true);
    expect(liquidationScreen(1, [], [])).toBe(false);
  });
});
