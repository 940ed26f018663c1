import type { PositionRow } from '../../../domain/contract/index.ts';
import type { Book, Dec, Market, RefusalCode } from '../../../domain/index.ts';
import {
  bookedCost,
  closingQuantity,
  closingSide,
  D,
  NO_FIGURE,
  positionMargin,
  toText,
} from '../../../domain/index.ts';
import type { FuturesCloseFrame, FuturesCloseView } from '../../protocol.ts';
import { typedDec } from '../typed.ts';
import type { ViewDeps } from '../view.ts';
import type { Desk } from './desk.ts';
import { profitAt } from './lines.ts';
import { blockedOf, filledOf, priceRefusal } from './place.ts';
import { positionOf } from './positions.ts';
import { moneyDirection, textsOf } from './texts.ts';
import { quickOf } from './ticket.ts';

/** What closing a part of a position would bring, at the book as it is or at a limit. */
export function closeFrame(
  view: FuturesCloseView,
  desk: Desk,
  deps: ViewDeps,
  book: Book,
): FuturesCloseFrame | undefined {
  const row = deps.rows.row(view.market);
  if (!row) return undefined;
  const { market, ticker } = row;
  const position = desk.positionOf(view.market);
  const line = positionOf(view.market, desk, deps);
  const blocked = blockedOf(desk, market, deps);
  const common = {
    kind: 'futuresClose',
    view,
    quick: quickOf(book, ticker?.last),
    ...(line ? { line } : {}),
    ...(blocked === undefined ? {} : { blocked }),
  } as const;
  if (!position) return { ...common, ...NOTHING, error: 'positionNone' };
  const price = view.type === 'limit' ? typedDec(view.price, deps.words().style) : undefined;
  const quantity = closingQuantity(position.quantity, shareOf(view.percent), market.lot);
  const error = errorOf(view, price, quantity, market);
  return {
    ...common,
    ...outcomeOf(position, quantity, price, book, market, deps),
    ...sent(error, quantity, price),
  };
}

const NOTHING = {
  quantity: NO_FIGURE,
  price: NO_FIGURE,
  profit: NO_FIGURE,
  direction: 0,
  fee: NO_FIGURE,
  net: NO_FIGURE,
  returned: NO_FIGURE,
} as const;

const shareOf = (percent: number): Dec => toText(new D(percent).div(100));

function sent(error: RefusalCode | undefined, quantity: Dec, price: Dec | undefined) {
  if (error !== undefined) return { error };
  return { request: { quantity, ...(price === undefined ? {} : { price }) } };
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
  return quantity === '0' ? 'amountZero' : undefined;
}

function outcomeOf(
  position: PositionRow,
  quantity: Dec,
  limit: Dec | undefined,
  book: Book,
  market: Market,
  { words }: ViewDeps,
): Omit<FuturesCloseFrame, 'kind' | 'view' | 'quick' | 'line' | 'error' | 'blocked' | 'request'> {
  const texts = textsOf(market, words().style);
  const filled =
    quantity === '0' ? undefined : filledOf(book, closingSide(position.side), quantity, limit, market);
  const price = filled?.price;
  const profit = price === undefined ? undefined : profitAt(position, quantity, price);
  const fee = filled && bookedCost(filled.fee);
  const returned = new D(positionMargin(position)).times(quantity).div(position.quantity);
  return {
    quantity: texts.quantity(quantity),
    price: texts.price(price),
    profit: texts.signed(profit),
    direction: moneyDirection(profit),
    fee: texts.money(fee),
    net: texts.signed(profit === undefined ? undefined : toText(new D(profit).minus(fee ?? 0))),
    returned: texts.money(toText(returned)),
  };
}
