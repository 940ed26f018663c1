/**
 * Chart intervals. `line` is the time-share: minute closes drawn as a line.
 * @see specification §2: time-share, 1, 5, 15, 30 minutes, 1 hour, 2 hours, day, week.
 */
export const intervals = ['1m', '5m', '15m', '30m', '1h', '2h', '1d', '1w'] as const;
export type Interval = (typeof intervals)[number];
export const chartIntervals = ['line', ...intervals] as const;
export type ChartInterval = (typeof chartIntervals)[number];

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday; weeks begin on Monday 00:00 UTC. */
const MONDAY_MS = 4 * DAY_MS;

const LENGTHS: Record<Interval, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '1d': DAY_MS,
  '1w': WEEK_MS,
};

/** Length of an interval in ms. */
export function intervalMs(interval: Interval): number {
  return LENGTHS[interval];
}

/** Start of the bar that holds the moment `at`, ms UTC; weeks start on Monday. */
export function barStart(at: number, interval: Interval): number {
  const length = LENGTHS[interval];
  const anchor = interval === '1w' ? MONDAY_MS : 0;
  return Math.floor((at - anchor) / length) * length + anchor;
}

/** The stored interval behind a chart's interval. */
export function candleInterval(interval: ChartInterval): Interval {
  return interval === 'line' ? '1m' : interval;
}

export function isInterval(text: unknown): text is Interval {
  return typeof text === 'string' && (intervals as readonly string[]).includes(text);
}
