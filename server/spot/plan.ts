import type { FillRow } from '../../domain/contract/index.ts';
import type { Dec, Market } from '../../domain/index.ts';
import { D, netOf, quoteOf, toText } from '../../domain/index.ts';
import type { Queries } from '../db/database.ts';
import type { AccountRef } from '../ledger/ledger.ts';
import { accountIds, asRule } from '../ledger/ledger.ts';
import type { Match } from './desk.ts';
import type { Order } from './order.ts';
import { assetsOf, leftOf, rowOf, stillHeld, storedOf } from './order.ts';

interface PlannedLine {
  readonly account: AccountRef;
  readonly amount: Dec;
}
type Step =
  | { readonly op: 'hold'; readonly account: AccountRef; readonly amount: Dec; readonly ref: string }
  | { readonly op: 'release'; readonly ref: string; readonly amount: Dec | null }
  | { readonly op: 'post'; readonly refId: string; readonly lines: readonly PlannedLine[] }
  | { readonly op: 'order'; readonly order: Order }
  | { readonly op: 'fill'; readonly fill: FillRow; readonly userId: number };

const person = (owner: number, asset: string): AccountRef => ({ owner, kind: 'spot', asset });
const house = (kind: 'house_mm' | 'house_fee', asset: string): AccountRef => ({ kind, asset });
const negated = (amount: Dec): Dec => (amount === '0' ? '0' : toText(new D(amount).negated()));

/** What one command books, collected while it is decided, and written in one round trip. */
export class Plan {
  readonly #market: Market;
  readonly #at: number;
  readonly #newId: () => number;
  readonly #steps: Step[] = [];
  /** Orders as they are at the end: each is written and told once. */
  readonly #orders = new Map<number, Order>();
  readonly fills: { readonly fill: FillRow; readonly userId: number }[] = [];

  /** @param newId numbers of trades and fills, rising. */
  constructor(market: Market, at: number, newId: () => number) {
    this.#market = market;
    this.#at = at;
    this.#newId = newId;
  }

  /** Puts aside what an order may give. */
  hold(order: Order): void {
    const { gives } = assetsOf(order, this.#market);
    const amount = stillHeld(order);
    // What is left of a tiny buy may be paid for already: its last unit was rounded up.
    if (amount === '0') return;
    this.#steps.push({ op: 'hold', account: person(order.userId, gives), amount, ref: holdRef(order) });
  }

  /** Gives back a part of what an order holds. */
  releasePart(order: Order, amount: Dec): void {
    if (amount !== '0') this.#steps.push({ op: 'release', ref: holdRef(order), amount });
  }

  /** Gives back all that an order still holds. */
  release(order: Order): void {
    this.#steps.push({ op: 'release', ref: holdRef(order), amount: null });
  }

  /** An order's new state, to be written and told. */
  touch(order: Order): void {
    order.version += 1;
    order.updatedAt = this.#at;
    this.#orders.set(order.id, order);
  }

  /** A new order is written before its fills refer to it. */
  create(order: Order): void {
    this.#steps.push({ op: 'order', order: { ...order } });
    this.#orders.set(order.id, order);
  }

  /** Books a trade: both sides pay, receive and are charged; what rounding leaves goes to the house. */
  trade(taker: Order, { price, quantity, maker }: Match): void {
    const tradeId = this.#newId();
    const lines: PlannedLine[] = [];
    const sides = [
      { order: taker, role: 'taker' as const },
      ...(maker ? [{ order: maker, role: 'maker' as const }] : []),
    ];
    const told = sides.map(({ order, role }) => this.#settle(order, role, price, quantity, lines));
    if (!maker) lines.push(...this.#houseLines(taker.side, price, quantity));
    this.#steps.push({ op: 'post', refId: String(tradeId), lines: this.#balanced(lines) });
    for (const { fill, userId } of told) {
      this.#steps.push({ op: 'fill', fill, userId });
      this.fills.push({ fill, userId });
    }
  }

  /** Books a fill of a resting order by the house. */
  houseFill(order: Order, quantity: Dec): void {
    const price = order.price ?? '0';
    const lines: PlannedLine[] = [];
    const told = this.#settle(order, 'maker', price, quantity, lines);
    lines.push(...this.#houseLines(order.side, price, quantity));
    this.#steps.push({ op: 'post', refId: String(this.#newId()), lines: this.#balanced(lines) });
    this.#steps.push({ op: 'fill', ...told });
    this.fills.push(told);
  }

  #settle(
    order: Order,
    role: 'maker' | 'taker',
    price: Dec,
    quantity: Dec,
    lines: PlannedLine[],
  ): { fill: FillRow; userId: number } {
    const { gives, gets } = assetsOf(order, this.#market);
    const heldBefore = stillHeld(order);
    const worth = toText(new D(price).times(quantity));
    order.filled = toText(new D(order.filled).plus(quantity));
    order.filledTotal = toText(new D(order.filledTotal).plus(worth));
    const released = toText(new D(heldBefore).minus(stillHeld(order)));
    // What a market order gives was never put aside: it trades at once or not at all.
    const isHeld = order.type !== 'market';
    if (isHeld && released !== '0')
      this.#steps.push({ op: 'release', ref: holdRef(order), amount: released });
    const given = order.side === 'sell' ? quantity : this.#payment(order, isHeld ? released : undefined);
    const gain = order.side === 'sell' ? quoteOf(price, quantity, 'down') : quantity;
    const { net, fee } = netOf(gain, role);
    lines.push({ account: person(order.userId, gives), amount: negated(given) });
    lines.push({ account: person(order.userId, gets), amount: net });
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

  /** Quote that a buy pays for its newest fill: what it owes in sum, rounded up, less what it has paid. */
  #payment(order: Order, released: Dec | undefined): Dec {
    const owed = new D(order.filledTotal).toDecimalPlaces(8, D.ROUND_UP).minus(order.paid);
    // What was put aside is enough but for a unit of the last place, which the house gives.
    const paid = released === undefined ? owed : D.min(owed, released);
    order.paid = toText(new D(order.paid).plus(paid));
    return toText(paid);
  }

  #progress(order: Order): void {
    const isDone = order.quantity !== null && leftOf(order) === '0';
    order.status = isDone ? 'filled' : 'partial';
    this.touch(order);
  }

  #houseLines(side: Order['side'], price: Dec, quantity: Dec): PlannedLine[] {
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

  /** Lines without zeros, and what rounding left, which is the house's. */
  #balanced(lines: readonly PlannedLine[]): PlannedLine[] {
    const sums = new Map<string, D>();
    for (const { account, amount } of lines)
      sums.set(account.asset, (sums.get(account.asset) ?? new D(0)).plus(amount));
    const rest = [...sums].map(([asset, sum]) => ({
      account: house('house_fee', asset),
      amount: toText(sum.negated()),
    }));
    return [...lines, ...rest].filter(({ amount }) => !new D(amount).isZero());
  }

  /** Everybody whose money or orders this touches. */
  get users(): number[] {
    return [...new Set([...this.#orders.values()].map(({ userId }) => userId))].sort((a, b) => a - b);
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0 && this.#orders.size === 0;
  }

  /** What this moves on the house's own accounts, by asset. */
  get houseMoves(): ReadonlyMap<string, Dec> {
    const moves = new Map<string, Dec>();
    for (const step of this.#steps) {
      if (step.op !== 'post') continue;
      for (const { account, amount } of step.lines) {
        if (account.kind !== 'house_mm') continue;
        moves.set(account.asset, toText(new D(moves.get(account.asset) ?? 0).plus(amount)));
      }
    }
    return moves;
  }

  /** Writes it all. @throws {RuleError} `insufficientBalance` when an account does not cover it. */
  async write(tx: Queries): Promise<void> {
    const refs = this.#accounts();
    const ids = refs.length === 0 ? [] : await accountIds(tx, refs);
    const numbers = new Map(refs.map((ref, i) => [keyOf(ref), ids[i]]));
    const steps = this.#steps.map((step) => stored(step, (ref) => numbers.get(keyOf(ref))));
    for (const order of this.#orders.values()) {
      steps.push({ op: 'order', row: storedOf(order) });
      steps.push({ op: 'emit', user: order.userId, type: 'order', body: rowOf(order) });
    }
    for (const { fill, userId } of this.fills)
      steps.push({ op: 'emit', user: userId, type: 'fill', body: fill });
    await asRule(() =>
      tx.query('select spot_book($1::bigint[], $2::jsonb, $3::bigint[], $4)', [
        ids,
        JSON.stringify(steps),
        this.users,
        this.#at,
      ]),
    );
  }

  #accounts(): AccountRef[] {
    const refs = new Map<string, AccountRef>();
    for (const step of this.#steps) {
      if (step.op === 'hold') refs.set(keyOf(step.account), step.account);
      if (step.op === 'post') for (const { account } of step.lines) refs.set(keyOf(account), account);
    }
    return [...refs.values()];
  }
}

/** Each time an order is put into the book it holds anew. */
const holdRef = (order: Order): string => `${order.id}.${order.rank}`;
const keyOf = ({ owner, kind, asset }: AccountRef): string => `${owner ?? ''} ${kind} ${asset}`;

function stored(step: Step, idOf: (ref: AccountRef) => number | undefined): Record<string, unknown> {
  switch (step.op) {
    case 'hold':
      return { ...step, account: idOf(step.account) };
    case 'post':
      return {
        op: 'post',
        code: 'trade',
        refType: 'spot',
        refId: step.refId,
        lines: step.lines.map(({ account, amount }) => [idOf(account), amount]),
      };
    case 'order':
      return { op: 'order', row: storedOf(step.order) };
    case 'fill': {
      const { order, feeAsset, ...fill } = step.fill;
      return {
        op: 'fill',
        row: { ...fill, order_id: order, user_id: step.userId, fee_asset: feeAsset },
      };
    }
    case 'release':
      return step;
  }
}
