import type { Dec, LiquidationPrice, Market, Position, RefusalCode } from '../../../domain/index.ts';
import {
  averageEntryOf,
  bookedCost,
  crossLiquidations,
  D,
  defined,
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
import type { Words } from '../../session/words.ts';
import type { FuturesState } from './perpetual.ts';
import { placeOf } from './place.ts';
import { textsOf } from './texts.ts';

/** What another leverage or margin mode would mean for what is open and what could be opened. */
export function termsFrame(
  view: FuturesTermsView,
  state: FuturesState,
  words: Words,
): FuturesTermsFrame | undefined {
  const market = state.rows.row(view.market)?.market;
  if (!market) return undefined;
  const now = state.positions.termsOf(view.market);
  const mode = view.mode ?? now.mode;
  const leverage = view.leverage ?? now.leverage;
  const table = tiersOfMarket(market);
  const position = state.positions.positionOf(view.market);
  const changed = position && relevered(position, leverage);
  const texts = textsOf(market, words.style);
  const liquidation = changed && liquidationOf(changed, state, market);
  const error = errorOf({ mode, leverage }, state, market);
  return {
    kind: 'futuresTerms',
    view,
    mode,
    leverage,
    now: { mode: now.mode, leverage: now.leverage },
    mostLeverage: table[0].maxLeverage,
    valueBound: volumeText(valueBound(leverage, table), words.style),
    openable: openableOf({ mode, leverage }, state, market, words),
    margin: changed ? texts.owes(positionMargin(changed)) : NO_FIGURE,
    liquidation: liquidation && position ? texts.liquidation(liquidation, position.side) : undefined,
    tiers: tiersOfTable(state, market, words),
    ...defined({ error }),
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
  state: FuturesState,
  market: Market,
): LiquidationPrice | undefined {
  const place = placeOf(state, market);
  if (!place) return undefined;
  const { mark, table, balance, held, others } = place;
  if (position.mode === 'isolated') return liquidationPrice(position, position.margin, mark, table);
  return crossLiquidations({ balance, held, positions: [{ position, mark, table }, ...others] })[0];
}

function errorOf(
  { mode, leverage }: Pick<FuturesTermsFrame, 'mode' | 'leverage'>,
  state: FuturesState,
  market: Market,
): RefusalCode | undefined {
  const position = state.positions.positionOf(market.id);
  const mark = state.positions.markOf(market.id)?.[1];
  const hasOrders = state.positions.orders.some((order) => order.market === market.id);
  if (mode !== state.positions.termsOf(market.id).mode && (position || hasOrders)) return 'termsFixed';
  const value = position && mark ? positionValue(position.quantity, mark) : '0';
  const refusal = leverageRefusal(leverage, value, tiersOfMarket(market));
  if (refusal || !position || position.mode === 'cross') return refusal;
  const missing = new D(relevered(position, leverage).margin).minus(position.margin);
  const free = state.positions.snapshot().totals?.available;
  return free !== undefined && missing.gt(free) ? 'insufficientBalance' : undefined;
}

/** What the available money opens at most, as a value. */
function openableOf(
  { mode, leverage }: Pick<FuturesTermsFrame, 'mode' | 'leverage'>,
  state: FuturesState,
  market: Market,
  words: Words,
): string {
  const place = placeOf(state, market);
  if (!place) return NO_FIGURE;
  const { position, mark } = place;
  const changed = position && relevered(position, leverage);
  const side = position?.side === 'short' ? 'sell' : 'buy';
  const most: Dec = maxOpenSize(
    { ...place, position: changed },
    { terms: { mode, leverage }, side, price: mark },
    { lot: market.lot, share: safetyShares.market },
  );
  return textsOf(market, words.style).has(positionValue(most, mark));
}

function tiersOfTable(state: FuturesState, market: Market, { style }: Words): FuturesTermsFrame['tiers'] {
  const table = tiersOfMarket(market);
  const value = state.positions.snapshot().joined.get(market.id)?.value;
  const own = value === undefined ? undefined : tierOf(value, table);
  return table.map((tier) => ({
    from: volumeText(toText(tier.floor), style),
    to: volumeText(toText(tier.cap), style),
    rate: percentOf(percentDigits(toText(tier.rate.times(100))), style),
    leverage: tier.maxLeverage,
    isOwn: tier === own,
  }));
}
