import type { Book, Dec, Market, OrderPlace, OrderWish } from '../../../domain/index.ts';
import {
  closingSide,
  D,
  maxOpenSize,
  mostStanding,
  NO_FIGURE,
  quantityFor,
  roundToStep,
  safetyShares,
  toText,
} from '../../../domain/index.ts';
import type { FuturesTicketView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { Looked, Typed } from './looked.ts';
import { filledOf } from './place.ts';
import { textsOf } from './texts.ts';

/** The typed price, a stop's trigger, else the best of the other side. */
export function priceAt(
  { type, isStop }: FuturesTicketView,
  { side, price, stopPrice }: Typed,
  book: Book,
  last: Dec | undefined,
): Dec | undefined {
  if (type === 'limit') return price;
  if (isStop) return stopPrice;
  return (side === 'buy' ? book.asks : book.bids)[0]?.[0] ?? last;
}

/** The most that an order may be for, base units. */
export function mostOf(
  view: FuturesTicketView,
  place: OrderPlace,
  wish: Omit<OrderWish, 'quantity'>,
  market: Market,
  book: Book,
): Dec {
  const { lot } = market;
  const { position } = place;
  const { side, price, terms } = wish;
  if (view.reduceOnly) return position && closingSide(position.side) === side ? position.quantity : '0';
  const most = maxOpenSize(place, wish, { lot, share: safetyShares[view.type] });
  if (view.type !== 'limit' || view.isStop || view.tif === 'IOC' || most === '0') return most;
  const { trades, rest } = filledOf(book, { side, quantity: most, price, rests: true }, place, market).split;
  if (rest === undefined) return most;
  const standing = mostStanding(place, { side, terms, reduceOnly: false }, trades, price, lot);
  return toText(D.min(most, standing));
}

/** The quantity that is typed, or that a share or a value comes to. */
export function quantityOf(
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
export function sharedAmount({ unit }: FuturesTicketView, { quantity, at }: Looked): Dec | undefined {
  if (quantity === undefined) return undefined;
  if (unit === 'base') return quantity;
  return at && toText(new D(quantity).times(at).toDecimalPlaces(2, D.ROUND_DOWN));
}

/** The most in the unit that amounts are typed in: never more than there is. */
export function mostText(
  { unit }: FuturesTicketView,
  { most, at }: Looked,
  market: Market,
  { style }: Words,
): string {
  const texts = textsOf(market, style);
  if (most === undefined || at === undefined) return NO_FIGURE;
  return unit === 'base' ? texts.quantity(most) : texts.has(toText(new D(most).times(at)));
}
