/** When a market with hours is open. Days since 1970, minutes of the UTC day. */
export type IsOpen = (day: number, minute: number) => boolean;

/** Day of the week, Monday 0, of a day since 1970 (a Thursday). */
const weekday = (day: number): number => (day + 3) % 7;

/** Which step of a long walk a day starts at: five steps a week, none on Saturday and Sunday. */
export const tradingStep = (day: number): number => Math.floor((day + 3) / 7) * 5 + Math.min(weekday(day), 5);
