import type {
  CrossAccount,
  Dec,
  MarkedPosition,
  MovementKind,
  OrderPlace,
  TriggerSource,
} from '../../domain/index.ts';
import {
  crossTotals,
  D,
  perpetualFees,
  RuleError,
  SETTLEMENT_ASSET,
  tiersOfMarket,
  toText,
} from '../../domain/index.ts';
import type { CommandsRead } from '../commands/known.ts';
import { knownAnswer } from '../commands/known.ts';
import type { Queries } from '../db/database.ts';
import { only } from '../db/database.ts';
import type { HouseKind, Line } from '../ledger/ledger.ts';
import type { Desk } from '../spot/desk.ts';
import type { HouseLimit } from '../spot/purse.ts';
import type { Outcome, WriterJob } from '../spot/writer.ts';
import type { AccountNumbers } from './booking.ts';
import { wallet } from './booking.ts';
import type { Mark } from './marks.ts';
import type { FuturesOrder } from './order.ts';
import { Standings } from './standings.ts';
import type { Store, Wallet } from './store.ts';

/** The most that the house stands against in one market, quote: what all people have together on one side. */
const HOUSE_BOUND = '20000000';

/** Work on perpetuals: decided at once, from what the turn has read before. */
export interface Job<T = unknown> extends WriterJob<Turn, T> {
  /** Whose money it may touch; a market stands for everybody who has an order or, with `all`, a position in it. */
  readonly users?: readonly number[];
  readonly markets?: readonly string[];
  readonly all?: boolean;
}

/** What a turn works with; it outlives it. */
export interface TurnParts {
  readonly store: Store;
  readonly deskOf: (market: string) => Desk<FuturesOrder> | undefined;
  readonly desks: () => readonly Desk<FuturesOrder>[];
  readonly markOf: (market: string) => Mark | undefined;
  readonly newId: () => number;
  /** Told before a market's book changes. */
  readonly touching: (desk: Desk<FuturesOrder>) => void;
}

interface Read extends CommandsRead {
  readonly wallets: readonly (readonly [user: number, posted: Dec, held: Dec])[];
  readonly insurance: Dec;
}

/** A person's money in the turn: booked, and put aside for orders. Margins are the positions' own. */
interface Purse {
  posted: D;
  orders: D;
}

/** One transaction: reads what its commands need, decides one after the other, and writes what they book. */
export class Turn extends Standings {
  readonly #parts: TurnParts;
  #read: Read = { commands: [], frozen: [], wallets: [], insurance: '0' };
  readonly #purses = new Map<number, Purse>();
  /** What the insurance fund has now, quote. */
  insurance = new D(0);

  constructor(parts: TurnParts, at: number) {
    super(parts.store, at);
    this.#parts = parts;
  }

  get newId(): () => number {
    return this.#parts.newId;
  }

  /** Reads what these jobs need; nobody else may change it until the transaction ends. */
  async open(tx: Queries, jobs: readonly Job[]): Promise<void> {
    const users = new Set<number>();
    for (const { command, users: named = [], markets = [], all = false } of jobs) {
      if (command) users.add(command.userId);
      for (const user of named) users.add(user);
      for (const market of markets) {
        for (const { userId } of this.#parts.deskOf(market)?.orders.values() ?? []) users.add(userId);
        if (all) for (const { userId } of this.#parts.store.positionsIn(market)) users.add(userId);
      }
    }
    const ids = [...users];
    const commands = jobs.flatMap(({ command }) => command ?? []);
    const rows = await tx.query<{ read: Read }>('select futures_read($1::bigint[], $2::text[], $3) as read', [
      [...ids, ...commands.map(({ userId }) => userId)],
      [...ids.map(() => ''), ...commands.map(({ key }) => key)],
      SETTLEMENT_ASSET,
    ]);
    this.#read = only(rows).read;
    this.insurance = new D(this.#read.insurance);
    for (const user of ids) this.#purses.set(user, { posted: new D(0), orders: new D(0) });
    for (const [user, posted, held] of this.#read.wallets)
      this.#purses.set(user, {
        posted: new D(posted),
        orders: new D(held).minus(this.margins(user)),
      });
  }

  /**
   * Decides one job. What refuses it before anything changes refuses it alone; what is thrown later voids the turn.
   * The same key gives the first answer again.
   */
  decide<T>(job: Job<T>): Outcome<T> {
    const { size } = this.booking;
    try {
      const known = knownAnswer(this.#read, job.command);
      if (known) return { answer: known.response as T };
      const answer = job.decide(this);
      if (job.command) this.booking.answer(job.command, answer);
      return { answer };
    } catch (error) {
      if (error instanceof RuleError && this.booking.size === size) return { refusal: error };
      throw error;
    }
  }

  write(tx: Queries, known: AccountNumbers): Promise<AccountNumbers> {
    return this.booking.write(tx, this.at, known);
  }

  /** What is known once the transaction is committed. */
  commit(): void {
    const wallets = [...this.#purses].map(([user, { posted, orders }]): [number, Wallet] => [
      user,
      { posted, held: orders.plus(this.margins(user)) },
    ]);
    this.#parts.store.apply({ ...this.changes, wallets });
  }

  /** @throws {RuleError} `marketUnknown`. */
  desk(market: string): Desk<FuturesOrder> {
    const desk = this.#parts.deskOf(market);
    if (!desk) throw new RuleError('marketUnknown');
    this.#parts.touching(desk);
    return desk;
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

  /** Markets in which a person has a live order. */
  marketsOf(user: number): string[] {
    return this.#parts
      .desks()
      .filter(({ orders }) => [...orders.values()].some(({ userId }) => userId === user))
      .map(({ market }) => market.id);
  }

  /** Posted less all that is put aside: what a booking may take. Quote. */
  free(user: number): D {
    const { posted, orders } = this.#purse(user);
    return posted.minus(orders).minus(this.margins(user));
  }

  /** The cross side of an account, as the rules see it. @param except a market whose position is left out. */
  account(user: number, except?: string): CrossAccount {
    const { posted, orders } = this.#purse(user);
    return {
      balance: toText(posted.minus(this.margins(user))),
      held: toText(orders),
      positions: this.#crossOf(user, except),
    };
  }

  /** Where an order is placed, as the rules see it. */
  place(user: number, market: string, role: keyof typeof perpetualFees): OrderPlace {
    const { balance, held } = this.account(user);
    return {
      balance,
      held,
      position: this.position(user, market),
      others: this.#crossOf(user, market),
      mark: this.mark(market).mark,
      table: tiersOfMarket(this.desk(market).market),
      feeRate: perpetualFees[role],
    };
  }

  /** What new orders can use, quote. */
  available(user: number): Dec {
    return crossTotals(this.account(user)).available;
  }

  #crossOf(user: number, except: string | undefined): MarkedPosition[] {
    return this.positionsOf(user)
      .filter(({ mode, market }) => mode === 'cross' && market !== except)
      .map((position) => ({
        position,
        mark: this.mark(position.market).mark,
        table: tiersOfMarket(this.desk(position.market).market),
      }));
  }

  /** Books money between a person and the house; the other side is the house's account. @param amount quote, signed. */
  move(code: MovementKind, refId: string, user: number, amount: Dec, house: HouseKind): void {
    const other = { kind: house, asset: SETTLEMENT_ASSET } as const;
    const purse = this.#purse(user);
    purse.posted = purse.posted.plus(amount);
    if (house === 'insurance') this.insurance = this.insurance.minus(amount);
    this.booking.post(code, refId, [
      { account: wallet(user), amount },
      { account: other, amount: toText(new D(amount).negated()) },
    ]);
  }

  /** Books money between two of the house's accounts. @param amount from the first to the second, quote, signed. */
  moveHouse(refId: string, [from, to]: readonly [HouseKind, HouseKind], amount: D): void {
    for (const [kind, sign] of [
      [from, -1],
      [to, 1],
    ] as const)
      if (kind === 'insurance') this.insurance = this.insurance.plus(amount.times(sign));
    const line = (kind: HouseKind, value: D): Line => ({
      account: { kind, asset: SETTLEMENT_ASSET },
      amount: toText(value),
    });
    this.booking.post('liquidation', refId, [line(from, amount.negated()), line(to, amount)]);
  }

  /** Puts money aside for an order that rests. @param amount quote, ≥ 0. */
  hold(order: FuturesOrder, amount: Dec): void {
    order.held = amount;
    if (amount === '0') return;
    const purse = this.#purse(order.userId);
    purse.orders = purse.orders.plus(amount);
    this.booking.hold(order, amount);
  }

  /** Keeps this much aside for an order and gives back the rest. */
  keep(order: FuturesOrder, amount: Dec): void {
    const freed = new D(order.held).minus(amount);
    if (freed.lte(0)) return;
    order.held = amount;
    const purse = this.#purse(order.userId);
    purse.orders = purse.orders.minus(freed);
    this.booking.release(order, toText(freed));
  }

  /** An order's new state, to be written and told. */
  touch(order: FuturesOrder): void {
    order.version += 1;
    order.updatedAt = this.at;
    this.booking.order(order);
  }

  /** How much the house may still take on in a market: base to a buyer, quote to a seller. */
  houseLimit(market: string): HouseLimit {
    const { base } = this.desk(market).market;
    const { last } = this.mark(market);
    const net = this.netOf(market);
    const most = new D(HOUSE_BOUND).div(last);
    const room = (towards: D): D => D.max(0, most.minus(towards));
    return (asset) => toText(asset === base ? room(net) : room(net.negated()).times(last));
  }

  #purse(user: number): Purse {
    const purse = this.#purses.get(user);
    if (!purse) throw new Error(`the turn has not read the account of ${user}`);
    return purse;
  }

  /** Everybody whose account the turn has read. */
  get users(): Iterable<number> {
    return this.#purses.keys();
  }

  /** Whether the turn has read what this person has. */
  knows(user: number): boolean {
    return this.#purses.has(user);
  }
}
