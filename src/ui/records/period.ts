import { addDays } from '../form/calendarDays.ts';

/** Lengths that one tap chooses, days up to and with today. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** The same address with one filter changed; an empty text takes it away. */
export function changed(params: URLSearchParams, name: string, text: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (text === '') next.delete(name);
  else next.set(name, text);
  return next;
}

const firstOf = (period: Period, today: string): string => addDays(today, 1 - period);

/** The period that an address names, `own` for any other days, undefined for all. */
export function periodOf(params: URLSearchParams, today: string): Period | 'own' | undefined {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (from === '' && to === '') return undefined;
  return (to === '' && PERIODS.find((period) => firstOf(period, today) === from)) || 'own';
}

/** The same address with the days of a period, or without any. */
export function withPeriod(
  params: URLSearchParams,
  period: Period | undefined,
  today: string,
): URLSearchParams {
  return changed(changed(params, 'to', ''), 'from', period === undefined ? '' : firstOf(period, today));
}

interface DayWords {
  readonly short: (day: string) => string;
  readonly range: (from: string, to: string) => string;
}

/** The days of an address as users read them; what is no day stays as it is. */
export function rangeText(
  params: URLSearchParams,
  words: DayWords,
  ends: { readonly from: string; readonly to: string },
): string {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  try {
    if (from !== '' && to !== '') return words.range(from, to);
    return from === '' ? `${ends.to} ${words.short(to)}` : `${ends.from} ${words.short(from)}`;
  } catch {
    return `${from} ${to}`;
  }
}
