import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  Dec,
  Position,
  ScenarioAccount,
  ScenarioPosition,
  ScenarioStop,
} from '../../../domain/index.ts';
import {
  farthestMove,
  priceAt,
  scenarioState,
  tierSteps,
  tiersOf,
  worstDays,
} from '../../../domain/index.ts';
import { walkScenario } from '../../support/scenario.ts';
import { rational, total } from '../rational.ts';
import { decimal, side } from './arbitrary.ts';

const table = tiersOf(tierSteps('other'));
const held = (position: Partial<Position>, each: Partial<ScenarioPosition> = {}): ScenarioPosition => ({
  market: 'A',
  position: {
    side: 'long',
    mode: 'isolated',
    leverage: 10,
    quantity: '1',
    cost: '5000',
    margin: '500',
    realised: { price: '0', fees: '0', funding: '0' },
    ...position,
  },
  mark: '5000',
  last: '5000',
  table,
  tick: '0.01',
  lot: '0.001',
  move: '-0.5',
  ...each,
});
const of = (
  positions: readonly ScenarioPosition[],
  each: Partial<ScenarioAccount> = {},
): ScenarioAccount => ({
  balance: '0',
  positions,
  orders: [],
  ...each,
});
const stop = (each: Partial<ScenarioStop>): ScenarioAccount['orders'][number] => ({
  market: 'A',
  held: '0',
  group: 1,
  stop: { kind: 'stop', trigger: '4800', source: 'mark', limit: null, quantity: null, ...each },
});

describe('a path of prices on paper', () => {
  it('goes in a straight line: half of the way is half of the change', () => {
    expect(['0', '0.5', '1'].map((share) => priceAt('5000', '-0.5', share).toFixed())).toEqual([
      '5000',
      '3750',
      '2500',
    ]);
    expect(priceAt('0.0001', '2', '0.25').toFixed()).toBe('0.00015');
  });
  it('liquidates an isolated long where its price says, and all of its margin is gone', () => {
    // Due at 4,500 ÷ 0.9895 = 4,547.75…; half of the mark is lost at the end, so that it is (1 − that ÷ 5,000)·2 of the way.
    const { events } = walkScenario(of([held({})]));
    const price = rational('4500').over('0.9895');
    expect(events.map(({ step, quantity, net }) => [step, quantity, net])).toEqual([
      ['liquidated', '1', '-500'],
    ]);
    expect(rational(events[0]?.price ?? '').fixed(30, 'half')).toBe(price.fixed(30, 'half'));
    expect(rational(events[0]?.share ?? '').fixed(30, 'half')).toBe(
      rational('1').minus(price.over('5000')).times('2').fixed(30, 'half'),
    );
    expect(events[0]?.after).toMatchObject({ balance: '0', positions: [] });
  });
  it('hands to the house what the market would not pay enough for, at the price that leaves nothing', () => {
    // A fifth worse than 4,547.75 is 3,638.2, which is below 4,500 ÷ 0.9995: taken over at 5,000 − 500.
    const { events } = walkScenario(of([held({})], { slippage: '0.2' }));
    expect(events).toMatchObject([
      { step: 'liquidated', net: '-500', after: { balance: '0', positions: [] } },
    ]);
  });
  it('closes of a large position no more than brings it into the tier below', () => {
    // 10 for 30,000 with 3,000 behind them: due at 26,900 ÷ 9.795 = 2,746.299…, worth 27,463. Less than 10,000 are 3.641.
    const { events } = walkScenario(
      of([held({ quantity: '10', cost: '30000', margin: '3000' }, { mark: '3000', last: '3000' })]),
    );
    expect(events[0]).toMatchObject({ step: 'reduced', quantity: '6.359' });
    expect(events[0]?.after.positions[0]?.position.quantity).toBe('3.641');
    // What is left of the margin stays with the rest: nothing but the P/L and the fee of the part is gone.
    const part = rational('6.359').times(rational('26900').over('9.795').minus('3000'));
    const fee = rational('6.359').times(rational('26900').over('9.795')).times('0.0005');
    expect(
      rational(events[0]?.net ?? '')
        .minus(part.minus(fee))
        .size()
        .compare('0.00000003'),
    ).toBeLessThan(0);
    const rest = events[0]?.after.positions[0]?.position.margin ?? '';
    expect(total([rest]).minus(total(['3000', events[0]?.net ?? ''])).top).toBe(0n);
    expect(events[1]?.step).toBe('liquidated');
  });
  it('takes of a cross account its maintenance for the insurance fund, and leaves it owing nothing', () => {
    // Due at 4,000 ÷ 0.9895 with 1,000 booked: there the maintenance is what is left after the fee.
    const { events } = walkScenario(of([held({ mode: 'cross', margin: '0' })], { balance: '1000' }));
    expect(events.map(({ step }) => step)).toEqual(['liquidated']);
    const left = rational(events[0]?.after.balance ?? '');
    expect(left.compare('0')).toBeGreaterThanOrEqual(0);
    expect(left.compare('0.00000003')).toBeLessThan(0);
  });
});

describe('a stop on the way on paper', () => {
  it('closes all at its price, less the fee', () => {
    // −200 at 4,800, and 0.05 % of it: 2.4. 4 % of a fall by a half is 8 % of the way.
    const { events } = walkScenario(of([held({})], { orders: [stop({})] }));
    expect(events).toMatchObject([
      { step: 'stopped', share: '0.08', price: '4800', quantity: '1', net: '-202.4', by: 'stop' },
    ]);
    expect(events[0]?.after).toMatchObject({ balance: '297.6', positions: [], orders: [] });
  });
  it('closes its part, and no more than there is', () => {
    const [part] = walkScenario(of([held({})], { orders: [stop({ quantity: '0.25' })] })).events;
    // A quarter of −200 and of 2.4; a quarter of the margin comes free.
    expect(part).toMatchObject({ quantity: '0.25', net: '-50.6' });
    expect(part?.after).toMatchObject({ balance: '74.4' });
    const [all] = walkScenario(of([held({})], { orders: [stop({ quantity: '7' })] })).events;
    expect(all?.quantity).toBe('1');
  });
  it('with a limit that the price is beyond rests, and closes nothing', () => {
    // A hundredth of slippage at 4,800 is 4,752: worse than 4,790.
    const walk = walkScenario(of([held({})], { orders: [stop({ limit: '4790' })], slippage: '0.01' }));
    expect(walk.events[0]).toMatchObject({ step: 'cancelled', quantity: '0', net: '0' });
    expect(walk.events[0]?.after.orders).toMatchObject([{ group: null }]);
    const met = walkScenario(of([held({})], { orders: [stop({ limit: '4752' })], slippage: '0.01' }));
    expect(met.events[0]?.step).toBe('stopped');
  });
  it('ends its partners, and guards of another market stay', () => {
    const other = { ...stop({}), market: 'B' };
    const { events } = walkScenario(
      of([held({})], { orders: [stop({}), stop({ kind: 'profit', trigger: '6000' }), other] }),
    );
    expect(events.map(({ step }) => step)).toEqual(['stopped']);
    expect(events[0]?.after.orders).toEqual([other]);
  });
  it('comes before a liquidation that lies behind it, and not after one that lies before it', () => {
    expect(walkScenario(of([held({})], { orders: [stop({ trigger: '4548' })] })).events[0]?.step).toBe(
      'stopped',
    );
    expect(walkScenario(of([held({})], { orders: [stop({ trigger: '4547' })] })).events[0]?.step).toBe(
      'liquidated',
    );
  });
});

describe('an account on its way', () => {
  it('is worth what is booked, its margins and what its positions have gained', () => {
    // At 4,500 the isolated one has lost 500; the cross short of 2 for 10,000 on B at 5,500 has lost 1,000.
    const short = held(
      { side: 'short', mode: 'cross', quantity: '2', cost: '10000', margin: '0' },
      { market: 'B', move: '0.5' },
    );
    const state = scenarioState(of([held({}), short], { balance: '3000' }), '0.2');
    expect(state.equity).toBe('2000');
    expect(state.cross).toMatchObject({ profit: '-1000', equity: '2000', isDue: false });
    // Nothing of the isolated margin is left to compare with; of the cross side 120 and 5.5 of 2,000 are needed.
    expect(state.open).toMatchObject([
      { market: 'A', profit: '-500', ratio: undefined },
      { market: 'B', profit: '-1000', ratio: '0.06275' },
    ]);
  });
  it('has no cross side without a cross position', () => {
    expect(scenarioState(of([held({})], { balance: '7' }), '0')).toMatchObject({
      equity: '507',
      cross: undefined,
    });
    expect(scenarioState(of([]), '1')).toEqual({ equity: '0', cross: undefined, open: [] });
  });
  it('never moves where nothing moves, and gains or loses in a straight line otherwise', () => {
    fc.assert(
      fc.property(side, decimal(3, -900, 2_000), decimal(2, 0, 100), (each, move, share) => {
        const own = held({ side: each }, { move });
        const gained = rational('5000').times(move).times(share);
        const profit: Dec = scenarioState(of([own]), share).open[0]?.profit ?? '';
        expect(rational(profit).compare(each === 'long' ? gained : gained.negated())).toBe(0);
      }),
    );
    expect(walkScenario(of([held({}, { move: '0' })])).events).toEqual([]);
  });
});

describe('a recorded day on paper', () => {
  const bar = (high: Dec, low: Dec, close: Dec, at = 1) => ({ at, open: '100', high, low, close });
  it.each([
    // 12 up and 12 down are as far: the rise counts. From the close before and not from the open.
    [bar('112', '88', '100'), '100', '0.12'],
    [bar('112', '87.99', '100'), '100', '-0.1201'],
    [bar('112', '88', '100'), '110', '-0.2'],
    [bar('112', '88', '100'), undefined, '0.12'],
    // A day that jumps over the close before has gone one way alone.
    [bar('112', '105', '110'), '100', '0.12'],
    [bar('95', '90', '92'), '100', '-0.1'],
  ])('%j after %s went %s', (day, before, move) => expect(farthestMove(day, before)).toBe(move));
  it('costs what is held, all markets at once, and of equal ones the newer comes first', () => {
    const bars = new Map([
      ['A', [bar('110', '100', '100', 1), bar('110', '100', '100', 2)]],
      ['B', [bar('100', '95', '100', 1), bar('100', '95', '100', 2)]],
    ]);
    // A rises by a tenth and B falls by a twentieth: short 1,000 of A and long 400 of B lose 100 and 20.
    const days = worstDays(
      bars,
      new Map([
        ['A', '-1000'],
        ['B', '400'],
        ['C', '99999'],
      ]),
      1,
    );
    expect(days.map(({ at, loss }) => [at, loss])).toEqual([[2, '-120']]);
    expect(worstDays(bars, new Map([['A', '1000']]), 5)).toEqual([]);
    expect(worstDays(bars, new Map([['A', '-1000']]), 5)).toHaveLength(2);
  });
});
