import type { AlertRow, calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import { alertLevel, MOST_ALERTS, RuleError } from '../../../domain/index.ts';
import type { CommandDeps, Transaction } from '../../base/commands/command.ts';
import { runBeside } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import { COLUMNS, KEPT_REACHED } from './rows.ts';

type Calls = typeof calls;

/**
 * Adds an alert. The same one again is the one that is there, repeating or not as it is said now.
 * @throws {RuleError} `alertsTooMany`, `priceInvalid`.
 */
export async function addAlert(
  deps: CommandDeps,
  userId: number,
  { market, direction, price, repeats }: ParsedRequestOf<Calls['alert.add']>,
): Promise<AlertRow> {
  const level = alertLevel(price);
  return runBeside(deps, async (work) => {
    const { tx, at } = work;
    // One at a time for each user: two at once would both find room.
    await tx.query('select 1 from app_user where id = $1 for no key update', [userId]);
    const row = singleRow(
      await tx.query<AlertRow>(
        `insert into price_alert (user_id, market, direction, price, repeats, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id, market, direction, price) where state <> 'reached'
         do update set repeats = excluded.repeats, state = 'waiting', version = price_alert.version + 1
         returning ${COLUMNS}`,
        [userId, market, direction, level, repeats, at],
      ),
    );
    await mustHaveRoom(work, userId);
    await work.publish(userId, 'alert', row);
    return row;
  });
}

async function mustHaveRoom({ tx }: Transaction, userId: number): Promise<void> {
  const { count } = singleRow(
    await tx.query<{ count: number }>(
      "select count(*) as count from price_alert where user_id = $1 and state <> 'reached'",
      [userId],
    ),
  );
  if (count > MOST_ALERTS) throw new RuleError('alertsTooMany');
  await tx.query(
    `delete from price_alert where id in (
       select id from price_alert where user_id = $1 and state = 'reached' order by fired_at desc, id desc
       offset ${KEPT_REACHED})`,
    [userId],
  );
}

/** Deletes an alert. @throws {RuleError} `notFound` for one that does not exist, or another user's. */
export async function removeAlert(deps: CommandDeps, userId: number, id: number): Promise<void> {
  const gone = await runBeside(deps, async ({ tx, publish }) => {
    const rows = await tx.query<{ id: number; version: number }>(
      'delete from price_alert where id = $1 and user_id = $2 returning id, version + 1 as version',
      [id, userId],
    );
    for (const row of rows) await publish(userId, 'alert', { ...row, isRemoved: true });
    return rows;
  });
  if (gone.length === 0) throw new RuleError('notFound');
}
