import type { Dec, Market } from '../../domain/index.ts';
import { roundToStep } from '../../domain/index.ts';

/** A place on a chart is a price only once it lies on the tick; bounds keep its text an amount. */
const PLACE_DECIMALS = 12;
const MOST_PLACE = 1e12;

/** The price nearest to a place on a chart; undefined for a place where none can be. */
export function priceOnTick({ tick }: Market, place: number): Dec | undefined {
  if (!Number.isFinite(place) || place <= 0 || place > MOST_PLACE) return undefined;
  return roundToStep(place.toFixed(PLACE_DECIMALS), tick, 'nearest');
}
