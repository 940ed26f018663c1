import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MarkRow, PositionRow } from '../../domain/contract/index.ts';
import { D, toText } from '../../domain/index.ts';
import { MarketRows } from '../../workers/streams/marketRows.ts';
import type { Snapshot } from '../../workers/streams/positions/snapshot.ts';
import { Snapshots } from '../../workers/streams/positions/snapshot.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { perpetualPair } from '../support/perpetualPair.ts';

const markets = Array.from({ length: 6 }, () => perpetualPair()[1]);
const idOf = (i: number): string => markets[i]?.id ?? '';
const row = (i: number, version: number, mode: PositionRow['mode'], thirds: number): PositionRow => ({
  id: i + 1,
  market: idOf(i),
  side: i % 2 === 0 ? 'long' : 'short',
  mode,
  leverage: 5 + (i % 3) * 7,
  quantity: '1.5',
  cost: toText(new D(100 * thirds).div(3)),
  margin: mode === 'isolated' ? '12.5' : '0',
  realised: { price: '0', fees: '0', funding: '0' },
  closedQuantity: '0',
  closedCost: '0',
  closedValue: '0',
  takeProfit: '0',
  stopLoss: '0',
  openedAt: 1,
  updatedAt: 1,
  closedAt: null,
  end: null,
  version,
});
const mark = (i: number, cents: number): MarkRow => {
  const price = toText(new D(cents).div(100));
  return [idOf(i), price, price, '0', 1, 'live'];
};

/** What snapshots are made from, as the worker holds it. */
class World {
  version = 0;
  positions: readonly PositionRow[] = [];
  readonly marks = new Map<string, MarkRow>();
  markOf = (market: string) => this.marks.get(market);
}

const step = fc.oneof(
  fc.record({
    what: fc.constant('mark' as const),
    i: fc.nat(5),
    cents: fc.integer({ min: 4_000, max: 6_000 }),
  }),
  fc.record({
    what: fc.constant('position' as const),
    i: fc.nat(5),
    mode: fc.constantFrom('cross' as const, 'isolated' as const),
    thirds: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ what: fc.constant('close' as const), i: fc.nat(5) }),
  fc.record({ what: fc.constant('money' as const), cents: fc.integer({ min: 0, max: 1_000_000 }) }),
);

/** All figures, computed on demand or not. */
const figures = ({ id: _, joined, ...rest }: Snapshot) => ({
  ...rest,
  joined: [...joined.values()].map(({ row: { market }, value, profit, liquidation, shown, ratio }) => ({
    market,
    value,
    profit,
    liquidation,
    shown,
    ratio,
  })),
});

it('a snapshot that has followed every change is one made from nothing, to the last digit', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 50 }), (steps) => {
      const rows = new MarketRows();
      rows.setMarkets(markets);
      const world = new World();
      const funds = { version: 0, uid: '1', balances: [balance('5000')] };
      const clock = new FakeClock();
      const deps = { funds, rows, clock } as unknown as ConstructorParameters<typeof Snapshots>[1];
      const followed = new Snapshots(world, deps);
      for (const each of steps) {
        world.version += 1;
        if (each.what === 'mark') world.marks.set(idOf(each.i), mark(each.i, each.cents));
        else if (each.what === 'money') {
          funds.version += 1;
          funds.balances = [balance(toText(new D(each.cents).div(100)))];
        } else {
          const others = world.positions.filter(({ id }) => id !== each.i + 1);
          world.positions =
            each.what === 'close' ? others : [row(each.i, world.version, each.mode, each.thirds), ...others];
        }
        // What is shown is steadied for a second.
        clock.jump(1_000);
        expect(figures(followed.now())).toEqual(figures(new Snapshots(world, deps).now()));
      }
    }),
    { numRuns: 100 },
  );
});

it('an older snapshot keeps its figures, also those that are asked for late', () => {
  const rows = new MarketRows();
  rows.setMarkets(markets);
  const world = new World();
  world.positions = [row(0, 1, 'cross', 3), row(1, 1, 'cross', 4)];
  for (const i of [0, 1]) world.marks.set(idOf(i), mark(i, 5_000));
  const funds = { version: 0, uid: '1', balances: [balance('50')] };
  const deps = { funds, rows, clock: new FakeClock() } as unknown as ConstructorParameters<
    typeof Snapshots
  >[1];
  const snapshots = new Snapshots(world, deps);
  const old = snapshots.now();
  const expected = new Snapshots(world, deps).now().joined.get(idOf(0))?.liquidation;
  world.marks.set(idOf(1), mark(1, 5_500));
  world.version += 1;
  const { liquidation } = snapshots.now().joined.get(idOf(0)) ?? {};
  expect(old.joined.get(idOf(0))?.liquidation).toEqual(expected);
  expect(liquidation).not.toEqual(expected);
});

function balance(posted: string) {
  return { account: 'futures', asset: 'USDT', posted, held: '0', version: 1 } as const;
}
