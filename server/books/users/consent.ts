import type { Dec } from '../../../domain/index.ts';
import { D } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import type { OpsDeps } from './opsCommand.ts';

/** An act that requires two operators. */
export interface Act {
  /** The command with what it is about: both have to say the same. */
  readonly name: string;
  /** USDT; undefined where it is unknown, which counts as too much. */
  readonly worth: Dec | undefined;
}

/**
 * Records that an operator agrees. Two names are required, and the machine vouches for each: a guard against
 * slips and one dishonest operator, not against an administrator of the machine. The name is the user's alone: a
 * container has another host each time, and one operator at two machines is no second one.
 * @returns whether it may be done: at once up to the amount in the settings, above it once another operator
 * agrees too.
 */
export async function agreed(
  { tx, at }: Pick<Transaction, 'tx' | 'at'>,
  { operator, twoAbove }: Pick<OpsDeps, 'operator' | 'twoAbove'>,
  { name, worth }: Act,
): Promise<boolean> {
  if (twoAbove === undefined || (worth !== undefined && new D(worth).lte(twoAbove))) return true;
  await tx.query('insert into ops_consent (act, who, at) values ($1, $2, $3) on conflict do nothing', [
    name,
    operator?.who ?? 'nobody',
    at,
  ]);
  const rows = await tx.query<{ count: number }>(
    "select count(distinct split_part(who, '@', 1))::int as count from ops_consent where act = $1",
    [name],
  );
  return singleRow(rows).count >= 2;
}

/** What the first of the two reads. */
export const SECOND_NEEDED = 'You have agreed. Another operator has to say the same before it is done.';
