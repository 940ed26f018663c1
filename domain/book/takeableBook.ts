import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { OrderSide } from '../orders/orderCodes.ts';
import type { Book, Level } from './book.ts';

/** What of an order stands in the book. */
export interface RestingOrder {
  readonly side: OrderSide;
  /** Quote per base; null for one that stands in no book. */
  readonly price: Dec | null;
  /** Base units, what has traded included. */
  readonly quantity: Dec | null;
  /** Base units, ≥ 0. */
  readonly filled: Dec;
}

/** What of an order stands in the book, and what is put aside for it. */
export interface HoldingOrder extends RestingOrder {
  /** Quote, ≥ 0. */
  readonly held: Dec;
}

/**
 * What comes free of a user's own orders that another one of theirs meets, as those end instead of trading with it.
 * Quote, ≥ 0. @param side of the order that meets them. @param reach the worst price that it looks at, quote per base.
 */
export function heldInTheWay(own: readonly HoldingOrder[], side: OrderSide, reach: Dec): Dec {
  const isMet = ({ side: other, price }: RestingOrder): boolean => {
    if (other === side || price === null) return false;
    const beyond = compareDec(price, reach);
    return side === 'buy' ? beyond <= 0 : beyond >= 0;
  };
  return toText(own.filter(isMet).reduce((sum, { held }) => sum.plus(held), new D(0)));
}

/** What of a book a user's own order can take: their other orders end instead of trading with it. */
export function takeableBook({ bids, asks }: Book, own: readonly RestingOrder[]): Book {
  if (own.length === 0) return { bids, asks };
  return {
    bids: lessOwn(
      bids,
      own.filter(({ side }) => side === 'buy'),
    ),
    asks: lessOwn(
      asks,
      own.filter(({ side }) => side === 'sell'),
    ),
  };
}

function lessOwn(levels: readonly Level[], own: readonly RestingOrder[]): readonly Level[] {
  return levels.flatMap(([price, quantity]): Level[] => {
    const here = own.filter((order) => order.price !== null && compareDec(order.price, price) === 0);
    if (here.length === 0) return [[price, quantity]];
    const resting = here.reduce((sum, order) => sum.plus(order.quantity ?? 0).minus(order.filled), new D(0));
    const left = new D(quantity).minus(resting);
    return left.gt(0) ? [[price, toText(left)]] : [];
  });
}
