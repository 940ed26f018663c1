/** When a market with hours is open. Days since 1970, minutes of the UTC day. */
export type IsOpen = (day: number, minute: number) => boolean;

/** Day of the week, Monday 0, of a day since 1970 (a Thursday). */
const weekday = (day: number): number => (day + 3) % 7;

/**
 * Hours of commodities and indices in UTC: from Sunday 23:00 to Friday 22:00, with a break from 22:00 to 23:00.
 * It is New York's 17:00 to 18:00 in winter; this calendar stays the same all year.
 */
export function isCommodityOpen(day: number, minute: number): boolean {
  const hour = Math.floor(minute / 60);
  const of = weekday(day);
  if (of === 5) return false;
  if (of === 6) return hour === 23;
  if (of === 4) return hour < 22;
  return hour !== 22;
}

/** Which step of a long walk a day starts at: five steps a week, none on Saturday and Sunday. */
export const tradingStep = (day: number): number => Math.floor((day + 3) / 7) * 5 + Math.min(weekday(day), 5);
