import type {
  AbsenceRow,
  FundingRow,
  FuturesFillRow,
  LiquidationRow,
  TermsRow,
} from '../../../../domain/contract/index.ts';
import type { Dec, MovementKind } from '../../../../domain/index.ts';
import { D, SETTLEMENT_ASSET, toText } from '../../../../domain/index.ts';
import type { KeyedCommand } from '../../../base/commands/command.ts';
import { answeredRow, privateStream } from '../../../base/commands/command.ts';
import type { CommandRow, Queries } from '../../../base/db/database.ts';
import type { AccountRef, Line } from '../../../books/ledger/ledger.ts';
import { asRule } from '../../../books/ledger/ledger.ts';
import type { Booking } from '../../../matching/batch.ts';
import type { FuturesOrder } from './order.ts';
import { holdRefOf, rowOf, storedOf } from './order.ts';
import type { HeldPosition } from './position.ts';
import { marginRefOf, positionRow, storedPosition } from './position.ts';
import type { Warned } from './store.ts';

interface Entry {
  readonly code: MovementKind;
  readonly refId: string;
  readonly lines: readonly Line[];
}
interface OpenHold {
  readonly userId: number;
  readonly amount: Dec;
  left: D;
}
/** A user's present margin warning. */
interface Warning extends Warned {
  /** The published warning; null when a warning is withdrawn. */
  readonly body: Readonly<Record<string, unknown>> | null;
}
type Owned<Row> = Row & { readonly userId: number };

const snake = (name: string): string => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);
/** A row in its table's form: field names with underscores, references with `_id`. */
function stored(row: object): Record<string, unknown> {
  const names: Record<string, string> = { order: 'order_id', position: 'position_id' };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? snake(name), value]));
}
export const wallet = (owner: number): AccountRef => ({ owner, kind: 'futures', asset: SETTLEMENT_ASSET });

/** The entries of one transaction's commands, in order; written in one round trip. */
export class BatchEntries implements Booking {
  readonly #entries: Entry[] = [];
  readonly #holds = new Map<string, OpenHold>();
  readonly #releases = new Map<string, D>();
  readonly #orders = new Map<number, FuturesOrder>();
  readonly #positions = new Map<number, { readonly before: HeldPosition | undefined; now: HeldPosition }>();
  readonly #fills: Owned<FuturesFillRow>[] = [];
  readonly #funding: Owned<FundingRow>[] = [];
  readonly #liquidations: Owned<LiquidationRow>[] = [];
  readonly #terms: Owned<TermsRow>[] = [];
  readonly #absences: Owned<AbsenceRow>[] = [];
  readonly warnings: Warning[] = [];
  readonly #messages: { readonly stream: string; readonly type: string; readonly body: () => unknown }[] = [];
  readonly #answers: (readonly [KeyedCommand, answer: unknown])[] = [];
  readonly users = new Set<number>();
  /** Rises with every entry. */
  size = 0;

  #publish(userId: number, type: string, body: () => unknown): void {
    this.size += 1;
    this.users.add(userId);
    this.#messages.push({ stream: privateStream(userId), type, body });
  }

  post(code: MovementKind, refId: string, lines: readonly Line[]): void {
    const real = lines.filter(({ amount }) => !new D(amount).isZero());
    if (real.length === 0) return;
    this.size += 1;
    this.#entries.push({ code, refId, lines: real });
  }

  hold(order: FuturesOrder, amount: Dec): void {
    this.size += 1;
    this.#holds.set(holdRefOf(order), { userId: order.userId, amount, left: new D(amount) });
  }

  release(order: FuturesOrder, amount: Dec): void {
    this.size += 1;
    const ref = holdRefOf(order);
    const own = this.#holds.get(ref);
    if (own) own.left = own.left.minus(amount);
    else this.#releases.set(ref, (this.#releases.get(ref) ?? new D(0)).plus(amount));
  }

  order(order: FuturesOrder): void {
    this.#orders.set(order.id, order);
    const row = rowOf(order);
    this.#publish(order.userId, 'futuresOrder', () => row);
  }

  position(before: HeldPosition | undefined, now: HeldPosition): void {
    const known = this.#positions.get(now.id);
    if (known) known.now = now;
    else this.#positions.set(now.id, { before, now });
    this.#publish(now.userId, 'position', () => positionRow(now));
  }

  fill(userId: number, row: FuturesFillRow): void {
    this.#fills.push({ ...row, userId });
    this.#publish(userId, 'futuresFill', () => row);
  }

  funding(userId: number, row: FundingRow): void {
    this.#funding.push({ ...row, userId });
    this.#publish(userId, 'funding', () => row);
  }

  liquidation(userId: number, row: LiquidationRow): void {
    this.#liquidations.push({ ...row, userId });
    this.#publish(userId, 'liquidation', () => row);
  }

  terms(userId: number, row: TermsRow): void {
    this.#terms.push({ ...row, userId });
    this.#publish(userId, 'terms', () => row);
  }

  absence(userId: number, row: AbsenceRow): void {
    this.#absences.push({ ...row, userId });
    this.#publish(userId, 'absence', () => row);
  }

  warning(warning: Warning): void {
    this.size += 1;
    this.users.add(warning.userId);
    this.warnings.push(warning);
  }

  answer(command: KeyedCommand, answer: unknown): void {
    this.size += 1;
    this.#answers.push([command, answer]);
  }

  /** Liquidation steps on positions, in order. */
  get liquidations(): readonly LiquidationRow[] {
    return this.#liquidations;
  }

  /** Final states of positions, in the order in which they were first touched. */
  get positions(): readonly HeldPosition[] {
    return [...this.#positions.values()].map(({ now }) => now);
  }

  get accounts(): readonly AccountRef[] {
    return [
      ...this.#entries.flatMap(({ lines }) => lines.map(({ account }) => account)),
      ...[...this.#holds.values()].map(({ userId }) => wallet(userId)),
      ...this.#margins.map(({ now }) => wallet(now.userId)),
    ];
  }

  /** Final states of orders, in the order in which they were first touched. */
  get orders(): readonly FuturesOrder[] {
    return [...this.#orders.values()];
  }

  /** Stored keys with their responses. */
  get answers(): readonly CommandRow[] {
    return this.#answers.map(([{ userId, key, hash }, answer]) => [userId, key, hash, answer]);
  }

  /** Client ids of perpetual orders may be used again. */
  readonly names = [];

  /** Positions whose margin changes. */
  get #margins() {
    return [...this.#positions.values()].filter(({ before, now }) => (before?.margin ?? '0') !== now.margin);
  }

  /** All entries as `futures_write` takes them. */
  document(idOf: (account: AccountRef) => number | undefined): object {
    const margins = this.#margins;
    return {
      entries: this.#entries.map(({ code, refId, lines }) => ({
        code,
        ref_type: 'perpetual',
        ref_id: refId,
        lines: lines.length,
      })),
      lines: this.#entries.flatMap(({ lines }, i) =>
        lines.map(({ account, amount }) => ({ entry: i, account: idOf(account), amount })),
      ),
      // What was held and released within the batch was never held.
      holds: [...this.#holds]
        .filter(([, { left }]) => !left.isZero())
        .map(([ref, { userId, amount, left }]) => ({
          account: idOf(wallet(userId)),
          ref_id: ref,
          amount,
          remaining: toText(left),
        })),
      releases: [...this.#releases].map(([ref, amount]) => ({ ref_id: ref, amount: toText(amount) })),
      freed: margins.flatMap(({ before }) =>
        before && before.margin !== '0' ? [{ ref_id: marginRefOf(before), amount: before.margin }] : [],
      ),
      margins: margins.flatMap(({ now }) =>
        now.margin === '0'
          ? []
          : [
              {
                account: idOf(wallet(now.userId)),
                ref_id: marginRefOf(now),
                amount: now.margin,
                remaining: now.margin,
              },
            ],
      ),
      positions: [...this.#positions.values()].map(({ before, now }) => ({
        ...storedPosition(now),
        was: before?.version ?? 0,
      })),
      orders: [...this.#orders.values()].map((order) => ({ ...storedOf(order), was: order.stored })),
      fills: this.#fills.map(stored),
      funding: this.#funding.map(stored),
      liquidations: this.#liquidations.map(stored),
      terms: [...new Map(this.#terms.map((row) => [`${row.userId} ${row.market}`, row])).values()].map(
        stored,
      ),
      absences: [...new Map(this.#absences.map((row) => [row.userId, row])).values()].map(stored),
      warnings: this.warnings.map(stored),
      commands: this.#answers.map(answeredRow),
      messages: this.#messages.map(({ stream, type, body }) => ({ stream, type, body: body() })),
      users: [...this.users],
    };
  }

  /** If this does not commit, books are rebuilt from the database. */
  stored(): void {
    for (const order of this.#orders.values()) order.stored = order.version;
  }
}

/** Writes a document. @throws {RuleError} `insufficientBalance` when an account does not cover it. */
export async function storePerpetual(tx: Queries, document: string, at: number): Promise<void> {
  await asRule(() => tx.query('select futures_write(p => $1::jsonb, p_at => $2)', [document, at]));
}
