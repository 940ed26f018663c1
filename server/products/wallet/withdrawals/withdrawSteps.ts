import type { WithdrawalRow } from '../../../../domain/contract/index.ts';
import type { Dec, WithdrawalState } from '../../../../domain/index.ts';
import { pendingStates, RuleError, receivedOf } from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import type { AccountRef } from '../../../books/ledger/ledger.ts';
import { lockAccounts, post, release } from '../../../books/ledger/ledger.ts';
import { publishWithdrawal, withdrawalOf } from './withdrawals.ts';

/** What a step leaves behind, besides the state. */
export interface StepNote {
  /** In the operator's words. */
  readonly reason?: string;
  readonly tx?: string;
}

interface Stepped {
  readonly userId: number;
  readonly currency: string;
  readonly amount: Dec;
  readonly fee: Dec;
  readonly hold: number;
}

/**
 * Moves a withdrawal from one of these states to the next: its hold is released when it ends, and booked out
 * when it has arrived.
 * @returns its state now; undefined, without any effect, when it was in none of them.
 */
export async function step(
  work: Transaction,
  id: number,
  from: readonly WithdrawalState[],
  to: WithdrawalState,
  { reason, tx }: StepNote = {},
): Promise<WithdrawalRow | undefined> {
  const [stepped] = await work.tx.query<Stepped>(
    `update withdrawal set state = $3, reason = coalesce($4, reason), tx = coalesce($5, tx), version = version + 1,
       updated_at = $6
     where id = $1 and state = any ($2::text[])
     returning user_id as "userId", currency, amount::text, fee::text, hold_id as hold`,
    [id, [...from], to, reason ?? null, tx ?? null, work.at],
  );
  if (!stepped) return undefined;
  if (to === 'confirmed') await book(work, id, stepped);
  else if (!pendingStates.includes(to)) await release(work.tx, stepped.hold);
  return publishWithdrawal(work, stepped.userId, id);
}

/** The amount has left: what arrived is outside, the fee is the house's. */
async function book(
  work: Transaction,
  id: number,
  { userId, currency, amount, fee, hold }: Stepped,
): Promise<void> {
  const own: AccountRef = { owner: userId, kind: 'spot', asset: currency };
  const lines = [
    { account: own, amount: `-${amount}` },
    { account: { kind: 'ext_withdraw', asset: currency } as const, amount: receivedOf(amount, fee) },
    { account: { kind: 'house_fee', asset: currency } as const, amount: fee },
  ];
  await lockAccounts(
    work.tx,
    lines.map(({ account }) => account),
  );
  await release(work.tx, hold);
  await post(work.tx, { code: 'withdrawal', refType: 'withdrawal', refId: String(id) }, work.at, lines);
}

/** Takes a withdrawal back for its owner. @throws {RuleError} `notFound`, `withdrawFixed` when it is under way. */
export async function cancel(work: Transaction, userId: number, id: number): Promise<WithdrawalRow> {
  if (!(await withdrawalOf(work.tx, id, work.at, userId))) throw new RuleError('notFound');
  const cancelled = await step(work, id, ['requested'], 'cancelled');
  if (!cancelled) throw new RuleError('withdrawFixed');
  return cancelled;
}
