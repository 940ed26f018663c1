import type { calls, ParsedRequestOf, ResponseOf, WithdrawalRow } from '../../../../domain/contract/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';

type List = (typeof calls)['withdraw.list'];

/** A user's withdrawals, newest first. */
export async function withdrawalsOf(
  db: Queries,
  userId: number,
  { kind, state, currency, from, to, before, limit }: ParsedRequestOf<List>,
  at: number,
): Promise<ResponseOf<List>> {
  const requests = [kind, state, currency, from, to, before].map((each) => each ?? null);
  const rows = await db.query<{ row: WithdrawalRow }>(
    `select withdrawal_row(w, $9) as row from withdrawal w where user_id = $1
       and ($2::text is null or kind = $2) and ($3::text is null or state = $3)
       and ($4::text is null or currency = $4) and ($5::bigint is null or created_at >= $5)
       and ($6::bigint is null or created_at <= $6) and ($7::bigint is null or id < $7)
     order by id desc limit $8`,
    [userId, ...requests, limit + 1, at],
  );
  const shown = rows.slice(0, limit).map(({ row }) => row);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** One withdrawal; undefined when there is none of this number. @param userId only theirs. */
export async function withdrawalOf(
  db: Queries,
  id: number,
  at: number,
  userId?: number,
): Promise<WithdrawalRow | undefined> {
  const [found] = await db.query<{ row: WithdrawalRow }>(
    `select withdrawal_row(w, $3) as row from withdrawal w
     where id = $1 and ($2::bigint is null or user_id = $2)`,
    [id, userId ?? null, at],
  );
  return found?.row;
}

/** Publishes a withdrawal's state and the balances that it touched to its owner. */
export async function publishWithdrawal(
  work: Transaction,
  userId: number,
  id: number,
): Promise<WithdrawalRow> {
  const row = await withdrawalOf(work.tx, id, work.at, userId);
  if (!row) throw new Error(`there is no withdrawal ${id}`);
  await work.publish(userId, 'withdrawal', row);
  await work.publishBalances(userId);
  return row;
}
