/**
 * Lengths of bars, the shorter first. The specification's are 1, 5, 15 and 30 minutes, 1 and 2 hours, day and week; the
 * others are those that traders have elsewhere.
 * @see specification §2
 */
export const intervals = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export type Interval = (typeof intervals)[number];
/** What a chart may show. `line` is the time-share: minute closes drawn as a line. */
export const chartIntervals = ['line', ...intervals] as const;
export type ChartInterval = (typeof chartIntervals)[number];

/** Lengths of time, ms: they stand here alone. A day is 24 hours, without a leap second. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday; weeks begin on Monday 00:00 UTC. */
const MONDAY_MS = 4 * DAY_MS;

const LENGTHS: Record<Interval, number> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': WEEK_MS,
  '1M': 31 * DAY_MS,
};

/** Length of an interval in ms; of months that of the longest. Where bars begin and end is said by `barStart`. */
export function intervalMs(interval: Interval): number {
  return LENGTHS[interval];
}

/** The first of the month that lies so many months after that of a moment, ms UTC. */
function monthStart(at: number, months: number): number {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1);
}

/**
 * Start of the bar that holds the moment `at`, ms UTC. Weeks start on Monday, months on their first day; three days are
 * counted from 1970-01-01.
 */
export function barStart(at: number, interval: Interval): number {
  if (interval === '1M') return monthStart(at, 0);
  const length = LENGTHS[interval];
  const anchor = interval === '1w' ? MONDAY_MS : 0;
  return Math.floor((at - anchor) / length) * length + anchor;
}

/** Start of the bar that stands so many bars after the one that starts at `start`; before it for negative numbers. */
export function barAfter(start: number, interval: Interval, bars = 1): number {
  return interval === '1M' ? monthStart(start, bars) : start + bars * LENGTHS[interval];
}

/** Bars of a day and longer: they begin at midnight UTC. */
export const isDaily = (interval: Interval): boolean => LENGTHS[interval] >= DAY_MS;

/** The stored interval behind a chart's interval. */
export function candleInterval(interval: ChartInterval): Interval {
  return interval === 'line' ? '1m' : interval;
}

/** Whether a text names a candle length; `line` is none. */
export function isInterval(text: unknown): text is Interval {
  return typeof text === 'string' && (intervals as readonly string[]).includes(text);
}
