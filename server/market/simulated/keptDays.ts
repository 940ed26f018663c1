import { createCache } from './cache.ts';
import type { DayPath, Path } from './path.ts';
import { marketVolatility } from './volatility.ts';

/** Caches the days that were requested last, but for callers who keep nothing of a day and bring arrays of their own. */
export function remembered(path: Path, days: number): Path {
  const known = createCache<number, DayPath>(days);
  return { day: (day, into) => (into ? path.day(day, into) : known.get(day, () => path.day(day))) };
}

/**
 * Caches the days that were requested last for callers who are done with a day before they request others: its arrays
 * are those of a later one then. Years that pass through leave no garbage.
 */
export function passing(path: Path, days: number): Path {
  return { day: passingDays((day, into: DayPath | undefined) => path.day(day, into), days) };
}

/** The volatility that all markets share, by day; for callers who are done with a day before they request others. */
export function sharedVolatility(key: number, days: number): (day: number) => Float64Array {
  return passingDays((day, into: Float64Array | undefined) => marketVolatility(key, day, into), days);
}

function passingDays<T>(make: (day: number, into: T | undefined) => T, most: number): (day: number) => T {
  const known = new Map<number, T>();
  return (day) => {
    const found = known.get(day);
    if (found !== undefined) return found;
    const [oldest] = known.size >= most ? known : [];
    if (oldest) known.delete(oldest[0]);
    const made = make(day, oldest?.[1]);
    known.set(day, made);
    return made;
  };
}
