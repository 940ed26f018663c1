import { describe, expect, it } from 'vitest';
import type { Candle, Interval } from '../../../../domain/index.ts';
import {
  aggregateCandles,
  barAfter,
  barStart,
  D,
  DAY_MS,
  HOUR_MS,
  intervals,
  isCandleValid,
  MINUTE_MS,
} from '../../../../domain/index.ts';
import { createCache } from '../../../../server/market/simulated/cache.ts';
import { createSimulatedSource } from '../../../../server/market/simulated/index.ts';
import { isLong } from '../../../support/often.ts';
import { manualClock } from './manualClock.ts';

const NOW = Date.UTC(2026, 10, 18, 12, 34, 20);
const clock = manualClock(NOW);
const market = createSimulatedSource({ seed: 4, symbols: 150, speed: 1, clock });
const young = market.markets().find(({ listedAt }) => listedAt > Date.UTC(2022, 0, 1));

async function everyPage(id: string, interval: Interval, limit: number) {
  const pages: (readonly Candle[])[] = [];
  for (let before: number | undefined, more = true; more; before = pages[0]?.[0]?.at) {
    const page = await market.candles({ id, interval, limit, ...(before === undefined ? {} : { before }) });
    expect(page.candles.length).toBeLessThanOrEqual(limit);
    expect(page.candles.length).toBeGreaterThan(0);
    pages.unshift(page.candles);
    more = page.more;
  }
  return pages.flat();
}

describe('paging back', () => {
  it.each(['1d', '3d', '1w', '1M'] as const)(
    'by %s comes without a hole to the listing, and ends there',
    async (interval) => {
      const { id, listedAt } = young ?? { id: '', listedAt: 0 };
      const candles = await everyPage(id, interval, 77);
      expect(candles[0]?.at).toBe(barStart(listedAt, interval));
      expect(candles.at(-1)?.at).toBe(barStart(NOW, interval));
      candles.forEach((candle, i) => {
        expect(isCandleValid(candle, interval)).toBe(true);
        if (i > 0) expect(candle.at).toBe(barAfter(candles[i - 1]?.at ?? 0, interval));
      });
    },
  );

  it('starts a first week that is not whole with the listing itself', async () => {
    const { id, listedAt } = young ?? { id: '', listedAt: 0 };
    const week = barStart(listedAt, '1w');
    const days = (await market.candles({ id, interval: '1d', limit: 20, before: week + 7 * DAY_MS })).candles;
    const [bar] = (await market.candles({ id, interval: '1w', limit: 1, before: week + 7 * DAY_MS })).candles;
    expect(days[0]?.at).toBe(listedAt);
    expect(bar?.open).toBe(days[0]?.open);
    expect(bar?.close).toBe(days.at(-1)?.close);
    const total = days.reduce((sum, { volume }) => sum.plus(volume), new D(0));
    expect(total.eq(bar?.volume ?? 0)).toBe(true);
  });

  it.each([
    ['1M', '1d'],
    ['3d', '1d'],
    ['12h', '1h'],
    ['8h', '1h'],
    ['6h', '1h'],
    ['4h', '30m'],
    ['3m', '1m'],
  ] as const)('has bars of %s that are exactly those of %s', async (interval, fine) => {
    const { candles } = await market.candles({ id: 'ETH-USDT', interval, limit: 3 });
    const parts = await market.candles({ id: 'ETH-USDT', interval: fine, limit: 100 });
    const inside = parts.candles.filter(({ at }) => at >= (candles[0]?.at ?? 0));
    expect(inside[0]?.at).toBe(candles[0]?.at);
    const plain = (bars: readonly Candle[]) =>
      bars.map(({ volume, ...rest }) => ({ ...rest, volume: new D(volume).toFixed() }));
    expect(plain(candles)).toEqual(plain(aggregateCandles(inside, interval)));
  });

  it('knows nothing before the listing', async () => {
    const { id, listedAt } = young ?? { id: '', listedAt: 0 };
    for (const interval of intervals)
      for (const before of [0, listedAt - 8 * DAY_MS, barStart(listedAt, interval)])
        expect(await market.candles({ id, interval, limit: 5, before })).toEqual({
          candles: [],
          more: false,
        });
  });

  it('gives whole pages of every interval, the last bar running', async () => {
    for (const interval of intervals) {
      const { candles, more } = await market.candles({ id: 'BTC-USDT', interval, limit: 30 });
      expect(candles).toHaveLength(30);
      expect(more).toBe(true);
      expect(candles.at(-1)?.at).toBe(barStart(NOW, interval));
    }
  });

  it('cuts at any moment, also one that is on no grid or yet to come', async () => {
    const at = barStart(NOW, '1h');
    const last = async (before: number) =>
      (await market.candles({ id: 'ETH-USDT', interval: '1h', limit: 3, before })).candles.at(-1)?.at;
    expect(await last(at)).toBe(at - HOUR_MS);
    expect(await last(at + 1)).toBe(at);
    expect(await last(at - 1)).toBe(at - HOUR_MS);
    expect(await last(NOW + 90 * DAY_MS)).toBe(at);
  });
});

it('answers the same in any order, with its memory full or empty', async () => {
  const queries = (isLong ? [40, 3, 300, 3, 40, 900] : [40, 3, 3, 40]).map((back) => ({
    id: 'DOGE-USDT',
    interval: '1h' as const,
    limit: 48,
    before: barStart(NOW, '1h') - back * DAY_MS,
  }));
  for (const query of queries) {
    const fresh = createSimulatedSource({ seed: 4, symbols: 20, speed: 1, clock: manualClock(NOW) });
    expect(await market.candles(query)).toEqual(await fresh.candles(query));
  }
});

it('tells the hourly closes of a day', async () => {
  const closes = await market.sparkline('BTC-USDT');
  const { candles } = await market.candles({ id: 'BTC-USDT', interval: '1h', limit: 24 });
  expect(closes).toHaveLength(24);
  expect(closes).toEqual(candles.map(({ close }) => close));
  expect(closes.at(-1)).toBe(market.tickers().find(({ id }) => id === 'BTC-USDT')?.last);
});

it.each(isLong ? [0, 20_000, 25 * MINUTE_MS, 40 * HOUR_MS] : [20_000, 40 * HOUR_MS])(
  'tells closes of every kind of market as their bars do, %i ms on, also where hardly anybody trades',
  async (later) => {
    const at = barStart(NOW, '1h') + later;
    const source = createSimulatedSource({ seed: 9, symbols: 300, speed: 1, clock: manualClock(at) });
    for (const { id } of source.markets().filter((_, i) => i % (isLong ? 7 : 21) === 0)) {
      const { candles } = await source.candles({ id, interval: '1h', limit: 24 });
      expect([id, ...(await source.sparkline(id))]).toEqual([id, ...candles.map(({ close }) => close)]);
    }
  },
);

it('tells closes of a market that was listed within the day', async () => {
  const { id, listedAt } = young ?? { id: '', listedAt: 0 };
  const source = createSimulatedSource({
    seed: 4,
    symbols: 150,
    speed: 1,
    clock: manualClock(listedAt + 5 * HOUR_MS + 90_000),
  });
  const { candles } = await source.candles({ id, interval: '1h', limit: 24 });
  expect(candles.length).toBeLessThan(8);
  expect(await source.sparkline(id)).toEqual(candles.map(({ close }) => close));
});

it('gives way to others while it makes a long page', async () => {
  let now = NOW;
  let pauses = 0;
  const slow = createSimulatedSource({
    seed: 4,
    symbols: 20,
    speed: 1,
    // Each look at the clock takes a millisecond: the work between two looks does, too.
    clock: {
      now: () => now++,
      every: () => () => undefined,
      pause: () => {
        pauses += 1;
        return Promise.resolve();
      },
    },
  });
  const query = { id: 'XRP-USDT', interval: '1w' as const, limit: 60, before: NOW };
  const { candles } = await slow.candles(query);
  expect(candles).toHaveLength(60);
  expect(pauses).toBeGreaterThan(50);
});

it('keeps the values that were asked for last', () => {
  const made: string[] = [];
  const cache = createCache<string, string>(2);
  const ask = (key: string) =>
    cache.get(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect([ask('a'), ask('b'), ask('a'), ask('c'), ask('a'), ask('b')]).toEqual([
    'A',
    'B',
    'A',
    'C',
    'A',
    'B',
  ]);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
