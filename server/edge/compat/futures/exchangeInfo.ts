import type { Market, MarketStatus } from '../../../../domain/index.ts';
import { isZeroDec, PRICE_BAND, SETTLEMENT_ASSET } from '../../../../domain/index.ts';
import type { Instruments } from '../market/instruments.ts';
import { rateLimitRows } from '../protocol/rates.ts';

const MOST = '9999999999';
const MOST_ORDERS = 200;
const FOREVER = 4_133_404_800_000;

const STATUS: Readonly<Record<MarketStatus, string>> = {
  open: 'TRADING',
  reduceOnly: 'REDUCE_ONLY',
  cancelOnly: 'CANCEL_ONLY',
  closed: 'HALT',
  halted: 'HALT',
};

export const futuresOrderTypes = [
  'LIMIT',
  'MARKET',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
] as const;

/** Decimal places of a step. */
const places = (step: string): number => step.split('.')[1]?.length ?? 0;

function symbolRow(symbol: string, market: Market) {
  const { tick, lot, minQuantity, minTotal, base, quote, listedAt, status } = market;
  const minQty = isZeroDec(minQuantity) ? lot : minQuantity;
  const lots = { minQty, maxQty: MOST, stepSize: lot };
  return {
    symbol,
    pair: symbol,
    contractType: 'PERPETUAL',
    deliveryDate: FOREVER,
    onboardDate: listedAt,
    status: STATUS[status],
    baseAsset: base,
    quoteAsset: quote,
    marginAsset: SETTLEMENT_ASSET,
    pricePrecision: places(tick),
    quantityPrecision: places(lot),
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: [],
    triggerProtect: '0',
    liquidationFee: '0',
    marketTakeBound: '0.05',
    maxMoveOrderLimit: 0,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: tick, maxPrice: MOST, tickSize: tick },
      { filterType: 'LOT_SIZE', ...lots },
      { filterType: 'MARKET_LOT_SIZE', ...lots },
      { filterType: 'MAX_NUM_ORDERS', limit: MOST_ORDERS },
      { filterType: 'MAX_NUM_ALGO_ORDERS', limit: MOST_ORDERS },
      { filterType: 'MIN_NOTIONAL', notional: minTotal },
      {
        filterType: 'PERCENT_PRICE',
        multiplierUp: PRICE_BAND.most,
        multiplierDown: PRICE_BAND.least,
        multiplierDecimal: '4',
      },
    ],
    orderTypes: futuresOrderTypes,
    timeInForce: ['GTC', 'IOC', 'GTX', 'GTD'],
  };
}

/** What perpetuals there are, and their rules. */
export const futuresExchangeInfo = (instruments: Instruments, now: number) => ({
  timezone: 'UTC',
  serverTime: now,
  futuresType: 'U_MARGINED',
  rateLimits: rateLimitRows,
  exchangeFilters: [],
  assets: [{ asset: SETTLEMENT_ASSET, marginAvailable: true, autoAssetExchange: '0' }],
  symbols: [...instruments.markets].map(([symbol, market]) => symbolRow(symbol, market)),
});
