import { base64 } from '@scure/base';
import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { PhotoKind } from '../../../domain/index.ts';
import { PHOTO_DRAFT_MS, RuleError } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { DatabaseAwayError } from '../../base/db/database.ts';
import { Failures } from '../../base/failures.ts';
import { SealError } from '../../base/sealer.ts';
import { newToken } from '../../base/secrets.ts';
import type { PictureReader } from '../../books/users/storeUpload.ts';
import type { StoredUpload } from '../../books/users/uploads/store.ts';
import { keep, kept } from '../../books/users/uploads/store.ts';
import { mayApply } from './applicant.ts';
import type { IdentityDeps } from './deps.ts';

type Calls = typeof calls;
type PhotoRow = ResponseOf<Calls['identity.photo']>['photo'];

/** A photo as it is kept. */
export interface StoredPhoto extends StoredUpload {
  readonly id: string;
  readonly userId: number;
  readonly kind: PhotoKind;
  readonly width: number;
  readonly height: number;
}

/** What a photo is sealed for: it opens as nobody else's, as no other kind and under no other name. */
const purposeOf = ({ id, userId, kind }: Pick<StoredPhoto, 'id' | 'userId' | 'kind'>): string =>
  `photo ${userId} ${kind} ${id}`;

/**
 * Called before any of a photo is read.
 * @throws {RuleError} `tooManyRequests`, why level 2 cannot be applied for.
 */
export async function mayStorePhoto(deps: IdentityDeps, userId: number): Promise<void> {
  await deps.limits.take('identityPhotos', `user ${userId}`);
  await run(deps, ({ tx }) => mayApply(tx, userId, 2));
}

/**
 * Stores a photo of a document: encoded again like every picture, then encrypted before it is stored.
 * @throws {RuleError} why level 2 cannot be applied for, `uploadKind`, `uploadPixels`, `unavailable`.
 */
export async function storePhoto(
  deps: IdentityDeps,
  read: PictureReader,
  userId: number,
  { kind }: ParsedRequestOf<Calls['identity.photo']>,
  file: Blob | undefined,
): Promise<PhotoRow> {
  if (!file) throw new RuleError('uploadEmpty');
  const { content, width, height } = await read(file);
  const id = newToken();
  const row = await keep(deps.uploads, id, await deps.sealer.seal(content, purposeOf({ id, userId, kind })));
  try {
    return await run(deps, async ({ tx, at }) => {
      await mayApply(tx, userId, 2);
      await tx.query(
        `update identity_photo set state = 'gone', kept_until = null
         where user_id = $1 and kind = $2 and state = 'draft'`,
        [userId, kind],
      );
      const keptUntil = at + PHOTO_DRAFT_MS;
      await tx.query(
        `insert into identity_photo (id, user_id, kind, width, height, content, place, kept_until, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, userId, kind, width, height, row.content, row.place, keptUntil, at],
      );
      return { id, kind, width, height, keptUntil };
    });
  } catch (error) {
    // A commit whose answer was lost may have written the row. What stays without one, or cannot be removed, is sealed.
    if (!(error instanceof DatabaseAwayError)) await deps.uploads?.remove(id).catch(() => undefined);
    throw error;
  }
}

/** Photos that can be sent in. */
export async function draftsOf(db: Queries, userId: number, at: number): Promise<PhotoRow[]> {
  return [
    ...(await db.query<PhotoRow>(
      `select id, kind, width, height, kept_until as "keptUntil" from identity_photo
       where user_id = $1 and state = 'draft' and kept_until > $2 order by at`,
      [userId, at],
    )),
  ];
}

/** A photo, opened. @throws {RuleError} `photoSealed` under a key that is not known, `unavailable`, `notFound`. */
export async function openPhoto(
  { uploads, sealer }: Pick<IdentityDeps, 'uploads' | 'sealer'>,
  photo: StoredPhoto,
): Promise<Uint8Array> {
  const sealed = await kept(uploads, photo.id, photo);
  try {
    return await sealer.open(sealed, purposeOf(photo));
  } catch (error) {
    throw error instanceof SealError ? new RuleError('photoSealed', { cause: error }) : error;
  }
}

/** An own photo that can still be sent in. @throws {RuleError} `notFound` for all others; those of opening it. */
export async function viewPhoto(
  deps: IdentityDeps,
  userId: number,
  { id }: ParsedRequestOf<Calls['identity.view']>,
): Promise<ResponseOf<Calls['identity.view']>> {
  const [photo] = await deps.db.query<StoredPhoto>(
    `select ${PHOTO} from identity_photo where id = $1 and user_id = $2 and state = 'draft' and kept_until > $3`,
    [id, userId, deps.clock.now()],
  );
  if (!photo) throw new RuleError('notFound');
  const content = base64.encode(await openPhoto(deps, photo));
  return { type: 'image/jpeg', width: photo.width, height: photo.height, content };
}

const PHOTO = 'id, user_id as "userId", kind, width, height, content, place';

/** Photos of an application that waits or was approved. */
export const photosOf = (db: Queries, application: number): Promise<readonly StoredPhoto[]> =>
  db.query<StoredPhoto>(
    `select ${PHOTO} from identity_photo where application_id = $1 and state = 'sent'
     order by array_position(array['front', 'back', 'holding'], kind)`,
    [application],
  );

/** Photos of one round of deleting. */
const AT_ONCE = 50;

/**
 * Deletes what was replaced, rejected or never sent in. The content goes first: a row that stays is tried again.
 * @param failures what could not be deleted last; the others do not wait for it.
 * @throws why the first of those that stay could not be deleted, once all have been tried.
 */
export async function deletePhotos(
  { db, clock, uploads }: Pick<IdentityDeps, 'db' | 'clock' | 'uploads'>,
  failures = new Failures<string>(),
): Promise<void> {
  await db.query(
    `update identity_photo set state = 'gone', kept_until = null where state = 'draft' and kept_until <= $1`,
    [clock.now()],
  );
  const gone = await db.query<{ id: string; place: string }>(
    `select id, place from identity_photo where state = 'gone' and place in ('database', $1)
     order by array_position($2::text[], id) nulls first, id limit ${AT_ONCE}`,
    [uploads?.place ?? 'database', failures.oldestFirst()],
  );
  const errors: unknown[] = [];
  for (const { id, place } of gone) {
    try {
      if (place !== 'database') await uploads?.remove(id);
      await db.query("delete from identity_photo where id = $1 and state = 'gone'", [id]);
      failures.forget(id);
    } catch (error) {
      failures.note(id);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
