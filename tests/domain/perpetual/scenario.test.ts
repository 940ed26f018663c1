import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Dec, ScenarioAccount, ScenarioOrder } from '../../../domain/index.ts';
import {
  D,
  liquidationPrice,
  priceAt,
  tierSteps,
  tiersOf,
  toText,
  walkedTo,
  walkScenario,
} from '../../../domain/index.ts';
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
