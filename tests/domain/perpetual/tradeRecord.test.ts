import '../../support/properties.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndedTrade } from '../../../domain/index.ts';
import {
  averageLoss,
  averageWin,
  bookedNet,
  D,
  netCurve,
  tradeSum,
  tradeSums,
  winRate,
} from '../../../domain/index.ts';

const cents = fc.integer({ min: -5_000_000, max: 5_000_000 });
const eights = (value: number): string => new D(value).div(1e8).toFixed();
const trade: fc.Arbitrary<EndedTrade> = fc
  .record({
    market: fc.constantFrom('BTC-USDT-PERP', 'ETH-USDT-PERP', 'SOL-USDT-PERP'),
    side: fc.constantFrom('long' as const, 'short' as const),
    openedAt: fc.integer({ min: 0, max: 1_000 }),
    length: fc.integer({ min: 0, max: 50 }),
    // Finer than what is booked, as closing in parts leaves it.
    price: fc
      .integer({ min: -1_000_000_000, max: 1_000_000_000 })
      .map((value) => new D(value).div('1e9').toFixed()),
    fees: cents.map((value) => eights(-Math.abs(value))),
    funding: cents.map(eights),
  })
  .map(({ openedAt, length, price, fees, funding, ...rest }) => ({
    ...rest,
    openedAt,
    closedAt: openedAt + length,
    realised: { price, fees, funding },
  }));
const trades = fc.array(trade, { maxLength: 40 });
const plus = (values: readonly string[]): string =>
  values.reduce((sum, value) => sum.plus(value), new D(0)).toFixed();

describe('sums of ended trades', () => {
  it('add up: net is its three parts, and what was won and lost', () => {
    fc.assert(
      fc.property(trades, (given) => {
        const { net, price, fees, funding, won, lost, count, wins, losses } = tradeSum(given);
        expect(plus([price, fees, funding])).toBe(net);
        expect(plus([won, lost])).toBe(net);
        expect(plus(given.map(({ realised }) => bookedNet(realised)))).toBe(net);
        expect(new D(won).gte(0) && new D(lost).lte(0)).toBe(true);
        expect(count).toBe(given.length);
        expect(wins + losses).toBe(
          given.filter(({ realised }) => !new D(bookedNet(realised)).isZero()).length,
        );
      }),
    );
  });
  it('are those of their parts, however trades are divided and ordered', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: 7 }), (given, days) => {
        const whole = tradeSum(given);
        for (const keyOf of [
          ({ market }: EndedTrade) => market,
          ({ closedAt }: EndedTrade) => closedAt % days,
          ({ openedAt }: EndedTrade) => openedAt % 24,
        ]) {
          const parts = [...tradeSums<string | number, EndedTrade>(given, keyOf).values()];
          expect(plus(parts.map(({ net }) => net))).toBe(whole.net);
          expect(plus(parts.map(({ fees }) => fees))).toBe(whole.fees);
          expect(plus(parts.map(({ funding }) => funding))).toBe(whole.funding);
          expect(parts.reduce((sum, { wins }) => sum + wins, 0)).toBe(whole.wins);
          expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(given.length);
        }
        expect(tradeSum([...given].reverse())).toEqual(whole);
      }),
    );
  });
  it('have averages that never say more than was won, and never less than was lost', () => {
    fc.assert(
      fc.property(trades, (given) => {
        const sum = tradeSum(given);
        const [win, loss, rate] = [averageWin(sum), averageLoss(sum), winRate(sum)];
        if (win === undefined) expect(sum.wins).toBe(0);
        else expect(new D(win).times(sum.wins).lte(sum.won)).toBe(true);
        if (loss === undefined) expect(sum.losses).toBe(0);
        else expect(new D(loss).times(sum.losses).lte(sum.lost)).toBe(true);
        if (rate === undefined) expect(given).toEqual([]);
        else expect(new D(rate).gte(0) && new D(rate).lte(1)).toBe(true);
      }),
    );
  });
  it('make a curve that rises in time and ends at the net of all', () => {
    fc.assert(
      fc.property(trades, (given) => {
        const curve = netCurve(given);
        expect(curve.at(-1)?.[1] ?? '0').toBe(tradeSum(given).net);
        expect(curve.every(([at], i) => i === 0 || at > (curve[i - 1]?.[0] ?? at))).toBe(true);
        for (const [at, net] of curve)
          expect(tradeSum(given.filter(({ closedAt }) => closedAt <= at)).net).toBe(net);
      }),
    );
  });
});

it('counts what is lost to fees as a loss, and what brought nothing as neither', () => {
  const made = (price: string, fees: string, funding: string): EndedTrade => ({
    market: 'BTC-USDT-PERP',
    side: 'long',
    openedAt: 0,
    closedAt: 1,
    realised: { price, fees, funding },
  });
  const sum = tradeSum([made('1', '-1.5', '0'), made('1', '-0.5', '-0.5'), made('3', '-1', '0.25')]);
  expect(sum).toEqual({
    count: 3,
    wins: 1,
    losses: 1,
    price: '5',
    fees: '-3',
    funding: '-0.25',
    net: '1.75',
    won: '2.25',
    lost: '-0.5',
  });
  expect(winRate(sum)).toMatch(/^0\.3333/);
});
