import type { Dec, OrderSide, Trade } from '../../domain/index.ts';
import { compareDec, D, toText } from '../../domain/index.ts';
import type { OrderBook, RestingOrder } from './orderBook.ts';
import { leftOf } from './orderBook.ts';

/**
 * The quantity ahead of an order at its price, base units; an order with another rank has lost its position.
 */
interface Ahead {
  readonly rank: number;
  readonly quantity: D;
}

/** The quantities ahead of orders as they were before a command's prints, by order. */
export type AheadBefore = Map<number, Ahead>;

const SIDES: readonly OrderSide[] = ['buy', 'sell'];

/** Fills a resting order at its own price, as far as possible. @returns base units that were filled. */
export type FillResting<O> = (order: O, requested: Dec) => D;

/**
 * Fills one market's resting orders by the venue's prints and book. An order keeps the quantity that was
 * ahead of it at its price: prints consume that first.
 * @see trading rules §2 "Paper fills on a venue's book"
 */
export class QueuePosition<O extends RestingOrder> {
  readonly #orderBook: OrderBook<O>;
  readonly #isShown: () => boolean;
  readonly #ahead = new Map<number, Ahead>();

  /** @param isShown whether the venue's book is here: after a start it comes later than the orders. */
  constructor(orderBook: OrderBook<O>, isShown: () => boolean = () => true) {
    this.#orderBook = orderBook;
    this.#isShown = isShown;
  }

  /** Records the quantity ahead of newly placed orders, once it is shown, and drops orders that have left. */
  follow(): void {
    if (!this.#isShown()) return;
    const { placed, left } = this.#orderBook.takeMoves();
    for (const id of left) this.#ahead.delete(id);
    for (const { id, rank, side, price } of placed) {
      if (this.#ahead.get(id)?.rank === rank) continue;
      this.#ahead.set(id, { rank, quantity: this.#shownAt({ side, price }) });
    }
  }

  #shownAt({ side, price }: Pick<RestingOrder, 'side' | 'price'>): D {
    return new D(this.#orderBook.shownAt(side, price ?? '0'));
  }

  /** Whether any of these prints can fill an order. */
  isHit(trades: readonly Trade[]): boolean {
    return trades.some(({ price }) =>
      SIDES.some((side) => {
        const [best] = this.#orderBook.resting(side);
        return best !== undefined && touches(best, price);
      }),
    );
  }

  /** Orders whose price a print has reached, in queue order. */
  #touchedBy(price: Dec): O[] {
    return SIDES.flatMap((side) => this.#upTo(side, (order) => touches(order, price))).sort(
      (a, b) => a.rank - b.rank,
    );
  }

  /** The best orders of a side, up to the first for which `isSo` fails. */
  #upTo(side: OrderSide, isSo: (order: O) => boolean): O[] {
    const found: O[] = [];
    for (const order of this.#orderBook.resting(side)) {
      if (!isSo(order)) break;
      found.push(order);
    }
    return found;
  }

  /**
   * A print through an order's price fills it; one at its price does so once the quantity ahead is consumed.
   * @param before receives what was ahead of the orders that it consumes something ahead of.
   */
  print({ price, quantity, side }: Trade, fill: FillResting<O>, before: AheadBefore = new Map()): void {
    const resting = this.#touchedBy(price);
    for (const order of resting) if (isThrough(order, price)) fill(order, leftOf(order));
    const waiting = resting.filter((order) => isAt(order, price, side) && leftOf(order) !== '0');
    const aheads = this.#aheadOf(waiting);
    const isShown = this.#isShown();
    // A print's quantity that filled earlier orders of ours is not consumed again ahead of later ones.
    let given = new D(0);
    for (const [place, order] of waiting.entries()) {
      // Placed by a command of the same batch: what is shown now stands ahead. Nobody knows it without a book.
      const ahead = aheads[place] ?? (isShown ? this.#shownAt(order) : undefined);
      if (!ahead) continue;
      const eating = new D(quantity).minus(given);
      const filled = fill(order, toText(D.max(0, eating.minus(ahead))));
      const known = this.#ahead.get(order.id);
      if (known && !before.has(order.id)) before.set(order.id, known);
      this.#ahead.set(order.id, { rank: order.rank, quantity: D.max(0, ahead.minus(eating)) });
      given = given.plus(filled);
    }
  }

  /**
   * What stands ahead of each of these orders at one price, in the order of their ranks. Nothing more can be ahead of an
   * earlier one than was found ahead of a later one: what the venue withdrew between the two stood ahead of both.
   * @returns undefined for an order that was not followed yet.
   */
  #aheadOf(orders: readonly O[]): (D | undefined)[] {
    const aheads: (D | undefined)[] = [];
    let most: D | undefined;
    for (const { id, rank } of [...orders].reverse()) {
      const known = this.#ahead.get(id);
      const own = known?.rank === rank ? known.quantity : undefined;
      if (own && (!most || own.lt(most))) most = own;
      aheads.unshift(own && (most ?? own));
    }
    return aheads;
  }

  /** Takes back what a command's prints have consumed ahead of orders: its batch was rolled back. */
  restore(before: AheadBefore): void {
    for (const [id, known] of before)
      if (this.#ahead.get(id)?.rank === known.rank) this.#ahead.set(id, known);
    before.clear();
  }

  /** Orders that the venue's opposite best price has crossed, the better price first, then the earlier. */
  crossed(best: Readonly<Record<OrderSide, Dec | undefined>>): O[] {
    return SIDES.flatMap((side) => {
      const other = side === 'buy' ? best.sell : best.buy;
      return other === undefined ? [] : this.#upTo(side, (order) => isThrough(order, other));
    }).sort(byPrice);
  }

  /**
   * Fills a crossed order from the venue's levels beyond it: each is used once until the venue changes it.
   */
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

/** Whether a print at a price takes from the side of an order at it. @param side of who took. */
const isAt = (order: RestingOrder, price: Dec, side: OrderSide): boolean =>
  compareDec(order.price ?? '0', price) === 0 && (side === 'sell') === (order.side === 'buy');

/** Whether a price is beyond an order's: a trade there would have filled this order first. */
function isThrough(order: RestingOrder, price: Dec): boolean {
  const difference = compareDec(price, order.price ?? '0');
  return order.side === 'buy' ? difference < 0 : difference > 0;
}
