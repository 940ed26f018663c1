import { defined } from '../../../domain/index.ts';

interface Range {
  readonly from?: number;
  readonly to?: number;
}

/** The first and the last moment of a range of days in this device's calendar, ms UTC; what is no day is left out. */
export const rangeFrom = (params: URLSearchParams): Range => rangeIn(params, '');

/** The same of days as the exchange counts them, in UTC. */
export const utcRangeFrom = (params: URLSearchParams): Range => rangeIn(params, 'Z');

/** The days that a filter names, for a file's name: `from-2026-03-01`, `to-2026-03-09`. */
export const daysIn = (params: URLSearchParams): readonly string[] =>
  ['from', 'to'].flatMap((end) => (DAY.test(params.get(end) ?? '') ? [`${end}-${params.get(end)}`] : []));

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** @param zone as ISO 8601 writes it; empty for the device's own. */
function rangeIn(params: URLSearchParams, zone: string): Range {
  const from = momentOf(params.get('from'), `00:00:00.000${zone}`);
  const to = momentOf(params.get('to'), `23:59:59.999${zone}`);
  return { ...defined({ from, to }) };
}

/** A day at a time of day, in ms UTC. */
function momentOf(day: string | null, time: string): number | undefined {
  if (!day || !DAY.test(day)) return undefined;
  const moment = new Date(`${day}T${time}`).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}
