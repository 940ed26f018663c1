import type { Dec, Direction } from '../../domain/index.ts';
import { briefPercentDigits, changePercent, compareDec } from '../../domain/index.ts';
import type { MarketRow } from '../streams/marketRows.ts';

/** Direction of the move since a price that the page shows. */
export function moveSince(shown: Dec, { ticker }: MarketRow): Direction {
  if (!ticker || ticker.last === shown) return 0;
  const difference = compareDec(ticker.last, shown);
  return difference === 0 ? 0 : difference > 0 ? 1 : -1;
}

/** The change of a day as shown, in plain digits; undefined where there is none. */
export function changeDigits({ ticker }: MarketRow): string | undefined {
  const percent = ticker && changePercent(ticker.last, ticker.open24);
  return percent === undefined ? undefined : briefPercentDigits(percent);
}
