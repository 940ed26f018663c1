import type { IHorzScaleBehavior, TickMarkWeightValue, Time } from 'lightweight-charts';
import { defaultHorzScaleBehavior } from 'lightweight-charts';

type Points = Parameters<IHorzScaleBehavior<Time>['fillWeightsForPoints']>[0];

const YEAR = 70;
const MONTH = 60;
const DAY = 50;
/** Steps within a day, seconds, and the library's weight of a label that stands on one. */
const STEPS = [
  [43_200, 33],
  [21_600, 32],
  [10_800, 31],
  [3_600, 30],
  [1_800, 22],
  [300, 21],
  [60, 20],
] as const;

const secondOfDay = (at: Date): number => at.getHours() * 3_600 + at.getMinutes() * 60 + at.getSeconds();

/** How much a label at `now` matters on the axis: a new year most, an odd minute least. Device's time zone. */
export function labelWeight(now: Date, before: Date): number {
  if (now.getFullYear() !== before.getFullYear()) return YEAR;
  if (now.getMonth() !== before.getMonth()) return MONTH;
  if (now.getDate() !== before.getDate()) return DAY;
  const [to, from] = [secondOfDay(now), secondOfDay(before)];
  return STEPS.find(([step]) => Math.floor(to / step) !== Math.floor(from / step))?.[1] ?? 0;
}

/**
 * The library's time axis with its labels at the reader's own midnights and hours. Bars keep their times in UTC, so
 * the hour that the end of summer time repeats stays two hours. Bars of a day and longer begin at midnight UTC
 * and are labelled there.
 */
export function readerScale(isDaily: boolean): IHorzScaleBehavior<Time> {
  const Scale = defaultHorzScaleBehavior();
  if (isDaily) return new Scale();
  return new (class extends Scale {
    override fillWeightsForPoints(points: Points, start: number): void {
      const dateOf = (point: Points[number]): Date => new Date(this.key(point.time) * 1_000);
      const [first, second] = points;
      if (!first) return;
      // Before the first bar stands one that is as far away as the second.
      const step = second ? dateOf(second).getTime() - dateOf(first).getTime() : 0;
      const earlier = points[start - 1];
      let before = earlier ? dateOf(earlier) : new Date(dateOf(first).getTime() - step);
      for (const point of points.slice(start)) {
        const now = dateOf(point);
        point.timeWeight = labelWeight(now, before) as TickMarkWeightValue;
        before = now;
      }
    }
  })();
}
