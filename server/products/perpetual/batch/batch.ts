import type { AbsenceRow, TermsRow } from '../../../../domain/contract/index.ts';
import type {
  CrossAccount,
  Dec,
  MarkedPosition,
  OpeningTerms,
  OrderPlace,
  TriggerSource,
} from '../../../../domain/index.ts';
import {
  crossTotals,
  D,
  openingTermsOf,
  perpetualFees,
  RuleError,
  tiersOfMarket,
  toText,
} from '../../../../domain/index.ts';
import type { KeyedCommand } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import type { Mark } from '../../../market/marks/marks.ts';
import { Batch } from '../../../matching/batch.ts';
import type { QueuedCommand } from '../../../matching/groupCommit.ts';
import type { HouseLimit } from '../../../matching/houseInventory.ts';
import type { OrderBook } from '../../../matching/orderBook.ts';
import { BatchEntries, storePerpetual } from './batchEntries.ts';
import type { Decisions } from './decisions.ts';
import { Funds } from './funds.ts';
import { houseRoom } from './house.ts';
import type { FuturesOrder } from './order.ts';
import type { HeldPosition } from './position.ts';
import type { PerpetualRead } from './read.ts';
import { readFor } from './read.ts';
import type { Store } from './store.ts';
import { signed } from './store.ts';
import type { Wallets } from './wallets.ts';

/** A command on perpetuals: decided synchronously, from what the batch has read before. */
export interface PerpetualCommand<T = unknown> extends QueuedCommand<PerpetualBatch, T> {
  /** Users whose money it may touch; a market adds users with an order or, with `all`, a position in it. */
  readonly users?: readonly number[];
  readonly markets?: readonly string[];
  readonly all?: boolean;
}

/** Dependencies of every batch. */
export interface PerpetualBatchParts {
  readonly store: Store;
  /** Balances in memory, where batches are appended to a log. */
  readonly wallets?: Wallets | undefined;
  readonly orderBookOf: (market: string) => OrderBook<FuturesOrder> | undefined;
  readonly orderBooks: () => readonly OrderBook<FuturesOrder>[];
  readonly markOf: (market: string) => Mark | undefined;
  readonly newId: () => number;
  /** Called before a market's book changes. */
  readonly touching: (orderBook: OrderBook<FuturesOrder>) => void;
  readonly decisions: Decisions;
  /** A trailing stop as the prices so far have moved it, booked or not. */
  readonly trailOf: (order: FuturesOrder) => FuturesOrder['trail'];
}

/** Commands on perpetuals that share a transaction. */
export class PerpetualBatch extends Batch<PerpetualCommand> {
  readonly booking = new BatchEntries();
  /** Money of users and the insurance fund during the batch. */
  readonly funds: Funds = new Funds(this.booking, (user) => this.#margins(user));
  readonly #parts: PerpetualBatchParts;
  protected read: PerpetualRead = { commands: [], frozen: [], wallets: [], insurance: '0' };
  /** Positions that this batch has changed; null where none is open now. */
  readonly #positions = new Map<number, Map<string, HeldPosition | null>>();
  readonly #net = new Map<string, D>();
  readonly #terms = new Map<string, readonly [user: number, terms: TermsRow]>();
  readonly #absences = new Map<number, AbsenceRow>();

  constructor(parts: PerpetualBatchParts, at: number) {
    super(at);
    this.#parts = parts;
  }

  /** Liquidations that were decided and are not executed yet. */
  get decisions(): Decisions {
    return this.#parts.decisions;
  }

  get newId(): () => number {
    return this.#parts.newId;
  }
  get trailOf(): PerpetualBatchParts['trailOf'] {
    return this.#parts.trailOf;
  }

  async open(tx: Queries, commands: readonly PerpetualCommand[]): Promise<void> {
    const users = new Set<number>();
    for (const { key, users: named = [], markets = [], all = false } of commands) {
      if (key) users.add(key.userId);
      for (const user of named) users.add(user);
      for (const market of markets) {
        for (const userId of this.#parts.orderBookOf(market)?.users ?? []) users.add(userId);
        if (all) for (const { userId } of this.#parts.store.positionsIn(market)) users.add(userId);
      }
    }
    const ids = [...users];
    const keys = commands.flatMap(({ key }) => key ?? []);
    this.read = await readFor(tx, this.#parts.wallets, ids, keys);
    this.funds.open(ids, this.read.wallets, this.read.insurance);
  }

  get users(): ReadonlySet<number> {
    return this.booking.users;
  }

  get isEmpty(): boolean {
    return this.booking.size === 0;
  }

  protected begin(): () => boolean {
    const { size } = this.booking;
    return () => this.booking.size === size;
  }

  protected end(key: KeyedCommand | undefined, answer: unknown): void {
    if (key) this.booking.answer(key, answer);
  }

  protected store(tx: Queries, document: string): Promise<void> {
    return storePerpetual(tx, document, this.at);
  }

  mustCover(): void {
    this.funds.mustCover();
  }

  /** Applies the changes once the transaction is committed. */
  commit(): void {
    this.#parts.wallets?.keep(this.funds.wallets(), this.funds.insurance);
    this.#parts.store.apply({
      positions: this.booking.positions,
      wallets: this.funds.wallets(),
      terms: this.#terms.values(),
      absences: this.#absences,
      warnings: this.booking.warnings,
    });
  }

  /** @throws {RuleError} `marketUnknown`. */
  orderBook(market: string): OrderBook<FuturesOrder> {
    const orderBook = this.#parts.orderBookOf(market);
    if (!orderBook) throw new RuleError('marketUnknown');
    this.#parts.touching(orderBook);
    return orderBook;
  }

  /** @throws {RuleError} `marketStale` for a market that has had no price yet. */
  mark(market: string): Mark {
    const mark = this.#parts.markOf(market);
    if (!mark) throw new RuleError('marketStale');
    return mark;
  }

  /** The price that a trigger watches. */
  price(market: string, source: TriggerSource): Dec {
    const mark = this.mark(market);
    return source === 'mark' ? mark.mark : mark.last;
  }

  position(user: number, market: string): HeldPosition | undefined {
    const own = this.#positions.get(user)?.get(market);
    return own === undefined ? this.#parts.store.position(user, market) : (own ?? undefined);
  }

  positionsOf(user: number): HeldPosition[] {
    const markets = new Set([
      ...this.#parts.store.positionsOf(user).map(({ market }) => market),
      ...(this.#positions.get(user)?.keys() ?? []),
    ]);
    return [...markets].flatMap((market) => this.position(user, market) ?? []);
  }

  /** All users' positions in a market. */
  positionsIn(market: string): HeldPosition[] {
    const users = new Set(this.#parts.store.positionsIn(market).map(({ userId }) => userId));
    for (const [user, own] of this.#positions) if (own.has(market)) users.add(user);
    return [...users].flatMap((user) => this.position(user, market) ?? []);
  }

  /** Markets in which a user has a live order. */
  marketsOf(user: number): string[] {
    return this.#parts
      .orderBooks()
      .filter((orderBook) => orderBook.ordersOf(user).size > 0)
      .map(({ market }) => market.id);
  }

  /** Sets a position's next state: it is written, published, and used from here on. */
  setPosition(next: HeldPosition): HeldPosition {
    const { userId, market, id } = next;
    const open = this.position(userId, market);
    const before = open?.id === id ? open : undefined;
    const version = (before?.version ?? 0) + 1;
    const isSameMargin = before?.margin === next.margin;
    const now = {
      ...next,
      version,
      updatedAt: this.at,
      marginRef: isSameMargin ? before.marginRef : version,
    };
    const committed = this.#parts.store.position(userId, market);
    this.booking.position(committed?.id === id ? committed : undefined, now);
    const isOpen = now.closedAt === null;
    this.#net.set(
      market,
      this.#netOf(market)
        .plus(isOpen ? signed(now) : 0)
        .minus(before ? signed(before) : 0),
    );
    const own = this.#positions.get(userId) ?? new Map<string, HeldPosition | null>();
    this.#positions.set(userId, own.set(market, isOpen ? now : null));
    return now;
  }

  terms(user: number, market: string): OpeningTerms {
    const own = this.#terms.get(`${user} ${market}`)?.[1];
    return own ? openingTermsOf(own) : this.#parts.store.terms(user, market);
  }
  setTerms(user: number, row: TermsRow): void {
    this.#terms.set(`${user} ${row.market}`, [user, row]);
    this.booking.terms(user, row);
  }
  absence(user: number): AbsenceRow | undefined {
    return this.#absences.get(user) ?? this.#parts.store.absence(user);
  }
  setAbsence(user: number, row: AbsenceRow): void {
    this.#absences.set(user, row);
    this.booking.absence(user, row);
  }

  /**
   * The cross side of an account, as input of the rules. @param except a market whose position is left out.
   * @param marks in place of the present ones.
   */
  account(user: number, except?: string, marks?: ReadonlyMap<string, Dec>): CrossAccount {
    const { posted, orders } = this.funds.money(user);
    return {
      balance: toText(posted.minus(this.#margins(user))),
      held: toText(orders),
      positions: this.#crossOf(user, except, marks),
    };
  }

  /** An order's account and market, as input of the rules. */
  place(user: number, market: string, role: keyof typeof perpetualFees): OrderPlace {
    const { balance, held } = this.account(user);
    return {
      balance,
      held,
      position: this.position(user, market),
      others: this.#crossOf(user, market),
      mark: this.mark(market).mark,
      table: tiersOfMarket(this.orderBook(market).market),
      feeRate: perpetualFees[role],
    };
  }

  /** The balance available for new orders, quote. */
  available(user: number): Dec {
    return crossTotals(this.account(user)).available;
  }

  /** Positions in a delisted market have no price: they are left out until the market returns. */
  #crossOf(user: number, except: string | undefined, marks?: ReadonlyMap<string, Dec>): MarkedPosition[] {
    return this.positionsOf(user).flatMap((position) => {
      const { market: id, mode } = position;
      const market = this.#parts.orderBookOf(id)?.market;
      const mark = marks?.get(id) ?? this.#parts.markOf(id)?.mark;
      if (mode !== 'cross' || id === except || !market || mark === undefined) return [];
      return [{ position, mark, table: tiersOfMarket(market) }];
    });
  }

  /** An order's new state, to be written and published. */
  touch(order: FuturesOrder): void {
    order.version += 1;
    order.updatedAt = this.at;
    this.booking.order(order);
  }

  /** How much more the house may take on in a market: base to a buyer, quote to a seller. */
  houseLimit(market: string): HouseLimit {
    return houseRoom(this.orderBook(market).market.base, this.#netOf(market), this.mark(market).last);
  }

  #netOf(market: string): D {
    return this.#net.get(market) ?? this.#parts.store.netOf(market);
  }

  #margins(user: number): D {
    return this.positionsOf(user).reduce((sum, { margin }) => sum.plus(margin), new D(0));
  }
}
