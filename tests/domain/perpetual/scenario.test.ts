import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, ScenarioAccount, ScenarioOrder } from '../../../domain/index.ts';
import {
  D,
  farthestMove,
  liquidationPrice,
  priceAt,
  tierSteps,
  tiersOf,
  toText,
  walkedTo,
  worstDays,
} from '../../../domain/index.ts';
import { walkScenario } from '../../support/scenario.ts';
import * as arbitrary from './arbitrary.ts';

const table = tiersOf(tierSteps('other'));
const stop = (trigger: Dec, quantity: Dec): ScenarioOrder => ({
  market: 'A',
  held: '0',
  stop: { kind: 'stop', trigger, source: 'mark', limit: null, quantity },
  group: null,
});
const account = (orders: readonly ScenarioOrder[], move: Dec): ScenarioAccount => ({
  balance: '0',
  positions: [
    {
      market: 'A',
      position: {
        side: 'long',
        mode: 'isolated',
        leverage: 2,
        quantity: '3',
        cost: '300',
        margin: '150',
        realised: { price: '0', fees: '0', funding: '0' },
      },
      mark: '100',
      last: '100',
      table,
      tick: '0.01',
      lot: '0.001',
      move,
    },
  ],
  orders,
});

it('fires all stops that stand at one price, whatever the last digit of its share', () => {
  const { events } = walkScenario(account([stop('93', '1'), stop('93', '1')], '-0.35'));
  expect(events.map(({ step, quantity }) => [step, quantity])).toEqual([
    ['stopped', '1'],
    ['stopped', '1'],
  ]);
});
it('refuses a market that loses all of its price', () => {
  expect(() => walkScenario(account([], '-1'))).toThrow(RangeError);
});
it('puts an isolated position on the price that its liquidation price says', () => {
  fc.assert(
    fc.property(
      arbitrary.marked,
      fc.constantFrom('-0.9', '0.9'),
      ({ position, mark, table: tiers }, move) => {
        const market = {
          market: 'A',
          position,
          mark,
          last: mark,
          table: tiers,
          tick: '0.0001',
          lot: '0',
          move,
        };
        const walk = walkScenario({ balance: '0', positions: [market], orders: [] });
        const found = liquidationPrice(position, position.margin, mark, tiers);
        const first = walk.events[0];
        if (found.kind === 'due') expect(first?.share).toBe('0');
        const end = priceAt(mark, move, '1');
        const isOnWay = (price: Dec): boolean => new D(price).minus(mark).times(end.minus(price)).gte(0);
        if (found.kind === 'at' && isOnWay(found.price))
          expect(new D(first?.price ?? 0).minus(found.price).abs().div(mark).lt('1e-40')).toBe(true);
        if (found.kind === 'never') expect(walk.events).toEqual([]);
        // Nothing is ever owed beyond what was there.
        expect(new D(walkedTo(walk, '1').equity).gte(toText(new D('-0.00000001')))).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it('takes what closes at a worse price by the slippage that is stated, and at the same mark', () => {
  const [exact, slipped] = ['0', '0.01'].map(
    (slippage) => walkScenario({ ...account([stop('90', '3')], '-0.2'), slippage }).events[0],
  );
  expect([slipped?.share, slipped?.price]).toEqual([exact?.share, exact?.price]);
  // One per cent of three at 90, less what the fee on it is.
  expect(new D(exact?.net ?? 0).minus(slipped?.net ?? 0).toFixed(2)).toBe('2.70');
});
it('leaves no more with more slippage, and owes nothing that was not there', () => {
  fc.assert(
    fc.property(
      arbitrary.marked,
      fc.constantFrom('-0.9', '0.9'),
      ({ position, mark, table: tiers }, move) => {
        const own = { market: 'A', position, mark, last: mark, table: tiers, tick: '0.0001', lot: '0', move };
        const left = ['0', '0.002', '0.05'].map((slippage) => {
          const walk = walkScenario({ balance: '0', positions: [own], orders: [], slippage });
          return new D(walkedTo(walk, '1').equity);
        });
        for (const each of left) expect(each.gte('-0.00000001')).toBe(true);
        // A position that is taken over leaves nothing, and one that closes in parts may keep a later one.
        const ends = (slippage: string) =>
          walkScenario({ balance: '0', positions: [own], orders: [], slippage }).events.length;
        if (ends('0') === 1 && ends('0.05') === 1) expect(left[2]?.lte(left[0] ?? 0)).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

describe('recorded days', () => {
  const bar = (at: number, open: Dec, high: Dec, low: Dec, close: Dec) => ({ at, open, high, low, close });
  it('go as far as the farther of high and low is from the close before', () => {
    expect(farthestMove(bar(1, '90', '110', '80', '100'), '100')).toBe('-0.2');
    expect(farthestMove(bar(1, '90', '130', '80', '100'), '100')).toBe('0.3');
    expect(farthestMove(bar(1, '80', '88', '79', '80'), undefined)).toBe('0.1');
  });
  it('are those that cost what is held most, the worst first; days without a loss are none', () => {
    const bars = new Map([
      [
        'A',
        [
          bar(1, '100', '100', '100', '100'),
          bar(2, '100', '101', '50', '100'),
          bar(3, '100', '101', '90', '100'),
        ],
      ],
      ['B', [bar(2, '10', '10', '10', '10'), bar(3, '10', '20', '10', '20')]],
    ]);
    const days = (exposures: [string, Dec][], count = 5) =>
      worstDays(bars, new Map(exposures), count).map(({ at, loss }) => [at, loss]);
    expect(days([['A', '100']])).toEqual([
      [2, '-50'],
      [3, '-10'],
    ]);
    expect(
      days(
        [
          ['A', '100'],
          ['B', '-100'],
        ],
        1,
      ),
    ).toEqual([[3, '-110']]);
    expect(days([['A', '-100']])).toEqual([]);
    expect(worstDays(bars, new Map([['A', '1']]), 1)[0]?.moves.get('B')).toBe('0');
  });
});
