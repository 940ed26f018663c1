import type { Dec, MovementKind } from '../../../../domain/index.ts';
import { D, RuleError, SETTLEMENT_ASSET, toText } from '../../../../domain/index.ts';
import type { HouseKind, Line } from '../../../books/ledger/ledger.ts';
import type { BatchEntries } from './batchEntries.ts';
import { wallet } from './batchEntries.ts';
import type { FuturesOrder } from './order.ts';
import type { Wallet } from './store.ts';

/** A user's money in the batch: posted, and held for orders. Margins are the positions' own. */
interface UserMoney {
  posted: D;
  orders: D;
}

/**
 * Money in a batch: balances of users, the house and the insurance fund while its commands are decided in
 * turn.
 */
export class Funds {
  readonly #booking: BatchEntries;
  readonly #marginsOf: (user: number) => D;
  readonly #moneyOf = new Map<number, UserMoney>();
  /** The insurance fund's present balance, quote. */
  insurance = new D(0);

  /** @param marginsOf the margins of a user's isolated positions. */
  constructor(booking: BatchEntries, marginsOf: (user: number) => D) {
    this.#booking = booking;
    this.#marginsOf = marginsOf;
  }

  /** Starts from the balances read under lock. @param users also those without an account yet. */
  open(
    users: Iterable<number>,
    wallets: readonly (readonly [user: number, posted: Dec, held: Dec])[],
    insurance: Dec,
  ): void {
    this.insurance = new D(insurance);
    for (const user of users) this.#moneyOf.set(user, { posted: new D(0), orders: new D(0) });
    for (const [user, posted, held] of wallets)
      this.#moneyOf.set(user, {
        posted: new D(posted),
        orders: new D(held).minus(this.#marginsOf(user)),
      });
  }

  /** Balances after the commit. */
  wallets(): [user: number, wallet: Wallet][] {
    return [...this.#moneyOf].map(([user, { posted, orders }]) => [
      user,
      { posted, held: orders.plus(this.#marginsOf(user)) },
    ]);
  }

  /** @throws {RuleError} `insufficientBalance` when an account would not cover its holds, as the tables would say. */
  mustCover(): void {
    for (const user of this.#moneyOf.keys())
      if (this.free(user).lt(0)) throw new RuleError('insufficientBalance');
    if (this.insurance.lt(0)) throw new RuleError('insufficientBalance');
  }

  /** Posted less all holds and isolated margins: what an entry may take. Quote. */
  free(user: number): D {
    const { posted, orders } = this.money(user);
    return posted.minus(orders).minus(this.#marginsOf(user));
  }

  /**
   * Books money between a user and the house; the other side is the house's account.
   * @param amount quote, signed.
   */
  move(code: MovementKind, refId: string, user: number, amount: Dec, house: HouseKind): void {
    const other = { kind: house, asset: SETTLEMENT_ASSET } as const;
    const money = this.money(user);
    money.posted = money.posted.plus(amount);
    if (house === 'insurance') this.insurance = this.insurance.minus(amount);
    this.#booking.post(code, refId, [
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
    this.#booking.post('liquidation', refId, [line(from, amount.negated()), line(to, amount)]);
  }

  /** Holds money for a resting order. @param amount quote, ≥ 0. */
  hold(order: FuturesOrder, amount: Dec): void {
    order.held = amount;
    if (amount === '0') return;
    const money = this.money(order.userId);
    money.orders = money.orders.plus(amount);
    this.#booking.hold(order, amount);
  }

  /** Reduces an order's hold to this amount and releases the rest. */
  keep(order: FuturesOrder, amount: Dec): void {
    const freed = new D(order.held).minus(amount);
    if (freed.lte(0)) return;
    order.held = amount;
    const money = this.money(order.userId);
    money.orders = money.orders.minus(freed);
    this.#booking.release(order, toText(freed));
  }

  /** A user's money. @throws {Error} for a user whose account the batch has not read. */
  money(user: number): UserMoney {
    const money = this.#moneyOf.get(user);
    if (!money) throw new Error(`the turn has not read the account of ${user}`);
    return money;
  }

  /** Users whose account the batch has read. */
  get users(): Iterable<number> {
    return this.#moneyOf.keys();
  }

  /** Whether the batch has read this user's account. */
  knows(user: number): boolean {
    return this.#moneyOf.has(user);
  }
}
