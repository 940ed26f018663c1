import { venueAdapter } from '../venues/adapter.ts';
import { BinanceBody } from './body.ts';
import { binanceConfig } from './config.ts';

/** Binance: spot by its data-only hosts, and USD-M perpetuals. */
export const binance = /*#__PURE__*/ venueAdapter(
  'binance',
  binanceConfig,
  (given) => new BinanceBody(given),
);
