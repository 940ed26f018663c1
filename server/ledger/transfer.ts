import type { calls, ParsedRequestOf } from '../../domain/contract/index.ts';
import { amountSign, fitsScale, RuleError } from '../../domain/index.ts';
import type { Work } from '../commands/command.ts';
import { post } from './ledger.ts';

/** Moves money between two accounts of one person. @param refId once for each transfer. */
export async function transfer(
  work: Work,
  userId: number,
  { asset, from, to, amount }: ParsedRequestOf<(typeof calls)['account.transfer']>,
  refId: string,
): Promise<number> {
  if (amountSign(amount) === undefined) throw new RuleError('amountInvalid');
  if (amountSign(amount) === 0) throw new RuleError('amountZero');
  if (!fitsScale(amount)) throw new RuleError('amountTooFine');
  if (from === to) throw new RuleError('sameAccount');
  const journal = await post(work.tx, { code: 'transfer', refType: 'transfer', refId }, work.at, [
    { account: { owner: userId, kind: from, asset }, amount: `-${amount}` },
    { account: { owner: userId, kind: to, asset }, amount },
  ]);
  await work.tellBalances(userId);
  return journal;
}
