import type { Dec, Market } from '../../../domain/index.ts';
import { D, emptyBook, RuleError, toText } from '../../../domain/index.ts';
import { OrderBook } from '../../../server/matching/orderBook.ts';
import type { CommandContext } from '../../../server/products/spot/commandContext.ts';
import { end } from '../../../server/products/spot/commandContext.ts';
import type { PlannedFill, Step } from '../../../server/products/spot/commandEntries.ts';
import { CommandEntries } from '../../../server/products/spot/commandEntries.ts';
import { House } from '../../../server/products/spot/house.ts';
import type { Order } from '../../../server/products/spot/order.ts';
import { mustFit, takeAndRest } from '../../../server/products/spot/take.ts';
import type { NewRow } from './log.ts';
import type { BookBody, BookHead, BookRow, Effect, Entry, UserRow } from './shapes.ts';
import { BOOK_HEAD, marketOf, partOf, shardOf } from './shapes.ts';
import { orderOf } from './userShards.ts';

/** Sums of one document. */
class Sums {
  readonly #users = new Map<string, { readonly user: number; readonly asset: string; free: D; held: D }>();
  readonly #fees = new Map<string, D>();

  add(step: Step): void {
    if (step.op === 'post') {
      for (const { account, amount } of step.lines)
        if (account.owner === undefined)
          this.#fees.set(account.asset, this.#feesOf(account.asset).plus(amount));
        else
          this.#of(account.owner, account.asset).free = this.#of(account.owner, account.asset).free.plus(
            amount,
          );
      return;
    }
    const { account, amount, op } = step;
    if (account.owner === undefined || op === 'hold') throw new Error('a book takes no holds');
    const sum = this.#of(account.owner, account.asset);
    sum.free = sum.free.plus(amount);
    sum.held = sum.held.minus(amount);
  }

  get effects(): Effect[] {
    return Array.from(
      this.#users.values(),
      ({ user, asset, free, held }): Effect => [user, asset, toText(free), toText(held)],
    );
  }
  get fees(): [asset: string, amount: Dec][] {
    return Array.from(this.#fees, ([asset, amount]) => [asset, toText(amount)]);
  }

  #feesOf(asset: string): D {
    return this.#fees.get(asset) ?? new D(0);
  }
  #of(user: number, asset: string) {
    const key = `${user} ${asset}`;
    const sum = this.#users.get(key) ?? { user, asset, free: new D(0), held: new D(0) };
    this.#users.set(key, sum);
    return sum;
  }
}

/** What is collected while a document is decided. */
interface Draft {
  readonly sums: Sums;
  readonly orders: Map<number, Order>;
  readonly fills: PlannedFill[];
  readonly closed: string[];
}

/** Order books of some markets, by the exchange's own matching and booking; its money is the house's fees. */
export class BookShard {
  readonly #books: ReadonlyMap<string, OrderBook<Order>>;
  /** Live orders, in the order of their arrival at the log. */
  readonly #live = new Map<number, Order>();
  readonly #fees = new Map<string, D>();
  /** By user shard, the last row that was matched or is of no concern. */
  readonly read = new Map<number, number>();
  /** Nobody but users trades here: the house gives nothing. */
  readonly #house = new House(() => undefined);
  /** By part, the number of the last batch that had it. */
  readonly #prior = new Map<number, number>();
  #newest = 0;
  seq = 0;

  constructor(markets: readonly Market[], userShards: number) {
    this.#books = new Map(
      markets.map((market) => [market.id, new OrderBook<Order>(market, () => emptyBook)]),
    );
    for (let shard = 0; shard < userShards; shard++) this.read.set(shard, 0);
  }

  get orders(): Order[] {
    return [...this.#live.values()];
  }
  get fees(): [asset: string, amount: Dec][] {
    return Array.from(this.#fees, ([asset, amount]) => [asset, toText(amount)]);
  }

  /** Matches rows in this order. @returns the document, or undefined when none of them is of its markets. */
  decide(rows: readonly UserRow[]): Omit<NewRow, 'shard'> | undefined {
    const draft: Draft = { sums: new Sums(), orders: new Map(), fills: [], closed: [] };
    const takes: [number, number, number][] = [];
    for (const { shard, seq, fence, body } of rows) {
      if (seq !== (this.read.get(shard) ?? 0) + 1) throw new Error(`row ${shard}.${seq} is out of order`);
      this.read.set(shard, seq);
      const own = body.entries.filter((entry) => this.#bookOf(entry) !== undefined);
      if (own.length === 0) continue;
      takes.push([shard, seq, fence]);
      for (const entry of own) this.#match(entry, draft);
    }
    if (takes.length === 0) return undefined;
    const { sums, orders, fills, closed } = draft;
    const head: BookHead = { takes, fees: sums.fees, closed, newest: this.#newest };
    const body: BookBody = { ...head, orders: [...orders.values()], fills, effects: sums.effects };
    this.seq += 1;
    this.#keep(body);
    for (const book of this.#books.values()) book.takeMoves();
    return { seq: this.seq, parts: [[BOOK_HEAD, JSON.stringify(head)], ...this.#partsOf(body)] };
  }

  /** A batch in parts for its readers, as far as there is something for them. */
  #partsOf({ takes, orders, fills, effects }: BookBody): (readonly [part: number, body: string])[] {
    const parts = new Map<
      number,
      { takes: unknown[]; orders: unknown[]; fills: unknown[]; effects: unknown[] }
    >();
    const of = (shard: number) => {
      const known = parts.get(partOf(shard)) ?? { takes: [], orders: [], fills: [], effects: [] };
      parts.set(partOf(shard), known);
      return known;
    };
    for (const take of takes) of(take[0]).takes.push(take);
    for (const order of orders) of(shardOf(order.userId)).orders.push(order);
    for (const fill of fills) of(shardOf(fill.userId)).fills.push(fill);
    for (const effect of effects) of(shardOf(effect[0])).effects.push(effect);
    return Array.from(parts, ([part, rest]) => {
      const prior = this.#prior.get(part) ?? 0;
      this.#prior.set(part, this.seq);
      return [part, JSON.stringify({ prior, ...rest })] as const;
    });
  }

  #match(entry: Entry, { sums, orders, fills, closed }: Draft): void {
    const orderBook = this.#bookOf(entry);
    if (!orderBook) return;
    const entries = new CommandEntries(orderBook.market, entry.at, this.#newId);
    const context: CommandContext = {
      ...{ orderBook, entries, at: entry.at, house: this.#house, newId: this.#newId },
      ...{ free: () => '0', last: entry.kind === 'place' ? entry.last : '0' },
    };
    if (entry.kind === 'place') place(context, orderOf(entry, orderBook.market));
    else if (!cancel(context, entry.id)) closed.push(entry.key);
    for (const step of entries.steps) sums.add(step);
    for (const order of entries.orders) orders.set(order.id, order);
    fills.push(...entries.fills);
  }

  /** A row of its own log: nothing is decided again. `replayed` has to follow. */
  replay({ seq, body }: BookRow): void {
    if (seq !== this.seq + 1) throw new Error(`row ${seq} after ${this.seq}`);
    this.seq = seq;
    for (const [shard, taken] of body.takes) {
      this.read.set(shard, taken);
      this.#prior.set(partOf(shard), seq);
    }
    for (const { userId } of body.orders) this.#prior.set(partOf(shardOf(userId)), seq);
    this.#keep(body);
    this.#newest = body.newest;
  }

  /** Everything has been read again: the books are built of the orders that are left. */
  replayed(): void {
    const inQueue = [...this.#live.values()].sort((a, b) => a.rank - b.rank);
    for (const [id, book] of this.#books) {
      book.rebuild(inQueue.filter(({ market }) => market === id));
      book.takeMoves();
    }
  }

  #keep({ orders, fees }: BookBody): void {
    for (const order of orders)
      if (order.status === 'open' || order.status === 'partial') this.#live.set(order.id, order);
      else this.#live.delete(order.id);
    for (const [asset, amount] of fees)
      this.#fees.set(asset, (this.#fees.get(asset) ?? new D(0)).plus(amount));
  }

  readonly #newId = (): number => {
    this.#newest += 1;
    return this.#newest;
  };

  #bookOf(entry: Entry): OrderBook<Order> | undefined {
    return this.#books.get(marketOf(entry));
  }
}

/** Its user's shard has checked and holds what it gives. What cannot be placed as requested ends at once. */
function place(context: CommandContext, order: Order): void {
  order.rank = context.newId();
  try {
    mustFit(context, order);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    end(context.orderBook, context.entries, order, 'expired', error.code);
    return;
  }
  takeAndRest(context, order);
}

/** @returns whether there was anything left of it. */
function cancel({ orderBook, entries }: CommandContext, id: number): boolean {
  const order = orderBook.orders.get(id);
  if (order) end(orderBook, entries, order, 'cancelled');
  return order !== undefined;
}
