import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../domain/index.ts';
import {
  aggregateCandles,
  applyTrade,
  bigTradeFrom,
  candleOfTrade,
  isCandleValid,
  joinCandles,
  profileVolume,
  volumeProfile,
} from '../../../domain/index.ts';
import { decimal } from '../perpetual/arbitrary.ts';
import { rational, total } from '../rational.ts';

describe('bars', () => {
  const at = Date.UTC(2026, 0, 5, 10);
  const bar = (each: Partial<Candle> = {}): Candle => ({
    at,
    open: '10',
    high: '12',
    low: '9',
    close: '11',
    volume: '1.5',
    ...each,
  });
  it('of two parts have both ends, the extremes of both and the volume of both', () => {
    expect(
      joinCandles(bar(), bar({ open: '11', high: '11.5', low: '8.99', close: '9', volume: '0.00000001' })),
    ).toEqual(bar({ high: '12', low: '8.99', close: '9', volume: '1.50000001' }));
    // 9.5 is less than 10, though its text is not.
    expect(joinCandles(bar({ high: '9.5' }), bar({ high: '10' })).high).toBe('10');
    expect(joinCandles(bar({ low: '9.5' }), bar({ low: '10' })).low).toBe('9.5');
  });
  it.each([
    [{}, true],
    [{ high: '11' }, true],
    [{ high: '10.99' }, false],
    [{ low: '10' }, true],
    [{ low: '10.01' }, false],
    [{ at: at + 1 }, false],
    [{ open: '100', high: '100', low: '11' }, true],
    [{ open: '100', high: '99', low: '11' }, false],
  ])('with %j are possible: %s', (each, isPossible) =>
    expect(isCandleValid(bar(each), '1h')).toBe(isPossible),
  );
  const trades = fc.array(
    fc.record({ price: decimal(2, 1, 9_999), quantity: decimal(4, 1, 99_999), minutes: fc.nat(300) }),
    { minLength: 1, maxLength: 30 },
  );
  it('of trades have the first and the last price, the extremes and all of the volume', () => {
    fc.assert(
      fc.property(trades, (given) => {
        const ordered = [...given]
          .sort((a, b) => a.minutes - b.minutes)
          .map(({ price, quantity, minutes }) => ({ price, quantity, at: at + minutes * 60_000 }));
        const minutes: Candle[] = [];
        for (const each of ordered) {
          const last = minutes.at(-1);
          const next = applyTrade(last, each, '1m');
          if (last && next.at === last.at) minutes[minutes.length - 1] = next;
          else minutes.push(next);
        }
        const hours = aggregateCandles(minutes, '1h');
        expect(
          total(hours.map(({ volume }) => volume)).compare(total(given.map(({ quantity }) => quantity))),
        ).toBe(0);
        for (const hour of hours) {
          const own = ordered.filter((each) => each.at >= hour.at && each.at < hour.at + 3_600_000);
          const sorted = own.map(({ price }) => rational(price)).sort((a, b) => a.compare(b));
          expect(sorted.at(0)?.compare(hour.low)).toBe(0);
          expect(sorted.at(-1)?.compare(hour.high)).toBe(0);
          expect([hour.open, hour.close]).toEqual([own[0]?.price, own.at(-1)?.price]);
          expect(isCandleValid(hour, '1h')).toBe(true);
        }
      }),
    );
  });
  it('of one trade are that trade', () => {
    expect(candleOfTrade({ price: '7', quantity: '2', at: at + 59_999 }, '1m')).toEqual({
      at,
      open: '7',
      high: '7',
      low: '7',
      close: '7',
      volume: '2',
    });
  });
});

describe('a trade that stands out', () => {
  const of = (...sizes: readonly string[]) => sizes.map((quantity) => ({ quantity }));
  it('is ten times the middle one, of twenty trades at least', () => {
    expect(bigTradeFrom(of(...Array.from({ length: 19 }, () => '1')))).toBeUndefined();
    // Ten of 1 and ten of 3: the upper one of the middle two.
    expect(bigTradeFrom(of(...Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? '3' : '1'))))).toBe(30);
    // By size and not by text: 9 is less than 10.
    expect(bigTradeFrom(of(...Array.from({ length: 21 }, (_, i) => (i < 11 ? '9' : '10'))))).toBe(90);
  });
});

describe('volume by price on paper', () => {
  it('spreads a bar evenly over its range, and what no row takes stands in its highest', () => {
    const volume = profileVolume('4');
    expect(volume).toBe(4_000_000_000_000_000_000n);
    // One bar from 100 to 104 over four rows: one each. A bar at 101 alone: all in the second row.
    const profile = volumeProfile(
      [
        { low: 100, high: 104, isUp: true, volume },
        { low: 101, high: 101, isUp: false, volume: profileVolume('0.5') },
      ],
      4,
    );
    expect(profile?.rows.map(({ low, high, up, down }) => [low, high, up, down])).toEqual([
      [100, 101, profileVolume('1'), 0n],
      [101, 102, profileVolume('1'), profileVolume('0.5')],
      [102, 103, profileVolume('1'), 0n],
      [103, 104, profileVolume('1'), 0n],
    ]);
    // 1.5 of 4.5 in the second row; 70 % is 3.15: with the third 2.5, with the fourth 3.5.
    expect([profile?.control, profile?.value]).toEqual([1, [1, 3]]);
  });
  it.each([
    ['0', 0n],
    ['0.000000000000000001', 1n],
    ['0.0000000000000000019', 1n],
    ['12.5', 12_500_000_000_000_000_000n],
  ])('of %s is %s units', (text, units) => expect(profileVolume(text)).toBe(units));
});
