import type { AssetPrice, Dec, NumberStyle } from '../../../domain/index.ts';
import {
  amountText,
  CONVERT_ASSET,
  convertMarketId,
  D,
  exactText,
  isConvertible,
  percentOf,
  priceDecimals,
  styleDigits,
  UNIT_PRICE,
} from '../../../domain/index.ts';
import type { ViewDeps } from '../view.ts';

type Deps = Pick<ViewDeps, 'rows' | 'funds'>;

/** An asset's price as the list of markets has it, without a book; undefined where it cannot be converted. */
export function lastPriceOf({ rows }: Deps, asset: string): AssetPrice | undefined {
  if (asset === CONVERT_ASSET) return UNIT_PRICE;
  const row = rows.row(convertMarketId(asset));
  if (!isConvertible(row?.market) || !row?.ticker || row.last <= 0) return undefined;
  return { last: row.ticker.last, bid: undefined, ask: undefined };
}

/** An asset has the icon of its own market; the unit of totals stands in no market's first place. */
export const iconOf = ({ rows }: Deps, asset: string): number | null =>
  rows.row(convertMarketId(asset))?.market.iconId ?? null;

const DOWN = 1;
/** Digits of a rate that say something. */
const RATE_DIGITS = 6;

/** A rate between two assets: as many decimals as its size needs, rounded down, so that it never promises more. */
export function rateText(rate: Dec, style: NumberStyle): string {
  const value = new D(rate);
  if (value.gte('0.0001')) return styleDigits(value.toFixed(priceDecimals(rate) + 2, DOWN), style);
  return exactText(value.toSignificantDigits(RATE_DIGITS, DOWN).toFixed(), style);
}

/** A share of a price, two decimals, rounded up: `0.20%`. @param fraction ≥ 0. */
export function shareText(fraction: Dec, style: NumberStyle): string {
  return percentOf(new D(fraction).times(100).toFixed(2, D.ROUND_UP), style);
}

/** An amount with its asset. */
export const withAsset = (amount: Dec, asset: string, style: NumberStyle): string =>
  `${amountText(amount, style)} ${asset}`;
