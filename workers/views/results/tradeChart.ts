import type { Interval, Result } from '../../../domain/index.ts';
import { barAfter, intervalMs, intervals, tradeDecimals } from '../../../domain/index.ts';
import type { TradeChart, TradeChartOf } from '../../protocol.ts';
import { barsFrom } from '../bars.ts';
import { fillMarks } from '../chartFills.ts';
import type { ViewDeps } from '../view.ts';

/** A trade covers at most so many bars, and has these around it. */
const MOST_WITHIN = 60;
const BARS = { before: 40, after: 20 } as const;
const MOST_FILLS = 500;

/** Bars so short that a trade can be seen, and so long that it is seen as a whole. @param length ms. */
export const tradeInterval = (length: number): Interval =>
  intervals.find((each) => length <= MOST_WITHIN * intervalMs(each)) ?? '1M';

/** An ended position on bars around it, with every trade that made it. */
export async function tradeChart(
  { call, rows }: Pick<ViewDeps, 'call' | 'rows'>,
  { position, market, openedAt, closedAt }: TradeChartOf,
): Promise<Result<TradeChart>> {
  const interval = tradeInterval(closedAt - openedAt);
  const length = intervalMs(interval);
  const limit = Math.ceil((closedAt - openedAt) / length) + BARS.before + BARS.after;
  const [bars, fills] = await Promise.all([
    call('market.candles', {
      id: market,
      interval,
      limit,
      before: barAfter(Math.floor(closedAt / length) * length, interval, BARS.after),
    }),
    call('perpetual.fills', { position, limit: MOST_FILLS }),
  ]);
  if (!bars.ok) return bars;
  if (!fills.ok) return fills;
  const candles = bars.data.candles.map(([at, open, high, low, close, volume]) => ({
    at,
    open,
    high,
    low,
    close,
    volume,
  }));
  const found = rows.row(market)?.market;
  const newest = candles.at(-1)?.close ?? '0';
  return {
    ok: true,
    data: {
      interval,
      candles: {
        mode: 'reset',
        bars: barsFrom(candles, 0, candles.length, []),
        indicators: [],
        decimals: found ? tradeDecimals(newest, found) : decimalsOf(candles.map(({ close }) => close)),
        more: false,
      },
      marks: { kind: 'marks', orders: [], fills: fillMarks(fills.data.rows.toReversed()) },
    },
  };
}

/** Of a market that is listed no more: as many as its prices have. */
const decimalsOf = (prices: readonly string[]): number =>
  Math.max(0, ...prices.map((price) => price.split('.')[1]?.length ?? 0));
