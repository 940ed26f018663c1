import type { TickMarkType, Time } from 'lightweight-charts';

/** Words of the time axis. Times are seconds UTC; they are shown in the device's time zone, days in UTC. */
export interface AxisWords {
  /** @param type the library's: 0 year, 1 month, 2 day, from 3 on time of day. */
  label(time: Time, type: TickMarkType): string;
  /** Under the crosshair. */
  moment(time: Time): string;
}

/** @param language BCP 47. @param isDaily bars of a day and longer. */
export function axisTexts(language: string, isDaily: boolean): AxisWords {
  const zone = isDaily ? { timeZone: 'UTC' } : {};
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, ...zone });
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const days = [format({ year: 'numeric' }), format({ month: 'short' }), format({ day: 'numeric' })];
  const hours = format(clock);
  const moment = isDaily
    ? format({ year: 'numeric', month: 'short', day: 'numeric' })
    : format({ month: '2-digit', day: '2-digit', ...clock });
  const dateOf = (time: Time): Date => new Date(typeof time === 'number' ? time * 1_000 : Number.NaN);
  return {
    label: (time, type) => (days[type] ?? hours).format(dateOf(time)),
    moment: (time) => moment.format(dateOf(time)),
  };
}
