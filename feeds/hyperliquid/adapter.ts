import { venueAdapter } from '../venues/adapter.ts';
import { HyperliquidBody } from './body.ts';
import { hyperliquidConfig } from './config.ts';

/** Hyperliquid: spot pairs, and the perpetuals of its own dex, quoted in USDC. Its books have 20 levels a side. */
export const hyperliquid = /*#__PURE__*/ venueAdapter(
  'hyperliquid',
  hyperliquidConfig,
  (given) => new HyperliquidBody(given),
);
