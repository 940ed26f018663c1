import type { Dec } from '../../../domain/index.ts';
import { D, RuleError, toText } from '../../../domain/index.ts';
import type { KeyedCommand } from '../../base/commands/command.ts';
import { answeredRow, privateStream } from '../../base/commands/command.ts';
import type { CommandRow, Queries } from '../../base/db/database.ts';
import { constraintOf } from '../../base/db/database.ts';
import type { AccountRef } from '../../books/ledger/ledger.ts';
import { asRule, keyOf } from '../../books/ledger/ledger.ts';
import type { Booking } from '../../matching/batch.ts';
import type { CommandEntries, PlannedFill, Step } from './commandEntries.ts';
import type { Order } from './order.ts';
import { rowOf, storedOf } from './order.ts';

/** The unique constraint on client ids of one user's orders. */
const NAMES = 'spot_order_user_id_client_id_key';

interface OpenHold {
  readonly account: string;
  readonly amount: Dec;
  left: D;
}

/** The entries of one transaction's commands, in order; written in one round trip. */
export class BatchEntries implements Booking {
  readonly #accounts = new Map<string, AccountRef>();
  readonly #entries: { readonly refId: string; readonly lines: number }[] = [];
  readonly #lines: (readonly [entry: number, account: string, amount: Dec])[] = [];
  /** Holds of this transaction, by order and place. */
  readonly #holds = new Map<string, OpenHold>();
  /** Releases of earlier holds. */
  readonly #releases = new Map<string, D>();
  readonly #orders = new Map<number, Order>();
  readonly #fills: PlannedFill[] = [];
  readonly #messages: { readonly stream: string; readonly type: string; readonly body: unknown }[] = [];
  readonly #answers: (readonly [KeyedCommand, answer: unknown])[] = [];
  readonly #users = new Set<number>();
  /** Changes of accounts' free balances since the transaction began. */
  readonly #gained = new Map<string, D>();

  /** This batch's changes of free balances, by account. */
  get changes(): Iterable<readonly [account: AccountRef, change: D]> {
    return [...this.#accounts].map(([key, account]) => [account, this.#gained.get(key) ?? new D(0)]);
  }

  /** This batch's change of an account's free balance. */
  gained(account: AccountRef): D {
    return this.#gained.get(keyOf(account)) ?? new D(0);
  }

  /** Users whose money or orders this touches. */
  get users(): ReadonlySet<number> {
    return this.#users;
  }

  get isEmpty(): boolean {
    return this.#answers.length === 0 && this.#orders.size === 0;
  }

  add(entries: CommandEntries): void {
    for (const step of entries.steps) this.#step(step);
    for (const order of entries.orders) {
      this.#orders.set(order.id, order);
      this.#publish(order.userId, 'order', rowOf(order));
    }
    for (const each of entries.fills) {
      this.#fills.push(each);
      this.#publish(each.userId, 'fill', each.fill);
    }
  }

  answer(command: KeyedCommand, answer: unknown): void {
    this.#answers.push([command, answer]);
  }

  #publish(userId: number, type: string, body: unknown): void {
    this.#users.add(userId);
    this.#messages.push({ stream: privateStream(userId), type, body });
  }

  #step(step: Step): void {
    if (step.op === 'post') {
      const entry = this.#entries.push({ refId: step.refId, lines: step.lines.length }) - 1;
      for (const { account, amount } of step.lines)
        this.#lines.push([entry, this.#gain(account, new D(amount)), amount]);
      return;
    }
    const { op, account, amount, ref } = step;
    const key = this.#gain(account, op === 'hold' ? new D(amount).negated() : new D(amount));
    const own = this.#holds.get(ref);
    if (op === 'hold') this.#holds.set(ref, { account: key, amount, left: new D(amount) });
    else if (own) own.left = own.left.minus(amount);
    else this.#releases.set(ref, (this.#releases.get(ref) ?? new D(0)).plus(amount));
  }

  #gain(account: AccountRef, amount: D): string {
    const key = keyOf(account);
    this.#accounts.set(key, account);
    this.#gained.set(key, (this.#gained.get(key) ?? new D(0)).plus(amount));
    return key;
  }

  get accounts(): readonly AccountRef[] {
    return [...this.#accounts.values()];
  }

  get orders(): readonly Order[] {
    return [...this.#orders.values()];
  }

  /** Stored keys with their responses. */
  get answers(): readonly CommandRow[] {
    return this.#answers.map(([{ userId, key, hash }, answer]) => [userId, key, hash, answer]);
  }

  /** Client ids of new orders; exits that the exchange places itself have none of their own. */
  get names(): readonly (readonly [user: number, name: string])[] {
    return [...this.#orders.values()].flatMap(({ stored, entry, userId, clientId }) =>
      stored === 0 && entry === null ? [[userId, clientId] as const] : [],
    );
  }

  /** All entries as `spot_write` takes them. */
  document(idOf: (account: AccountRef) => number | undefined): object {
    const idOfKey = (key: string): number | undefined => {
      const account = this.#accounts.get(key);
      return account && idOf(account);
    };
    return {
      entries: this.#entries.map(({ refId, lines }) => ({
        code: 'trade',
        ref_type: 'spot',
        ref_id: refId,
        lines,
      })),
      lines: this.#lines.map(([entry, account, amount]) => ({ entry, account: idOfKey(account), amount })),
      // What was held and released within the batch was never held.
      holds: [...this.#holds]
        .filter(([, { left }]) => !left.isZero())
        .map(([ref, { account, amount, left }]) => ({
          account: idOfKey(account),
          ref_id: ref,
          amount,
          remaining: toText(left),
        })),
      releases: [...this.#releases].map(([ref, amount]) => ({ ref_id: ref, amount: toText(amount) })),
      orders: [...this.#orders.values()].map((order) => ({ ...storedOf(order), was: order.stored })),
      fills: this.#fills.map(storedFill),
      commands: this.#answers.map(answeredRow),
      messages: this.#messages,
      users: [...this.#users],
    };
  }

  /** If this does not commit, books are rebuilt from the database. */
  stored(): void {
    for (const order of this.#orders.values()) order.stored = order.version;
  }
}

/** Writes a document. @throws {RuleError} `insufficientBalance` when an account does not cover it, `keyReused` for a used client id. */
export async function storeSpot(tx: Queries, document: string, at: number): Promise<void> {
  await asRule(() => tx.query('select spot_write(p => $1::jsonb, p_at => $2)', [document, at])).catch(
    (error: unknown) => {
      if (constraintOf(error) !== NAMES) throw error;
      throw new RuleError('keyReused', { cause: error });
    },
  );
}

function storedFill({ fill, userId, tradeId }: PlannedFill): Record<string, unknown> {
  const { order, feeAsset, ...rest } = fill;
  return { ...rest, order_id: order, user_id: userId, fee_asset: feeAsset, trade: String(tradeId) };
}
