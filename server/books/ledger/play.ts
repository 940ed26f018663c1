import { playGrants, RuleError } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import type { Line } from './ledger.ts';
import { balancesOf, post } from './ledger.ts';

const house = (asset: string) => ({ kind: 'ext_genesis', asset }) as const;

/** Grants play money from the outside world, booked like any other. @param refId once for each grant. */
export async function grantPlay(work: Transaction, userId: number, refId: string): Promise<number> {
  const lines = playGrants.flatMap(({ account, asset, amount }): Line[] => [
    { account: house(asset), amount: `-${amount}` },
    { account: { owner: userId, kind: account, asset }, amount },
  ]);
  const journal = await post(work.tx, { code: 'playGrant', refType: 'play', refId }, work.at, lines);
  await work.publishBalances(userId);
  return journal;
}

/**
 * Takes all play money back and grants it again.
 * @throws {RuleError} `resetBlocked` while some of it is held.
 */
export async function resetPlay(work: Transaction, userId: number, refId: string): Promise<number> {
  await work.tx.query('select 1 from account where owner_id = $1 order by id for no key update', [userId]);
  const balances = await balancesOf(work.tx, userId);
  if (balances.some(({ held }) => held !== '0')) throw new RuleError('resetBlocked');
  const open = await work.tx.query(
    'select 1 from futures_position where user_id = $1 and closed_at is null limit 1',
    [userId],
  );
  if (open.length > 0) throw new RuleError('resetBlocked');
  const lines = balances
    .filter(({ posted }) => posted !== '0')
    .flatMap(({ account, asset, posted }): Line[] => [
      { account: { owner: userId, kind: account, asset }, amount: `-${posted}` },
      { account: house(asset), amount: posted },
    ]);
  if (lines.length > 0) await post(work.tx, { code: 'playReturn', refType: 'play', refId }, work.at, lines);
  return grantPlay(work, userId, refId);
}
