import type { Book, Dec, Market, OpeningTerms, OrderPlace, OrderSplit } from '../../../domain/index.ts';
import {
  D,
  defined,
  isBeyondLiquidation,
  isLiquidationNear,
  isTriggered,
  openingCost,
  openingSide,
  orderOutcome,
  perpetualFees,
  previewOrder,
  reduceOnlyQuantity,
  restsInBook,
  toText,
  typedAmount,
  whenFilled,
} from '../../../domain/index.ts';
import type { FuturesTicketFrame, FuturesTicketView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { aheadOf } from '../ahead.ts';
import { bracketTexts, typedBracket } from '../bracket.ts';
import type { FuturesState } from './perpetual.ts';
import type { Filled } from './place.ts';
import { blockedOf, filledOf, placeAfter, placeAlone, placeOf, takeableOf, waitingAt } from './place.ts';
import { moneyDirection, textsOf } from './texts.ts';
import { mostOf, mostText, priceAt, quantityOf, riskOf, sharedAmount } from './ticketAmount.ts';
import { costOf } from './ticketCost.ts';
import { errorsOf } from './ticketErrors.ts';
import { headOf } from './ticketHead.ts';
import type { TicketInput, TicketState } from './ticketState.ts';
import { parseTrail, trailRequest, trailTexts } from './trailing.ts';

/** What an order would do now: the same rules and the same book as the exchange's. */
export function ticketFrame(
  view: FuturesTicketView,
  state: FuturesState,
  words: Words,
): FuturesTicketFrame | undefined {
  const row = state.rows.row(view.market);
  if (!row) return undefined;
  const { market } = row;
  const last = row.ticker?.last;
  const ticket = look(view, state, market, last);
  const { typed, place, quantity, filled, outcome } = ticket;
  const errors = errorsOf(view, ticket, market, last, state);
  const blocked = blockedOf(state, market, view.reduceOnly);
  const { style } = words;
  const texts = textsOf(market, style);
  const position = outcome?.position;
  const liquidation = outcome?.liquidation;
  const shared = view.percent === undefined ? undefined : sharedAmount(view, ticket);
  return {
    kind: 'futuresTicket',
    view,
    ...headOf(state, market, words),
    most: mostText(view, ticket, market, words),
    ...defined({ amount: shared }),
    quantity: texts.quantity(quantity),
    value: texts.money(filled?.price && toText(new D(filled.price).times(filled.quantity))),
    margin: texts.owes(outcome?.margin),
    fee: texts.owes(filled?.fee),
    isFeeExpected: filled?.split.rest !== undefined,
    ...costOf(place && outcome, state.positions.snapshot().totals?.available, style),
    average: texts.price(filled?.average),
    ...(typed.trail ? { trail: trailTexts(typed.trail, texts, style) } : {}),
    ...bracketTexts(
      typed,
      {
        side: view.side,
        quantity: filled?.price === undefined ? undefined : filled.quantity,
        opening: filled?.price,
      },
      market,
      style,
    ),
    ...riskOf(view, ticket, state, texts),
    rest: filled === undefined || filled.take.rest === '0' ? '' : texts.quantity(filled.take.rest),
    closes: outcome === undefined || outcome.closes === '0' ? '' : texts.quantity(outcome.closes),
    profit: texts.signed(outcome?.profit),
    direction: moneyDirection(outcome?.profit),
    liquidation: liquidation && position ? texts.liquidation(liquidation, position.side) : undefined,
    isBeyond:
      typed.stopLoss !== undefined &&
      liquidation !== undefined &&
      position?.side === view.side &&
      isBeyondLiquidation(view.side, typed.stopLoss, liquidation),
    isNear: isNear(view, ticket),
    errors,
    ...defined({ blocked }),
    ...(quantity === undefined || Object.keys(errors).length > 0
      ? {}
      : { order: orderOf(view, typed, quantity) }),
    ...aheadOf(state.ages),
    quick: quickOf(state.book, last),
  };
}

/** Whether it opens or adds, and liquidation would be near to the mark then: that at which what rests of it fills. */
function isNear({ side }: FuturesTicketView, { typed, outcome, place, filled }: TicketState): boolean {
  if (!place || outcome?.liquidation === undefined || outcome.position?.side !== side) return false;
  const rest = filled?.split.rest;
  const { mark } = rest ? whenFilled(place, { side: typed.side, price: rest.price }) : place;
  return isLiquidationNear(outcome.liquidation, mark);
}

function look(
  view: FuturesTicketView,
  state: FuturesState,
  market: Market,
  last: Dec | undefined,
): TicketState {
  const book = takeableOf(state, market);
  const unguarded = typedOf(view, market, watchedOf(view, state, last));
  const { side } = unguarded;
  const place = placeOf(state, market);
  const at = priceAt(view, unguarded, book, last);
  const guards = view.reduceOnly ? {} : typedBracket(view, view.side, at, market);
  const typed = { ...unguarded, takeProfit: guards.takeProfit, stopLoss: guards.stopLoss };
  const terms = state.positions.termsOf(market.id);
  const request = at === undefined ? undefined : { side, terms, price: at };
  const most = place && request && mostOf(view, place, request, market, book);
  const { equity } = state.positions.snapshot();
  const quantity = quantityOf(view, typed, { at, most, equity }, market);
  // One that only closes is cut to the position.
  const sent =
    view.reduceOnly && place && quantity !== undefined
      ? reduceOnlyQuantity(place.position, side, quantity)
      : quantity;
  const isValid = sent !== undefined && !new D(sent).isZero() && at !== undefined;
  const filled = isValid ? filledBy(view, typed, { book, place, market, quantity: sent, at }) : undefined;
  const isFilled = filled?.price !== undefined;
  const there = isFilled ? (place ?? placeOfNobody(view, state, market, filled, terms)) : undefined;
  return {
    typed,
    place,
    at,
    most,
    quantity,
    filled,
    preview:
      there && filled?.price !== undefined
        ? previewOrder(there, { side, terms, quantity: filled.quantity, price: filled.price })
        : undefined,
    outcome:
      there && filled && hasParts(filled.split)
        ? orderOutcome(
            placeAfter(there, side, filled, state, market),
            { side, terms, reduceOnly: view.reduceOnly },
            filled.split,
          )
        : undefined,
  };
}

const hasParts = ({ trades, rest }: OrderSplit): boolean => trades.length > 0 || rest !== undefined;

interface Met {
  readonly book: Book;
  readonly place: OrderPlace | undefined;
  readonly market: Market;
  readonly quantity: Dec;
  readonly at: Dec;
}

function filledBy(
  { isStop, type, tif }: FuturesTicketView,
  { side, price, stopPrice }: TicketInput,
  { book, place, market, quantity, at }: Met,
): Filled {
  if (isStop) {
    // Once triggered, a limit that the price has reached trades at once.
    const takes = type === 'market' || stopPrice === undefined || isTriggered(side, 'profit', at, stopPrice);
    return waitingAt(at, quantity, takes ? 'taker' : 'maker', market);
  }
  const limit = type === 'limit' ? price : undefined;
  return filledOf(book, { side, quantity, price: limit, rests: restsInBook(tif) }, place, market);
}

/** Where nobody's order would be placed, while nobody is logged in. */
function placeOfNobody(
  { isAlone, reduceOnly }: FuturesTicketView,
  state: FuturesState,
  market: Market,
  { quantity, price }: Filled,
  { leverage }: OpeningTerms,
): OrderPlace | undefined {
  if (!isAlone || reduceOnly || price === undefined) return undefined;
  return placeAlone(state, market, openingCost(quantity, price, leverage, perpetualFees.taker));
}

/** The price that sets a stop off. */
const watchedOf = (
  { source, market: id }: FuturesTicketView,
  state: FuturesState,
  last: Dec | undefined,
): Dec | undefined => (source === 'mark' ? state.positions.markOf(id)?.[1] : last);

function typedOf(
  view: FuturesTicketView,
  market: Market,
  watched: Dec | undefined,
): Omit<TicketInput, 'takeProfit' | 'stopLoss'> {
  const trail = view.trail && parseTrail(view.trail, openingSide(view.side), watched, market);
  return {
    side: openingSide(view.side),
    price: view.type === 'limit' ? typedAmount(view.price) : undefined,
    stopPrice: trail ? trail.trigger : view.isStop ? typedAmount(view.stopPrice) : undefined,
    trail,
    amount: typedAmount(view.amount),
  };
}

function orderOf(
  { trail: input }: FuturesTicketView,
  { price, stopPrice, trail, takeProfit, stopLoss }: TicketInput,
  quantity: Dec,
): NonNullable<FuturesTicketFrame['order']> {
  return {
    quantity,
    ...defined({ price }),
    ...(stopPrice === undefined || trail ? {} : { stopPrice }),
    ...(input && trail?.request ? { trail: trailRequest(trail.request, input) } : {}),
    ...defined({ takeProfit, stopLoss }),
  };
}

/** The best prices and the last, plain digits on the tick. */
export function quickOf({ bids, asks }: Book, last: Dec | undefined): FuturesTicketFrame['quick'] {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  return {
    ...defined({ bid, ask, last }),
  };
}
