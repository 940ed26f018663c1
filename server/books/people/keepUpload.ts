import { RuleError } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import { newToken } from '../../base/secrets.ts';
import type { AccountDeps, Caller } from './context.ts';
import type { Kept } from './uploads/store.ts';
import { keep, kept } from './uploads/store.ts';

/** A picture as it is kept: re-encoded, turned upright, without a word of metadata. */
export interface Picture {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Decodes and encodes anew. @throws {RuleError} `uploadKind`, `uploadPixels`. */
export type PictureReader = (file: Blob) => Promise<Picture>;

/** Asked before any of a picture is read. @throws {TooManyError} */
export const mayKeepUpload = (
  { limits }: Pick<AccountDeps, 'limits'>,
  { user, address }: Caller,
): Promise<void> =>
  user ? limits.take('uploads', `user ${user.userId}`) : limits.take('uploadsFromAddress', address);

/**
 * Keeps a picture for whoever sent it. Its name and type are ours: nothing of the sender's file is believed. Where no
 * other place is set it stands in its row: written with it, and saved with everything else.
 */
export async function keepUpload(
  deps: AccountDeps,
  read: PictureReader,
  { file, user, temporary }: Caller,
): Promise<{ id: string; width: number; height: number; bytes: number }> {
  if (!file) throw new RuleError('uploadEmpty');
  const { content, width, height } = await read(file);
  const id = newToken();
  // The picture first: one that no row names is found by nobody.
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
 * A picture for who sent it.
 * @throws {RuleError} `notFound` for somebody else's as for none; `unavailable` for one in a place that is not set.
 */
export async function ownUpload(
  { db, uploads }: Pick<AccountDeps, 'db' | 'uploads'>,
  userId: number,
  id: string,
): Promise<{ readonly content: Uint8Array; readonly width: number; readonly height: number }> {
  const [found] = await db.query<Kept & { readonly width: number; readonly height: number }>(
    'select content, place, width, height from upload where id = $1 and user_id = $2',
    [id, userId],
  );
  if (!found) throw new RuleError('notFound');
  const { width, height } = found;
  return { content: await kept(uploads, id, found), width, height };
}
