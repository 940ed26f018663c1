import type { Market } from '../../../domain/index.ts';
import { D, RuleError, ticketRefusal, toText } from '../../../domain/index.ts';
import { newOrder } from '../../../server/products/spot/newOrder.ts';
import type { Order } from '../../../server/products/spot/order.ts';
import { assetsOf, stillHeld } from '../../../server/products/spot/order.ts';
import { mustCover } from '../../../server/products/spot/place.ts';
import type { NewRow } from './log.ts';
import type { Answer, BookPart, Command, Effect, Entry, Row, UserBody, UserRow } from './shapes.ts';
import { marketOf, partOf, shardOf, VIRTUAL_SHARDS } from './shapes.ts';

interface Balance {
  free: D;
  held: D;
}

/** A key that was answered, with its command. */
type Known = readonly [key: string, command: string, answer: Answer];

/** What one virtual shard keeps; all of it follows from its log and those of the books. */
interface UserShard {
  seq: number;
  readonly applied: number[];
  readonly balances: Map<string, Balance>;
  /** Live orders, as of the last applied number. */
  readonly orders: Map<number, Order>;
  readonly known: Map<string, Known>;
  /** Entries of the next row. */
  pending: Entry[];
}

interface Snapshot {
  readonly applied: readonly number[];
  readonly balances: readonly Effect[];
  readonly orders: readonly Order[];
  readonly known: readonly Known[];
}

/** Entries of one row fit in it, so that an order's number is its shard, its row and its place in it. */
const MOST_ENTRIES = 4_096;
/** So many snapshots one after the other have all shards, each as of another number of the books' logs. */
const SNAPSHOT_PARTS = 4;

/**
 * Money and open orders of the users of some virtual shards. Deciding changes memory at once: when the append fails,
 * the process ends.
 */
export class UserShards {
  readonly #shards: ReadonlyMap<number, UserShard>;
  readonly #markets: ReadonlyMap<string, Market>;
  /** By market, the book shard that has it. */
  readonly #bookOf: ReadonlyMap<string, number>;
  /** While the logs are read again, a fill may be applied before the deposit or the other fill that paid for it. */
  #isReplaying = true;

  constructor(shards: readonly number[], markets: readonly Market[], bookCount: number) {
    this.#markets = new Map(markets.map((market) => [market.id, market]));
    this.#bookOf = new Map(markets.map(({ id }, i) => [id, i % bookCount]));
    this.#shards = new Map(
      shards.map((shard) => [
        shard,
        {
          ...{ seq: 0, applied: new Array<number>(bookCount).fill(0), pending: [] },
          ...{ balances: new Map(), orders: new Map(), known: new Map() },
        },
      ]),
    );
  }

  /** Last rows of its own logs. */
  get heads(): Map<number, number> {
    return new Map(Array.from(this.#shards, ([shard, { seq }]) => [shard, seq]));
  }

  /** The number of a book shard's log that all shards have applied. */
  applied(book: number): number {
    return Math.min(...Array.from(this.#shards.values(), ({ applied }) => applied[book] ?? 0));
  }

  get balances(): Effect[] {
    return [...this.#shards.values()].flatMap(balancesOf);
  }

  get orders(): Order[] {
    return [...this.#shards.values()].flatMap(({ orders }) => [...orders.values()]);
  }

  /** Decides a command and puts it into the next row. @throws {RuleError} */
  decide(command: Command, at: number): Answer {
    const [number, shard] = this.#of(command.user);
    const text = JSON.stringify(command);
    const known = shard.known.get(`${command.user} ${command.key}`);
    if (known) {
      if (known[1] !== text) throw new RuleError('keyReused');
      return known[2];
    }
    const place = (shard.seq + 1) * MOST_ENTRIES + shard.pending.length;
    const entry = this.#entryOf(shard, command, at, place * VIRTUAL_SHARDS + number);
    this.#enter(shard, entry);
    shard.pending.push(entry);
    return { id: entry.id };
  }

  #entryOf(shard: UserShard, command: Command, at: number, id: number): Entry {
    if (command.kind === 'deposit') return { ...command, at, id };
    if (command.kind === 'cancel') {
      const order = shard.orders.get(command.id);
      if (!order || order.userId !== command.user) throw new RuleError('orderClosed');
      return { ...command, at, market: order.market };
    }
    const market = this.#marketOf(command.request.market);
    const refusal = ticketRefusal(command.request, market, command.last);
    if (refusal) throw new RuleError(refusal);
    const entry = { ...command, at, id };
    const order = orderOf(entry, market);
    mustCover(stillHeld(order), toText(balanceOf(shard, order.userId, assetsOf(order, market).gives).free));
    return entry;
  }

  /** How many rows of books' logs will say that they have matched what the next rows have: one for each row and book. */
  get matchesDue(): number {
    const books = (entries: readonly Entry[]): number =>
      new Set(entries.flatMap((entry) => this.#bookOf.get(marketOf(entry)) ?? [])).size;
    return [...this.#shards.values()].reduce((sum, { pending }) => sum + books(pending), 0);
  }

  /** The rows of what was decided since the last call; they are to be appended at once, and before anything else. */
  takeRows(): NewRow[] {
    return [...this.#shards].flatMap(([number, shard]) => {
      if (shard.pending.length === 0) return [];
      const body: UserBody = { applied: shard.applied, entries: shard.pending };
      shard.pending = [];
      shard.seq += 1;
      return [{ shard: number, seq: shard.seq, parts: [[0, JSON.stringify(body)] as const] }];
    });
  }

  /** A row of its own log: nothing is decided again. */
  replay({ shard: number, seq, body }: UserRow): void {
    const shard = this.#shards.get(number);
    if (!shard || seq !== shard.seq + 1) throw new Error(`row ${seq} after ${shard?.seq} of shard ${number}`);
    shard.seq = seq;
    for (const entry of body.entries) this.#enter(shard, entry);
  }

  /** Everything has been read again. */
  replayed(): void {
    this.#isReplaying = false;
    for (const [user, asset, free, held] of this.balances)
      if (new D(free).lt(0) || new D(held).lt(0)) throw new Error(`${user} has ${free} and ${held} ${asset}`);
  }

  /** What a book's log has for some of these shards: each applies a number once. */
  apply(
    book: number,
    { seq, part, body: { prior, effects, orders } }: Row<BookPart> & { readonly part: number },
  ): void {
    const isDue = (shard: UserShard | undefined): shard is UserShard => (shard?.applied[book] ?? seq) < seq;
    for (const [user, asset, free, held] of effects) {
      const shard = this.#shards.get(shardOf(user));
      if (!isDue(shard)) continue;
      if ((shard.applied[book] ?? 0) < prior) throw new Error(`${book}.${seq} without ${book}.${prior}`);
      const balance = balanceOf(shard, user, asset);
      balance.free = balance.free.plus(free);
      balance.held = balance.held.plus(held);
      if (!this.#isReplaying && (balance.free.lt(0) || balance.held.lt(0)))
        throw new Error(`${user} has ${balance.free} and ${balance.held} ${asset} after ${book}.${seq}`);
    }
    for (const order of orders) {
      const shard = this.#shards.get(shardOf(order.userId));
      if (!isDue(shard)) continue;
      if (isLive(order)) shard.orders.set(order.id, order);
      else shard.orders.delete(order.id);
    }
    for (const [number, shard] of this.#shards)
      if (partOf(number) === part && isDue(shard)) shard.applied[book] = seq;
  }

  /** All that a book's log has up to a number is applied. */
  advance(book: number, upTo: number): void {
    for (const { applied } of this.#shards.values()) applied[book] = Math.max(applied[book] ?? 0, upTo);
  }

  /** Shards of one part of four as they are; nothing may be on its way to the log. */
  snapshots(part: number): (readonly [shard: number, body: string])[] {
    const due = [...this.#shards].filter((_, i) => i % SNAPSHOT_PARTS === part % SNAPSHOT_PARTS);
    return due.map(([number, shard]) => {
      const { applied, orders, known } = shard;
      const body = {
        applied,
        balances: balancesOf(shard),
        orders: [...orders.values()],
        known: [...known.values()],
      };
      return [number, JSON.stringify(body satisfies Snapshot)] as const;
    });
  }

  restore(number: number, seq: number, stored: unknown): void {
    const shard = this.#shards.get(number);
    if (!shard) return;
    const { applied, balances, orders, known } = stored as Snapshot;
    shard.seq = seq;
    shard.applied.splice(0, applied.length, ...applied);
    for (const [user, asset, free, held] of balances)
      shard.balances.set(`${user} ${asset}`, { free: new D(free), held: new D(held) });
    for (const order of orders) shard.orders.set(order.id, order);
    for (const each of known) shard.known.set(each[0], each);
  }

  #enter(shard: UserShard, entry: Entry): void {
    const { kind, user } = entry;
    const { at: _at, id, ...command } = entry;
    // As its client has sent it: a cancel request names the order itself, and the market was found here.
    const sent =
      entry.kind === 'cancel' ? { kind, key: entry.key, user, id: entry.id } : (command satisfies object);
    const name = `${user} ${entry.key}`;
    shard.known.set(name, [name, JSON.stringify(sent), { id }]);
    if (entry.kind === 'deposit') {
      const balance = balanceOf(shard, user, entry.asset);
      balance.free = balance.free.plus(entry.amount);
    } else if (entry.kind === 'place') {
      const market = this.#marketOf(entry.request.market);
      const order = orderOf(entry, market);
      const balance = balanceOf(shard, user, assetsOf(order, market).gives);
      const amount = stillHeld(order);
      balance.free = balance.free.minus(amount);
      balance.held = balance.held.plus(amount);
      shard.orders.set(order.id, order);
    }
  }

  #of(user: number): [number: number, shard: UserShard] {
    const number = shardOf(user);
    const shard = this.#shards.get(number);
    if (!shard) throw new Error(`user ${user} is another process's`);
    return [number, shard];
  }

  #marketOf(id: string): Market {
    const market = this.#markets.get(id);
    if (!market) throw new RuleError('marketUnknown');
    return market;
  }
}

/** The order of an entry before any matching. */
export function orderOf(entry: Extract<Entry, { readonly kind: 'place' }>, market: Market): Order {
  const { user, key, id, at, last, request } = entry;
  return newOrder({ userId: user, key }, request, { id, market, at, last });
}

const isLive = ({ status }: Order): boolean => status === 'open' || status === 'partial';

function balanceOf(shard: UserShard, user: number, asset: string): Balance {
  const key = `${user} ${asset}`;
  const known = shard.balances.get(key) ?? { free: new D(0), held: new D(0) };
  shard.balances.set(key, known);
  return known;
}

function balancesOf({ balances }: UserShard): Effect[] {
  return Array.from(balances, ([key, { free, held }]): Effect => {
    const [user = '', asset = ''] = key.split(' ');
    return [Number.parseInt(user, 10), asset, toText(free), toText(held)];
  });
}
