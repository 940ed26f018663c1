import type { Trade } from '../../../domain/index.ts';
import { MINUTE_MS } from '../../../domain/index.ts';
import type { SimulatedMarket } from './catalogue.ts';
import type { MinuteBar, Shape } from './minute.ts';
import { minuteBar } from './minute.ts';
import { keyOf } from './random.ts';
import type { Tape } from './tape.ts';
import { tapeOf } from './tape.ts';
import { unitsText } from './text.ts';

/** More fills in a minute than this do not exist, so that ids rise from minute to minute. */
const IDS_A_MINUTE = 1_000;
/** How far back the newest trades are looked for; each open hour has at least one. */
const MAX_MINUTES_BACK = 300;

/** The fills of a minute since 1970. */
export function tapeAt(shape: Shape, minute: number, bar: MinuteBar): Tape {
  return tapeOf(keyOf(keyOf(shape.key, 41), minute), bar);
}

/** The i-th fill of a minute as everybody is told it. */
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

/** The newest fills up to a moment, ascending, at most `count`. */
export function newestTrades(market: SimulatedMarket, now: number, count: number): readonly Trade[] {
  const newest = Math.floor(now / MINUTE_MS);
  const trades: Trade[] = [];
  for (let minute = newest; minute > newest - MAX_MINUTES_BACK && trades.length < count; minute--) {
    const day = Math.floor(minute / 1440);
    const tape = tapeAt(
      market.shape,
      minute,
      minuteBar(market.shape, market.path.day(day), day, minute - day * 1440),
    );
    for (let i = tape.at.length - 1; i >= 0 && trades.length < count; i--) {
      if (minute * MINUTE_MS + (tape.at[i] ?? 0) <= now) trades.push(tradeAt(market, minute, tape, i));
    }
  }
  return trades.reverse();
}
