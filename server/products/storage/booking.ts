import type { Dec } from '../../../domain/index.ts';
import { D, earlyCost, interestOfDay, payoutAt, toText, totalInterest } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { asRule } from '../../books/ledger/ledger.ts';
import type { StorageOrder } from './record.ts';

const less = (a: Dec, b: Dec): Dec => toText(new D(a).minus(b));
const holdRefOf = ({ id }: StorageOrder): string => `order:${id}`;
/** Interest that an order was promised and has not been paid. */
const owed = (order: StorageOrder): Dec => less(totalInterest(order.amount, order), order.earned);

/** What one transaction does to storage orders; written in one round trip. */
export class StorageBooking {
  readonly #orders = new Map<number, StorageOrder>();
  /** Versions that the database has; 0 of orders that it does not have yet. */
  readonly #stored = new Map<number, number>();
  readonly #taken = new Map<number, D>();
  readonly #releases = new Map<string, D>();
  readonly #entries: unknown[] = [];
  readonly #lines: unknown[] = [];
  readonly #holds: unknown[] = [];
  readonly #payouts: unknown[] = [];
  readonly #users = new Set<number>();

  /** Users whom this touches. */
  get users(): ReadonlySet<number> {
    return this.#users;
  }

  /** Takes the principal into escrow, and holds the interest that the house promises. */
  open(order: StorageOrder): void {
    this.#move(order, 'open', order.account_id, order.escrow_id, order.amount);
    this.#count(order.plan_id, order.amount);
    this.#promise(order);
  }

  /** Pays the next day's interest. @returns the order after it; after the last day the caller ends it. */
  pay(order: StorageOrder): StorageOrder {
    const day = order.paid_days + 1;
    const amount = interestOfDay(order.amount, order, day);
    const due = payoutAt(order.starts_at, day);
    this.#free(order, amount);
    this.#entry('interest', `${order.id}:${day}`, order.house_id, order.account_id, amount);
    this.#payouts.push({ order_id: order.id, user_id: order.user_id, day, amount, due_at: due });
    return this.#set({
      ...order,
      paid_days: day,
      earned: toText(new D(order.earned).plus(amount)),
      next_at: day < order.days ? payoutAt(order.starts_at, day + 1) : null,
    });
  }

  /** Gives the principal back, whole. @param state why. */
  giveBack(
    order: StorageOrder,
    state: 'redeemed' | 'revoked',
    at: number,
    notRenewed: StorageOrder['not_renewed'] = null,
  ): StorageOrder {
    this.#move(order, 'end', order.escrow_id, order.account_id, order.amount);
    return this.#end({ ...order, state, returned: order.amount, not_renewed: notRenewed }, at);
  }

  /** Gives the principal back before the end, less what that costs. */
  redeemEarly(order: StorageOrder, at: number): StorageOrder {
    const cost = earlyCost(order.earned, order.share);
    const returned = less(order.amount, cost);
    this.#post('storage', `${order.id}:end`, [
      [order.escrow_id, `-${order.amount}`],
      ...this.#given(order.account_id, returned),
      ...this.#given(order.house_id, cost),
    ]);
    return this.#end({ ...order, state: 'redeemedEarly', cost, returned }, at);
  }

  /** Goes on in another order, whose principal is where it was. */
  renew(order: StorageOrder, next: StorageOrder, at: number): void {
    this.#end({ ...order, state: 'finished', renewed_by: next.id }, at);
    this.#count(next.plan_id, next.amount);
    this.#promise(next);
  }

  /** A change that moves nothing. */
  change(order: StorageOrder): StorageOrder {
    return this.#set(order);
  }

  /** @throws {RuleError} `insufficientBalance`. */
  async write(tx: Queries, at: number): Promise<void> {
    const booked = {
      plans: [...this.#taken].map(([id, change]) => ({ id, change: toText(change) })),
      entries: this.#entries,
      lines: this.#lines,
      holds: this.#holds,
      releases: [...this.#releases].map(([ref, amount]) => ({ ref_id: ref, amount: toText(amount) })),
      orders: [...this.#orders.values()].map((order) => ({ ...order, was: this.#stored.get(order.id) ?? 0 })),
      payouts: this.#payouts,
      users: [...this.#users],
    };
    await asRule(() =>
      tx.query('select storage_write(p => $1::jsonb, p_at => $2)', [JSON.stringify(booked), at]),
    );
  }

  #end(order: StorageOrder, at: number): StorageOrder {
    this.#free(order, owed(order));
    this.#count(order.plan_id, `-${order.amount}`);
    return this.#set({ ...order, next_at: null, ended_at: at });
  }

  #set(order: StorageOrder): StorageOrder {
    const now = { ...order, version: order.version + 1 };
    if (!this.#orders.has(order.id)) this.#stored.set(order.id, order.version);
    this.#orders.set(order.id, now);
    this.#users.add(order.user_id);
    return now;
  }

  #promise(order: StorageOrder): void {
    const all = totalInterest(order.amount, order);
    this.#holds.push({ account: order.house_id, ref_id: holdRefOf(order), amount: all, remaining: all });
    this.#set(order);
  }

  /** Releases a part of the house's hold for an order. */
  #free(order: StorageOrder, amount: Dec): void {
    if (new D(amount).isZero()) return;
    const holdRef = holdRefOf(order);
    this.#releases.set(holdRef, (this.#releases.get(holdRef) ?? new D(0)).plus(amount));
  }

  #count(plan: number, change: Dec): void {
    this.#taken.set(plan, (this.#taken.get(plan) ?? new D(0)).plus(change));
  }

  #move(order: StorageOrder, what: string, from: number, to: number, amount: Dec): void {
    this.#entry('storage', `${order.id}:${what}`, from, to, amount);
  }

  #entry(code: 'storage' | 'interest', refId: string, from: number, to: number, amount: Dec): void {
    this.#post(code, refId, [[from, `-${amount}`], ...this.#given(to, amount)]);
  }

  #post(code: string, refId: string, lines: readonly (readonly [account: number, amount: Dec])[]): void {
    const entry = this.#entries.push({ code, ref_type: 'storage', ref_id: refId, lines: lines.length }) - 1;
    for (const [account, amount] of lines) this.#lines.push({ entry, account, amount });
  }

  #given(account: number, amount: Dec): [number, Dec][] {
    return new D(amount).isZero() ? [] : [[account, amount]];
  }
}
