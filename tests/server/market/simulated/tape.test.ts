import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../server/market/simulated/catalogue.ts';
import { tapeAt } from '../../../../server/market/simulated/fills.ts';
import { eachMinute } from '../../../../server/market/simulated/minute.ts';
import type { MinuteBar } from '../../../../server/market/simulated/minuteBar.ts';
import { ordersOf } from '../../../../server/market/simulated/orders.ts';
import type { Tape } from '../../../../server/market/simulated/tape.ts';
import { addWorth, tapeOf } from '../../../../server/market/simulated/tape.ts';
import { ExactSum } from '../../../../server/market/simulated/worth.ts';
import { isLong, times } from '../../../support/often.ts';

/** The bar that a tape's fills make. */
function barOf({ price, lots }: Tape): MinuteBar {
  return {
    open: price[0] ?? 0,
    high: Math.max(...price),
    low: Math.min(...price),
    close: price.at(-1) ?? 0,
    lots: lots.reduce((a, b) => a + b, 0),
    fills: price.length,
  };
}

/** Bars as minutes have them: fewer than five fills leave no room for a wick, and each fill takes a lot. */
const bars = fc
  .record({
    base: fc.integer({ min: 1, max: 10_000_000 }),
    up: fc.integer({ min: 0, max: 5_000 }),
    body: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    fills: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 900 })),
    extra: fc.integer({ min: 0, max: 1_000_000_000 }),
  })
  .map(({ base, up, body, fills, extra }): MinuteBar => {
    const open = base + Math.round(body[0] * up);
    const close = fills === 1 ? open : base + Math.round(body[1] * up);
    const hasWick = fills >= 5;
    const high = hasWick ? base + up : Math.max(open, close);
    const low = hasWick ? base : Math.min(open, close);
    return { open, high, low, close, lots: fills + extra, fills };
  });
const keys = fc.integer({ min: 0, max: 0xffff_ffff });

describe('the tape of a minute', () => {
  it('makes exactly the bar that it was made from', () => {
    fc.assert(
      fc.property(keys, bars, (key, bar) => {
        expect(barOf(tapeOf(key, bar))).toEqual(bar);
      }),
      { numRuns: 300 },
    );
  });

  it('is worth what the bar says without it, exactly', () => {
    fc.assert(
      fc.property(keys, bars, (key, bar) => {
        const reported = new ExactSum();
        addWorth(reported, key, bar);
        const { price, lots } = tapeOf(key, bar);
        const made = [...price].reduce((sum, each, i) => sum + BigInt(each) * BigInt(lots[i] ?? 0), 0n);
        expect(reported.total).toBe(made);
      }),
      { numRuns: times('TAPE_RUNS', 100, 2_000) },
    );
  });

  it('runs forward in its minute, in whole prices and quantities of at least one lot', () => {
    fc.assert(
      fc.property(keys, bars, (key, bar) => {
        const { at, price, lots } = tapeOf(key, bar);
        expect(at.every((moment, i) => moment >= (at[i - 1] ?? 0) && moment < 60_000)).toBe(true);
        expect(price.every((ticks) => Number.isSafeInteger(ticks) && ticks > 0)).toBe(true);
        expect(lots.every((quantity) => Number.isSafeInteger(quantity) && quantity >= 1)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('lets an order eat its way in the direction of its side', () => {
    let steps = 0;
    let against = 0;
    for (let key = 0; key < 20; key++) {
      const { at, price, bought } = tapeOf(key, {
        open: 1_000,
        high: 1_090,
        low: 950,
        close: 1_040,
        lots: 9_000,
        fills: 400,
      });
      for (let i = 2; i < price.length - 1; i++) {
        const moved = (price[i] ?? 0) - (price[i - 1] ?? 0);
        if (moved === 0 || at[i] !== at[i - 1] || bought[i] !== bought[i - 1]) continue;
        steps += 1;
        if (moved > 0 !== (bought[i] === 1)) against += 1;
      }
    }
    expect(steps).toBeGreaterThan(1_000);
    // Two orders of one side can share a millisecond; within one order nothing goes against it.
    expect(against / steps).toBeLessThan(0.02);
  });

  it('has no fills for a minute without any', () => {
    const tape = tapeOf(1, { open: 5, high: 5, low: 5, close: 5, lots: 0, fills: 0 });
    expect(tape.at).toHaveLength(0);
  });
});

describe('the orders of a minute', () => {
  it('have one to six fills each, all at one time, in rising order', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 2_000 }), (key, fills) => {
        const { at, of, count } = ordersOf(key, fills);
        const parts = new Map<number, number>();
        of.forEach((order, i) => {
          parts.set(order, (parts.get(order) ?? 0) + 1);
          if (i > 0 && order === of[i - 1]) expect(at[i]).toBe(at[i - 1]);
        });
        expect(parts.size).toBe(count);
        expect(Math.max(...parts.values())).toBeLessThanOrEqual(6);
        expect(at).toHaveLength(fills);
      }),
      { numRuns: 100 },
    );
  });

  it('come in clusters: far more unevenly than by pure chance', () => {
    const { at } = ordersOf(5, 3_000);
    const perSecond = new Array<number>(60).fill(0);
    for (const moment of at)
      perSecond[Math.floor(moment / 1_000)] = (perSecond[Math.floor(moment / 1_000)] ?? 0) + 1;
    const variance = perSecond.reduce((sum, count) => sum + (count - 50) ** 2, 0) / 60;
    expect(variance / 50).toBeGreaterThan(5);
  });
});

describe("a market's tapes", () => {
  it.each(['BTC-USDT', 'PEPE-USDT', 'LINK-ETH', 'ETH-USDT-PERP', 'XAG-USD'])(
    'of %s make its minutes, and a minute without one stands at the last price',
    (id) => {
      const market = catalogue(9, 200).find((each) => each.market.id === id);
      if (!market) throw new Error(`no ${id}`);
      const { shape, path } = market;
      const day = Math.floor(Date.UTC(2026, 10, 18) / 86_400_000);
      let last: number | undefined;
      let traded = 0;
      // A third of a day each day.
      const minutes = isLong ? 1_440 : 480;
      eachMinute(shape, path.day(day), day, 0, minutes, (minute, bar) => {
        const tape = tapeAt(shape, day * 1_440 + minute, bar);
        if (bar.fills > 0) {
          traded += 1;
          expect(barOf(tape)).toEqual(bar);
        } else {
          expect(tape.at).toHaveLength(0);
          expect(bar).toEqual({ ...bar, open: bar.close, high: bar.close, low: bar.close, lots: 0 });
          if (last !== undefined) expect(bar.close).toBe(last);
        }
        last = bar.close;
      });
      expect(traded).toBeGreaterThan(minutes / 8);
    },
  );
});
