import type { Dec, LiquidationPrice, Market, Position, RefusalCode } from '../../../domain/index.ts';
import {
  averageEntryOf,
  bookedCost,
  crossLiquidations,
  D,
  initialMargin,
  leverageRefusal,
  liquidationPrice,
  maxOpenSize,
  NO_FIGURE,
  percentDigits,
  percentOf,
  positionMargin,
  positionValue,
  safetyShares,
  tierOf,
  tiersOfMarket,
  toText,
  valueBound,
  volumeText,
} from '../../../domain/index.ts';
import type { FuturesTermsFrame, FuturesTermsView } from '../../protocol.ts';
import type { Positions } from '../../streams/positions/index.ts';
import type { ViewDeps } from '../view.ts';
import { placeOf } from './place.ts';
import { textsOf } from './texts.ts';

/** What another leverage or margin mode would mean for what is open and what could be opened. */
export function termsFrame(
  view: FuturesTermsView,
  positionsState: Positions,
  deps: ViewDeps,
): FuturesTermsFrame | undefined {
  const market = deps.rows.row(view.market)?.market;
  if (!market) return undefined;
  const now = positionsState.termsOf(view.market);
  const mode = view.mode ?? now.mode;
  const leverage = view.leverage ?? now.leverage;
  const table = tiersOfMarket(market);
  const position = positionsState.positionOf(view.market);
  const changed = position && relevered(position, leverage);
  const texts = textsOf(market, deps.words().style);
  const liquidation = changed && liquidationOf(changed, positionsState, market, deps);
  const error = errorOf({ mode, leverage }, positionsState, market);
  return {
    kind: 'futuresTerms',
    view,
    mode,
    leverage,
    now: { mode: now.mode, leverage: now.leverage },
    mostLeverage: table[0].maxLeverage,
    valueBound: volumeText(valueBound(leverage, table), deps.words().style),
    openable: openableOf({ mode, leverage }, positionsState, market, deps),
    margin: changed ? texts.owes(positionMargin(changed)) : NO_FIGURE,
    liquidation: liquidation && position ? texts.liquidation(liquidation, position.side) : undefined,
    tiers: tiersOfTable(positionsState, market, deps),
    ...(error === undefined ? {} : { error }),
  };
}

/** At another leverage an isolated position is given what is missing of its margin, and keeps what is too much. */
function relevered(position: Position, leverage: number): Position {
  if (position.mode === 'cross') return { ...position, leverage };
  const needed = bookedCost(initialMargin(position.quantity, averageEntryOf(position), leverage));
  return { ...position, leverage, margin: toText(D.max(needed, position.margin)) };
}

function liquidationOf(
  position: Position,
  positionsState: Positions,
  market: Market,
  deps: ViewDeps,
): LiquidationPrice | undefined {
  const place = placeOf(positionsState, market, deps);
  if (!place) return undefined;
  const { mark, table, balance, held, others } = place;
  if (position.mode === 'isolated') return liquidationPrice(position, position.margin, mark, table);
  return crossLiquidations({ balance, held, positions: [{ position, mark, table }, ...others] })[0];
}

function errorOf(
  { mode, leverage }: Pick<FuturesTermsFrame, 'mode' | 'leverage'>,
  positionsState: Positions,
  market: Market,
): RefusalCode | undefined {
  const position = positionsState.positionOf(market.id);
  const mark = positionsState.markOf(market.id)?.[1];
  const hasOrders = positionsState.orders.some((order) => order.market === market.id);
  if (mode !== positionsState.termsOf(market.id).mode && (position || hasOrders)) return 'termsFixed';
  const value = position && mark ? positionValue(position.quantity, mark) : '0';
  const refusal = leverageRefusal(leverage, value, tiersOfMarket(market));
  if (refusal || !position || position.mode === 'cross') return refusal;
  const missing = new D(relevered(position, leverage).margin).minus(position.margin);
  const free = positionsState.snapshot().totals?.available;
  return free !== undefined && missing.gt(free) ? 'insufficientBalance' : undefined;
}

/** What the available money opens at most, as a value. */
function openableOf(
  { mode, leverage }: Pick<FuturesTermsFrame, 'mode' | 'leverage'>,
  positionsState: Positions,
  market: Market,
  deps: ViewDeps,
): string {
  const place = placeOf(positionsState, market, deps);
  if (!place) return NO_FIGURE;
  const { position, mark } = place;
  const changed = position && relevered(position, leverage);
  const side = position?.side === 'short' ? 'sell' : 'buy';
  const most: Dec = maxOpenSize(
    { ...place, position: changed },
    { terms: { mode, leverage }, side, price: mark },
    { lot: market.lot, share: safetyShares.market },
  );
  return textsOf(market, deps.words().style).has(positionValue(most, mark));
}

function tiersOfTable(positionsState: Positions, market: Market, deps: ViewDeps): FuturesTermsFrame['tiers'] {
  const { style } = deps.words();
  const table = tiersOfMarket(market);
  const value = positionsState.snapshot().joined.get(market.id)?.value;
  const own = value === undefined ? undefined : tierOf(value, table);
  return table.map((tier) => ({
    from: volumeText(toText(tier.floor), style),
    to: volumeText(toText(tier.cap), style),
    rate: percentOf(percentDigits(toText(tier.rate.times(100))), style),
    leverage: tier.maxLeverage,
    isOwn: tier === own,
  }));
}
