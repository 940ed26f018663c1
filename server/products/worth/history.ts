import type { calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, WorthRange } from '../../../domain/index.ts';
import { D, DAY_MS, toText } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';

const DAYS: Readonly<Record<WorthRange, number>> = { day: 1, week: 7, month: 30, year: 365 };

interface Point {
  readonly at: number;
  readonly worth: Dec;
  readonly moved: Dec;
}

/** What was kept of a user's worth; points of a clock that had run ahead are left out. @param now ms UTC. */
export async function worthOf(
  db: Queries,
  userId: number,
  range: WorthRange,
  now: number,
): Promise<ResponseOf<(typeof calls)['account.worth']>> {
  const midnight = now - (now % DAY_MS);
  const points = await db.query<Point>(
    range === 'day' || range === 'week'
      ? 'select at, worth::text, moved::text from worth_point where user_id = $1 and at between $2 and $3 order by at'
      : `select distinct on (at / ${DAY_MS}) at, worth::text, moved::text from worth_point
         where user_id = $1 and at between $2 and $3 order by at / ${DAY_MS}, at`,
    [userId, now - DAYS[range] * DAY_MS, now],
  );
  const start = await startOf(db, userId, midnight, now);
  return {
    points: points.map(({ at, worth }): [number, Dec] => [at, plain(worth)]),
    today: start && {
      since: start.at,
      worth: plain(start.worth),
      moved: toText(new D(await movedBy(db, userId)).minus(start.moved)),
    },
  };
}

/**
 * From where today's P/L counts: the newest point up to midnight; else, for who came today, nothing at that moment; else
 * the first point there is.
 */
async function startOf(db: Queries, userId: number, midnight: number, now: number): Promise<Point | null> {
  const one = (condition: string, order: 'asc' | 'desc') =>
    db.query<Point>(
      `select at, worth::text, moved::text from worth_point where user_id = $1 and ${condition}
       and at <= $3 order by at ${order} limit 1`,
      [userId, midnight, now],
    );
  const [before] = await one('at <= $2', 'desc');
  if (before) return before;
  const { at } = singleRow(
    await db.query<{ at: number }>('select created_at as at from app_user where id = $1', [userId]),
  );
  if (at >= midnight) return { at, worth: '0', moved: '0' };
  return (await one('at > $2', 'asc'))[0] ?? null;
}

async function movedBy(db: Queries, userId: number): Promise<Dec> {
  const rows = await db.query<{ moved: Dec }>(
    'select coalesce(sum(worth), 0)::text as moved from worth_flow where user_id = $1',
    [userId],
  );
  return singleRow(rows).moved;
}
