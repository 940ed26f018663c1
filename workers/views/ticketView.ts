import { combineLatest, map, startWith } from 'rxjs';
import type {
  Book,
  Dec,
  Market,
  NumberStyle,
  OcoTicket,
  OrderTicket,
  Protection,
  RefusalCode,
  TakePreview,
} from '../../domain/index.ts';
import {
  amountText,
  compareDec,
  D,
  defined,
  emptyBook,
  expectedFee,
  heldText,
  isMarketType,
  isOrderPrice,
  isStopType,
  mostQuantity,
  NO_FIGURE,
  percentText,
  previewTake,
  quoteOf,
  statusRefusal,
  stopMarketPrice,
  takeableBook,
  ticketRefusal,
  toText,
  tradePriceText,
  typedAmount,
} from '../../domain/index.ts';
import type { TicketFrame, TicketView } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import { aheadOf } from './ahead.ts';
import { spotBracket } from './bracket.ts';
import { dearerOf, pairErrors, pairSums } from './pairTicket.ts';
import { spotFree } from './spotFree.ts';
import type { TicketSums } from './ticketSums.ts';
import { givenOf, leftOf, neededOf, waitingOf, worthOf } from './ticketSums.ts';
import type { ViewDeps } from './view.ts';
import { projected, switchOn, withAge } from './view.ts';

/** Errors that concern the price rather than the amount. */
const PRICE_ERRORS: readonly RefusalCode[] = ['priceInvalid', 'orderTick', 'orderBand'];

/** What a ticket is worked out with, at one moment. */
export interface TicketState {
  readonly market: Market;
  readonly last: Dec | undefined;
  readonly book: Book;
  /** The book without the user's own orders. */
  readonly takeable: Book;
  /** Of the asset that the order gives; undefined while nobody is logged in. */
  readonly free: Dec | undefined;
  /** Whether the book is too old to trade by. */
  readonly isStale: boolean;
}

/** What a ticket would do now: the same rules and the same book as the exchange's. */
export const ticketView = projected<TicketView, Book, TicketFrame>({
  state: (view$, deps) => {
    const { prices$, balances$, orders$ } = deps.streams;
    const price$ = prices$(view$.pipe(map(({ market }) => [market])));
    const book$ = view$.pipe(
      switchOn(
        ({ market }) => market,
        (market) =>
          deps.streams
            .book$(market)
            .pipe(startWith(emptyBook), withAge(deps, `book:${market}`, FOCUS_STALE_MS)),
      ),
    );
    return combineLatest([book$, price$, balances$, orders$]).pipe(map(([{ value }]) => value));
  },
  frame: (view, book, deps) => {
    const row = deps.rows.row(view.market);
    if (!row) return undefined;
    const { market, ticker } = row;
    const state = { ...stateOf(view, market, book, deps), last: ticker?.last };
    return { ...ticketFrame(view, state, deps.words().style), ...aheadOf(deps.ages) };
  },
});

function stateOf(
  { market: id, side }: TicketView,
  market: Market,
  book: Book,
  { ages, funds, orders, words, isCached }: ViewDeps,
): Omit<TicketState, 'last'> {
  const resting = orders.live.filter((order) => order.market === id && order.status !== 'waiting');
  const given = side === 'buy' ? market.quote : market.base;
  const { state } = ages.of(`book:${id}`, FOCUS_STALE_MS, words().age);
  return {
    market,
    book,
    takeable: takeableBook(book, resting),
    free: spotFree(funds, given),
    isStale: isCached() || (state !== 'live' && state !== 'slow'),
  };
}

export function ticketFrame(view: TicketView, state: TicketState, style: NumberStyle): TicketFrame {
  const { side, unit, percent, type } = view;
  const { market, last, free } = state;
  const [gives, gets] = side === 'buy' ? [market.quote, market.base] : [market.base, market.quote];
  const typed = typedOf(view);
  const isPair = type === 'oco';
  const at = isPair ? dearerOf(side, typed) : priceAt(view, typed, state);
  const named = [typed.price, typed.stopPrice, typed.stopLimitPrice];
  // Of a price that the exchange refuses there is no most: near nought it would be trillions.
  const isRefused = named.some((each) => each !== undefined && !isOrderPrice(each, market, last ?? '0'));
  const most =
    free === undefined || at === undefined || isRefused
      ? undefined
      : mostQuantity(side, free, at, market.lot);
  const isTotal = unit === 'quote';
  const shared = shareOf(percent, most, at, isTotal, market);
  const amount = shared ?? typed.amount;
  const spends = isTotal && type === 'market' && side === 'buy';
  const quantity = isTotal && !spends ? quantityOf(amount, at, market) : spends ? undefined : amount;
  const total = spends ? amount : undefined;
  const { price, stopPrice } = typed;
  const order: OrderTicket = { side, type: isPair ? 'limit' : type, price, stopPrice, quantity, total };
  const pair = isPair ? { ...typed, side, quantity } : undefined;
  const preview = pair ? undefined : previewOf(order, state);
  const { waits, needed, given } = pair ? pairSums(pair) : sumsOf(view, order, preview);
  const mostShown =
    most === undefined ? undefined : isTotal && at !== undefined ? quoteOf(at, most, 'down') : most;
  const text = (value: Dec | undefined) => (value === undefined ? NO_FIGURE : amountText(value, style));
  const bought = quantity ?? preview?.filled;
  const guarded = spotBracket(view, order, { market, last, at, quantity: bought }, style);
  const errors = {
    ...(pair
      ? pairErrors(pair, market, last ?? '0', state.takeable, free)
      : errorsOf(view, order, state, needed, preview)),
    ...guarded?.errors,
  };
  const blocked = statusRefusal(market.status, false) ?? (state.isStale ? 'marketStale' : undefined);
  return {
    kind: 'ticket',
    view,
    available: free === undefined ? NO_FIGURE : heldText(free, gives, style),
    availableAsset: gives,
    most: text(mostShown),
    ...defined({ amount: shared }),
    quantity: text(quantity ?? preview?.filled),
    total: text(
      total ?? (at === undefined || quantity === undefined ? undefined : worthOf(order, preview, waits)),
    ),
    ...tradedTexts(preview, market, style),
    fee: text((preview ?? waits) && expectedFee(side, preview?.trades ?? [], waits)),
    isFeeExpected: waits !== undefined,
    feeAsset: gets,
    left: text(free === undefined || given === undefined ? undefined : leftOf(free, given)),
    errors,
    ...defined({ blocked }),
    ...(Object.keys(errors).length > 0 || (quantity ?? total) === undefined
      ? {}
      : { order: plainOf(pair ?? { ...order, ...guarded?.bracket }) }),
    ...guarded?.texts,
    ...(pair ? { held: text(needed) } : {}),
    quick: quickOf(state.book, last),
    tick: market.tick,
  };
}

/** What would trade at once, and what would not. */
function tradedTexts(
  preview: TakePreview | undefined,
  market: Market,
  style: NumberStyle,
): Pick<TicketFrame, 'average' | 'slippage' | 'rest'> {
  const { average, slippage, rest = '0' } = preview ?? {};
  return {
    average: average === undefined ? NO_FIGURE : tradePriceText(average, market, style),
    slippage: slippage === undefined ? NO_FIGURE : percentText(toText(new D(slippage).times(100)), style),
    rest: rest === '0' ? '' : amountText(rest, style),
  };
}

function sumsOf({ tif }: TicketView, order: OrderTicket, preview: TakePreview | undefined): TicketSums {
  const waits = waitingOf(order, tif ?? 'GTC', preview);
  const needed = neededOf(order, preview);
  return { waits, needed, given: order.type === 'stopMarket' ? needed : givenOf(order, preview, waits) };
}

function typedOf({
  type,
  price,
  stopPrice,
  stopLimitPrice = '',
  amount,
}: TicketView): Readonly<Record<'price' | 'stopPrice' | 'stopLimitPrice' | 'amount', Dec | undefined>> {
  return {
    price: isMarketType(type) ? undefined : typedAmount(price),
    stopPrice: isStopType(type) || type === 'oco' ? typedAmount(stopPrice) : undefined,
    stopLimitPrice: type === 'oco' ? typedAmount(stopLimitPrice) : undefined,
    amount: typedAmount(amount),
  };
}

/** The price by which amounts are worked out: the typed one, else the best of the other side. */
function priceAt(
  { side, type }: TicketView,
  { price, stopPrice }: { readonly price: Dec | undefined; readonly stopPrice: Dec | undefined },
  { takeable: { asks, bids }, last }: TicketState,
): Dec | undefined {
  // A stop to buy at market puts aside for the market's protection above its trigger.
  if (type === 'stopMarket') return stopPrice && (side === 'buy' ? stopMarketPrice(stopPrice) : stopPrice);
  if (type !== 'market') return price;
  return (side === 'buy' ? asks : bids)[0]?.[0] ?? last;
}

function shareOf(
  percent: number | undefined,
  most: Dec | undefined,
  at: Dec | undefined,
  isTotal: boolean,
  market: Market,
): Dec | undefined {
  if (percent === undefined || most === undefined || at === undefined) return undefined;
  const part = toText(new D(most).times(percent).div(100));
  const quantity = mostQuantity('sell', part, at, market.lot);
  return isTotal ? quoteOf(at, quantity, 'down') : quantity;
}

function previewOf(
  { side, type, price, quantity, total }: OrderTicket,
  { takeable, market: { lot, tick } }: TicketState,
): TakePreview | undefined {
  if (isStopType(type) || (type === 'limit' && price === undefined)) return undefined;
  const request = quantity === undefined ? (total === undefined ? undefined : { total }) : { quantity };
  return request && previewTake(takeable, side, request, lot, tick, price);
}

function errorsOf(
  { postOnly }: TicketView,
  order: OrderTicket,
  { market, last, free }: TicketState,
  needed: Dec | undefined,
  preview: TakePreview | undefined,
): TicketFrame['errors'] {
  const refusal = ticketRefusal(order, market, last ?? '0');
  if (refusal === undefined) {
    const isShort = free !== undefined && needed !== undefined && compareDec(needed, free) > 0;
    const takes = postOnly && order.type === 'limit' && preview && preview.filled !== '0';
    return {
      ...(takes ? { price: 'orderWouldTake' } : {}),
      ...(isShort ? { amount: 'insufficientBalance' } : {}),
    };
  }
  if (!PRICE_ERRORS.includes(refusal)) return { amount: refusal };
  const isStop =
    order.type === 'stopMarket' ||
    (order.type === 'stopLimit' && order.price !== undefined && order.stopPrice === undefined);
  return isStop ? { stopPrice: refusal } : { price: refusal };
}

function quantityOf(total: Dec | undefined, at: Dec | undefined, { lot }: Market): Dec | undefined {
  return total === undefined || at === undefined ? undefined : mostQuantity('buy', total, at, lot);
}

function plainOf({
  price,
  stopPrice,
  stopLimitPrice,
  quantity,
  total,
  takeProfit,
  stopLoss,
}: Partial<OrderTicket & OcoTicket & Protection>): NonNullable<TicketFrame['order']> {
  return {
    ...defined({ price, stopPrice, stopLimitPrice, quantity, total, takeProfit, stopLoss }),
  };
}

function quickOf({ bids, asks }: Book, last: Dec | undefined): TicketFrame['quick'] {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  return {
    ...defined({ bid, ask, last }),
  };
}
