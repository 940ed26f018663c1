import { describe, expect, it } from 'vitest';
import type { Book } from '../../../../domain/index.ts';
import { D, deltaBetween } from '../../../../domain/index.ts';
import { createSimulatedSource } from '../../../../server/market/simulated/index.ts';
import { manualClock } from './manualClock.ts';

const START = Date.UTC(2026, 10, 18, 14, 3);
const started = (now: number, symbols = 120) => {
  const clock = manualClock(now);
  return { clock, market: createSimulatedSource({ seed: 1, symbols, speed: 1, clock }) };
};

/** A market's books every 100 ms for a minute, with the last price then. */
function watched(id: string) {
  const { clock, market } = started(START);
  const seen: { book: Book; last: string | undefined }[] = [];
  for (let at = START; at < START + 60_000; at += 100) {
    clock.set(at);
    const book = market.book(id);
    if (!book) throw new Error(`no book of ${id}`);
    seen.push({ book, last: market.trades(id)?.at(-1)?.price });
  }
  const tick = market.markets().find((each) => each.id === id)?.tick ?? '1';
  return { seen, tick };
}

describe('the book of a busy market', () => {
  const { seen, tick } = watched('BTC-USDT');
  const ratio = (test: (each: (typeof seen)[number]) => boolean) => seen.filter(test).length / seen.length;

  it('stands around the last trade', () => {
    expect(ratio(({ book, last }) => last === book.bids[0]?.[0] || last === book.asks[0]?.[0])).toBe(1);
  });

  it('has 50 levels a side', () => {
    expect(ratio(({ book }) => book.bids.length === 50 && book.asks.length === 50)).toBe(1);
  });

  it('is one tick wide most of the time, and opens after a sweep', () => {
    const tight = ratio(({ book }) => new D(book.asks[0]?.[0] ?? 0).minus(book.bids[0]?.[0] ?? 0).eq(tick));
    expect(tight).toBeGreaterThan(0.75);
    expect(tight).toBeLessThan(0.98);
  });

  it('changes some levels from message to message, not all', () => {
    const changes = seen.slice(1).map(({ book }, i) => {
      const { a, b } = deltaBetween(seen[i]?.book ?? book, book);
      return a.length + b.length;
    });
    const median = changes.sort((a, b) => a - b)[Math.floor(changes.length / 2)];
    expect(median).toBeGreaterThan(4);
    expect(median).toBeLessThan(45);
  });

  it('holds about what its volume asks for near the price', () => {
    const within = seen.map(({ book }) => {
      const middle = Number(book.bids[0]?.[0]);
      const near = [...book.bids, ...book.asks].filter(
        ([price]) => Math.abs(Number(price) / middle - 1) < 1e-4,
      );
      return near.reduce((sum, [price, quantity]) => sum + Number(price) * Number(quantity), 0);
    });
    const mean = within.reduce((a, b) => a + b, 0) / within.length;
    // Measured: 587 thousand dollars within a basis point of 1.5 bn a day.
    expect(mean).toBeGreaterThan(150_000);
    expect(mean).toBeLessThan(1_500_000);
  });
});

it('is the same at one moment, however it was come to', () => {
  const { clock, market } = started(START, 20);
  for (const after of [700, 30_000, 61_000]) {
    clock.set(START + after);
    expect(market.book('ETH-USDT')).toEqual(started(START + after, 20).market.book('ETH-USDT'));
  }
});

it('knows no book, trades or bars of a market that does not exist', async () => {
  const { market } = started(START);
  expect(market.book('NO-SUCH')).toBeUndefined();
  expect(market.trades('NO-SUCH')).toBeUndefined();
  expect(await market.candles({ id: 'NO-SUCH', interval: '1h', limit: 10 })).toEqual({
    candles: [],
    more: false,
  });
  expect(await market.sparkline('NO-SUCH')).toEqual([]);
});
