import type { Candle, Dec, Interval, Trade } from '../../../../domain/index.ts';
import { barAfter, D, toText } from '../../../../domain/index.ts';

/** What a bar says beside its prices and volume. */
export interface BarFigures {
  /** Quote units traded. */
  readonly quote: Dec;
  readonly trades: number;
  /** Base and quote units that takers bought. */
  readonly bought: Dec;
  readonly boughtQuote: Dec;
  /** Numbers of the first and the last trade; -1 without any. */
  readonly first: number;
  readonly last: number;
}

/** The exchange keeps no such figures of a bar: where the tape does not reach, they are 0 as for one without trades. */
const UNKNOWN: BarFigures = { quote: '0', trades: 0, bought: '0', boughtQuote: '0', first: -1, last: -1 };

const units = (trades: readonly Trade[]): Dec =>
  toText(trades.reduce((sum, { quantity }) => sum.plus(quantity), new D(0)));
const worth = (trades: readonly Trade[]): Dec =>
  toText(trades.reduce((sum, { price, quantity }) => sum.plus(new D(price).times(quantity)), new D(0)));

/**
 * Figures of a bar that follow from the tape. They are known when every trade of the bar is on it: the tape begins
 * before the bar, and what it holds of the bar is all that the bar has traded.
 * @param tape the newest trades, ascending.
 */
export function barFigures(
  { at, volume }: Pick<Candle, 'at' | 'volume'>,
  interval: Interval,
  tape: readonly Trade[],
): BarFigures {
  const [oldest] = tape;
  if (oldest === undefined || oldest.at >= at) return UNKNOWN;
  const end = barAfter(at, interval);
  const own = tape.filter((trade) => trade.at >= at && trade.at < end);
  if (!new D(units(own)).eq(volume)) return UNKNOWN;
  const bought = own.filter(({ side }) => side === 'buy');
  return {
    quote: worth(own),
    trades: own.length,
    bought: units(bought),
    boughtQuote: worth(bought),
    first: own[0]?.id ?? -1,
    last: own.at(-1)?.id ?? -1,
  };
}
