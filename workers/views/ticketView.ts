import { combineLatest, map, startWith } from 'rxjs';
import type {
  Book,
  Dec,
  Market,
  OcoTicket,
  OrderTicket,
  RefusalCode,
  TakePreview,
} from '../../domain/index.ts';
import {
  amountText,
  available,
  compareDec,
  D,
  emptyBook,
  expectedFee,
  mostQuantity,
  NO_FIGURE,
  percentText,
  previewTake,
  quoteOf,
  statusRefusal,
  takeableBook,
  ticketRefusal,
  toText,
  tradePriceText,
} from '../../domain/index.ts';
import type { TicketFrame, TicketView } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import { dearerOf, pairErrors, pairSums } from './pairTicket.ts';
import type { TicketSums } from './ticketSums.ts';
import { givenOf, leftOf, neededOf, waitingOf, worthOf } from './ticketSums.ts';
import { typedDec } from './typed.ts';
import type { ViewDeps } from './view.ts';
import { projected, switchOn, withAge } from './view.ts';

/** Errors that concern the price rather than the amount. */
const PRICE_ERRORS: readonly RefusalCode[] = ['priceInvalid', 'orderTick', 'orderBand'];

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
    return row && new Ticket(view, book, deps).frame(row.market, row.ticker?.last);
  },
});

/** What is typed, with all that it is looked at with. */
class Ticket {
  readonly #deps: ViewDeps;
  readonly #view: TicketView;
  readonly #book: Book;

  constructor(view: TicketView, book: Book, deps: ViewDeps) {
    this.#view = view;
    this.#book = book;
    this.#deps = deps;
  }

  frame(market: Market, last: Dec | undefined): TicketFrame {
    const { style } = this.#deps.words();
    const { side, unit, percent, type } = this.#view;
    const [gives, gets] = side === 'buy' ? [market.quote, market.base] : [market.base, market.quote];
    const free = this.#free(gives);
    const typed = this.#typed();
    const isPair = type === 'oco';
    const at = isPair ? dearerOf(side, typed) : this.#priceAt(typed, last);
    const most =
      free === undefined || at === undefined ? undefined : mostQuantity(side, free, at, market.lot);
    const isTotal = unit === 'quote';
    const shared = this.#share(percent, most, at, isTotal, market);
    const amount = shared ?? typed.amount;
    const spends = isTotal && type === 'market' && side === 'buy';
    const quantity = isTotal && !spends ? quantityOf(amount, at, market) : spends ? undefined : amount;
    const total = spends ? amount : undefined;
    const { price, stopPrice } = typed;
    const order: OrderTicket = { side, type: isPair ? 'limit' : type, price, stopPrice, quantity, total };
    const pair = isPair ? { ...typed, side, quantity } : undefined;
    const preview = pair ? undefined : this.#preview(order, market);
    const { waits, needed, given } = pair ? pairSums(pair) : this.#sums(order, preview);
    const mostShown =
      most === undefined ? undefined : isTotal && at !== undefined ? quoteOf(at, most, 'down') : most;
    const text = (value: Dec | undefined) => (value === undefined ? NO_FIGURE : amountText(value, style));
    const errors = pair
      ? pairErrors(pair, market, last ?? '0', this.#takeable(), free)
      : this.#errors(order, market, last, needed, free, preview);
    const blocked = this.#blocked(market);
    return {
      kind: 'ticket',
      view: this.#view,
      available: text(free),
      availableAsset: gives,
      most: text(mostShown),
      ...(shared === undefined ? {} : { amount: shared }),
      quantity: text(quantity ?? preview?.filled),
      total: text(
        total ?? (at === undefined || quantity === undefined ? undefined : worthOf(order, preview, waits)),
      ),
      average: preview?.average === undefined ? NO_FIGURE : tradePriceText(preview.average, market, style),
      slippage:
        preview?.slippage === undefined
          ? NO_FIGURE
          : percentText(toText(new D(preview.slippage).times(100)), style),
      fee: text((preview ?? waits) && expectedFee(side, preview?.trades ?? [], waits)),
      isFeeExpected: waits !== undefined,
      feeAsset: gets,
      left: text(free === undefined || given === undefined ? undefined : leftOf(free, given)),
      rest: preview === undefined || preview.rest === '0' ? '' : amountText(preview.rest, style),
      errors,
      ...(blocked === undefined ? {} : { blocked }),
      ...(Object.keys(errors).length > 0 || (quantity ?? total) === undefined
        ? {}
        : { order: plainOf(pair ?? order) }),
      ...(pair ? { held: text(needed) } : {}),
      quick: quickOf(this.#book, last),
      tick: market.tick,
    };
  }

  #sums(order: OrderTicket, preview: TakePreview | undefined): TicketSums {
    const waits = waitingOf(order, this.#view.tif ?? 'GTC', preview);
    return { waits, needed: neededOf(order, preview), given: givenOf(order, preview, waits) };
  }

  #typed(): Readonly<Record<'price' | 'stopPrice' | 'stopLimitPrice' | 'amount', Dec | undefined>> {
    const { style } = this.#deps.words();
    const { type, price, stopPrice, stopLimitPrice = '', amount } = this.#view;
    return {
      price: type === 'market' ? undefined : typedDec(price, style),
      stopPrice: type === 'stopLimit' || type === 'oco' ? typedDec(stopPrice, style) : undefined,
      stopLimitPrice: type === 'oco' ? typedDec(stopLimitPrice, style) : undefined,
      amount: typedDec(amount, style),
    };
  }

  /** The price by which amounts are reckoned: the typed one, else the best of the other side. */
  #priceAt({ price }: { price: Dec | undefined }, last: Dec | undefined): Dec | undefined {
    const { side, type } = this.#view;
    if (type !== 'market') return price;
    const { asks, bids } = this.#takeable();
    return (side === 'buy' ? asks : bids)[0]?.[0] ?? last;
  }

  #takeable(): Book {
    const { market } = this.#view;
    const own = this.#deps.orders.live.filter(
      (order) => order.market === market && order.status !== 'waiting',
    );
    return takeableBook(this.#book, own);
  }

  #free(asset: string): Dec | undefined {
    const { funds } = this.#deps;
    if (funds.uid === undefined) return undefined;
    const found = funds.balances.find((each) => each.account === 'spot' && each.asset === asset);
    return found ? available(found) : '0';
  }

  #share(
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

  #preview(
    { side, type, price, quantity, total }: OrderTicket,
    { lot, tick }: Market,
  ): TakePreview | undefined {
    if (type === 'stopLimit' || (type === 'limit' && price === undefined)) return undefined;
    const wish = quantity === undefined ? (total === undefined ? undefined : { total }) : { quantity };
    return wish && previewTake(this.#takeable(), side, wish, lot, tick, price);
  }

  #errors(
    order: OrderTicket,
    market: Market,
    last: Dec | undefined,
    needed: Dec | undefined,
    free: Dec | undefined,
    preview: TakePreview | undefined,
  ): TicketFrame['errors'] {
    const refusal = ticketRefusal(order, market, last ?? '0');
    if (refusal === undefined) {
      const isShort = free !== undefined && needed !== undefined && compareDec(needed, free) > 0;
      const takes = this.#view.postOnly && order.type === 'limit' && preview && preview.filled !== '0';
      return {
        ...(takes ? { price: 'orderWouldTake' } : {}),
        ...(isShort ? { amount: 'insufficientBalance' } : {}),
      };
    }
    if (!PRICE_ERRORS.includes(refusal)) return { amount: refusal };
    const isStop = order.type === 'stopLimit' && order.price !== undefined && order.stopPrice === undefined;
    return isStop ? { stopPrice: refusal } : { price: refusal };
  }

  #blocked({ status }: Market): string | undefined {
    const refusal = statusRefusal(status, false);
    if (refusal) return refusal;
    const { ages, words, isCached } = this.#deps;
    const { state } = ages.of(`book:${this.#view.market}`, FOCUS_STALE_MS, words().age);
    return isCached() || (state !== 'live' && state !== 'slow') ? 'marketStale' : undefined;
  }
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
}: Partial<OrderTicket & OcoTicket>): NonNullable<TicketFrame['order']> {
  return {
    ...(price === undefined ? {} : { price }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(stopLimitPrice === undefined ? {} : { stopLimitPrice }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(total === undefined ? {} : { total }),
  };
}

function quickOf({ bids, asks }: Book, last: Dec | undefined): TicketFrame['quick'] {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  return {
    ...(bid === undefined ? {} : { bid }),
    ...(ask === undefined ? {} : { ask }),
    ...(last === undefined ? {} : { last }),
  };
}
