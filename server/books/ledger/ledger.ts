import type { AccountKind, Balance, Dec, HoldKind, MovementKind } from '../../../domain/index.ts';
import { ASSET_SCALE, D, RuleError, toText } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { constraintOf, singleRow, sqlStateOf } from '../../base/db/database.ts';

/** Accounts of the house and of the world outside; they have no owner. */
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

/** Whose account: a person's, or the house's when there is no owner. */
export type AccountRef =
  | { readonly owner: number; readonly kind: AccountKind | 'escrow' | 'debt'; readonly asset: string }
  | { readonly owner?: undefined; readonly kind: HouseKind; readonly asset: string };

/** The same text for the same account. */
export const keyOf = ({ owner, kind, asset }: AccountRef): string => `${owner ?? ''} ${kind} ${asset}`;

/** Numbers of accounts that are committed, by key: those never change. */
export type AccountNumbers = Map<string, number>;

/** One line of a journal entry: + comes in, − goes out, in units of the account's asset; never 0. */
export interface Line {
  readonly account: AccountRef;
  readonly amount: Dec;
}

/** What a journal entry stands for; the three together happen once, for ever. */
export interface Cause {
  readonly code: MovementKind | 'houseFunding';
  readonly refType: string;
  readonly refId: string;
}

/** Makes assets known that are not yet. */
export async function addAssets(db: Queries, codes: readonly string[]): Promise<void> {
  await db.query(
    'insert into asset (code, scale) select unnest($1::text[]), $2 on conflict (code) do nothing',
    [[...new Set(codes)], ASSET_SCALE],
  );
}

/** An account's number; made when it is first needed. @throws {RuleError} `assetUnknown`. */
export async function accountId(tx: Queries, account: AccountRef): Promise<number> {
  return singleRow(await accountIds(tx, [account]));
}

/** The same for several, in their order. They are made in an order of their own: two that cross do not wait. */
export async function accountIds(tx: Queries, accounts: readonly AccountRef[]): Promise<number[]> {
  try {
    const rows = await tx.query<{ id: number; place: number }>(
      // A person's account is found by its index; the comparison that also finds the house's has none to use.
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
 * Takes all accounts that a transaction is going to touch. One booking does so by itself; a transaction of several
 * begins with this, or else two that cross wait for each other and one has to begin again.
 */
export async function lockAccounts(tx: Queries, accounts: readonly AccountRef[]): Promise<void> {
  const ids = await accountIds(tx, accounts);
  await tx.query('select 1 from account where id = any($1::bigint[]) order by id for no key update', [ids]);
}

/**
 * Books one event: its lines sum to zero per asset. A second booking of the same cause is refused by the database.
 * @returns the journal entry's number.
 * @throws {RuleError} `insufficientBalance` when an account would not cover what it holds; `amountInvalid` for
 * an amount that is 0, too large or finer than its asset. The transaction is void.
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
    const rows = await tx.query<{ id: number }>('select ledger_post($1, $2, $3, $4, $5::jsonb) as id', [
      code,
      refType,
      refId,
      at,
      JSON.stringify(numbered),
    ]);
    return singleRow(rows).id;
  });
}

/** Puts money aside for something. @throws {RuleError} `insufficientBalance`, `amountInvalid`. */
export async function hold(
  tx: Queries,
  account: AccountRef,
  amount: Dec,
  what: { readonly kind: HoldKind; readonly refId: string },
  at: number,
): Promise<number> {
  const id = await accountId(tx, account);
  return asRule(async () => {
    const rows = await tx.query<{ id: number }>('select ledger_hold($1, $2, $3, $4, $5) as id', [
      id,
      amount,
      what.kind,
      what.refId,
      at,
    ]);
    return singleRow(rows).id;
  });
}

/**
 * Gives a part of a hold back, or all that is left of it. More than that is refused by the database.
 * @returns what was given back. @throws {RuleError} `amountInvalid`.
 */
export async function release(tx: Queries, holdId: number, amount?: Dec): Promise<Dec> {
  return asRule(async () => {
    const rows = await tx.query<{ amount: Dec }>('select ledger_release($1, $2)::text as amount', [
      holdId,
      amount ?? null,
    ]);
    return plain(singleRow(rows).amount);
  });
}

/** All balances of a person; accounts that were never used are not there. All of what is in escrow is frozen. */
export async function balancesOf(db: Queries, owner: number): Promise<Balance[]> {
  const rows = await db.query<Balance>(
    `select kind as account, asset, posted::text,
       (case kind when 'escrow' then posted else held end)::text as held, version from account
     where owner_id = $1 and kind in ('spot', 'futures', 'escrow') order by kind desc, asset`,
    [owner],
  );
  return rows.map((row) => ({ ...row, posted: plain(row.posted), held: plain(row.held) }));
}

/** The database's text has all its decimal places; ours has none that say nothing. */
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
