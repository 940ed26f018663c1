import { describe, expect, it } from 'vitest';
import type { CycleRow } from '../../domain/contract/index.ts';
import { createWords } from '../../workers/session/words.ts';
import { withRows } from '../../workers/views/cycle/contracts.ts';
import type { Sales } from '../../workers/views/cycle/sales.ts';
import { saleLine } from '../../workers/views/cycle/sales.ts';
import { joinedSeconds } from '../../workers/views/cycle/secondsView.ts';
import type { ViewDeps } from '../../workers/views/view.ts';

const contract = (id: number, endsAt: number, outcome: CycleRow['outcome'], version = 1) =>
  ({ id, endsAt, outcome, version, sale: null }) as unknown as CycleRow;
const ids = (rows: readonly CycleRow[]) => rows.map(({ id }) => id);

describe('contracts', () => {
  it('run in the order of their end, and have ended with the latest first', () => {
    const { live, ended } = withRows({ live: [], ended: [] }, [
      contract(1, 30, null),
      contract(2, 10, null),
      contract(3, 20, 'win'),
      contract(4, 40, 'lose'),
    ]);
    expect([ids(live), ids(ended)]).toEqual([
      [2, 1],
      [4, 3],
    ]);
  });
  it('move from those that run to those that have ended, and never back', () => {
    const before = withRows({ live: [], ended: [] }, [contract(1, 30, null, 2)]);
    const over = withRows(before, [contract(1, 30, 'win', 3)]);
    expect([ids(over.live), ids(over.ended)]).toEqual([[], [1]]);
    expect(withRows(over, [contract(1, 30, null, 2)])).toEqual(over);
  });
  it('that have ended are eight at most', () => {
    const all = Array.from({ length: 12 }, (_, i) => contract(i + 1, i + 1, 'win'));
    expect(ids(withRows({ live: [], ended: [] }, all).ended)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
  });
});

describe('the price at which a contract is sold back', () => {
  const depsAt = (ms: number) =>
    ({
      clock: { monotonic: () => ms },
      ages: { serverNow: () => 1_000_000 + ms },
      words: () => createWords('en_us'),
    }) as unknown as ViewDeps;
  const sale = { id: 1, price: '9.876', least: '9.5', until: 1_003_000 };
  const known = { sales: [sale], requestedAt: 0 } as unknown as Sales;
  const row = contract(1, 2_000_000, null);

  it('stands until the exchange takes it back, rounded down', () => {
    expect(saleLine(row, known, depsAt(1_000))).toMatchObject({
      price: '9.87',
      least: '9.50',
      order: { id: 1, least: '9.5' },
    });
    expect(saleLine(row, known, depsAt(3_001))).toMatchObject({ price: '--' });
  });
  it('is not shown when it was requested four seconds ago, and not before there is one', () => {
    const later = { ...known, sales: [{ ...sale, until: 9_000_000 }] } as unknown as Sales;
    expect(saleLine(row, later, depsAt(4_000))?.order).toBeDefined();
    expect(saleLine(row, later, depsAt(4_001))?.order).toBeUndefined();
    expect(saleLine(row, undefined, depsAt(0))?.order).toBeUndefined();
  });
  it('is none of a contract that has ended', () => {
    expect(saleLine(contract(1, 10, 'win'), known, depsAt(0))).toBeNull();
  });
});

it('prices a second are those that were seen, before them trades, and before those bars', () => {
  const at = (...seconds: number[]) => seconds.map((second) => ({ at: second, price: `${second}` }));
  expect(joinedSeconds(at(30, 40), at(10, 20, 30), at(0, 10, 50)).map((each) => each.at)).toEqual([
    0, 10, 20, 30, 40,
  ]);
  expect(joinedSeconds([], at(10), at(0, 20)).map((each) => each.at)).toEqual([0, 10]);
  expect(joinedSeconds([], [], at(0, 20)).map((each) => each.at)).toEqual([0, 20]);
});
