import type { AssetPrice } from '../../../domain/index.ts';
import {
  CONVERT_ASSET,
  convertMarketId,
  D,
  isConvertible,
  RuleError,
  statusRefusal,
  UNIT_PRICE,
} from '../../../domain/index.ts';
import type { Quotes } from '../../matching/quotes.ts';

/** Whether an asset has a price at which it can be converted now. @returns the price, or undefined. */
export function findPrice(quotes: Quotes, asset: string): AssetPrice | undefined {
  if (asset === CONVERT_ASSET) return UNIT_PRICE;
  const id = convertMarketId(asset);
  if (!isConvertible(quotes.marketOf(id))) return undefined;
  const last = quotes.lastOf(id);
  if (last === undefined || new D(last).lte(0)) return undefined;
  const { bids, asks } = quotes.bookOf(id);
  return { last, bid: bids[0]?.[0], ask: asks[0]?.[0] };
}

/**
 * The same, for an asset named in a request.
 * @throws {RuleError} `assetUnknown`, `marketClosed`, `marketPaused`, `marketStale`.
 */
export function priceOf(quotes: Quotes, asset: string): AssetPrice {
  const market = asset === CONVERT_ASSET ? undefined : quotes.marketOf(convertMarketId(asset));
  if (asset !== CONVERT_ASSET && !market) throw new RuleError('assetUnknown');
  if (market && !isConvertible(market))
    throw new RuleError(statusRefusal(market.status, false) ?? 'marketClosed');
  const isStale = asset === CONVERT_ASSET ? quotes.isStale : quotes.isStaleOf(convertMarketId(asset));
  const price = isStale ? undefined : findPrice(quotes, asset);
  if (!price) throw new RuleError('marketStale');
  return price;
}
