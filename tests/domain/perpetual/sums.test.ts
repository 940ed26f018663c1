import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MarkedPosition } from '../../../domain/index.ts';
import {
  CrossSums,
  crossLiquidations,
  crossTotals,
  D,
  liquidationPrice,
  partOf,
  toText,
} from '../../../domain/index.ts';
import { decimal, marked } from './arbitrary.ts';

/** Costs as partial closings leave them: shares of 64 digits, so that a sum in as many would round. */
const shared: fc.Arbitrary<MarkedPosition> = fc
  .tuple(marked, fc.constantFrom(1, 3, 7, 11, 97))
  .map(([{ position, mark, table }, parts]) => ({
    position: { ...position, cost: toText(new D(position.cost).div(parts)) },
    mark,
    table,
  }));
const place = fc.nat(7);
const change = fc.oneof(fc.record({ place, put: shared }), fc.record({ place, put: fc.constant(undefined) }));

it('sums that have followed every change are those of adding all that is left, to the last digit', () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 60 }),
      decimal(8, 0, 2_000_000_000),
      decimal(8, 0, 100_000_000),
      (changes, balance, held) => {
        const sums = new CrossSums();
        const open = new Map<number, MarkedPosition>();
        for (const { place: at, put } of changes) {
          const before = open.get(at);
          if (before) sums.remove(partOf(before), before.position.leverage);
          if (put) sums.add(partOf(put), put.position.leverage);
          if (put) open.set(at, put);
          else open.delete(at);
        }
        const account = { balance, held, positions: [...open.values()] };
        expect(sums.totals(account)).toEqual(crossTotals(account));
        // Nor does the order matter in which they are added.
        expect(crossTotals({ ...account, positions: account.positions.toReversed() })).toEqual(
          crossTotals(account),
        );
        const walletOf = sums.wallets(account);
        const liquidations = account.positions.map((each) =>
          liquidationPrice(each.position, walletOf(partOf(each)), each.mark, each.table),
        );
        expect(liquidations).toEqual(crossLiquidations(account));
      },
    ),
    { numRuns: 300 },
  );
});
