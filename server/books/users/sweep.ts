import { DAY_MS } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import type { UploadStore } from './uploads/store.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly clock: Pick<ServerClock, 'now' | 'pause'>;
  readonly uploads?: UploadStore;
}

/** A session expires after a week of inactivity; a day later nothing reads it any more. */
const RESTED_MS = 8 * DAY_MS;
/** A request whose response was lost is under way for minutes at most: its key may be deleted after this. */
const VOID_MS = 7 * DAY_MS;
const FAILED_MS = 30 * DAY_MS;
/** Rows per statement: waiting transactions run in between. */
const AT_ONCE = 500;

/** Rows to delete after their use, by table. `$1`: ms, rows of before. */
const OLD: readonly (readonly [table: string, which: string, ageMs: number])[] = [
  ['command', "call = 'void' and at < $1", VOID_MS],
  ['code', 'expires_at < $1', DAY_MS],
  ['session', 'least(coalesce(ended_at, expires_at), expires_at) < $1', DAY_MS],
  ['session', 'seen_at < $1', RESTED_MS],
  ['temporary_token', 'expires_at < $1', 0],
  ['proof', 'expires_at < $1', DAY_MS],
  ['passkey_challenge', 'expires_at < $1', 0],
  ['message', "state = 'failed' and created_at < $1", FAILED_MS],
];

/** Of `upload u`: neither a ticket nor a missing deposit shows it. */
const UNNAMED = `not exists (select 1 from support_picture p where p.upload_id = u.id)
  and not exists (select 1 from deposit_notice n where n.voucher = u.id)`;

/** Deletes expired, failed and void rows, and unused pictures. */
export async function sweep(deps: SweepDeps): Promise<void> {
  const { db, clock } = deps;
  for (const [table, which, ageMs] of OLD) {
    const before = clock.now() - ageMs;
    const remove = `delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${which} limit ${AT_ONCE})) returning 1`;
    while ((await db.query(remove, [before])).length === AT_ONCE) await clock.pause();
    await clock.pause();
  }
  await sweepUploads(deps);
}

/** Pictures that nothing names a day after they were sent. The row goes first: one that was named a moment ago stays. */
async function sweepUploads({ db, clock, uploads }: SweepDeps): Promise<void> {
  for (;;) {
    const unnamed = await db.query<{ id: string; place: string }>(
      `select id, place from upload u where at < $1 and place in ('database', $2)
         and ${UNNAMED} order by id limit ${AT_ONCE}`,
      [clock.now() - DAY_MS, uploads?.place ?? 'database'],
    );
    for (const { id, place } of unnamed) {
      const gone = await db.query(`delete from upload u where id = $1 and ${UNNAMED} returning 1`, [id]);
      if (gone.length > 0 && place !== 'database') await uploads?.remove(id);
      await clock.pause();
    }
    if (unnamed.length < AT_ONCE) return;
  }
}
