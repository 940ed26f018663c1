import type { Dec, Market, MarketStatus } from '../../domain/index.ts';
import { HOUR_MS } from '../../domain/index.ts';
import type { BudgetLimit } from '../venues/budget.ts';
import type { Fields } from '../venues/fields.ts';
import { isFields, isWhole, plainDecimal } from '../venues/fields.ts';
import { venueMarket } from '../venues/market.ts';
import type { VenueKind } from '../venues/types.ts';

/** The list of symbols as the venue answers it. */
export interface ExchangeInfo {
  /** Markets that trade or will again, by the venue's symbol. */
  readonly markets: ReadonlyMap<string, Market>;
  /** Symbols that were malformed, or cannot be named. */
  readonly dropped: number;
  /** The request limit of one address; undefined when the venue does not state it. */
  readonly limit: BudgetLimit | undefined;
}

/** Symbols of other states are delisted or not listed yet. */
const STATUS: Readonly<Record<string, MarketStatus>> = {
  TRADING: 'open',
  CANCEL_ONLY: 'cancelOnly',
  HALT: 'closed',
  END_OF_DAY: 'closed',
};

/** Reads `exchangeInfo` of spot or of USD-M futures; undefined when it is none. */
export function readExchangeInfo(kind: VenueKind, body: unknown): ExchangeInfo | undefined {
  if (!isFields(body) || !Array.isArray(body['symbols'])) return undefined;
  const markets = new Map<string, Market>();
  let dropped = 0;
  for (const row of body['symbols'] as readonly unknown[]) {
    const read = symbolOf(kind, row);
    if (read === 'malformed') dropped += 1;
    else if (read !== 'unused') markets.set(read.symbol, read.market);
  }
  return { markets, dropped, limit: limitOf(body['rateLimits']) };
}

function symbolOf(
  kind: VenueKind,
  row: unknown,
): { readonly symbol: string; readonly market: Market } | 'unused' | 'malformed' {
  if (!isFields(row)) return 'malformed';
  const { symbol, status, baseAsset: base, quoteAsset: quote, contractType, onboardDate } = row;
  const known = typeof status === 'string' ? STATUS[status] : undefined;
  if (kind === 'perpetual' && contractType !== 'PERPETUAL') return 'unused';
  if (!known) return 'unused';
  const steps = stepsOf(row['filters']);
  if (typeof symbol !== 'string' || typeof base !== 'string' || typeof quote !== 'string' || !steps)
    return 'malformed';
  const listedAt = isWhole(onboardDate) ? onboardDate : 0;
  const market = venueMarket({ kind, base, quote, ...steps, status: known, listedAt });
  return market ? { symbol, market } : 'malformed';
}

/** Steps from the filters; `pricePrecision` and its like are no steps. */
function stepsOf(filters: unknown): Pick<Market, 'tick' | 'lot' | 'minQuantity' | 'minTotal'> | undefined {
  if (!Array.isArray(filters)) return undefined;
  const byType = new Map(
    (filters as readonly unknown[]).filter(isFields).map((each) => [each['filterType'], each]),
  );
  const of = (type: string, field: string): Dec | undefined => plainDecimal(byType.get(type)?.[field]);
  const tick = of('PRICE_FILTER', 'tickSize');
  const lot = of('LOT_SIZE', 'stepSize');
  const minQuantity = of('LOT_SIZE', 'minQty');
  const minTotal =
    of('NOTIONAL', 'minNotional') ??
    of('MIN_NOTIONAL', 'minNotional') ??
    of('MIN_NOTIONAL', 'notional') ??
    '0';
  if (tick === undefined || lot === undefined || minQuantity === undefined) return undefined;
  return { tick, lot, minQuantity, minTotal };
}

const LENGTHS: Readonly<Record<string, number>> = { SECOND: 1_000, MINUTE: 60_000, HOUR: HOUR_MS };

function limitOf(limits: unknown): BudgetLimit | undefined {
  if (!Array.isArray(limits)) return undefined;
  const rule = (limits as readonly unknown[]).find(
    (each): each is Fields => isFields(each) && each['rateLimitType'] === 'REQUEST_WEIGHT',
  );
  const { interval, intervalNum: count, limit } = rule ?? {};
  const length = typeof interval === 'string' ? LENGTHS[interval] : undefined;
  if (!length || !isWhole(count) || !isWhole(limit) || count < 1 || limit < 1) return undefined;
  return { weight: limit, perMs: length * count };
}
