import type { Dec, Market } from '../../domain/index.ts';
import { compareDec, roundToStep, stepDecimals } from '../../domain/index.ts';

/** A place on a chart is a price only once it lies on the tick: decimals of a place beyond those of the tick. */
const FINER_DECIMALS = 10;
const MOST_PLACE = 1e12;

/** The price nearest to a place on a chart; undefined for a place where none can be. */
export function priceOnTick({ tick }: Market, place: number): Dec | undefined {
  if (!Number.isFinite(place) || place <= 0 || place > MOST_PLACE) return undefined;
  const price = roundToStep(place.toFixed(stepDecimals(tick) + FINER_DECIMALS), tick, 'nearest');
  // Below half a tick none is left.
  return compareDec(price, '0') > 0 ? price : undefined;
}
