import type { Market, MarketStatus } from '../../../../domain/index.ts';
import { isZeroDec, PRICE_BAND } from '../../../../domain/index.ts';
import type { Instruments } from '../market/instruments.ts';
import { invalidSymbol } from '../protocol/apiError.ts';
import type { Params } from '../protocol/params.ts';
import { rateLimitRows } from '../protocol/rates.ts';

/** Decimal places in which money is booked. */
const PRECISION = 8;
const LEAST_STEP = '0.00000001';
const MOST = '9999999999';
/** Orders that one user may have open in one market. */
const MOST_ORDERS = 200;

const STATUS: Readonly<Record<MarketStatus, string>> = {
  open: 'TRADING',
  reduceOnly: 'CANCEL_ONLY',
  cancelOnly: 'CANCEL_ONLY',
  closed: 'HALT',
  halted: 'HALT',
};

/** Spot trades these; stops at the market are not among them. */
export const spotOrderTypes = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT_LIMIT',
] as const;

const step = (size: string): string => (isZeroDec(size) ? LEAST_STEP : size);

function filtersOf({ tick, lot, minQuantity, minTotal }: Market) {
  const { least, most } = PRICE_BAND;
  return [
    { filterType: 'PRICE_FILTER', minPrice: step(tick), maxPrice: MOST, tickSize: step(tick) },
    {
      filterType: 'LOT_SIZE',
      minQty: isZeroDec(minQuantity) ? step(lot) : minQuantity,
      maxQty: MOST,
      stepSize: step(lot),
    },
    {
      filterType: 'NOTIONAL',
      minNotional: minTotal,
      applyMinToMarket: true,
      maxNotional: MOST,
      applyMaxToMarket: false,
      avgPriceMins: 0,
    },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: most,
      bidMultiplierDown: least,
      askMultiplierUp: most,
      askMultiplierDown: least,
      avgPriceMins: 0,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: MOST_ORDERS },
  ];
}

const symbolRow = (symbol: string, market: Market) => ({
  symbol,
  status: STATUS[market.status],
  baseAsset: market.base,
  baseAssetPrecision: PRECISION,
  quoteAsset: market.quote,
  quotePrecision: PRECISION,
  quoteAssetPrecision: PRECISION,
  baseCommissionPrecision: PRECISION,
  quoteCommissionPrecision: PRECISION,
  orderTypes: spotOrderTypes,
  icebergAllowed: false,
  ocoAllowed: true,
  otoAllowed: false,
  opoAllowed: false,
  quoteOrderQtyMarketAllowed: true,
  allowTrailingStop: false,
  cancelReplaceAllowed: true,
  amendAllowed: false,
  pegInstructionsAllowed: false,
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  filters: filtersOf(market),
  permissions: [],
  permissionSets: [['SPOT']],
  defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
  allowedSelfTradePreventionModes: ['EXPIRE_MAKER'],
});

/** What can be traded, and by which rules. */
export function spotExchangeInfo(instruments: Instruments, params: Params, now: number) {
  const symbol = params.text('symbol');
  const wanted = params.texts('symbols') ?? (symbol === undefined ? undefined : [symbol]);
  if (wanted?.length === 0) throw invalidSymbol();
  const chosen = wanted
    ? wanted.map((each) => [each, instruments.find(each)] as const)
    : [...instruments.markets];
  return {
    timezone: 'UTC',
    serverTime: now,
    rateLimits: rateLimitRows,
    exchangeFilters: [],
    symbols: chosen.map(([each, market]) => symbolRow(each, market)),
  };
}
