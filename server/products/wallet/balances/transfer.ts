import type { calls, ParsedRequestOf } from '../../../../domain/contract/index.ts';
import type { Dec } from '../../../../domain/index.ts';
import { amountSign, compareDec, fitsScale, RuleError, SETTLEMENT_ASSET } from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { balancesOf, lockAccounts, post } from '../../../books/ledger/ledger.ts';
import type { AccountDeps } from '../../../books/users/context.ts';

/**
 * Moves money between two accounts of one user. @param refId once for each transfer.
 * @param futuresFree what may be taken out of the futures account; read with the account locked.
 */
export async function transfer(
  work: Transaction,
  userId: number,
  { asset, from, to, amount }: ParsedRequestOf<(typeof calls)['account.transfer']>,
  refId: string,
  futuresFree?: AccountDeps['futuresFree'],
): Promise<number> {
  if (amountSign(amount) === undefined) throw new RuleError('amountInvalid');
  if (amountSign(amount) === 0) throw new RuleError('amountZero');
  if (!fitsScale(amount)) throw new RuleError('amountTooFine');
  if (from === to) throw new RuleError('sameAccount');
  if (futuresFree && from === 'futures' && asset === SETTLEMENT_ASSET) {
    await lockAccounts(work.tx, [
      { owner: userId, kind: from, asset },
      { owner: userId, kind: to, asset },
    ]);
    await mustBeFree(work.tx, userId, amount, futuresFree);
  }
  const journal = await post(work.tx, { code: 'transfer', refType: 'transfer', refId }, work.at, [
    { account: { owner: userId, kind: from, asset }, amount: `-${amount}` },
    { account: { owner: userId, kind: to, asset }, amount },
  ]);
  await work.publishBalances(userId);
  return journal;
}

/** Refuses what is not there at all, and what is there but stands behind positions and orders. */
async function mustBeFree(
  tx: Queries,
  userId: number,
  amount: Dec,
  futuresFree: NonNullable<AccountDeps['futuresFree']>,
): Promise<void> {
  if (compareDec(amount, await futuresFree(tx, userId)) <= 0) return;
  const own = (await balancesOf(tx, userId)).find(
    ({ account, asset }) => account === 'futures' && asset === SETTLEMENT_ASSET,
  );
  const isThere = own !== undefined && compareDec(amount, own.posted) <= 0;
  throw new RuleError(isThere ? 'transferMargin' : 'insufficientBalance');
}
