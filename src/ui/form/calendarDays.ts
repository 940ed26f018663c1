/*
 * Days are texts, `2026-03-09`: they have no time and no zone, and sort as they read.
 */
import { DAY_MS } from '../../../domain/index.ts';

const WEEK = 7;
/** Monday 1 to Sunday 7, where the browser does not know: most of the world begins on Monday. */
const SUNDAYS = /^(en-US|ja|ko|zh-HK)$/;

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A moment's day in this device's calendar, or as the exchange counts it, in UTC. */
export function dayText(moment: Date, isUtc = false): string {
  if (isUtc) return dayOf(moment);
  return dayOf(new Date(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())));
}

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(dateOf(day).getTime() + days * DAY_MS));

/** The same day of another month, or that month's last where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map((part) => Number.parseInt(part, 10));
  const length = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, length))));
}

/** The first day of a week, Monday 1 to Sunday 7. @param tag BCP 47. */
export function firstWeekday(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  return known?.firstDay ?? (SUNDAYS.test(tag) ? WEEK : 1);
}

/** The weeks of a day's month; places before its first and after its last day are empty. */
export function weeksOf(day: string, firstDay: number): readonly (readonly (string | undefined)[])[] {
  const first = `${day.slice(0, 8)}01`;
  const before = (dateOf(first).getUTCDay() + WEEK - firstDay) % WEEK;
  const count = dateOf(addMonths(first, 1)).getTime() - dateOf(first).getTime();
  const length = Math.round(count / DAY_MS);
  return Array.from({ length: Math.ceil((before + length) / WEEK) }, (_, week) =>
    Array.from({ length: WEEK }, (_, place) => {
      const date = week * WEEK + place - before;
      return date < 0 || date >= length ? undefined : addDays(first, date);
    }),
  );
}

/** Words of days in a language. @param tag BCP 47. */
export function dayWords(tag: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    return (day: string) => made.format(dateOf(day));
  };
  const range = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return {
    month: format({ month: 'long', year: 'numeric' }),
    weekday: format({ weekday: 'narrow' }),
    weekdayInFull: format({ weekday: 'long' }),
    full: format({ dateStyle: 'full' }),
    short: format({ year: 'numeric', month: 'short', day: 'numeric' }),
    range: (from: string, to: string) => range.formatRange(dateOf(from), dateOf(to)),
  };
}
