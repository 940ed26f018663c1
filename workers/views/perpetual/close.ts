import type { PositionRow } from '../../../domain/contract/index.ts';
import type { Dec, Market, NumberStyle, RefusalCode } from '../../../domain/index.ts';
import {
  closingQuantity,
  closingSide,
  D,
  defined,
  exactText,
  gainSum,
  makerPrice,
  NO_FIGURE,
  openingTermsOf,
  orderOutcome,
  positionMargin,
  toText,
  typedAmount,
} from '../../../domain/index.ts';
import type { FuturesCloseFrame, FuturesCloseView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { FuturesState } from './perpetual.ts';
import { blockedOf, filledOf, placeOf, priceRefusal, takeableOf } from './place.ts';
import { positionOf } from './positions.ts';
import { textsOf } from './texts.ts';
import { quickOf } from './ticket.ts';

/** What closing a part of a position would bring, at the book as it is or at a limit. */
export function closeFrame(
  view: FuturesCloseView,
  state: FuturesState,
  words: Words,
): FuturesCloseFrame | undefined {
  const row = state.rows.row(view.market);
  if (!row) return undefined;
  const { market, ticker } = row;
  const position = state.positions.positionOf(view.market);
  const line = positionOf(view.market, state, words);
  const blocked = blockedOf(state, market, true);
  const common = {
    kind: 'futuresClose',
    view,
    tick: exactText(market.tick, words.style),
    quick: quickOf(state.book, ticker?.last),
    ...(line ? { line } : {}),
    ...defined({ blocked }),
  } as const;
  if (!position) return { ...common, ...NOTHING, error: 'positionNone' };
  const price = priceOf(view, position, state, market);
  const quantity = closingQuantity(position.quantity, shareOf(view.percent), market.lot);
  const error = errorOf(view, price, quantity, market);
  return {
    ...common,
    ...outcomeOf(position, quantity, price, market, state, words),
    ...sent(error, quantity, view.type === 'limit' ? price : undefined),
  };
}

/** Of a limit order; of a chase the price with which it would begin now. */
function priceOf(
  view: FuturesCloseView,
  { side }: PositionRow,
  { book }: FuturesState,
  { tick }: Market,
): Dec | undefined {
  if (view.type === 'limit') return typedAmount(view.price);
  if (view.type === 'market') return undefined;
  return makerPrice(closingSide(side), { bid: book.bids[0]?.[0], ask: book.asks[0]?.[0] }, tick);
}

const NOTHING = {
  quantity: NO_FIGURE,
  price: NO_FIGURE,
  net: NO_FIGURE,
  direction: 0,
  profit: NO_FIGURE,
  fee: NO_FIGURE,
  interest: NO_FIGURE,
  part: NO_FIGURE,
  returned: NO_FIGURE,
} as const;

const shareOf = (percent: number): Dec => toText(new D(percent).div(100));

function sent(error: RefusalCode | undefined, quantity: Dec, price: Dec | undefined) {
  if (error !== undefined) return { error };
  return { request: { quantity, ...defined({ price }) } };
}

function errorOf(
  { type }: FuturesCloseView,
  price: Dec | undefined,
  quantity: Dec,
  market: Market,
): RefusalCode | undefined {
  if (type === 'limit') {
    const wrong = priceRefusal(price, market);
    if (wrong) return wrong;
  }
  if (type === 'chase' && price === undefined) return 'noLiquidity';
  return quantity === '0' ? 'amountZero' : undefined;
}

function outcomeOf(
  position: PositionRow,
  quantity: Dec,
  limit: Dec | undefined,
  market: Market,
  state: FuturesState,
  words: Words,
): Omit<FuturesCloseFrame, 'kind' | 'view' | 'tick' | 'quick' | 'line' | 'error' | 'blocked' | 'request'> {
  const { style } = words;
  const texts = textsOf(market, style);
  const side = closingSide(position.side);
  const place = placeOf(state, market);
  const order = { side, quantity, price: limit, rests: limit !== undefined };
  const filled = quantity === '0' ? undefined : filledOf(takeableOf(state, market), order, place, market);
  const outcome =
    place && filled?.price !== undefined
      ? orderOutcome(place, { side, terms: openingTermsOf(position), reduceOnly: true }, filled.split)
      : undefined;
  const profit = outcome?.profit;
  const kept = outcome?.position ? positionMargin(outcome.position) : '0';
  const returned = outcome && toText(new D(positionMargin(position)).minus(kept));
  return {
    quantity: texts.quantity(quantity),
    price: texts.price(filled?.average),
    ...netOf(position, profit, outcome?.fee, style),
    part: profit === undefined || quantity === position.quantity ? '' : texts.signed(profit),
    returned: texts.has(returned),
  };
}

/** What the position's record will say: its three parts with this closing, and the net P/L that they add up to. */
function netOf({ realised }: PositionRow, profit: Dec | undefined, fee: Dec | undefined, style: NumberStyle) {
  if (profit === undefined)
    return { net: NO_FIGURE, direction: 0, profit: NO_FIGURE, fee: NO_FIGURE, interest: NO_FIGURE } as const;
  const price = toText(new D(realised.price).plus(profit));
  const fees = toText(new D(realised.fees).minus(fee ?? 0));
  const sum = gainSum([price, fees, realised.funding], style);
  const [shown = '', paid = '', interest = ''] = sum.parts;
  return { net: sum.total, direction: sum.direction, profit: shown, fee: paid, interest };
}
