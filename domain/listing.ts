import { compareDec } from './compare.ts';
import type { Dec } from './decimal.ts';
import { changePercent, NO_FIGURE, percentText } from './format/change.ts';
import type { PriceScale } from './format/price.ts';
import { affixedPrice, anyDollar, isDollarQuote, priceText } from './format/price.ts';
import { volumeText } from './format/quantity.ts';
import type { NumberStyle } from './format/style.ts';
import { plainStyle } from './format/style.ts';
import type { Market, Ticker } from './market.ts';

/** A coin of a list. @see specification §3 "Coin list item" */
export interface CoinListItem {
  /** The market's id. */
  readonly coinType: string;
  /** The pair, e.g. BTC/USDT. */
  readonly name: string;
  /** Text to show, decimals by price. */
  readonly price: string;
  /** Signed 24 h change, e.g. `+1.84%`. */
  readonly percent: string;
  /** False only when the price is below that of 24 h ago. */
  readonly isUp: boolean;
  /** The price in US dollars with its sign, `--` when no rate is known. */
  readonly dollar: string;
}

/** A row as screens show it. @see specification §3 "List row"; what each value holds is ours. */
export interface ListRow {
  readonly id: string;
  readonly type: 'up' | 'down';
  /** The pair. */
  readonly value: string;
  /** Latest price. */
  readonly value0: string;
  /** 24 h change. */
  readonly value1: string;
  /** 24 h volume in quote units. */
  readonly value2: string;
  /** Price in dollars. */
  readonly value3: string;
  /** 24 h high. */
  readonly value4: string;
  /** 24 h low. */
  readonly value5: string;
  /** Whether value1 is a per cent text; false while no price of 24 h ago exists. */
  readonly showPercent: boolean;
}

/** Dollars that one unit of a quote currency is worth; undefined when unknown. USDT counts as 1. */
export type DollarRate = (quote: string) => Dec | undefined;

/** False only for a price below that of 24 h ago: unchanged and young markets count as up. */
export function isUp(ticker: Ticker): boolean {
  return compareDec(ticker.last, ticker.open24) >= 0;
}

export function coinListItem(
  market: Market,
  ticker: Ticker,
  dollar: Dec | undefined,
  style: NumberStyle = plainStyle,
): CoinListItem {
  return {
    coinType: market.id,
    name: market.name,
    price: priceText(ticker.last, style, market),
    percent: percentText(changePercent(ticker.last, ticker.open24), style),
    isUp: isUp(ticker),
    dollar: dollarText(dollar, style, market),
  };
}

export function listRow(
  market: Market,
  ticker: Ticker,
  dollar: Dec | undefined,
  style: NumberStyle = plainStyle,
): ListRow {
  const percent = changePercent(ticker.last, ticker.open24);
  return {
    id: market.id,
    type: isUp(ticker) ? 'up' : 'down',
    value: market.name,
    value0: priceText(ticker.last, style, market),
    value1: percentText(percent, style),
    value2: volumeText(ticker.volume, style),
    value3: dollarText(dollar, style, market),
    value4: priceText(ticker.high24, style, market),
    value5: priceText(ticker.low24, style, market),
    showPercent: percent !== undefined,
  };
}

/**
 * A price in dollars, `$61,842.16`, or `--`.
 * @param dollar US dollars per base unit. @param market whose price it is: its tick is one of dollars where its quote is.
 */
export function dollarText(dollar: Dec | undefined, style: NumberStyle, market: PriceScale): string {
  if (dollar === undefined) return NO_FIGURE;
  return affixedPrice(dollar, style.dollar, style, isDollarQuote(market.quote) ? market : anyDollar);
}
