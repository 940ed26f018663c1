import type { Candle, Interval } from '../../../../domain/index.ts';
import { barAfter, barStart, isInterval } from '../../../../domain/index.ts';
import type { MarketSource } from '../../../market/source.ts';
import { ApiError } from '../protocol/apiError.ts';
import type { Params } from '../protocol/params.ts';

/** The interval that a request names, of those that the exchange keeps. @throws {ApiError} -1102, -1120 */
export function intervalOf(params: Params): Interval {
  const interval = params.needText('interval');
  if (!isInterval(interval)) throw new ApiError(-1120, 'Invalid interval.');
  return interval;
}

/** Days and weeks of the exchange begin in UTC. @throws {ApiError} -1130 for bars of another time zone. */
export function requireUtc(params: Params): void {
  if (!/^[+-]?0{1,2}(:00)?$/.test(params.text('timeZone') ?? '0'))
    throw new ApiError(-1130, "Data sent for parameter 'timeZone' is not valid.");
}

export interface Span {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
}

export const spanOf = (params: Params, usual = 500, most = 1_000): Span => ({
  from: params.whole('startTime'),
  to: params.whole('endTime'),
  limit: params.limit(usual, most),
});

/** Bars per response of a source. */
const PAGE = 1_000;

type Bars = Pick<MarketSource, 'candles' | 'now'>;

/** The newest bars that begin before a moment, ascending, as many pages of the source as that takes. */
async function newestBefore(
  source: Bars,
  id: string,
  interval: Interval,
  before: number,
  limit: number,
): Promise<readonly Candle[]> {
  const { candles } = await source.candles({ id, interval, before, limit: Math.min(limit, PAGE) });
  const [first] = candles;
  if (!first || candles.length < PAGE || limit <= PAGE) return candles;
  return [...(await newestBefore(source, id, interval, first.at, limit - PAGE)), ...candles];
}

/** Bars ascending: from a moment on the first ones, else the newest ones up to another. */
export async function barsOf(
  source: Bars,
  id: string,
  interval: Interval,
  { from, to, limit }: Span,
): Promise<readonly Candle[]> {
  // The end is the last moment at which a bar may begin.
  const end = Math.min(to ?? Number.MAX_SAFE_INTEGER, source.now()) + 1;
  if (from === undefined) return newestBefore(source, id, interval, end, limit);
  // Far ahead there is no calendar either.
  if (from >= end) return [];
  const holding = barStart(from, interval);
  const first = holding === from ? from : barAfter(holding, interval);
  const before = Math.min(end, barAfter(first, interval, limit));
  if (before <= first) return [];
  const bars = await newestBefore(source, id, interval, before, limit);
  return bars.filter(({ at }) => at >= first);
}
