import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';

/** Decimal places in which a mean price is rounded before its market's step is. */
const PRICE_PLACES = 18;

/** What was paid a unit, quote, rounded half away from zero as every mean price is shown; 0 where nothing traded. */
export function meanPriceOf({ quantity, value }: { readonly quantity: Dec; readonly value: Dec }): Dec {
  if (new D(quantity).isZero()) return '0';
  return toText(new D(value).div(quantity).toDecimalPlaces(PRICE_PLACES, D.ROUND_HALF_UP));
}
