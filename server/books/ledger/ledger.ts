import type { AccountKind, Balance, Dec, HoldKind, MovementKind } from '../../../domain/index.ts';
import { ASSET_SCALE, D, RuleError, toText } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { constraintOf, singleRow, sqlStateOf } from '../../base/db/database.ts';

/** Accounts of the house and of the outside world; they have no owner. */
export type HouseKind =
  | 'house_fee'
  | 'house_mm'
  | 'insurance'
  | 'house_perpetual'
  | 'house_cycle'
  | 'house_convert'
  | 'house_storage'
  | 'ext_deposit'
  | 'ext_withdraw'
  | 'ext_genesis';

/** A user's account, or the house's without an owner. */
export type AccountRef =
  | { readonly owner: number; readonly kind: AccountKind | 'escrow' | 'debt'; readonly asset: string }
  | { readonly owner?: undefined; readonly kind: HouseKind; readonly asset: string };

/** A key that is unique per account. */
export const keyOf = ({ owner, kind, asset }: AccountRef): string => `${owner ?? ''} ${kind} ${asset}`;

/** Committed account numbers, by key: they never change. */
export type AccountNumbers = Map<string, number>;

/** One line of a journal entry: + comes in, − goes out, in units of the account's asset; never 0. */
export interface Line {
  readonly account: AccountRef;
  readonly amount: Dec;
}

/** The cause of a journal entry; unique over its three fields, for ever. */
export interface Cause {
  readonly code: MovementKind | 'houseFunding';
  readonly refType: string;
  readonly refId: string;
}

/** Creates missing assets. */
export async function addAssets(db: Queries, codes: readonly string[]): Promise<void> {
  await db.query(
    'insert into asset (code, scale) select unnest($1::text[]), $2 on conflict (code) do nothing',
    [[...new Set(codes)], ASSET_SCALE],
  );
}

/** An account's number; created at first use. @throws {RuleError} `assetUnknown`. */
export async function accountId(tx: Queries, account: AccountRef): Promise<number> {
  return singleRow(await accountIds(tx, [account]));
}

/**
 * The same for several, in their order. They are created in a fixed order, so that no two transactions
 * deadlock.
 */
export async function accountIds(tx: Queries, accounts: readonly AccountRef[]): Promise<number[]> {
  try {
    const rows = await tx.query<{ id: number; place: number }>(
      // A user's account is found by its index; the comparison that also finds the house's could use none.
      `select coalesce(
         (select a.id from account a where a.owner_id = owner and a.kind = sorted.kind and a.asset = sorted.asset),
         ledger_account(owner, kind, asset)) as id, place
       from (select * from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as t(owner, kind, asset, place)
         order by owner, kind, asset) sorted`,
      [
        accounts.map(({ owner }) => owner ?? null),
        accounts.map(({ kind }) => kind),
        accounts.map(({ asset }) => asset),
      ],
    );
    return rows.toSorted((a, b) => a.place - b.place).map(({ id }) => id);
  } catch (error) {
    throw constraintOf(error) === 'account_asset_fkey' ? new RuleError('assetUnknown') : error;
  }
}

/**
 * Locks all accounts that a transaction will touch, in a fixed order. A single booking does so by itself; a
 * transaction of several begins with this: otherwise two may deadlock, and one has to begin again.
 */
export async function lockAccounts(tx: Queries, accounts: readonly AccountRef[]): Promise<void> {
  const ids = await accountIds(tx, accounts);
  await tx.query('select 1 from account where id = any($1::bigint[]) order by id for no key update', [ids]);
}

/**
 * Books one event: its lines sum to zero per asset. The database rejects a second entry of the same cause.
 * @returns the journal entry's number.
 * @throws {RuleError} `insufficientBalance` when an account would not cover its holds; `amountInvalid` for an
 * amount that is 0, too large or finer than its asset. The transaction is then void.
 */
export async function post(
  tx: Queries,
  { code, refType, refId }: Cause,
  at: number,
  lines: readonly Line[],
): Promise<number> {
  const ids = await accountIds(
    tx,
    lines.map(({ account }) => account),
  );
  const numbered = lines.map(({ amount }, i) => ({ account: ids[i], amount }));
  return asRule(async () => {
    const rows = await tx.query<{ id: number }>(
      `select ledger_post(p_code => $1, p_ref_type => $2, p_ref_id => $3, p_at => $4,
         p_lines => $5::jsonb) as id`,
      [code, refType, refId, at, JSON.stringify(numbered)],
    );
    return singleRow(rows).id;
  });
}

/** Holds money for a purpose. @throws {RuleError} `insufficientBalance`, `amountInvalid`. */
export async function hold(
  tx: Queries,
  account: AccountRef,
  amount: Dec,
  what: { readonly kind: HoldKind; readonly refId: string },
  at: number,
): Promise<number> {
  const id = await accountId(tx, account);
  return asRule(async () => {
    const rows = await tx.query<{ id: number }>(
      'select ledger_hold(p_account => $1, p_amount => $2, p_kind => $3, p_ref_id => $4, p_at => $5) as id',
      [id, amount, what.kind, what.refId, at],
    );
    return singleRow(rows).id;
  });
}

/**
 * Releases a part of a hold, or all that is left of it. The database refuses more than that.
 * @returns the released amount. @throws {RuleError} `amountInvalid`.
 */
export async function release(tx: Queries, holdId: number, amount?: Dec): Promise<Dec> {
  return asRule(async () => {
    const rows = await tx.query<{ amount: Dec }>(
      'select ledger_release(p_hold => $1, p_amount => $2)::text as amount',
      [holdId, amount ?? null],
    );
    return plain(singleRow(rows).amount);
  });
}

/** All balances of a user; accounts that were never used are left out. Money in escrow counts as frozen. */
export async function balancesOf(db: Queries, owner: number): Promise<Balance[]> {
  const rows = await db.query<Balance>(
    `select kind as account, asset, posted::text,
       (case kind when 'escrow' then posted else held end)::text as held, version from account
     where owner_id = $1 and kind in ('spot', 'futures', 'escrow') order by kind desc, asset`,
    [owner],
  );
  return rows.map((row) => ({ ...row, posted: plain(row.posted), held: plain(row.held) }));
}

/** Removes trailing zeros: the database's text has all decimal places. */
export function plain(text: Dec): Dec {
  return toText(new D(text));
}

export async function asRule<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = constraintOf(error);
    if (constraint === 'account_covered') throw new RuleError('insufficientBalance', { cause: error });
    if (constraint?.endsWith('_bounded') || sqlStateOf(error) === '22003')
      throw new RuleError('amountInvalid', { cause: error });
    throw error;
  }
}
