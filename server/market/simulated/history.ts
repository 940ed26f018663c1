import type { Candle, Interval } from '../../../domain/index.ts';
import { barAfter, barStart, DAY_MS, HOUR_MS, isDaily, MINUTE_MS, RuleError } from '../../../domain/index.ts';
import type { CandlePage, CandleQuery } from '../source.ts';
import { createCache } from './cache.ts';
import type { DayBars } from './minute.ts';
import { dayBars, eachMinute } from './minute.ts';
import type { SimulatedMarket } from './plan.ts';
import { Slices } from './slices.ts';
import { unitsText } from './text.ts';
import { DAY_MINUTES } from './volatility.ts';

/** A bar in ticks and lots. */
export interface RawBar {
  readonly at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
}

/** Days whose minutes stay in memory, over all markets. */
const CACHED_DAYS = 48;
/** Whole days kept as one bar each, over all markets. */
const CACHED_DAY_BARS = 60_000;

interface HistoryClock {
  now(): number;
  /** Resolves after the event loop had a turn. */
  pause(): Promise<void>;
}

export interface History {
  /** @param running the running minute's bar, of the fills so far. */
  page(
    market: SimulatedMarket,
    query: CandleQuery,
    now: number,
    running: RawBar | undefined,
  ): Promise<CandlePage>;
  /** Closes of the last hours, the running one's too, ticks; the same as those of their bars, which need not be made. */
  closes(
    market: SimulatedMarket,
    hours: number,
    now: number,
    running: RawBar | undefined,
    gone?: AbortSignal,
  ): Promise<string[]>;
  /** All bars of a day, also those to come. */
  bars(market: SimulatedMarket, day: number): DayBars;
}

/** Bars of any interval at any time, each exactly its minutes. */
export function createHistory(clock: HistoryClock): History {
  const slices = new Slices(clock);
  const days = createCache<string, DayBars>(CACHED_DAYS);
  const totals = createCache<string, RawBar>(CACHED_DAY_BARS);

  const barsOf = (market: SimulatedMarket, day: number): DayBars =>
    days.get(`${market.market.id}:${day}`, () => dayBars(market.shape, market.path.day(day), day));
  const totalOf = (market: SimulatedMarket, day: number): RawBar =>
    totals.get(`${market.market.id}:${day}`, () => dayTotal(market, day));

  /** @throws {RuleError} `timedOut` when who requested it has gone meanwhile. */
  async function pauseOf(gone: AbortSignal | undefined): Promise<void> {
    await slices.next();
    if (gone?.aborted) throw new RuleError('timedOut');
  }

  /** Bars of [from, to): days where whole ones serve, else minutes. */
  async function fine(market: SimulatedMarket, { interval, gone }: CandleQuery, from: number, to: number) {
    const isCoarse = isDaily(interval);
    const bars: RawBar[] = [];
    for (let at = from; at < to; ) {
      if (slices.isOver()) await pauseOf(gone);
      const day = Math.floor(at / DAY_MS);
      const end = Math.min(to, (day + 1) * DAY_MS);
      if (isCoarse && end - at === DAY_MS) bars.push(totalOf(market, day));
      else for (const own = barsOf(market, day); at < end; at += MINUTE_MS) bars.push(minuteOf(own, day, at));
      at = end;
    }
    return bars;
  }

  return {
    bars: barsOf,
    async closes(market, hours, now, running, gone) {
      const { listedAt } = market.market;
      const newest = barStart(now, '1h');
      const closes: string[] = [];
      for (let at = newest - (hours - 1) * HOUR_MS; at <= newest; at += HOUR_MS) {
        if (slices.isOver()) await pauseOf(gone);
        const isRunning = running !== undefined && running.at >= Math.max(at, listedAt) && at === newest;
        const last = Math.min(at + HOUR_MS, barStart(now, '1m')) - MINUTE_MS;
        if (isRunning) closes.push(unitsText(running.close, market.tickDecimals));
        else if (last >= Math.max(at, listedAt))
          closes.push(unitsText(closeAt(market, last), market.tickDecimals));
      }
      return closes;
    },
    async page(market, query, now, running) {
      const { interval, before, limit } = query;
      const { listedAt } = market.market;
      const listed = barStart(listedAt, interval);
      const newest = barStart(before === undefined ? now : Math.min(now, before - 1), interval);
      if (newest < listed) return { candles: [], more: false };
      const first = Math.max(listed, barAfter(newest, interval, 1 - limit));
      const from = Math.max(first, listedAt);
      const end = barAfter(newest, interval);
      const bars = await fine(market, query, from, Math.min(end, barStart(now, '1m')));
      if (running && running.at >= from && running.at < end) bars.push(running);
      return { candles: grouped(bars, interval).map((bar) => candleOf(market, bar)), more: first > listed };
    },
  };
}

/** The close of one minute, ticks. */
function closeAt({ shape, path }: SimulatedMarket, at: number): number {
  const day = Math.floor(at / DAY_MS);
  const minute = (at - day * DAY_MS) / MINUTE_MS;
  let close = 0;
  eachMinute(shape, path.day(day), day, minute, minute + 1, (_, bar) => {
    close = bar.close;
  });
  return close;
}

/** The bar of a whole day, without keeping its minutes. */
function dayTotal({ shape, path }: SimulatedMarket, day: number): RawBar {
  const total: RawBar = { at: day * DAY_MS, open: 0, high: 0, low: 0, close: 0, lots: 0 };
  eachMinute(shape, path.day(day), day, 0, DAY_MINUTES, (minute, bar) => {
    if (minute === 0) {
      total.open = bar.open;
      total.high = bar.high;
      total.low = bar.low;
    }
    if (bar.high > total.high) total.high = bar.high;
    if (bar.low < total.low) total.low = bar.low;
    total.close = bar.close;
    total.lots += bar.lots;
  });
  return total;
}

function minuteOf(bars: DayBars, day: number, at: number): RawBar {
  const minute = (at - day * DAY_MS) / MINUTE_MS;
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
