import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { RuleError, watchListName } from '../../../domain/index.ts';
import { runBeside } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import type { AccountDeps, UserCaller } from './context.ts';
import { userRow } from './sessions.ts';

type StoredFavourites = ResponseOf<(typeof calls)['account.favourites']>;
type KeepFavourites = (typeof calls)['account.keepFavourites'];

/** Favourites and watch lists as the account has them; none while nothing was ever kept. */
export async function favouritesOf(db: Queries, userId: number): Promise<StoredFavourites> {
  const { uid } = await userRow<{ uid: string }>(db, userId, 'uid');
  const [row] = await db.query<Pick<StoredFavourites, 'ids' | 'lists' | 'version'>>(
    'select ids, lists, version from favourites where user_id = $1',
    [userId],
  );
  return { uid, ids: row?.ids ?? [], lists: row?.lists ?? [], version: row?.version ?? 0 };
}

const isRepeated = (ids: readonly string[]): boolean => new Set(ids).size !== ids.length;

/**
 * Stores favourites, and watch lists where they are given, and publishes them to the user's other devices. Returns those of another device that was
 * first.
 * @throws {RuleError} `bodyInvalid` for an id that occurs twice and a name that is not as it is kept.
 */
export async function keepFavourites(
  deps: AccountDeps,
  { ids, lists, version }: ParsedRequestOf<KeepFavourites>,
  { user: { userId } }: UserCaller,
): Promise<ResponseOf<KeepFavourites>> {
  const isUnsound =
    isRepeated(ids) ||
    lists?.some((list) => isRepeated(list.ids) || list.name !== watchListName(list.name)) ||
    isRepeated(lists?.map(({ id }) => id) ?? []);
  if (isUnsound) throw new RuleError('bodyInvalid');
  await deps.limits.take('favouritesOfUser', `${userId}`);
  return runBeside(deps, async ({ tx, publish }) => {
    const given = [userId, ids, version, lists === undefined ? null : JSON.stringify(lists)];
    const rows = await tx.query<{ version: number }>(
      `insert into favourites (user_id, ids, lists, version)
       select $1, $2, coalesce($4::jsonb, '[]'), 1 where $3::bigint = 0
       on conflict (user_id) do nothing returning version`,
      given,
    );
    const changed =
      rows.length > 0
        ? rows
        : await tx.query<{ version: number }>(
            `update favourites set ids = $2, lists = coalesce($4::jsonb, lists), version = version + 1
             where user_id = $1 and version = $3 returning version`,
            given,
          );
    const [kept] = changed;
    if (kept) await publish(userId, 'favourites', { version: kept.version });
    return { ...(await favouritesOf(tx, userId)), isKept: kept !== undefined };
  });
}
