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

/** Failures in a row after which a store counts as away until the next round. */
const MOST_FAILED = 3;

/**
 * Pictures that nothing names a day after they were sent. The row goes first: one that was named a moment ago stays.
 * @throws what the store has thrown first.
 */
async function sweepUploads({ db, clock, uploads }: SweepDeps): Promise<void> {
  const failed: unknown[] = [];
  let inARow = 0;
  let last = '';
  for (;;) {
    const unnamed = await db.query<{ id: string; place: string }>(
      `select id, place from upload u where at < $1 and place in ('database', $2)
         and ${UNNAMED} and id > $3 order by id limit ${AT_ONCE}`,
      [clock.now() - DAY_MS, uploads?.place ?? 'database', last],
    );
    for (const { id, place } of unnamed) {
      last = id;
      await removeUpload(db, id, place === 'database' ? undefined : uploads).then(
        () => {
          inARow = 0;
        },
        (error: unknown) => {
          failed.push(error);
          inARow += 1;
        },
      );
      if (inARow === MOST_FAILED) throw failed[0];
      await clock.pause();
    }
    if (unnamed.length < AT_ONCE) break;
  }
  if (failed.length > 0) throw failed[0];
}

/** Deletes a picture that nothing names. Its row comes back while the store keeps it: nothing else leads to it. */
async function removeUpload(db: Database, id: string, store: UploadStore | undefined): Promise<void> {
  const [gone] = await db.query<{ row: unknown }>(
    `delete from upload u where id = $1 and ${UNNAMED} returning to_jsonb(u) - 'content' as row`,
    [id],
  );
  if (!gone || !store) return;
  try {
    await store.remove(id);
  } catch (error) {
    await db.query('insert into upload select * from jsonb_populate_record(null::upload, $1::jsonb)', [
      JSON.stringify(gone.row),
    ]);
    throw error;
  }
}
