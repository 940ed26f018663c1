import type { Dec } from '../../../../domain/index.ts';
import { D, takenBack } from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { singleRow } from '../../../base/db/database.ts';
import type { AccountRef, Line } from '../../../books/ledger/ledger.ts';
import { lockAccounts, plain, post } from '../../../books/ledger/ledger.ts';

export const spotOf = (userId: number, asset: string): AccountRef => ({ owner: userId, kind: 'spot', asset });
const debtOf = (userId: number, asset: string): AccountRef => ({ owner: userId, kind: 'debt', asset });

interface DepositDebt {
  /** What the spot account has free, and what is owed; both ≥ 0. */
  readonly free: Dec;
  readonly owed: Dec;
  /** Rises with each booking of the debt. */
  readonly version: number;
}

/** How a user stands in an asset, with the accounts taken until the end of the transaction. */
async function standingOf({ tx }: Transaction, userId: number, asset: string): Promise<DepositDebt> {
  await lockAccounts(tx, [spotOf(userId, asset)]);
  await tx.query(
    `select 1 from account where owner_id = $1 and asset = $2 and kind in ('spot', 'debt')
     order by id for no key update`,
    [userId, asset],
  );
  const row = singleRow(
    await tx.query<DepositDebt>(
      `select (s.posted - s.held)::text as free, coalesce(-d.posted, 0)::text as owed,
         coalesce(d.version, 0) as version
       from account s left join account d on d.owner_id = s.owner_id and d.asset = s.asset and d.kind = 'debt'
       where s.owner_id = $1 and s.kind = 'spot' and s.asset = $2`,
      [userId, asset],
    ),
  );
  return { ...row, free: plain(row.free), owed: plain(row.owed) };
}

/** Which booking it is: a deposit's number and how often it has been credited. */
export type DepositRef = `${number}.${number}`;

/** Books a deposit to its owner; what the owner owes is settled from it first. @param amount > 0. */
export async function creditDeposit(
  work: Transaction,
  userId: number,
  asset: string,
  amount: Dec,
  refId: DepositRef,
): Promise<void> {
  await post(work.tx, { code: 'deposit', refType: 'deposit', refId }, work.at, [
    { account: { kind: 'ext_deposit', asset }, amount: `-${amount}` },
    { account: spotOf(userId, asset), amount },
  ]);
  await settleDebt(work, userId, asset);
  await work.publishBalances(userId);
}

/**
 * Takes a deposit back: what the owner has free is taken, the rest is owed from now on.
 * @returns what is owed of it, ≥ 0.
 */
export async function reverseDeposit(
  work: Transaction,
  userId: number,
  asset: string,
  amount: Dec,
  refId: DepositRef,
): Promise<Dec> {
  const { free } = await standingOf(work, userId, asset);
  const { taken, debt } = takenBack(amount, free);
  const lines: Line[] = [{ account: { kind: 'ext_deposit', asset }, amount }];
  if (taken !== '0') lines.push({ account: spotOf(userId, asset), amount: `-${taken}` });
  if (debt !== '0') lines.push({ account: debtOf(userId, asset), amount: `-${debt}` });
  await post(work.tx, { code: 'depositReversed', refType: 'deposit', refId }, work.at, lines);
  await work.publishBalances(userId);
  return debt;
}

/** Settles what is owed from what is free, as far as it goes. */
export async function settleDebt(work: Transaction, userId: number, asset: string): Promise<void> {
  const { free, owed, version } = await standingOf(work, userId, asset);
  const { taken: paid } = takenBack(owed, free);
  if (!new D(paid).gt(0)) return;
  const refId = `${userId}.${asset}.${version}`;
  await post(work.tx, { code: 'debtPaid', refType: 'debt', refId }, work.at, [
    { account: spotOf(userId, asset), amount: `-${paid}` },
    { account: debtOf(userId, asset), amount: paid },
  ]);
  await work.publishBalances(userId);
}

/** Who owes something and has some of it free. */
export function debtorsOf(db: Queries): Promise<readonly { owner: number; asset: string }[]> {
  return db.query<{ owner: number; asset: string }>(
    `select d.owner_id as owner, d.asset from account d
       join account s on s.owner_id = d.owner_id and s.kind = 'spot' and s.asset = d.asset
     where d.kind = 'debt' and d.posted < 0 and d.owner_id is not null and s.posted > s.held order by d.id`,
  );
}
