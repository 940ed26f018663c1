import type {
  Book,
  Dec,
  Market,
  OrderPlace,
  OrderPreview,
  OrderSide,
  OrderWish,
} from '../../../domain/index.ts';
import {
  closingSide,
  D,
  isBeyondLiquidation,
  maxOpenSize,
  NO_FIGURE,
  openingCost,
  openingSide,
  percentDigits,
  percentOf,
  perpetualFees,
  previewOrder,
  quantityFor,
  reduceOnlyQuantity,
  roundToStep,
  safetyShares,
  toText,
} from '../../../domain/index.ts';
import type { FuturesTicketFrame, FuturesTicketView } from '../../protocol.ts';
import { typedDec } from '../typed.ts';
import type { ViewDeps } from '../view.ts';
import type { Desk } from './desk.ts';
import type { Filled } from './place.ts';
import { blockedOf, filledOf, placeAlone, placeOf } from './place.ts';
import { moneyDirection, textsOf } from './texts.ts';
import { errorsOf } from './ticketErrors.ts';
import { headOf } from './ticketHead.ts';

/** What is typed, read as numbers. */
export interface Typed {
  readonly side: OrderSide;
  readonly price: Dec | undefined;
  readonly stopPrice: Dec | undefined;
  readonly amount: Dec | undefined;
  readonly takeProfit: Dec | undefined;
  readonly stopLoss: Dec | undefined;
}

/** A ticket with all that is known about it. */
export interface Looked {
  readonly typed: Typed;
  readonly place: OrderPlace | undefined;
  /** The price by which amounts are reckoned. */
  readonly at: Dec | undefined;
  readonly most: Dec | undefined;
  readonly quantity: Dec | undefined;
  readonly filled: Filled | undefined;
  readonly preview: OrderPreview | undefined;
}

/** What an order would do now: the same rules and the same book as the exchange's. */
export function ticketFrame(
  view: FuturesTicketView,
  desk: Desk,
  deps: ViewDeps,
  book: Book,
): FuturesTicketFrame | undefined {
  const row = deps.rows.row(view.market);
  if (!row) return undefined;
  const { market } = row;
  const last = row.ticker?.last;
  const looked = look(view, desk, deps, book, market, last);
  const { typed, quantity, filled, preview } = looked;
  const errors = errorsOf(view, looked, market, last, desk);
  const blocked = blockedOf(desk, market, deps);
  const texts = textsOf(market, deps.words().style);
  const slippage = filled?.take.slippage;
  const position = preview?.position;
  const shared = view.percent === undefined ? undefined : sharedAmount(view, looked);
  return {
    kind: 'futuresTicket',
    view,
    ...headOf(desk, market, deps),
    most: mostText(view, looked, market, deps),
    ...(shared === undefined ? {} : { amount: shared }),
    quantity: texts.quantity(quantity),
    value: texts.money(filled?.price && toText(new D(filled.price).times(filled.quantity))),
    margin: texts.money(preview?.margin),
    fee: texts.money(filled?.fee),
    average: texts.price(filled?.price),
    slippage:
      slippage === undefined
        ? NO_FIGURE
        : percentOf(percentDigits(toText(new D(slippage).times(100))), deps.words().style),
    left: texts.money(looked.place && preview?.left),
    rest: filled === undefined || filled.take.rest === '0' ? '' : texts.quantity(filled.take.rest),
    closes: preview === undefined || preview.closes === '0' ? '' : texts.quantity(preview.closes),
    profit: texts.signed(preview?.profit),
    direction: moneyDirection(preview?.profit),
    liquidation:
      preview?.liquidation && position ? texts.liquidation(preview.liquidation, position.side) : undefined,
    isBeyond:
      typed.stopLoss !== undefined &&
      preview?.liquidation !== undefined &&
      isBeyondLiquidation(view.side, typed.stopLoss, preview.liquidation),
    errors,
    ...(blocked === undefined ? {} : { blocked }),
    ...(quantity === undefined || Object.keys(errors).length > 0 ? {} : { order: orderOf(typed, quantity) }),
    quick: quickOf(book, last),
  };
}

function look(
  view: FuturesTicketView,
  desk: Desk,
  deps: ViewDeps,
  book: Book,
  market: Market,
  last: Dec | undefined,
): Looked {
  const typed = typedOf(view, deps);
  const place = placeOf(desk, market, deps);
  const at = priceAt(view, typed, book, last);
  const terms = desk.termsOf(market.id);
  const wish = at === undefined ? undefined : { side: typed.side, terms, price: at };
  const most = place && wish && mostOf(view, place, wish, market);
  const quantity = quantityOf(view, typed, at, most, market);
  const isSound = quantity !== undefined && !new D(quantity).isZero() && at !== undefined;
  const price = view.type === 'limit' ? typed.price : undefined;
  // A stop is looked at as it would be at its trigger: the book of now says nothing of then.
  const filled = isSound
    ? view.isStop
      ? atPrice(quantity, at, market)
      : filledOf(book, typed.side, quantity, price, market)
    : undefined;
  const sized =
    filled?.price === undefined
      ? undefined
      : { side: typed.side, terms, quantity: filled.quantity, price: filled.price };
  const preview = sized && previewOf(view, place, sized, (cost) => placeAlone(desk, market, cost));
  return { typed, place, at, most, quantity, filled, preview };
}

/** @param alone where an order that costs so much would be placed when nobody is logged in. */
function previewOf(
  { reduceOnly, isAlone }: FuturesTicketView,
  place: OrderPlace | undefined,
  wish: OrderWish,
  alone: (cost: Dec) => OrderPlace | undefined,
): OrderPreview | undefined {
  if (place) return reduceOnly ? reducing(place, wish) : previewOrder(place, wish);
  if (!isAlone || reduceOnly) return undefined;
  const nobody = alone(openingCost(wish.quantity, wish.price, wish.terms.leverage, perpetualFees.taker));
  return nobody && previewOrder(nobody, wish);
}

const atPrice = (quantity: Dec, price: Dec, market: Market): Filled => ({
  ...filledOf({ bids: [], asks: [] }, 'buy', quantity, price, market),
  price,
});

/** What a reduce-only order would do: it is cut to the position. */
function reducing(place: OrderPlace, wish: OrderWish): OrderPreview | undefined {
  const quantity = reduceOnlyQuantity(place.position, wish.side, wish.quantity);
  return quantity === '0' ? undefined : previewOrder(place, { ...wish, quantity });
}

function typedOf(view: FuturesTicketView, { words }: ViewDeps): Typed {
  const { style } = words();
  const read = (text: string): Dec | undefined => typedDec(text, style);
  return {
    side: openingSide(view.side),
    price: view.type === 'limit' ? read(view.price) : undefined,
    stopPrice: view.isStop ? read(view.stopPrice) : undefined,
    amount: read(view.amount),
    takeProfit: view.reduceOnly ? undefined : read(view.takeProfit),
    stopLoss: view.reduceOnly ? undefined : read(view.stopLoss),
  };
}

/** The typed price, a stop's trigger, else the best of the other side. */
function priceAt(
  { type, isStop }: FuturesTicketView,
  { side, price, stopPrice }: Typed,
  book: Book,
  last: Dec | undefined,
): Dec | undefined {
  if (type === 'limit') return price;
  if (isStop) return stopPrice;
  return (side === 'buy' ? book.asks : book.bids)[0]?.[0] ?? last;
}

function mostOf(
  view: FuturesTicketView,
  place: OrderPlace,
  wish: Omit<OrderWish, 'quantity'>,
  { lot }: Market,
): Dec {
  if (!view.reduceOnly) return maxOpenSize(place, wish, { lot, share: safetyShares[view.type] });
  const { position } = place;
  return position && closingSide(position.side) === wish.side ? position.quantity : '0';
}

function quantityOf(
  { percent, unit }: FuturesTicketView,
  { amount }: Typed,
  at: Dec | undefined,
  most: Dec | undefined,
  { lot }: Market,
): Dec | undefined {
  if (percent !== undefined) {
    if (most === undefined) return undefined;
    if (percent >= 100) return most;
    return roundToStep(toText(new D(most).times(percent).div(100)), stepOf(lot), 'down');
  }
  if (unit === 'base' || amount === undefined) return amount;
  return at === undefined || new D(at).isZero() ? undefined : quantityFor(amount, at, lot);
}

/** A lot that is switched off leaves the finest quantity that is kept. */
const stepOf = (lot: Dec): Dec => (new D(lot).isZero() ? '0.00000001' : lot);

/** What stands in the field for a share: quantity, or its value. */
function sharedAmount({ unit }: FuturesTicketView, { quantity, at }: Looked): Dec | undefined {
  if (quantity === undefined) return undefined;
  if (unit === 'base') return quantity;
  return at && toText(new D(quantity).times(at).toDecimalPlaces(2, D.ROUND_DOWN));
}

function mostText(
  { unit }: FuturesTicketView,
  { most, at }: Looked,
  market: Market,
  { words }: ViewDeps,
): string {
  const texts = textsOf(market, words().style);
  if (most === undefined || at === undefined) return NO_FIGURE;
  return unit === 'base' ? texts.quantity(most) : texts.money(toText(new D(most).times(at)));
}

function orderOf(
  { price, stopPrice, takeProfit, stopLoss }: Typed,
  quantity: Dec,
): NonNullable<FuturesTicketFrame['order']> {
  return {
    quantity,
    ...(price === undefined ? {} : { price }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
}

/** The best prices and the last, plain digits on the tick. */
export function quickOf({ bids, asks }: Book, last: Dec | undefined): FuturesTicketFrame['quick'] {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  return {
    ...(bid === undefined ? {} : { bid }),
    ...(ask === undefined ? {} : { ask }),
    ...(last === undefined ? {} : { last }),
  };
}
