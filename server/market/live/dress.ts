import type { Market } from '../../../domain/index.ts';
import { coinIconId } from '../../../domain/index.ts';

/** A venue's market as the exchange lists it: with its coin's picture; cycle contracts are written on drawn coins. */
export function dressed(market: Market): Market {
  const iconId = coinIconId(market.base);
  const cycle = market.kind === 'spot' && market.quote === 'USDT' && iconId !== null;
  return { ...market, iconId, cycle };
}
