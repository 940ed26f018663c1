import type { FillRow } from '../../../domain/contract/index.ts';
import type { Dec, Market } from '../../../domain/index.ts';
import { D, netOf, quoteOf, toText } from '../../../domain/index.ts';
import type { AccountRef, Line } from '../../books/ledger/ledger.ts';
import type { Match } from '../../matching/orderBook.ts';
import { leftOf } from '../../matching/orderBook.ts';
import type { Order } from './order.ts';
import { assetsOf, stillHeld } from './order.ts';

/** The steps of a command, in order. Holds are named by the order and its place. */
export type Step =
  | {
      readonly op: 'hold' | 'release';
      readonly account: AccountRef;
      /** > 0. */
      readonly amount: Dec;
      readonly ref: string;
    }
  | { readonly op: 'post'; readonly refId: string; readonly lines: readonly Line[] };

/** One side of a trade. */
export interface PlannedFill {
  readonly fill: FillRow;
  readonly userId: number;
  readonly tradeId: number;
}

const user = (owner: number, asset: string): AccountRef => ({ owner, kind: 'spot', asset });
const house = (kind: 'house_mm' | 'house_fee', asset: string): AccountRef => ({ kind, asset });
const negated = (amount: Dec): Dec => (amount === '0' ? '0' : toText(new D(amount).negated()));

/** One command's entries in one market, collected while it is decided. */
export class CommandEntries {
  readonly #market: Market;
  readonly #at: number;
  readonly #newId: () => number;
  readonly #steps: Step[] = [];
  /** Final states of orders: each is written and published once. */
  readonly #orders = new Map<number, Order>();
  readonly #fills: PlannedFill[] = [];
  /** Changes of the house's own accounts, by asset. */
  readonly #houseMoves = new Map<string, Dec>();

  /** @param newId ids of trades and fills, ascending. */
  constructor(market: Market, at: number, newId: () => number) {
    this.#market = market;
    this.#at = at;
    this.#newId = newId;
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }
  get orders(): readonly Order[] {
    return [...this.#orders.values()];
  }
  get fills(): readonly PlannedFill[] {
    return this.#fills;
  }

  /** Holds what an order may give. */
  hold(order: Order): void {
    this.#aside('hold', order, stillHeld(order));
  }

  /** Releases a part of an order's hold. */
  releasePart(order: Order, amount: Dec): void {
    this.#aside('release', order, amount);
  }

  /** Releases all of an order's hold. */
  release(order: Order): void {
    this.#aside('release', order, stillHeld(order));
  }

  #aside(op: 'hold' | 'release', order: Order, amount: Dec): void {
    // The remainder of a tiny buy may be paid for already: its last unit was rounded up.
    if (amount === '0') return;
    const { gives } = assetsOf(order, this.#market);
    // An order has a new hold each time it is put into the book.
    this.#steps.push({ op, account: user(order.userId, gives), amount, ref: `${order.id}.${order.rank}` });
  }

  /** An order's new state, to be written and published. */
  touch(order: Order): void {
    order.version += 1;
    order.updatedAt = this.#at;
    this.#orders.set(order.id, order);
  }

  /** Books a trade: both sides pay, receive and are charged; rounding remainders go to the house. */
  trade(taker: Order, { price, quantity, maker }: Match<Order>): void {
    const tradeId = this.#newId();
    const lines: Line[] = [];
    const sides = [
      { order: taker, role: 'taker' as const },
      ...(maker ? [{ order: maker, role: 'maker' as const }] : []),
    ];
    for (const { order, role } of sides)
      this.#fills.push({ ...this.#settle(order, role, price, quantity, lines), tradeId });
    if (!maker) lines.push(...this.#houseLines(taker.side, price, quantity));
    this.#post(tradeId, lines);
  }

  /** Books a fill of a resting order by the house. */
  houseFill(order: Order, quantity: Dec): void {
    const price = order.price ?? '0';
    const lines: Line[] = [];
    const tradeId = this.#newId();
    this.#fills.push({ ...this.#settle(order, 'maker', price, quantity, lines), tradeId });
    lines.push(...this.#houseLines(order.side, price, quantity));
    this.#post(tradeId, lines);
  }

  #post(tradeId: number, lines: readonly Line[]): void {
    this.#steps.push({ op: 'post', refId: String(tradeId), lines: this.#balanced(lines) });
    for (const { account, amount } of lines) {
      if (account.kind !== 'house_mm') continue;
      const { asset } = account;
      this.#houseMoves.set(asset, toText(new D(this.#houseMoves.get(asset) ?? 0).plus(amount)));
    }
  }

  #settle(
    order: Order,
    role: 'maker' | 'taker',
    price: Dec,
    quantity: Dec,
    lines: Line[],
  ): { fill: FillRow; userId: number } {
    const { gives, gets } = assetsOf(order, this.#market);
    const heldBefore = stillHeld(order);
    const worth = toText(new D(price).times(quantity));
    order.filled = toText(new D(order.filled).plus(quantity));
    order.filledTotal = toText(new D(order.filledTotal).plus(worth));
    const released = toText(new D(heldBefore).minus(stillHeld(order)));
    // A market order has no hold: it trades at once or not at all.
    const isHeld = order.type !== 'market';
    if (isHeld) this.#aside('release', order, released);
    const given = order.side === 'sell' ? quantity : this.#payment(order, isHeld ? released : undefined);
    const gain = order.side === 'sell' ? quoteOf(price, quantity, 'down') : quantity;
    const { net, fee } = netOf(gain, role);
    lines.push({ account: user(order.userId, gives), amount: negated(given) });
    lines.push({ account: user(order.userId, gets), amount: net });
    lines.push({ account: house('house_fee', gets), amount: fee });
    order.fee = toText(new D(order.fee).plus(fee));
    this.#progress(order);
    const fill: FillRow = {
      id: this.#newId(),
      order: order.id,
      market: order.market,
      side: order.side,
      price,
      quantity,
      total: quoteOf(price, quantity, order.side === 'buy' ? 'up' : 'down'),
      fee,
      feeAsset: gets,
      role,
      at: this.#at,
    };
    return { fill, userId: order.userId };
  }

  /** Quote that a buy pays for its newest fill: its total cost, rounded up, less what it has paid. */
  #payment(order: Order, released: Dec | undefined): Dec {
    const owed = new D(order.filledTotal).toDecimalPlaces(8, D.ROUND_UP).minus(order.paid);
    // The hold is enough but for a unit of the last place, which the house gives.
    const paid = released === undefined ? owed : D.min(owed, released);
    order.paid = toText(new D(order.paid).plus(paid));
    return toText(paid);
  }

  #progress(order: Order): void {
    const isDone = order.quantity !== null && leftOf(order) === '0';
    order.status = isDone ? 'filled' : 'partial';
    order.filledAt = this.#at;
    this.touch(order);
  }

  #houseLines(side: Order['side'], price: Dec, quantity: Dec): Line[] {
    const { base, quote } = this.#market;
    const money = quoteOf(price, quantity, 'down');
    return side === 'buy'
      ? [
          { account: house('house_mm', base), amount: negated(quantity) },
          { account: house('house_mm', quote), amount: money },
        ]
      : [
          { account: house('house_mm', base), amount: quantity },
          { account: house('house_mm', quote), amount: negated(money) },
        ];
  }

  /** Lines without zeros, and the rounding remainders, which are the house's. */
  #balanced(lines: readonly Line[]): Line[] {
    const sums = new Map<string, D>();
    for (const { account, amount } of lines)
      sums.set(account.asset, (sums.get(account.asset) ?? new D(0)).plus(amount));
    const rest = [...sums].map(([asset, sum]) => ({
      account: house('house_fee', asset),
      amount: toText(sum.negated()),
    }));
    return [...lines, ...rest].filter(({ amount }) => !new D(amount).isZero());
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0 && this.#orders.size === 0;
  }

  /** Changes of the house's own accounts, by asset. */
  get houseMoves(): ReadonlyMap<string, Dec> {
    return this.#houseMoves;
  }
}
