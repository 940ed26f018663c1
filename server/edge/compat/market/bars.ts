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

/** Bars ascending: from a moment on the first ones, else the newest ones up to another. */
export async function barsOf(
  source: Pick<MarketSource, 'candles' | 'now'>,
  id: string,
  interval: Interval,
  { from, to, limit }: Span,
): Promise<readonly Candle[]> {
  // The end is the last moment at which a bar may begin.
  const end = Math.min(to ?? Number.MAX_SAFE_INTEGER, source.now()) + 1;
  if (from === undefined) return (await source.candles({ id, interval, before: end, limit })).candles;
  // Far ahead there is no calendar either.
  if (from >= end) return [];
  const holding = barStart(from, interval);
  const first = holding === from ? from : barAfter(holding, interval);
  const before = Math.min(end, barAfter(first, interval, limit));
  if (before <= first) return [];
  const page = await source.candles({ id, interval, before, limit });
  return page.candles.filter(({ at }) => at >= first);
}
