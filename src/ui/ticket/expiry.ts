import type { TimeInForce } from '../../../domain/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import { dayText } from '../form/calendarDays.ts';

/** Ends of an order that one tap chooses; anything else is a moment of the user's own. */
export const EXPIRY_PRESETS = ['hour', 'today', 'week'] as const;
export type ExpiryPreset = (typeof EXPIRY_PRESETS)[number];
/** A preset, or a moment of this device's own calendar: `2026-03-09T14:30`. */
export type Expiry = string;
const OWN = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;

export const isPreset = (expiry: Expiry): expiry is ExpiryPreset =>
  EXPIRY_PRESETS.some((preset) => preset === expiry);

/** What was chosen, as it was left in a draft. */
export const storedExpiry = (text: string | undefined): Expiry =>
  text !== undefined && (isPreset(text) || OWN.test(text)) ? text : 'hour';

/** When an order that is placed now ends, ms UTC, on the minute. @param now ms UTC. */
export function expiresAtOf(expiry: Expiry, now: number): number {
  if (!isPreset(expiry)) return new Date(expiry).getTime();
  if (expiry === 'today') {
    const next = new Date(now);
    return next.setHours(24, 0, 0, 0);
  }
  const ahead = expiry === 'hour' ? HOUR_MS : 7 * DAY_MS;
  return Math.ceil((now + ahead) / MINUTE_MS) * MINUTE_MS;
}

/**
 * How long an order that is placed now lives, as the exchange takes it. @param ahead how far the exchange's clock
 * is ahead of this device's, ms: the exchange ends orders by its own.
 */
export const lifeOf = <T extends TimeInForce>(
  tif: T,
  expiry: Expiry,
  ahead: number,
): { tif: T; expiresAt?: number } =>
  tif === 'GTD' ? { tif, expiresAt: expiresAtOf(expiry, Date.now() + ahead) } : { tif };

/** A moment as one of the user's own, on the minute. @param at ms UTC. */
export function ownExpiry(at: number): Expiry {
  const moment = new Date(at);
  const part = (count: number): string => `${count}`.padStart(2, '0');
  return `${dayText(moment)}T${part(moment.getHours())}:${part(moment.getMinutes())}`;
}

/** A time as it is typed, `9:05`, `0905` or `09.05`, as `09:05`; undefined for what is none. */
export function timeOf(text: string): string | undefined {
  const found = /^(\d{1,2})[:.h ]?(\d{2})$/.exec(text.trim());
  const time = found ? `${(found[1] ?? '').padStart(2, '0')}:${found[2]}` : '';
  return OWN.test(`2026-01-01T${time}`) ? time : undefined;
}
