import type { AbsenceRow, TermsRow } from '../../../../domain/contract/index.ts';
import type { OpeningTerms, WarnedLevel } from '../../../../domain/index.ts';
import { D, defaultTerms, SETTLEMENT_ASSET, signOfSide } from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import type { HeldPosition } from './position.ts';
import { openPositions } from './position.ts';

/** A user's futures account: posted, and held for orders and isolated positions. */
export interface Wallet {
  readonly posted: D;
  readonly held: D;
}

/** The changes of a transaction. */
export interface Changes {
  readonly positions: Iterable<HeldPosition>;
  readonly wallets: Iterable<readonly [user: number, wallet: Wallet]>;
  readonly terms: Iterable<readonly [user: number, terms: TermsRow]>;
  readonly absences: Iterable<readonly [user: number, absence: AbsenceRow]>;
  readonly warnings: Iterable<Warned>;
}

/** The margin ratio of a user's present warning. */
export interface Warned {
  readonly userId: number;
  /** A position, or 0 for the cross side of the account. */
  readonly scope: number;
  readonly level: WarnedLevel;
}
export const warningScope = ({ id, mode }: Pick<HeldPosition, 'id' | 'mode'>): number =>
  mode === 'cross' ? 0 : id;

const key = (user: number, market: string): string => `${user} ${market}`;

/** The committed state in memory: open positions, wallets, terms and protections. It follows the database. */
export class Store {
  readonly #byUser = new Map<number, Map<string, HeldPosition>>();
  readonly #byMarket = new Map<string, Map<number, HeldPosition>>();
  readonly #net = new Map<string, D>();
  readonly #terms = new Map<string, OpeningTerms>();
  readonly #wallets = new Map<number, Wallet>();
  readonly #absences = new Map<number, AbsenceRow>();
  readonly #warned = new Map<string, WarnedLevel>();

  async load(db: Queries): Promise<void> {
    // A position's warnings end with it.
    await db.query(
      `delete from futures_warning w where position_id > 0 and not exists (
         select 1 from futures_position p where p.id = w.position_id and p.closed_at is null)`,
    );
    await this.#read(db);
    await this.readWallets(db, [...this.#byUser.keys()]);
  }

  /** Reads all of these users again: whether a transaction on them was committed is not known. */
  async reload(db: Queries, users: readonly number[]): Promise<void> {
    await this.#read(db, users);
    await this.readWallets(db, users);
  }

  /** @param users only of these. */
  async #read(db: Queries, users?: readonly number[]): Promise<void> {
    const of = users ?? null;
    const positions = await openPositions(db, users);
    const terms = await db.query<TermsRow & { user: number }>(
      `select user_id as user, market, mode, leverage from futures_terms
       where $1::bigint[] is null or user_id = any($1)`,
      [of],
    );
    const absences = await db.query<AbsenceRow & { user: number }>(
      `select user_id as user, seconds, action, state, since, version from futures_absence
       where $1::bigint[] is null or user_id = any($1)`,
      [of],
    );
    const warned = await db.query<Warned>(
      `select user_id as "userId", position_id as scope, level from futures_warning
       where $1::bigint[] is null or user_id = any($1)`,
      [of],
    );
    for (const user of users ?? []) this.#forget(user);
    for (const position of positions) this.#put(position);
    for (const { user, market, mode, leverage } of terms)
      this.#terms.set(key(user, market), { mode, leverage });
    for (const { user, ...row } of absences) this.#absences.set(user, row);
    for (const { userId, scope, level } of warned) this.#warned.set(key(userId, `${scope}`), level);
  }

  /** Forgets what the tables may have no row of any more. */
  #forget(user: number): void {
    for (const position of this.positionsOf(user))
      this.#put({ ...position, quantity: '0', closedAt: position.updatedAt });
    this.#warned.delete(key(user, '0'));
  }

  /** Reads these users' wallets; other products book on their accounts too. */
  async readWallets(db: Queries, users: readonly number[]): Promise<void> {
    if (users.length === 0) return;
    const rows = await db.query<{ user: number; posted: string; held: string }>(
      `select owner_id as user, posted::text, held::text from account
       where owner_id = any($1::bigint[]) and kind = 'futures' and asset = $2`,
      [users, SETTLEMENT_ASSET],
    );
    for (const { user, posted, held } of rows)
      this.#wallets.set(user, { posted: new D(posted), held: new D(held) });
  }

  position(user: number, market: string): HeldPosition | undefined {
    return this.#byUser.get(user)?.get(market);
  }
  positionsOf(user: number): readonly HeldPosition[] {
    return [...(this.#byUser.get(user)?.values() ?? [])];
  }
  positionsIn(market: string): readonly HeldPosition[] {
    return [...(this.#byMarket.get(market)?.values() ?? [])];
  }
  /** Users who have a position. */
  get users(): Iterable<number> {
    return this.#byUser.keys();
  }
  /** Markets with open positions. */
  get markets(): Iterable<string> {
    return this.#byMarket.keys();
  }
  /** The net position of all users in a market, base units, long positive: the house has the opposite one. */
  netOf(market: string): D {
    return this.#net.get(market) ?? new D(0);
  }
  wallet(user: number): Wallet {
    return this.#wallets.get(user) ?? { posted: new D(0), held: new D(0) };
  }
  terms(user: number, market: string): OpeningTerms {
    return this.#terms.get(key(user, market)) ?? defaultTerms;
  }
  absence(user: number): AbsenceRow | undefined {
    return this.#absences.get(user);
  }
  warned(user: number, scope: number): WarnedLevel {
    return this.#warned.get(key(user, `${scope}`)) ?? 0;
  }
  /** Protections of users, armed or not. */
  get absences(): ReadonlyMap<number, AbsenceRow> {
    return this.#absences;
  }

  apply({ positions, wallets, terms, absences, warnings }: Changes): void {
    for (const position of positions) this.#put(position);
    for (const [user, wallet] of wallets) this.#wallets.set(user, wallet);
    for (const [user, { market, mode, leverage }] of terms)
      this.#terms.set(key(user, market), { mode, leverage });
    for (const [user, row] of absences) this.#absences.set(user, row);
    for (const { userId, scope, level } of warnings) {
      if (level === 0) this.#warned.delete(key(userId, `${scope}`));
      else this.#warned.set(key(userId, `${scope}`), level);
    }
  }

  #put(position: HeldPosition): void {
    const { userId, market, id } = position;
    const before = this.#byUser.get(userId)?.get(market);
    // When a position is reversed, the end of the old one is published before the start of the new one.
    if (position.closedAt !== null && before?.id !== id) return;
    const change = signed(position).minus(before ? signed(before) : 0);
    this.#net.set(market, this.netOf(market).plus(change));
    if (position.closedAt === null) {
      inner(this.#byUser, userId).set(market, position);
      inner(this.#byMarket, market).set(userId, position);
      return;
    }
    drop(this.#byUser, userId, market);
    drop(this.#byMarket, market, userId);
    // A position's warnings end with it.
    this.#warned.delete(key(userId, `${id}`));
  }
}

/** Base units, long positive. */
export const signed = ({ side, quantity }: Pick<HeldPosition, 'side' | 'quantity'>): D =>
  new D(quantity).times(signOfSide(side));

function inner<A, B, V>(map: Map<A, Map<B, V>>, at: A): Map<B, V> {
  const known = map.get(at);
  if (known) return known;
  const made = new Map<B, V>();
  map.set(at, made);
  return made;
}

function drop<A, B, V>(map: Map<A, Map<B, V>>, at: A, what: B): void {
  const rest = map.get(at);
  rest?.delete(what);
  if (rest?.size === 0) map.delete(at);
}
