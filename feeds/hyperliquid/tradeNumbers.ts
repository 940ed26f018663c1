/** Ids that are remembered, of which a first message repeats the newest. */
const REMEMBERED = 500;
/** Trades of one millisecond that have room between two moments. */
const PER_MS = 1_000;

/** Ids that rise, for a venue whose own do not: made of the trade's time, the same for the same trade. */
export function createTradeNumbers(): (venueId: number, at: number) => number {
  const known = new Map<number, number>();
  let newest = 0;
  return (venueId, at) => {
    const before = known.get(venueId);
    if (before !== undefined) return before;
    newest = Math.max(newest + 1, at * PER_MS);
    known.set(venueId, newest);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return newest;
  };
}
