import type { Trade } from '../../../domain/index.ts';
import { MINUTE_MS } from '../../../domain/index.ts';
import type { DayBars, Shape } from './minute.ts';
import type { MinuteBar } from './minuteBar.ts';
import type { SimulatedMarket } from './plan.ts';
import { keyOf } from './random.ts';
import type { Tape } from './tape.ts';
import { addWorth, tapeOf } from './tape.ts';
import { unitsText } from './text.ts';
import { DAY_MINUTES } from './volatility.ts';
import type { ExactSum } from './worth.ts';

/** A minute has fewer fills than this, so that ids rise from minute to minute. */
const IDS_A_MINUTE = 10_000;
/** How far back the newest trades are looked for: over a weekend, and a day in the quietest market. */
const MAX_MINUTES_BACK = 4 * DAY_MINUTES;

/** The fills of a minute since 1970. */
export function tapeAt(shape: Shape, minute: number, bar: MinuteBar): Tape {
  return tapeOf(tapeKey(shape, minute), bar);
}

/** The key is secret: with it a minute's first fills would reveal its close. */
function tapeKey({ key, future }: Shape, minute: number): number {
  if (!future || minute < future.since) return keyOf(keyOf(key, 41), minute);
  return future.words(`tape ${key}`, minute, 1)[0] ?? 0;
}

/** Adds what the fills of a minute since 1970 are worth, in lots × ticks, to a sum. */
export function addWorthAt(shape: Shape, sum: ExactSum, minute: number, bar: MinuteBar): void {
  addWorth(sum, tapeKey(shape, minute), bar);
}

/** The i-th fill of a minute, as published. */
export function tradeAt(
  { tickDecimals, lotDecimals }: SimulatedMarket,
  minute: number,
  tape: Tape,
  i: number,
): Trade {
  return {
    id: minute * IDS_A_MINUTE + i,
    price: unitsText(tape.price[i] ?? 0, tickDecimals),
    quantity: unitsText(tape.lots[i] ?? 0, lotDecimals),
    side: tape.bought[i] === 1 ? 'buy' : 'sell',
    at: minute * MINUTE_MS + (tape.at[i] ?? 0),
  };
}

/** The newest fills up to a moment, ascending, at most `count`. @param barsOf all bars of a day. */
export function newestTrades(
  market: SimulatedMarket,
  barsOf: (day: number) => DayBars,
  now: number,
  count: number,
): readonly Trade[] {
  const newest = Math.floor(now / MINUTE_MS);
  const oldest = Math.max(newest - MAX_MINUTES_BACK, Math.ceil(market.market.listedAt / MINUTE_MS));
  const trades: Trade[] = [];
  for (let minute = newest; minute >= oldest && trades.length < count; minute--) {
    const day = Math.floor(minute / DAY_MINUTES);
    const bar = barAt(barsOf(day), minute - day * DAY_MINUTES);
    if (bar.fills === 0) continue;
    const tape = tapeAt(market.shape, minute, bar);
    for (let i = tape.at.length - 1; i >= 0 && trades.length < count; i--) {
      if (minute * MINUTE_MS + (tape.at[i] ?? 0) <= now) trades.push(tradeAt(market, minute, tape, i));
    }
  }
  return trades.reverse();
}

/** One bar of a day's columns. */
export function barAt(bars: DayBars, minute: number): MinuteBar {
  return {
    open: bars.open[minute] ?? 0,
    high: bars.high[minute] ?? 0,
    low: bars.low[minute] ?? 0,
    close: bars.close[minute] ?? 0,
    lots: bars.lots[minute] ?? 0,
    fills: bars.fills[minute] ?? 0,
  };
}
