import { RuleError } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import { newToken } from '../../base/secrets.ts';
import type { AccountDeps, Caller } from './context.ts';
import type { StoredUpload } from './uploads/store.ts';
import { keep, kept } from './uploads/store.ts';

/** A picture as it is kept: re-encoded, turned upright, without a word of metadata. */
export interface Picture {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Decodes and encodes again. @throws {RuleError} `uploadKind`, `uploadPixels`. */
export type PictureReader = (file: Blob) => Promise<Picture>;

/** Called before any of a picture is read. @throws {TooManyError} */
export const mayStoreUpload = (
  { limits }: Pick<AccountDeps, 'limits'>,
  { user, address }: Caller,
): Promise<void> =>
  user ? limits.take('uploads', `user ${user.userId}`) : limits.take('uploadsFromAddress', address);

/**
 * Stores a picture for its sender. The server sets name and type and trusts nothing of the sender's file.
 * Without a configured store the picture is part of its database row: written with it, and backed up with it.
 */
export async function storeUpload(
  deps: AccountDeps,
  read: PictureReader,
  { file, user, temporary }: Caller,
): Promise<{ id: string; width: number; height: number; bytes: number }> {
  if (!file) throw new RuleError('uploadEmpty');
  const { content, width, height } = await read(file);
  const id = newToken();
  // The picture first: without its row it cannot be found.
  const row = await keep(deps.uploads, id, content);
  await run(deps, ({ tx, at }) =>
    tx.query(
      `insert into upload (id, user_id, temporary_hash, width, height, content, place, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, user?.userId ?? null, temporary ?? null, width, height, row.content, row.place, at],
    ),
  );
  return { id, width, height, bytes: content.length };
}

/**
 * A picture for its owner.
 * @throws {RuleError} `notFound` for another user's as for none; `unavailable` for one in a store that is not
 * configured.
 */
export async function ownUpload(
  { db, uploads }: Pick<AccountDeps, 'db' | 'uploads'>,
  userId: number,
  id: string,
): Promise<{ readonly content: Uint8Array; readonly width: number; readonly height: number }> {
  const [found] = await db.query<StoredUpload & { readonly width: number; readonly height: number }>(
    'select content, place, width, height from upload where id = $1 and user_id = $2',
    [id, userId],
  );
  if (!found) throw new RuleError('notFound');
  const { width, height } = found;
  return { content: await kept(uploads, id, found), width, height };
}
