import type { Dec, Market, OrderSide } from '../../domain/index.ts';
import { D, marketBound, ticketRefusal, toText } from '../../domain/index.ts';

/** What a spot market without a house should do, as plainly as it can be said. */
export interface ModelOrder {
  readonly name: number;
  readonly user: number;
  readonly side: OrderSide;
  readonly postOnly: boolean;
  price: D;
  quantity: D;
  filled: D;
}
export type ModelTrade = readonly [maker: number, price: Dec, quantity: Dec];
export interface ModelTicket {
  readonly user: number;
  readonly side: OrderSide;
  readonly type: 'limit' | 'market';
  readonly tif: 'GTC' | 'IOC' | 'FOK';
  readonly postOnly: boolean;
  readonly price: Dec;
  readonly quantity: Dec;
}
export interface ModelAnswer {
  readonly refused?: string;
  readonly trades: readonly ModelTrade[];
}
const refused = (code: string): ModelAnswer => ({ refused: code, trades: [] });

export class SpotModel {
  /** Resting orders, the earlier placed first. */
  orders: ModelOrder[] = [];
  readonly #market: Market;
  readonly #last: Dec;

  constructor(market: Market, last: Dec) {
    this.#market = market;
    this.#last = last;
  }

  place(name: number, ticket: ModelTicket, free: Dec): ModelAnswer {
    const { type, user, side, tif, postOnly } = ticket;
    const refusal = ticketRefusal(
      type === 'market' ? { ...ticket, price: undefined } : ticket,
      this.#market,
      this.#last,
    );
    if (refusal) return refused(refusal);
    let price = new D(ticket.price);
    let quantity = new D(ticket.quantity);
    if (type === 'market') {
      const best = this.#against(user, side)[0];
      if (!best) return refused('noLiquidity');
      price = new D(marketBound(side, toText(best.price), this.#market.tick));
      const reached = this.#reached(user, side, price, quantity);
      quantity = reached.quantity;
      if ((side === 'buy' ? reached.cost.toDecimalPlaces(8, D.ROUND_UP) : quantity).gt(free))
        return refused('insufficientBalance');
    } else {
      const refusedBy = this.#cannot(user, side, price, quantity, { tif, postOnly }, new D(free));
      if (refusedBy) return refused(refusedBy);
    }
    const order = { name, user, side, postOnly, price, quantity, filled: new D(0) };
    const trades = this.#take(order);
    if (type === 'limit' && tif === 'GTC' && order.filled.lt(order.quantity)) this.orders.push(order);
    return { trades };
  }

  amend(name: number, user: number, change: { price?: Dec; quantity?: Dec }, free: Dec): ModelAnswer {
    const order = this.orders.find((each) => each.name === name && each.user === user);
    if (!order) return refused('orderClosed');
    const price = new D(change.price ?? order.price);
    const quantity = new D(change.quantity ?? order.quantity);
    const ticket = {
      side: order.side,
      type: 'limit',
      price: toText(price),
      quantity: toText(quantity),
    } as const;
    const refusal = ticketRefusal(ticket, this.#market, this.#last);
    if (refusal) return refused(refusal);
    if (quantity.lte(order.filled)) return refused('amountInvalid');
    const left = quantity.minus(order.filled);
    if (order.postOnly && this.#reached(user, order.side, price, left).quantity.gt(0))
      return refused('orderWouldTake');
    if (heldBy({ ...order, price, quantity }).gt(heldBy(order).plus(free)))
      return refused('insufficientBalance');
    const keepsPlace = price.eq(order.price) && quantity.lte(order.quantity);
    order.price = price;
    order.quantity = quantity;
    if (keepsPlace) return { trades: [] };
    this.orders = this.orders.filter((each) => each !== order);
    const trades = this.#take(order);
    if (order.filled.lt(order.quantity)) this.orders.push(order);
    return { trades };
  }

  cancel(fits: (order: ModelOrder) => boolean): void {
    this.orders = this.orders.filter((order) => !fits(order));
  }

  #cannot(
    user: number,
    side: OrderSide,
    price: D,
    quantity: D,
    { tif, postOnly }: Pick<ModelTicket, 'tif' | 'postOnly'>,
    free: D,
  ): string | undefined {
    if (heldBy({ side, price, quantity, filled: new D(0) }).gt(free)) return 'insufficientBalance';
    const reached = this.#reached(user, side, price, quantity).quantity;
    if (postOnly && reached.gt(0)) return 'orderWouldTake';
    return tif === 'FOK' && reached.lt(quantity) ? 'orderUnfillable' : undefined;
  }

  /** Orders of the other side, best price first, the earlier first. @param user whose own are left out. */
  #against(user: number | undefined, side: OrderSide): ModelOrder[] {
    return this.orders
      .filter((order) => order.side !== side && order.user !== user)
      .sort((a, b) => (side === 'buy' ? a.price.cmp(b.price) : b.price.cmp(a.price)));
  }

  #reached(user: number, side: OrderSide, bound: D, requested: D): { quantity: D; cost: D } {
    let quantity = new D(0);
    let cost = new D(0);
    for (const order of this.#against(user, side)) {
      const part = D.min(order.quantity.minus(order.filled), requested.minus(quantity));
      if (!isWithin(side, order.price, bound)) break;
      quantity = quantity.plus(part);
      cost = cost.plus(part.times(order.price));
    }
    return { quantity, cost };
  }

  #take(taker: ModelOrder): ModelTrade[] {
    const trades: ModelTrade[] = [];
    for (const maker of this.#against(undefined, taker.side)) {
      const left = taker.quantity.minus(taker.filled);
      if (left.isZero() || !isWithin(taker.side, maker.price, taker.price)) break;
      if (maker.user !== taker.user) {
        const part = D.min(left, maker.quantity.minus(maker.filled));
        taker.filled = taker.filled.plus(part);
        maker.filled = maker.filled.plus(part);
        trades.push([maker.name, toText(maker.price), toText(part)]);
      }
      if (maker.user === taker.user || maker.filled.eq(maker.quantity))
        this.orders = this.orders.filter((each) => each !== maker);
    }
    return trades;
  }
}

const isWithin = (side: OrderSide, price: D, bound: D): boolean =>
  side === 'buy' ? price.lte(bound) : price.gte(bound);

/** What an order may still give. */
function heldBy({
  side,
  price,
  quantity,
  filled,
}: Pick<ModelOrder, 'side' | 'price' | 'quantity' | 'filled'>): D {
  if (side === 'sell') return quantity.minus(filled);
  const up = (amount: D) => price.times(amount).toDecimalPlaces(8, D.ROUND_UP);
  return up(quantity).minus(up(filled));
}
