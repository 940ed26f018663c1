import type { PlainBar, Step } from './step.ts';
import { folded } from './step.ts';

interface Trail {
  readonly bar: PlainBar;
  readonly isLong: boolean;
  /** The best price since the trail turned. */
  readonly extreme: number;
  readonly speed: number;
  /** Where it stands at this bar, NaN at the first one, and where it would stand at the next. */
  readonly here: number;
  readonly next: number;
}

/**
 * Wilder's parabolic stop and reverse, which begins with the side to which the second bar moved further. The library's
 * sets a turned trail a cent below the bar, which is no price of most markets.
 * @param step by which it gains speed at each new extreme. @param most speed.
 */
export function parabolic(step: number, most: number): Step {
  const begun = (first: PlainBar, bar: PlainBar): Trail => {
    const fell = first.low - bar.low;
    const isLong = !(fell > 0 && bar.high - first.high < fell);
    const extreme = isLong ? bar.high : bar.low;
    return after(
      {
        bar: first,
        isLong,
        extreme,
        speed: Math.min(step, most),
        here: Number.NaN,
        next: isLong ? first.low : first.high,
      },
      bar,
      bar,
    );
  };
  const after = ({ isLong, extreme, speed, next }: Trail, last: PlainBar, bar: PlainBar): Trail => {
    // No trail lies within the last two bars.
    const outside = (price: number, long: boolean): number =>
      long ? Math.min(price, last.low, bar.low) : Math.max(price, last.high, bar.high);
    const isTurned = isLong ? bar.low <= next : bar.high >= next;
    const long = isTurned ? !isLong : isLong;
    const reach = long ? bar.high : bar.low;
    const isFurther = isTurned || (long ? reach > extreme : reach < extreme);
    const best = isFurther ? reach : extreme;
    const pace = isTurned ? Math.min(step, most) : isFurther ? Math.min(speed + step, most) : speed;
    const here = isTurned ? outside(extreme, long) : next;
    return {
      bar,
      isLong: long,
      extreme: best,
      speed: pace,
      here,
      next: outside(here + pace * (best - here), long),
    };
  };
  return folded<Trail | undefined>(
    undefined,
    (before, bar) => {
      if (!before)
        return { bar, isLong: true, extreme: bar.high, speed: 0, here: Number.NaN, next: Number.NaN };
      return Number.isNaN(before.next) ? begun(before.bar, bar) : after(before, before.bar, bar);
    },
    (state) => [state?.here ?? Number.NaN],
  );
}
