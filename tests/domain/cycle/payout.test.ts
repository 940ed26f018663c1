import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CycleRoom, Dec } from '../../../domain/index.ts';
import {
  ASSET_EXPOSURE,
  cycles,
  D,
  mostStake,
  PAYOUT_MARGIN,
  RATE_BOUNDS,
  rateOf,
  roomRefusal,
  stakeLimits,
  stakeRefusal,
  userLimits,
  VOLATILITY,
  volatilityOf,
  winChance,
  winOf,
} from '../../../domain/index.ts';

const volatility = fc.integer({ min: 1_000, max: 2_000_000 }).map((n) => new D(n).div(1e8).toFixed());

describe('the chance of a win', () => {
  it('adds up to one, with up never the likelier', () => {
    fc.assert(
      fc.property(volatility, fc.constantFrom(...cycles), (sigma, cycle) => {
        const [up, down] = [winChance(sigma, cycle, 'up'), winChance(sigma, cycle, 'down')];
        expect(new D(up).plus(down).toFixed()).toBe('1');
        expect(new D(down).gte(up)).toBe(true);
      }),
    );
  });
  it.each([
    // Φ of half the spread, from a table of the normal distribution.
    ['0.02', '1h', 0.5307],
    ['0.002', '1d', 0.5151],
    ['0.0006', '30s', 0.5001],
  ] as const)('at a volatility of %s over %s is %d for down', (sigma, cycle, chance) => {
    expect(new D(winChance(sigma, cycle, 'down')).toDecimalPlaces(4).toNumber()).toBe(chance);
  });
});

describe('a rate', () => {
  it('is a fair payout less the margin, rounded down, within its bounds', () => {
    fc.assert(
      fc.property(volatility, fc.constantFrom(...cycles), (sigma, cycle) => {
        for (const direction of ['up', 'down'] as const) {
          const rate = new D(rateOf(sigma, cycle, direction));
          expect(rate.gte(RATE_BOUNDS.least) && rate.lte(RATE_BOUNDS.most)).toBe(true);
          expect(rate.decimalPlaces()).toBeLessThanOrEqual(3);
          // What the house expects to pay back of a stake never passes what the margin leaves of it.
          const paid = rate.plus(1).times(winChance(sigma, cycle, direction));
          if (rate.gt(RATE_BOUNDS.least)) expect(paid.lte(new D(1).minus(PAYOUT_MARGIN))).toBe(true);
        }
      }),
    );
  });
  it('of a calm half minute is about 0.849 both ways', () => {
    expect([rateOf('0.0006', '30s', 'up'), rateOf('0.0006', '30s', 'down')]).toEqual(['0.85', '0.849']);
  });
});

describe('realised volatility', () => {
  const zigzag = (n: number, step: Dec): Dec[] =>
    Array.from({ length: n }, (_, i) => (i % 2 === 0 ? '100' : new D(100).plus(step).toFixed()));

  it('is the root of the mean square of the minutes’ returns, rounded up', () => {
    const up = new D('0.01');
    const down = new D(100).div(101).minus(1);
    const exact = up.pow(2).plus(down.pow(2)).div(2).sqrt();
    expect(volatilityOf(zigzag(61, '1'))).toBe(exact.toDecimalPlaces(8, D.ROUND_UP).toFixed());
  });
  it('is a stated one where too little is known', () => {
    expect(volatilityOf([])).toBe(VOLATILITY.unknown);
    expect(volatilityOf(zigzag(11, '1'))).toBe(VOLATILITY.unknown);
    expect(volatilityOf(Array(61).fill('-3'))).toBe(VOLATILITY.unknown);
  });
  it('keeps within bounds', () => {
    expect(volatilityOf(zigzag(61, '0'))).toBe(VOLATILITY.least);
    expect(volatilityOf(zigzag(61, '90'))).toBe(VOLATILITY.most);
  });
  it('leaves out what follows a price that is not above zero', () => {
    const through = [...zigzag(31, '1'), '-36.98', '0', ...zigzag(30, '1')];
    expect(new D(volatilityOf(through)).lte(VOLATILITY.most)).toBe(true);
  });
});

describe('limits', () => {
  const room: CycleRoom = { contracts: 0, staked: '0', atRisk: '0', houseFree: '2000000' };

  it.each<[Partial<CycleRoom>, string | undefined]>([
    [{}, undefined],
    [{ contracts: userLimits.contracts - 1 }, undefined],
    [{ contracts: userLimits.contracts }, 'contractsTooMany'],
    [{ staked: '19900' }, undefined],
    [{ staked: '19900.00000001' }, 'stakeLimit'],
    [{ atRisk: new D(ASSET_EXPOSURE).minus(85).toFixed() }, undefined],
    [{ atRisk: new D(ASSET_EXPOSURE).minus('84.99999999').toFixed() }, 'exposureLimit'],
    [{ houseFree: '85' }, undefined],
    [{ houseFree: '84.99999999' }, 'exposureLimit'],
  ])('with %j a stake of 100 that wins 85: %s', (change, code) => {
    expect(roomRefusal('100', '85', { ...room, ...change })).toBe(code);
  });
  it('leave a largest stake that passes, and the next unit does not', () => {
    const money = fc.integer({ min: 0, max: 30_000_000 }).map((n) => new D(n).div(100).toFixed());
    fc.assert(
      fc.property(
        money,
        money,
        money,
        fc.constantFrom('crypto', 'commodity'),
        (staked, atRisk, houseFree, kind) => {
          const now = { ...room, staked, atRisk, houseFree };
          const rate = '0.85';
          const most = mostStake(kind, rate, now);
          const passes = (stake: Dec) =>
            (stakeRefusal(stake, kind) ?? roomRefusal(stake, winOf(stake, rate), now)) === undefined;
          if (most === '0') expect(passes(stakeLimits[kind].least)).toBe(false);
          else expect(passes(most)).toBe(true);
          // A win is booked rounded down: the next cent above the largest stake is past a limit for certain.
          if (most !== '0') expect(passes(new D(most).plus('0.01').toFixed())).toBe(false);
        },
      ),
    );
  });
});
