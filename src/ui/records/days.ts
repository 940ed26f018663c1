/** The first and the last moment of a range of days in this device's calendar, ms UTC; what is no day is left out. */
export function rangeFrom(params: URLSearchParams): { readonly from?: number; readonly to?: number } {
  const from = momentOf(params.get('from'), '00:00:00.000');
  const to = momentOf(params.get('to'), '23:59:59.999');
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** A day of this device's calendar, at a time of day, in ms UTC. */
function momentOf(day: string | null, time: string): number | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const moment = new Date(`${day}T${time}`).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}

/** A moment's day in this device's calendar, e.g. `2026-03-09`. */
export function dayText(moment: Date): string {
  const two = (value: number) => `${value}`.padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
