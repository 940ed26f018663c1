import type { Candle, Interval } from '../../../domain/index.ts';
import { barStart, DAY_MS, intervalMs, MINUTE_MS } from '../../../domain/index.ts';
import type { CandlePage, CandleQuery } from '../source.ts';
import type { SimulatedMarket } from './catalogue.ts';
import type { DayBars } from './minute.ts';
import { dayBars } from './minute.ts';
import { unitsText } from './text.ts';

/** A bar in ticks and lots. */
export interface RawBar {
  readonly at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
}

/** Bars of one market's days that stay in memory. */
const CACHED_DAYS = 48;
/** Whole days kept as one bar each, over all markets. */
const CACHED_DAY_BARS = 60_000;
/** Days made before the event loop gets its turn. */
const SLICE_DAYS = 12;

export interface History {
  page(
    market: SimulatedMarket,
    query: CandleQuery,
    now: number,
    running: RawBar | undefined,
  ): Promise<CandlePage>;
  /** Bars of whole minutes in [from, to), both on the minute, ascending. */
  minutes(market: SimulatedMarket, from: number, to: number): RawBar[];
}

/** Bars of any interval at any time, each exactly its minutes. */
export function createHistory(pause: () => Promise<void>): History {
  const days = new Map<string, DayBars>();
  const dayTotals = new Map<string, RawBar>();

  function barsOf(market: SimulatedMarket, day: number): DayBars {
    const key = `${market.market.id}:${day}`;
    const found = days.get(key);
    if (found) return found;
    const made = dayBars(market.shape, market.path.day(day), day);
    keep(days, key, made, CACHED_DAYS);
    return made;
  }

  function minutes(market: SimulatedMarket, from: number, to: number): RawBar[] {
    const bars: RawBar[] = [];
    for (let at = from; at < to; ) {
      const day = Math.floor(at / DAY_MS);
      const own = barsOf(market, day);
      const end = Math.min(to, (day + 1) * DAY_MS);
      for (; at < end; at += MINUTE_MS) bars.push(rawBar(own, at, (at - day * DAY_MS) / MINUTE_MS));
    }
    return bars;
  }

  /** The bar of a whole day that has passed. */
  function dayBar(market: SimulatedMarket, day: number): RawBar {
    const key = `${market.market.id}:${day}`;
    const found = dayTotals.get(key);
    if (found) return found;
    const [made] = grouped(minutes(market, day * DAY_MS, (day + 1) * DAY_MS), '1d');
    if (!made) throw new Error('a day without minutes');
    keep(dayTotals, key, made, CACHED_DAY_BARS);
    return made;
  }

  /** Fine bars of [from, to): days where whole ones serve, else minutes. */
  async function fine(
    market: SimulatedMarket,
    interval: Interval,
    from: number,
    to: number,
  ): Promise<RawBar[]> {
    const coarse = interval === '1d' || interval === '1w';
    const bars: RawBar[] = [];
    let made = 0;
    for (let at = from; at < to; ) {
      const day = Math.floor(at / DAY_MS);
      const end = Math.min(to, (day + 1) * DAY_MS);
      if (coarse && end - at === DAY_MS) bars.push({ ...dayBar(market, day) });
      else for (const bar of minutes(market, at, end)) bars.push(bar);
      at = end;
      made += 1;
      if (made % SLICE_DAYS === 0) await pause();
    }
    return bars;
  }

  return {
    minutes,
    async page(market, { interval, before, limit }, now, running) {
      const newest = before === undefined ? barStart(now, interval) : barStart(before - 1, interval);
      const last = Math.min(newest, barStart(now, interval));
      const listed = barStart(market.market.listedAt, interval);
      const first = Math.max(listed, barStart(last - (limit - 1) * intervalMs(interval), interval));
      if (last < listed) return { candles: [], more: false };
      const minuteNow = barStart(now, '1m');
      const to = Math.min(last + intervalMs(interval), minuteNow);
      const from = Math.max(first, market.market.listedAt);
      const bars = await fine(market, interval, from, to);
      if (running && running.at >= from && running.at < last + intervalMs(interval)) bars.push(running);
      return { candles: grouped(bars, interval).map((bar) => candleOf(market, bar)), more: first > listed };
    },
  };
}

function keep<T>(cache: Map<string, T>, key: string, value: T, most: number): void {
  cache.set(key, value);
  const oldest = cache.keys().next().value;
  if (cache.size > most && oldest !== undefined) cache.delete(oldest);
}

function rawBar(bars: DayBars, at: number, minute: number): RawBar {
  return {
    at,
    open: bars.open[minute] ?? 0,
    high: bars.high[minute] ?? 0,
    low: bars.low[minute] ?? 0,
    close: bars.close[minute] ?? 0,
    lots: bars.lots[minute] ?? 0,
  };
}

function grouped(fine: readonly RawBar[], interval: Interval): RawBar[] {
  const bars: RawBar[] = [];
  for (const bar of fine) {
    const at = barStart(bar.at, interval);
    const last = bars.at(-1);
    if (last?.at === at) {
      last.high = Math.max(last.high, bar.high);
      last.low = Math.min(last.low, bar.low);
      last.close = bar.close;
      last.lots += bar.lots;
    } else bars.push({ ...bar, at });
  }
  return bars;
}

function candleOf({ tickDecimals, lotDecimals }: SimulatedMarket, bar: RawBar): Candle {
  return {
    at: bar.at,
    open: unitsText(bar.open, tickDecimals),
    high: unitsText(bar.high, tickDecimals),
    low: unitsText(bar.low, tickDecimals),
    close: unitsText(bar.close, tickDecimals),
    volume: unitsText(bar.lots, lotDecimals),
  };
}
