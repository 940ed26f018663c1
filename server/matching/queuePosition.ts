import type { Dec, OrderSide, Trade } from '../../domain/index.ts';
import { compareDec, D, toText } from '../../domain/index.ts';
import type { OrderBook, RestingOrder } from './orderBook.ts';
import { leftOf } from './orderBook.ts';

/** What stands ahead of an order at its price, base units; another rank is another place. */
interface Ahead {
  readonly rank: number;
  readonly quantity: D;
}

const SIDES: readonly OrderSide[] = ['buy', 'sell'];

/** Fills a resting order at its own price, as far as it can be. @returns base units that were filled. */
export type FillResting<O> = (order: O, wished: Dec) => D;

/**
 * One market's resting orders as the venue's prints and book fill them. An order remembers the quantity that stood
 * ahead of it at its price: prints eat that first.
 * @see trading rules §2 "Paper fills on a venue's book"
 */
export class QueuePosition<O extends RestingOrder> {
  readonly #orderBook: OrderBook<O>;
  readonly #ahead = new Map<number, Ahead>();

  constructor(orderBook: OrderBook<O>) {
    this.#orderBook = orderBook;
  }

  /** Takes note of what stands ahead of orders that have a new place, and forgets those that are gone. */
  follow(): void {
    const { placed, left } = this.#orderBook.takeMoves();
    for (const id of left) this.#ahead.delete(id);
    for (const { id, rank, side, price } of placed) {
      if (this.#ahead.get(id)?.rank === rank) continue;
      const quantity = new D(this.#orderBook.shownAt(side, price ?? '0'));
      this.#ahead.set(id, { rank, quantity });
    }
  }

  /** Whether one of these prints can concern an order. */
  isHit(trades: readonly Trade[]): boolean {
    return trades.some(({ price }) =>
      SIDES.some((side) => {
        const [best] = this.#orderBook.resting(side);
        return best !== undefined && touches(best, price);
      }),
    );
  }

  /** Orders whose price a print has reached, the first to come first. */
  #touchedBy(price: Dec): O[] {
    return SIDES.flatMap((side) => this.#upTo(side, (order) => touches(order, price))).sort(
      (a, b) => a.rank - b.rank,
    );
  }

  /** The best orders of a side for as long as this is so of them. */
  #upTo(side: OrderSide, isSo: (order: O) => boolean): O[] {
    const found: O[] = [];
    for (const order of this.#orderBook.resting(side)) {
      if (!isSo(order)) break;
      found.push(order);
    }
    return found;
  }

  /** A print through an order's price fills it; one at its price does once what stood ahead is eaten. */
  print({ price, quantity, side }: Trade, fill: FillResting<O>): void {
    const resting = this.#touchedBy(price);
    for (const order of resting) if (isThrough(order, price)) fill(order, leftOf(order));
    // What of the print has gone to earlier orders of ours does not eat what is ahead of later ones twice.
    let given = new D(0);
    for (const order of resting) {
      const isAt =
        compareDec(order.price ?? '0', price) === 0 && (side === 'sell') === (order.side === 'buy');
      if (!isAt || leftOf(order) === '0') continue;
      const before = this.#ahead.get(order.id);
      const ahead = before?.rank === order.rank ? before.quantity : new D(0);
      const eating = new D(quantity).minus(given);
      const filled = fill(order, toText(D.max(0, eating.minus(ahead))));
      this.#ahead.set(order.id, { rank: order.rank, quantity: D.max(0, ahead.minus(eating)) });
      given = given.plus(filled);
    }
  }

  /** Orders that the venue's best price has come to rest beyond, the better price first, then the earlier. */
  crossed(best: Readonly<Record<OrderSide, Dec | undefined>>): O[] {
    return SIDES.flatMap((side) => {
      const other = side === 'buy' ? best.sell : best.buy;
      return other === undefined ? [] : this.#upTo(side, (order) => isThrough(order, other));
    }).sort(byPrice);
  }

  /** Fills a crossed order from the venue's levels beyond it: each is used once until the venue changes it. */
  cross(order: O, fill: FillResting<O>): void {
    const side = order.side === 'buy' ? 'sell' : 'buy';
    for (const [price, quantity] of this.#orderBook.unused(side)) {
      if (!isThrough(order, price)) break;
      const filled = fill(order, quantity);
      if (filled.gt(0)) this.#orderBook.use(side, price, toText(filled));
    }
  }
}

const byPrice = (a: RestingOrder, b: RestingOrder): number =>
  compareDec(a.price ?? '0', b.price ?? '0') * (a.side === 'buy' ? -1 : 1) || a.rank - b.rank;

function touches(order: RestingOrder, price: Dec): boolean {
  const difference = compareDec(price, order.price ?? '0');
  return order.side === 'buy' ? difference <= 0 : difference >= 0;
}

/** Whether a price is beyond an order's: whoever traded there would have traded with it first. */
function isThrough(order: RestingOrder, price: Dec): boolean {
  const difference = compareDec(price, order.price ?? '0');
  return order.side === 'buy' ? difference < 0 : difference > 0;
}
