import type { Candle } from '../../../domain/index.ts';
import { barAfter, barStart, DAY_MS, HOUR_MS, isDaily, MINUTE_MS, RuleError } from '../../../domain/index.ts';
import type { CandlePage, CandleQuery } from '../source.ts';
import type { RawBar } from './bars.ts';
import { Bars } from './bars.ts';
import { createCache } from './cache.ts';
import { DayTotals } from './dayTotals.ts';
import type { DayBars } from './minute.ts';
import { dayBars, eachMinute } from './minute.ts';
import type { SimulatedMarket } from './plan.ts';
import { Slices } from './slices.ts';
import { unitsText } from './text.ts';

/** Days whose minutes stay in memory, over all markets. */
const CACHED_DAYS = 48;

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
  const totals = new DayTotals();

  const barsOf = (market: SimulatedMarket, day: number): DayBars =>
    days.get(`${market.market.id}:${day}`, () => dayBars(market.shape, market.path.day(day), day));

  /** @throws {RuleError} `timedOut` when who requested it has gone meanwhile. */
  async function pauseOf(gone: AbortSignal | undefined): Promise<void> {
    await slices.next();
    if (gone?.aborted) throw new RuleError('timedOut');
  }

  /** Bars of [from, to), of days where whole ones serve, else of minutes. */
  async function made(market: SimulatedMarket, { interval, gone }: CandleQuery, from: number, to: number) {
    const isCoarse = isDaily(interval);
    const bars = new Bars(interval);
    for (let at = from; at < to; ) {
      if (slices.isOver()) await pauseOf(gone);
      const day = Math.floor(at / DAY_MS);
      const end = Math.min(to, (day + 1) * DAY_MS);
      if (isCoarse && end - at === DAY_MS) totals.addTo(bars, market, day);
      else for (const own = barsOf(market, day); at < end; at += MINUTE_MS) addMinute(bars, own, day, at);
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
      const bars = await made(market, query, from, Math.min(end, barStart(now, '1m')));
      if (running && running.at >= from && running.at < end) {
        const { at, open, high, low, close, lots } = running;
        bars.add(at, open, high, low, close, lots);
      }
      return { candles: bars.made.map((bar) => candleOf(market, bar)), more: first > listed };
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

function addMinute(bars: Bars, from: DayBars, day: number, at: number): void {
  const i = (at - day * DAY_MS) / MINUTE_MS;
  const { open, high, low, close, lots } = from;
  bars.add(at, open[i] ?? 0, high[i] ?? 0, low[i] ?? 0, close[i] ?? 0, lots[i] ?? 0);
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
