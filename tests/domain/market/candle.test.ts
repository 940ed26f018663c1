import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle, Trade } from '../../../domain/index.ts';
import {
  aggregateCandles,
  applyTrade,
  barAfter,
  barStart,
  D,
  HOUR_MS,
  intervals,
  isCandleValid,
  MINUTE_MS,
} from '../../../domain/index.ts';

const START = Date.UTC(2026, 0, 5);
const trade = fc.record({
  id: fc.nat(),
  price: fc.integer({ min: 1, max: 10_000 }).map((ticks) => (ticks / 100).toFixed(2)),
  quantity: fc.integer({ min: 1, max: 1_000 }).map((lots) => (lots / 1_000).toFixed(3)),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  at: fc.integer({ min: START, max: START + 8 * HOUR_MS }),
});
const tape = fc
  .array(trade, { minLength: 1, maxLength: 80 })
  .map((trades) => trades.sort((a, b) => a.at - b.at));

function barsOf(trades: readonly Trade[], interval: (typeof intervals)[number]): Candle[] {
  const bars: Candle[] = [];
  for (const each of trades) {
    const last = bars.at(-1);
    const next = applyTrade(last, each, interval);
    if (last?.at === next.at) bars[bars.length - 1] = next;
    else bars.push(next);
  }
  return bars;
}
const same = (bars: readonly Candle[]) =>
  bars.map(({ volume, ...rest }) => ({ ...rest, volume: new D(volume).toFixed() }));

describe('bars', () => {
  it.each(intervals)('%s bars of trades equal those of their minutes', (interval) => {
    fc.assert(
      fc.property(tape, (trades) => {
        expect(same(aggregateCandles(barsOf(trades, '1m'), interval))).toEqual(
          same(barsOf(trades, interval)),
        );
      }),
    );
  });
  it.each(intervals)(
    '%s bars tell first, highest, lowest and last price, and all that was traded',
    (interval) => {
      fc.assert(
        fc.property(tape, (trades) => {
          const bars = barsOf(trades, interval);
          expect(bars.map(({ at }) => at)).toEqual([
            ...new Set(trades.map(({ at }) => barStart(at, interval))),
          ]);
          for (const bar of bars) {
            const own = trades.filter(({ at }) => barStart(at, interval) === bar.at);
            const prices = own.map(({ price }) => new D(price));
            expect([bar.open, bar.close]).toEqual([own[0]?.price, own.at(-1)?.price]);
            expect(D.max(...prices).eq(bar.high) && D.min(...prices).eq(bar.low)).toBe(true);
            expect(D.sum(...own.map(({ quantity }) => quantity)).eq(bar.volume)).toBe(true);
          }
        }),
      );
    },
  );
  it('comes to the same by steps', () => {
    fc.assert(
      fc.property(tape, (trades) => {
        const minutes = barsOf(trades, '1m');
        expect(aggregateCandles(aggregateCandles(minutes, '5m'), '1h')).toEqual(
          aggregateCandles(minutes, '1h'),
        );
      }),
    );
  });
  it('leaves out a trade of a bar that is closed', () => {
    const late: Trade = { id: 1, price: '9', quantity: '1', side: 'buy', at: START };
    const bar: Candle = { at: START + MINUTE_MS, open: '1', high: '1', low: '1', close: '1', volume: '1' };
    expect(applyTrade(bar, late, '1m')).toBe(bar);
  });
  it('starts weeks on Monday and days at midnight UTC', () => {
    expect(barStart(Date.UTC(2026, 10, 21, 15), '1w')).toBe(Date.UTC(2026, 10, 16));
    expect(barStart(Date.UTC(2026, 10, 16), '1w')).toBe(Date.UTC(2026, 10, 16));
    expect(barStart(Date.UTC(2026, 10, 21, 23, 59), '1d')).toBe(Date.UTC(2026, 10, 21));
  });
  it('starts months on their first day, and counts three days from 1970', () => {
    expect(barStart(Date.UTC(2026, 10, 30, 23, 59), '1M')).toBe(Date.UTC(2026, 10, 1));
    expect(barAfter(Date.UTC(2026, 11, 1), '1M')).toBe(Date.UTC(2027, 0, 1));
    expect(barAfter(Date.UTC(2028, 1, 1), '1M') - Date.UTC(2028, 1, 1)).toBe(29 * 24 * HOUR_MS);
    expect(barAfter(Date.UTC(2026, 2, 1), '1M', -13)).toBe(Date.UTC(2025, 1, 1));
    // As Binance has them: https://api.binance.com/api/v3/klines?symbol=BTCUSDT&interval=3d begins on 2017-08-16.
    expect(barStart(Date.UTC(2017, 7, 17, 4), '3d')).toBe(Date.UTC(2017, 7, 16));
    expect(barStart(Date.UTC(2026, 10, 21, 15), '8h')).toBe(Date.UTC(2026, 10, 21, 8));
  });
  it('puts each moment into the bar that holds it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(...intervals), (at, interval) => {
        const start = barStart(at, interval);
        const next = barAfter(start, interval);
        expect(start <= at && at < next).toBe(true);
        // Bars leave no hole between one another, forwards and back.
        expect([barStart(next, interval), barStart(next - 1, interval)]).toEqual([next, start]);
        expect(barAfter(barAfter(start, interval, 40), interval, -40)).toBe(start);
      }),
    );
  });
  it.each([
    ['off the grid', { at: START + 1 }],
    ['high below close', { high: '0.5' }],
    ['low above open', { low: '2' }],
  ])('finds a bar unsound: %s', (_, change) => {
    const bar: Candle = { at: START, open: '1', high: '1', low: '1', close: '1', volume: '1' };
    expect(isCandleValid(bar, '1m')).toBe(true);
    expect(isCandleValid({ ...bar, ...change }, '1m')).toBe(false);
  });
});
