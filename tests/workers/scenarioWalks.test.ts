import { beforeEach, expect, it } from 'vitest';
import type { Market } from '../../domain/index.ts';
import { D, toText } from '../../domain/index.ts';
import { MarketRows } from '../../workers/streams/marketRows.ts';
import { Positions } from '../../workers/streams/positions/index.ts';
import type { FuturesState } from '../../workers/views/perpetual/perpetual.ts';
import { ScenarioWalks } from '../../workers/views/perpetual/scenario/walks.ts';
import { position } from './futuresRows.ts';
import { market } from './world.ts';

const COUNT = 60;
const idOf = (i: number): string => `M${i}-USDT-PERP`;
/** Passes at each look, as a machine's clock does while something is computed. */
let now = 0;
const clock = { monotonic: () => ++now };
let positions: Positions;
let state: FuturesState;

function publishMarks(price: string): void {
  const rows = Array.from({ length: COUNT }, (_, i) => [idOf(i), price, price, '0', 1, 'live'] as const);
  positions.marks.apply({ kind: 'marks', snapshot: true, at: 1, rows: rows.map((row) => [...row]) });
}

function setUp(uid: string, count: number): void {
  const rows = new MarketRows();
  const markets = Array.from(
    { length: COUNT },
    (_, i): Market => market(`M${i}`, 'USDT', { id: idOf(i), kind: 'perpetual', tick: '0.1', lot: '0.001' }),
  );
  rows.setMarkets(markets);
  const posted = { account: 'futures', asset: 'USDT', posted: '2000', held: '0', version: 1 } as const;
  const funds = { uid, version: 1, balances: [posted] };
  positions = new Positions({ funds, rows, clock });
  positions.own(uid);
  const absence = { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 } as const;
  const open = Array.from({ length: count }, (_, i) =>
    position({
      id: i + 1,
      market: idOf(i),
      mode: 'cross',
      leverage: 10,
      quantity: '1',
      cost: '100',
      margin: '0',
    }),
  );
  positions.answer({ positions: open, orders: [], terms: [], absence }, { positions: [], orders: [] });
  state = { positions, rows, funds, clock } as unknown as FuturesState;
  publishMarks('100');
}

let walks: ScenarioWalks;
beforeEach(() => {
  walks = new ScenarioWalks(clock);
  setUp('1', COUNT);
});
const looked = (more: object = {}) => walks.of({ slippage: '0', ...more }, state, undefined);
/** Beats until there is something new. @returns how many it took. */
function beats(): number {
  const before = walks.advance();
  for (let count = 1; ; count++) if (walks.advance() !== before) return count;
}

it('a large account is walked in slices, and shown once it is whole', () => {
  expect(looked()).toBeUndefined();
  expect(beats()).toBeGreaterThan(3);
  const made = looked();
  expect(made?.down.events.length).toBeGreaterThan(10);
  expect(made?.up.events).toEqual([]);
});

it('while other marks are walked, the last figures stand; then all of them are the new ones', () => {
  looked();
  beats();
  const first = looked();
  publishMarks('101');
  now += 1_000;
  expect(looked()).toBe(first);
  // Marks that move meanwhile do not begin it again: it would never end.
  publishMarks('102');
  now += 1_000;
  expect(looked()).toBe(first);
  beats();
  const second = looked();
  expect(second).not.toBe(first);
  expect(toText(new D(second?.down.account.positions[0]?.mark ?? 0))).toBe('101');
});

it('what else is chosen is walked from the same marks, and nothing is shown of it before', () => {
  looked();
  beats();
  const first = looked();
  expect(looked({ slippage: '1' })).toBeUndefined();
  beats();
  expect(looked({ slippage: '1' })?.snapshot).toBe(first?.snapshot);
  expect(looked()).toBe(first);
});

it('nobody is shown what somebody else’s account would come to', () => {
  looked();
  beats();
  setUp('2', 1);
  expect(looked()?.down.account.positions).toHaveLength(1);
});
