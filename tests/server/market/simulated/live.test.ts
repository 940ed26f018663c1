import { describe, expect, it } from 'vitest';
import type { Trade } from '../../../../domain/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../domain/index.ts';
import { createSimulatedSource } from '../../../../server/market/simulated/index.ts';
import type { MarketEvent, MarketSource } from '../../../../server/market/source.ts';
import { isLong } from '../../../support/often.ts';
import { manualClock } from './manualClock.ts';

/** Monday, 23:52:10 UTC: the next minutes see a quarter, an hour and a day begin. */
const EVENING = Date.UTC(2026, 10, 16, 23, 52, 10);
/** Markets: enough of every kind. */
const SOME = isLong ? 70 : 20;
const SATURDAY = Date.UTC(2026, 10, 21, 12);

function started(now: number, symbols = SOME, speed = 1) {
  const clock = manualClock(now);
  return { clock, market: createSimulatedSource({ seed: 3, symbols, speed, clock }) };
}

/** All that can be read of a market now. */
function view(market: MarketSource) {
  const ids = market.markets().map(({ id }) => id);
  return {
    markets: market.markets(),
    tickers: market.tickers(),
    books: ids.map((id) => market.book(id)),
    trades: ids.map((id) => market.trades(id)?.slice(-5)),
  };
}

describe('a simulated market that has run', () => {
  it('is the same as one that starts now, after any steps', () => {
    const { clock, market } = started(EVENING, SOME);
    const end = EVENING + 21 * MINUTE_MS + 345;
    let step = 40;
    for (let at = EVENING; at < end; at += step) {
      step = (step * 7919) % 4_001;
      clock.set(Math.min(at + step, end));
    }
    clock.set(end);
    expect(view(market)).toEqual(view(started(end, SOME).market));
  });

  it('is the same as one that starts now while some markets are closed', () => {
    const { clock, market } = started(Date.UTC(2026, 10, 20, 21, 58), 40);
    clock.set(Date.UTC(2026, 10, 20, 22, 1));
    clock.set(Date.UTC(2026, 10, 20, 23, 30));
    expect(view(market)).toEqual(view(started(Date.UTC(2026, 10, 20, 23, 30), 40).market));
  });

  it('has the price of its newest trade as its last, also of one that nobody was told yet', () => {
    let at = EVENING;
    // Nobody moves the market between two looks.
    const clock = { ...manualClock(0), now: () => at };
    const market = createSimulatedSource({ seed: 3, symbols: SOME, speed: 1, clock });
    const ids = market.markets().map(({ id }) => id);
    for (; at < EVENING + MINUTE_MS; at += 1_733) {
      for (const id of ids) expect(market.last(id)).toBe(market.trades(id)?.at(-1)?.price);
    }
    expect(market.last('NO-SUCH')).toBeUndefined();
  });

  it('begins anew after a long sleep, and says so to those who watch', () => {
    const { clock, market } = started(EVENING, 40);
    const events: MarketEvent[] = [];
    market.subscribe((event) => events.push(event));
    market.watch('BTC-USDT');
    clock.set(EVENING + 9 * HOUR_MS);
    expect(events).toContainEqual({ kind: 'reset', id: 'BTC-USDT' });
    expect(events.some(({ kind }) => kind === 'trades')).toBe(false);
    expect(view(market)).toEqual(view(started(EVENING + 9 * HOUR_MS, 40).market));
  });

  it('tells each trade of a watched market once, and none of the others', () => {
    const { clock, market } = started(EVENING, 60);
    const published = new Map<string, Trade[]>();
    market.subscribe((event) => {
      if (event.kind === 'trades')
        published.set(event.id, [...(published.get(event.id) ?? []), ...event.trades]);
    });
    const newest = market.trades('ETH-USDT')?.at(-1)?.id ?? 0;
    const undo = market.watch('ETH-USDT');
    for (let second = 1; second <= 90; second++) clock.set(EVENING + 1_000 * second);
    const known = (market.trades('ETH-USDT') ?? []).filter(({ id }) => id > newest);
    expect(known.length).toBeGreaterThan(20);
    expect(published.get('ETH-USDT')?.slice(-known.length)).toEqual(known);
    expect([...published.keys()]).toEqual(['ETH-USDT']);
    undo();
    clock.set(EVENING + 200_000);
    expect(published.get('ETH-USDT')?.at(-1)).toEqual(known.at(-1));
  });

  it('tells the tickers that changed, as they then stand', () => {
    const { clock, market } = started(EVENING, 60);
    const rows = new Map(market.tickers().map((row) => [row.id, row]));
    market.subscribe((event) => {
      if (event.kind === 'tickers') for (const row of event.rows) rows.set(row.id, row);
    });
    for (let step = 1; step <= 40; step++) clock.set(EVENING + 500 * step);
    for (const { id, last } of market.tickers()) expect([id, rows.get(id)?.last]).toEqual([id, last]);
  });

  it('stands still when its clock is set back over the beginning of a minute', () => {
    const start = EVENING + 50_100;
    const { clock, market } = started(start);
    const trades: Trade[] = [];
    market.watch('BTC-USDT');
    market.subscribe((event) => {
      if (event.kind === 'trades') trades.push(...event.trades);
    });
    clock.set(start + 100);
    const before = view(market).tickers;
    clock.set(start - 1_000);
    expect(market.tickers()).toEqual(before);
    clock.set(start - 500);
    expect(trades.filter(({ at }) => at > start + 100)).toEqual([]);
    for (let at = start; at < start + 2 * MINUTE_MS; at += 500) clock.set(at);
    const end = start + 2 * MINUTE_MS;
    clock.set(end);
    expect(view(market)).toEqual(view(started(end).market));
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
  });

  it('runs as much faster as it was told', () => {
    const { clock, market } = started(EVENING, 20, 60);
    clock.set(EVENING + 1_000);
    expect(market.now()).toBe(EVENING + MINUTE_MS);
    expect(market.tickers()).toEqual(started(EVENING + MINUTE_MS, 20).market.tickers());
  });

  it('stops with close', () => {
    const { clock, market } = started(EVENING, 20);
    let events = 0;
    market.subscribe(() => events++);
    market.close();
    clock.set(EVENING + 10_000);
    expect(events).toBe(0);
  });
});

describe('hours', () => {
  it('change the list and its version when markets open', () => {
    const { clock, market } = started(Date.UTC(2026, 10, 22, 22, 59), 40);
    const before = { list: market.markets(), version: market.version };
    clock.set(Date.UTC(2026, 10, 22, 22, 59, 30));
    expect(market.markets()).toBe(before.list);
    clock.set(Date.UTC(2026, 10, 22, 23, 0, 1));
    expect(market.version).not.toBe(before.version);
    const statusOf = (list: typeof before.list) => list.find(({ id }) => id === 'WTI-USD')?.status;
    expect([statusOf(before.list), statusOf(market.markets())]).toEqual(['closed', 'open']);
  });

  it('hold price, book and trades still while a market is closed', () => {
    const { clock, market } = started(SATURDAY, 40);
    const events: MarketEvent[] = [];
    market.subscribe((event) => events.push(event));
    market.watch('XAU-USD');
    const before = [market.book('XAU-USD'), market.trades('XAU-USD')];
    clock.set(SATURDAY + HOUR_MS);
    clock.set(SATURDAY + HOUR_MS + 50);
    expect([market.book('XAU-USD'), market.trades('XAU-USD')]).toEqual(before);
    expect(market.trades('XAU-USD')).toHaveLength(100);
    expect(events.filter((event) => 'id' in event)).toEqual([]);
  });
});

it('offers no market before it is listed', () => {
  const early = started(Date.UTC(2021, 0, 1), 150).market;
  const late = started(EVENING, 150).market;
  expect(late.markets().length).toBe(150);
  expect(early.markets().length).toBeLessThan(150);
  expect(early.markets().every(({ listedAt }) => listedAt <= early.now())).toBe(true);
  expect(early.tickers().map(({ id }) => id)).toEqual(early.markets().map(({ id }) => id));
});

it('has no price of 24 hours ago for a market that is younger', () => {
  // Those that were listed later are far down the catalogue.
  const listed = started(EVENING, 150).market.markets();
  const young = listed.find(({ listedAt }) => listedAt > Date.UTC(2021, 0, 1));
  if (!young) throw new Error('no market was listed later');
  const { market } = started(young.listedAt + 5 * HOUR_MS, 150);
  const opens = new Map(market.tickers().map(({ id, open24 }) => [id, open24]));
  expect(opens.get(young.id)).toBe('0');
  expect(opens.get('BTC-USDT')).not.toBe('0');
  const later = started(young.listedAt + DAY_MS + HOUR_MS).market;
  expect(later.tickers().find(({ id }) => id === young.id)?.open24).not.toBe('0');
});
