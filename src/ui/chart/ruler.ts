import type { PlotUnit } from '../../../domain/index.ts';
import { countedZeros } from '../../../domain/index.ts';

/** How a pane's axis is written: a ruler, whose figures are nobody's. Differences have the digits of its steps. */
const AXES: Readonly<Record<PlotUnit, Intl.NumberFormatOptions>> = {
  price: {},
  difference: { maximumSignificantDigits: 3 },
  level: { maximumFractionDigits: 1 },
  volume: { notation: 'compact', maximumFractionDigits: 1 },
};

/** Of a step, the library's own sums miss nought by less. */
const NOUGHT_SHARE = 1e-6;
/** More decimals than this some browsers do not write. */
const MOST_DECIMALS = 20;

/**
 * Steps of an axis, as many in 1 as the library still keeps apart: differences are of prices of a billionth, too.
 * The library wants their number where the step itself is not exact, and fails where it is no power of ten.
 */
export const finestSteps = { minMove: 1e-14, base: 1e14 } as const;

export interface Ruler {
  /** A figure by itself, under the crosshair. */
  readonly text: (figure: number) => string;
  /** Those of one axis, in its order. */
  readonly texts: (figures: readonly number[]) => string[];
}

/** The words of a pane's axis. @param language BCP 47. */
export function rulerOf(unit: PlotUnit, language: string): Ruler {
  const axis = new Intl.NumberFormat(language, AXES[unit]);
  const text = (figure: number): string => countedZeros(axis.format(figure));
  // By decimals: an axis is written with each frame of a gesture, and a format takes longer to make than to use.
  const fine: Intl.NumberFormat[] = [];
  return {
    text,
    texts(figures) {
      const step = Math.abs((figures[1] ?? Number.NaN) - (figures[0] ?? Number.NaN));
      const own = figures.map((each) => (Math.abs(each) < step * NOUGHT_SHARE ? 0 : each));
      if (unit !== 'difference' || !(step > 0)) return own.map(text);
      const decimals = decimalsOf(step);
      const format = fine[decimals] ?? new Intl.NumberFormat(language, { maximumFractionDigits: decimals });
      fine[decimals] = format;
      return own.map((each) => countedZeros(format.format(each)));
    },
  };
}

/** Steps are 1, 2, 2.5 or 5 of a power of ten. */
const decimalsOf = (step: number): number =>
  Math.min(MOST_DECIMALS, Math.max(0, 1 - Math.floor(Math.log10(step))));
