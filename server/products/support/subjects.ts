import type { SubjectRow } from '../../../domain/contract/index.ts';
import type { SubjectKind } from '../../../domain/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';

/** Where each kind is kept, what it is in, and when it was made. */
const PLACES: Readonly<Record<SubjectKind, readonly [table: string, what: string, at: string]>> = {
  spot: ['spot_order', 'market', 'created_at'],
  futures: ['futures_order', 'market', 'created_at'],
  cycle: ['cycle_contract', 'asset', 'accepted_at'],
  storage: ['storage_order', 'asset', 'opened_at'],
  deposit: ['deposit', 'asset', 'seen_at'],
  withdrawal: ['withdrawal', 'currency', 'created_at'],
};
/** What counts as an order. */
const ORDERS: readonly SubjectKind[] = ['spot', 'futures', 'cycle', 'storage'];

const selectOf = (kind: SubjectKind): string => {
  const [table, what, at] = PLACES[kind];
  return `select '${kind}' as kind, id, ${what} as what, ${at} as at from ${table} where user_id = $1`;
};

/** What a ticket is to be about. @throws {RuleError} `ticketSubject` for what is not the user's own. */
export async function subjectOf(
  db: Queries,
  userId: number,
  { kind, id }: Pick<SubjectRow, 'kind' | 'id'>,
): Promise<SubjectRow> {
  const [found] = await db.query<SubjectRow>(`${selectOf(kind)} and id = $2`, [userId, id]);
  if (!found) throw new RuleError('ticketSubject');
  return found;
}

/** A user's newest order of any kind; null before the first. */
export async function lastOrderOf(db: Queries, userId: number): Promise<SubjectRow | null> {
  const newest = ORDERS.map((kind) => `(${selectOf(kind)} order by id desc limit 1)`);
  const [found] = await db.query<SubjectRow>(`${newest.join(' union all ')} order by at desc limit 1`, [
    userId,
  ]);
  return found ?? null;
}
