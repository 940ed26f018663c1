import type { Candle, Interval } from '../../../domain/index.ts';
import { intervalMs, toChartNumber } from '../../../domain/index.ts';
import type { MarketSource } from '../../market/source.ts';

/** Resolutions as chart libraries name them. */
export const resolutions: Readonly<Record<string, Interval>> = {
  '1': '1m',
  '3': '3m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '120': '2h',
  '240': '4h',
  '360': '6h',
  '480': '8h',
  '720': '12h',
  '1D': '1d',
  D: '1d',
  '3D': '3d',
  '1W': '1w',
  W: '1w',
  '1M': '1M',
  M: '1M',
};

const PAGE = 1_000;
const MOST_PAGES = 5;

export interface HistoryQuery {
  readonly id: string;
  readonly interval: Interval;
  /** s UTC. */
  readonly from: number;
  /** s UTC, not included. */
  readonly to: number;
  /** Least number of bars, back from the end, regardless of the beginning. */
  readonly countback: number;
}

/** Bars before the end, back to the beginning or as many as are wanted, ascending. */
async function barsBefore(
  source: Pick<MarketSource, 'candles'>,
  { id, interval, from, to, countback }: HistoryQuery,
): Promise<readonly Candle[]> {
  let bars: readonly Candle[] = [];
  let before = to * 1_000;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { candles, more } = await source.candles({ id, interval, before, limit: PAGE });
    bars = [...candles, ...bars];
    const [first] = bars;
    if (!more || !first || (first.at <= from * 1_000 && bars.length >= countback)) break;
    before = first.at;
  }
  const inside = bars.findIndex(({ at }) => at >= from * 1_000);
  const start = inside < 0 ? bars.length : inside;
  return bars.slice(Math.max(0, Math.min(start, bars.length - countback)));
}

/** What a chart library draws: columns of numbers, and moments in seconds. */
export async function historyOf(source: Pick<MarketSource, 'candles'>, query: HistoryQuery) {
  const bars = await barsBefore(source, query);
  if (bars.length === 0) {
    const earlier = await source.candles({ ...queryOf(query), before: query.from * 1_000, limit: 1 });
    const [last] = earlier.candles;
    return last ? { s: 'no_data', nextTime: last.at / 1_000 } : { s: 'no_data' };
  }
  const column = (name: Exclude<keyof Candle, 'at'>) => bars.map((bar) => toChartNumber(bar[name]));
  return {
    s: 'ok',
    t: bars.map(({ at }) => at / 1_000),
    ...{ o: column('open'), h: column('high'), l: column('low'), c: column('close'), v: column('volume') },
  };
}

const queryOf = ({ id, interval }: HistoryQuery) => ({ id, interval });

/** The last moment that may be requested, s: a bar's length after now. */
export const latest = (now: number, interval: Interval): number =>
  Math.ceil((now + intervalMs(interval)) / 1_000);
