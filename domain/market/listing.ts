import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { NO_FIGURE } from '../format/change.ts';
import type { PriceScale } from '../format/price.ts';
import { affixedPrice, anyDollar, isDollarQuote } from '../format/price.ts';
import type { NumberStyle } from '../format/style.ts';
import type { Ticker } from './market.ts';

/** Dollars that one unit of a quote currency is worth; undefined when unknown. USDT counts as 1. */
export type DollarRate = (quote: string) => Dec | undefined;

/** False only for a price below that of 24 h ago: unchanged and young markets count as up. */
export function isUp(ticker: Ticker): boolean {
  return compareDec(ticker.last, ticker.open24) >= 0;
}

/**
 * A price in dollars, `$61,842.16`, or `--`.
 * @param dollar US dollars per base unit. @param market whose price it is: its tick is one of dollars where its quote is.
 */
export function dollarText(dollar: Dec | undefined, style: NumberStyle, market: PriceScale): string {
  if (dollar === undefined) return NO_FIGURE;
  return affixedPrice(dollar, style.dollar, style, isDollarQuote(market.quote) ? market : anyDollar);
}
