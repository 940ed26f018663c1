import type { Language, NumberStyle } from '../../domain/index.ts';
import { DAY_MS, HOUR_MS, languageTag, numberStyleOf } from '../../domain/index.ts';

/** How a reader's language writes numbers, times and ages. */
export interface Words {
  readonly language: Language;
  readonly style: NumberStyle;
  age(ageMs: number): string;
  /** Hours to seconds of a moment, the device's time zone. @param at ms UTC. */
  clockTime(at: number): string;
  /** Date and time of a bar; the date alone for bars of a day and longer. @param at ms UTC. */
  barTime(at: number, isDaily: boolean): string;
  /** So many hours, as short as can be: `4h`. */
  hours(count: number): string;
  /** A day as the exchange counts them, in UTC. */
  date(at: number): string;
  /** Day of a moment in the device's time zone. @param at ms UTC. */
  day(at: number): string;
  /** That day, and hours to seconds. @param at ms UTC. */
  stamp(at: number): string;
  /** Day and minute of a moment, both of the device's time zone. @param at ms UTC. */
  moment(at: number): string;
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
] as const;

/** @param timeZone absent: the device's. */
export function createWords(language: Language, timeZone?: string): Words {
  const tag = languageTag(language);
  const relative = new Intl.RelativeTimeFormat(tag, { style: 'short' });
  const time = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const bar = new Intl.DateTimeFormat(tag, {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const date = new Intl.DateTimeFormat(tag, { ...parts, timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(tag, { ...parts, timeZone });
  const hours = new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour', unitDisplay: 'narrow' });
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  return {
    language,
    style: numberStyleOf(tag),
    age(ageMs) {
      const unit = UNITS.find(([, ms]) => ageMs >= ms);
      if (unit) return relative.format(-Math.floor(ageMs / unit[1]), unit[0]);
      return relative.format(-Math.floor(ageMs / 1_000), 'second');
    },
    clockTime: (at) => time.format(at),
    barTime: (at, isDaily) => (isDaily ? date : bar).format(at),
    hours: (count) => hours.format(count),
    date: (at) => date.format(at),
    day: (at) => day.format(at),
    stamp: (at) => `${day.format(at)} ${time.format(at)}`,
    moment: (at) => moment.format(at),
  };
}

/** When something was, as a record says it: in full, and day and hours to seconds apart. @param at ms UTC. */
export const timed = (at: number, { stamp, day, clockTime }: Words) => ({
  time: stamp(at),
  day: day(at),
  clock: clockTime(at),
});
