import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle, Interval, Trade } from '../../../domain/index.ts';
import {
  aggregateCandles,
  applyTrade,
  D,
  DAY_MS,
  HOUR_MS,
  isBookValid,
  isCandleValid,
  MINUTE_MS,
  WEEK_MS,
} from '../../../domain/index.ts';
import { createSimulatedSource } from '../../../server/market/simulated/index.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { holds } from '../../support/holds.ts';
import { isLong, times } from '../../support/often.ts';

const WEDNESDAY = Date.UTC(2026, 10, 18, 12, 34, 20);
const source = (now = WEDNESDAY, seed = 1, symbols = 40) => {
  const clock = new FakeClock(now);
  return { clock, market: createSimulatedSource({ seed, symbols, speed: 1, clock }) };
};
const { market: shared } = source();
const ids = shared.markets().map(({ id }) => id);
const bars = async (id: string, interval: Interval, limit: number, before?: number) =>
  (await shared.candles({ id, interval, limit, ...(before === undefined ? {} : { before }) })).candles;
const same = (candles: readonly Candle[]) =>
  candles.map(({ volume, ...rest }) => ({ ...rest, volume: new D(volume).toFixed() }));

describe('the simulated market', () => {
  it('is the same for the same seed, and another for another', async () => {
    const again = source().market;
    expect(again.tickers()).toEqual(shared.tickers());
    expect(again.book('BTC-USDT')).toEqual(shared.book('BTC-USDT'));
    expect(again.trades('ETH-USDT')).toEqual(shared.trades('ETH-USDT'));
    expect(source(WEDNESDAY, 2).market.tickers()).not.toEqual(shared.tickers());
  });

  it('does not depend on when it is asked: later, the past is the same', async () => {
    const later = source(WEDNESDAY + 3 * DAY_MS).market;
    for (const id of ['BTC-USDT', 'DOGE-USDT', 'BTC-USDT-PERP', 'ETH-BTC', 'XAU-USD']) {
      const before = Math.floor(WEDNESDAY / HOUR_MS) * HOUR_MS;
      const query = { id, interval: '15m' as const, limit: 200, before };
      expect((await later.candles(query)).candles).toEqual(await bars(id, '15m', 200, before));
    }
  });

  it.each(['5m', '1h', '2h', '1d', '1w'] as const)(
    'makes %s bars of exactly their minutes',
    async (interval) => {
      await holds(
        fc.asyncProperty(fc.constantFrom(...ids), fc.integer({ min: 1, max: 300 }), async (id, back) => {
          const before = WEDNESDAY - back * 5 * HOUR_MS;
          const [coarse] = await bars(id, interval, 1, before);
          if (!coarse) return;
          const length = { '5m': 5, '1h': 60, '2h': 120, '1d': 1440, '1w': 10_080 }[interval];
          const end = coarse.at + length * MINUTE_MS;
          let fine: readonly Candle[] = [];
          while (fine.length === 0 || (fine[0]?.at ?? 0) > coarse.at)
            fine = [...(await bars(id, '1m', 1_000, fine[0]?.at ?? end)), ...fine];
          fine = fine.filter(({ at }) => at >= coarse.at);
          expect(same([coarse])).toEqual(same(aggregateCandles(fine, interval)));
        }),
        { numRuns: times('BAR_RUNS', interval === '1w' ? 1 : 4, interval === '1w' ? 20 : 60) },
      );
    },
  );

  it('keeps prices on the tick, quantities on the lot, and bars possible', async () => {
    for (const { id, tick, lot } of shared.markets()) {
      for (const bar of await bars(id, '1m', 60)) {
        expect(isCandleValid(bar, '1m')).toBe(true);
        for (const price of [bar.open, bar.high, bar.low, bar.close])
          expect(new D(price).mod(tick).isZero() && new D(price).gt(0)).toBe(true);
        expect(new D(bar.volume).mod(lot).isZero()).toBe(true);
      }
    }
  });

  it('has a sound book at any moment, around the last trade', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.integer({ min: 0, max: DAY_MS }), (id, offset) => {
        const { clock, market } = small;
        clock.jump(WEDNESDAY + offset - clock.now());
        const book = market.book(id);
        expect(book && isBookValid(book) && book.bids.length > 0 && book.asks.length > 0).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
  const small = source();

  it('tells trades that make exactly the bars, and a ticker that is the last trade', async () => {
    const { clock, market } = source(WEDNESDAY, 5, 60);
    const published = new Map<string, Trade[]>();
    market.subscribe((event) => {
      if (event.kind === 'trades')
        published.set(event.id, [...(published.get(event.id) ?? []), ...event.trades]);
    });
    const watched = ['BTC-USDT', 'SOL-USDT', 'ETH-USDT-PERP'];
    for (const id of watched) market.watch(id);
    await clock.advance(3 * MINUTE_MS);
    for (const id of watched) {
      const trades = published.get(id) ?? [];
      const whole = Math.ceil(WEDNESDAY / MINUTE_MS) * MINUTE_MS;
      let bar: Candle | undefined;
      for (const trade of trades.filter(({ at }) => at >= whole && at < whole + MINUTE_MS))
        bar = applyTrade(bar, trade, '1m');
      const { candles } = await market.candles({ id, interval: '1m', limit: 1, before: whole + MINUTE_MS });
      expect(bar && same([bar])).toEqual(same(candles));
      expect(trades.every((trade, i) => i === 0 || trade.id > (trades[i - 1]?.id ?? 0))).toBe(true);
      expect(market.tickers().find((ticker) => ticker.id === id)?.last).toBe(trades.at(-1)?.price);
    }
    market.close();
  });

  it('closes commodities on weekends and says so', async () => {
    const { market } = source(Date.UTC(2026, 10, 21, 12));
    const gold = market.markets().find(({ id }) => id === 'XAU-USD');
    expect(gold?.status).toBe('closed');
    expect(shared.markets().find(({ id }) => id === 'XAU-USD')?.status).toBe('open');
    const { candles } = await market.candles({ id: 'XAU-USD', interval: '1h', limit: 5 });
    expect(new Set(candles.map(({ close }) => close)).size).toBe(1);
    expect(candles.every(({ volume }) => new D(volume).isZero())).toBe(true);
  });

  it('goes back to the listing and no further', async () => {
    const listed = shared.markets().find(({ id }) => id === 'BTC-USDT')?.listedAt ?? 0;
    const page = await shared.candles({
      id: 'BTC-USDT',
      interval: '1w',
      limit: 10,
      before: listed + 3 * WEEK_MS,
    });
    expect(page.more).toBe(false);
    expect(page.candles.length).toBeGreaterThan(0);
    expect((await shared.candles({ id: 'BTC-USDT', interval: '1h', limit: 10 })).more).toBe(true);
  });

  it.runIf(isLong)('holds prices from a hundred-millionth to tens of thousands', () => {
    const all = source(WEDNESDAY, 1, 2_000).market.tickers();
    expect(all).toHaveLength(2_000);
    expect(all.some(({ last }) => new D(last).lt('0.000001'))).toBe(true);
    expect(all.some(({ last }) => new D(last).gt(10_000))).toBe(true);
  });
});

describe.each(isLong ? [1, 7] : [1])('its statistics, seed %i', (seed) => {
  const { market } = source(Date.UTC(2026, 8, 1), seed, 40);
  const returns = async (id: string) => {
    const candles: Candle[] = [];
    while (candles.length < 30 * 1440) {
      const before = candles[0]?.at;
      candles.unshift(
        ...(
          await market.candles({
            id,
            interval: '1m',
            limit: 1_000,
            ...(before === undefined ? {} : { before }),
          })
        ).candles,
      );
    }
    const closes = candles.map(({ close }) => Number(close));
    return closes.slice(1).map((close, i) => 10_000 * Math.log(close / (closes[i] ?? close)));
  };
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const moments = (values: readonly number[]) => {
    const middle = mean(values);
    const variance = mean(values.map((value) => (value - middle) ** 2));
    return {
      deviation: Math.sqrt(variance),
      kurtosis: mean(values.map((value) => (value - middle) ** 4)) / variance ** 2,
    };
  };
  const memory = (values: readonly number[], lag: number) => {
    const middle = mean(values);
    const own = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
    return (
      values.slice(lag).reduce((sum, value, i) => sum + (value - middle) * ((values[i] ?? 0) - middle), 0) /
      own
    );
  };

  it('are those of a real market: size, tails, and a memory of volatility', async () => {
    const minutes = await returns('BTC-USDT');
    const { deviation, kurtosis } = moments(minutes);
    expect(deviation).toBeGreaterThan(4);
    expect(deviation).toBeLessThan(13);
    expect(kurtosis).toBeGreaterThan(15);
    expect(kurtosis).toBeLessThan(150);
    const sizes = minutes.map(Math.abs);
    expect(memory(sizes, 1)).toBeGreaterThanOrEqual(0.2);
    expect(memory(sizes, 240)).toBeGreaterThanOrEqual(0.04);
    expect(Math.abs(memory(minutes, 1))).toBeLessThan(0.05);
  });

  it('tie ETH to BTC', async () => {
    const hourly = (values: readonly number[]) =>
      Array.from({ length: Math.floor(values.length / 60) }, (_, i) =>
        values.slice(60 * i, 60 * i + 60).reduce((a, b) => a + b, 0),
      );
    const [btc, eth] = await Promise.all([
      returns('BTC-USDT').then(hourly),
      returns('ETH-USDT').then(hourly),
    ]);
    const [a, b] = [mean(btc), mean(eth)];
    const together = mean(btc.map((value, i) => (value - a) * ((eth[i] ?? 0) - b)));
    const correlation = together / moments(btc).deviation / moments(eth).deviation;
    expect(correlation).toBeGreaterThan(0.6);
    expect(correlation).toBeLessThan(0.95);
  });
});
