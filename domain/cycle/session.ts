import { DAY_MS, HOUR_MS, MINUTE_MS } from '../interval.ts';
import type { AssetClass } from '../market/market.ts';
import type { Cycle } from './codes.ts';
import { windowMs } from './cycles.ts';

const DAY_MINUTES = DAY_MS / MINUTE_MS;
/** The longest closing, from Friday 22:00 to Sunday 23:00, and some room. */
const MOST_HOURS = 24 * 4;

/** Day of the week, Monday 0, of a day since 1970 (a Thursday). */
const weekday = (day: number): number => (day + 3) % 7;

/**
 * Hours of commodities and indices in UTC: from Sunday 23:00 to Friday 22:00, with a break from 22:00 to 23:00.
 * It is New York's 17:00 to 18:00 in winter; this calendar stays the same all year.
 * @param day since 1970. @param minute of the UTC day. @see "commodities have hours"; the calendar is ours
 */
export function isCommodityOpen(day: number, minute: number): boolean {
  const hour = Math.floor(minute / 60);
  const of = weekday(day);
  if (of === 5) return false;
  if (of === 6) return hour === 23;
  if (of === 4) return hour < 22;
  return hour !== 22;
}

/** Whether a class of assets trades at a moment, ms UTC. Crypto always does. */
export function isSessionOpen(asset: AssetClass, at: number): boolean {
  if (asset === 'crypto') return true;
  const minute = Math.floor(at / MINUTE_MS);
  const day = Math.floor(minute / DAY_MINUTES);
  return isCommodityOpen(day, minute - day * DAY_MINUTES);
}

/** The next moment at which a session ends, or begins when none runs, ms UTC; null for what has no hours. */
export function sessionChange(asset: AssetClass, at: number): number | null {
  if (asset === 'crypto') return null;
  const isOpen = isSessionOpen(asset, at);
  // Sessions begin and end at whole hours.
  const next = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
  for (let hours = 0; hours < MOST_HOURS; hours++)
    if (isSessionOpen(asset, next + hours * HOUR_MS) !== isOpen) return next + hours * HOUR_MS;
  return null;
}

/**
 * Whether a contract that ends at a moment, ms UTC, has its whole window in an open session: none expires while its
 * market is closed. @see trading rules §3 "Commodities: no expiry in a closed session"
 */
export function endsInSession(asset: AssetClass, cycle: Cycle, endsAt: number): boolean {
  return isSessionOpen(asset, endsAt - windowMs(cycle)) && isSessionOpen(asset, endsAt - 1);
}
