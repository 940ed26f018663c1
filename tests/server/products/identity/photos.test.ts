import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PHOTO_DRAFT_MS, photoKinds } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { DatabaseAwayError } from '../../../../server/base/db/database.ts';
import { Failures } from '../../../../server/base/failures.ts';
import type { PictureReader } from '../../../../server/books/users/storeUpload.ts';
import { createS3Store } from '../../../../server/books/users/uploads/s3.ts';
import type { UploadStore } from '../../../../server/books/users/uploads/store.ts';
import { readPicture } from '../../../../server/host/files/pictures.ts';
import { createFolderStore } from '../../../../server/host/files/uploadFolder.ts';
import { deletePhotos, storePhoto, viewPhoto } from '../../../../server/products/identity/photos.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { IdentityWorld } from '../../../support/identity.ts';
import { openIdentity } from '../../../support/identity.ts';
import { openS3 } from '../../../support/s3.ts';
import { picture } from '../../../support/service.ts';
import { codeOf } from '../../../support/spot.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

withDatabase('photos of documents', (db) => {
  let folder: string;
  let s3: Awaited<ReturnType<typeof openS3>>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tm-identity-'));
    s3 = await openS3('TESTKEYID', 'a-secret-of-a-test');
  });
  afterEach(async () => {
    await s3.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const storeOf: Record<string, () => UploadStore | undefined> = {
    'the database': () => undefined,
    'a folder': () => createFolderStore(folder),
    'a bucket': () => {
      const { endpoint } = s3;
      const settings = {
        endpoint,
        bucket: 'b-1',
        region: 'r',
        keyId: 'TESTKEYID',
        secret: 'a-secret-of-a-test',
      };
      return createS3Store(settings, (request) => fetch(request));
    },
  };

  describe.each(Object.keys(storeOf))('in %s', (place) => {
    let x: IdentityWorld;
    let user: number;
    beforeEach(async () => {
      const uploads = storeOf[place]?.();
      x = await openIdentity(db(), uploads ? { uploads } : {});
      user = await x.newUser();
      await db().query('update app_user set level = 1 where id = $1', [user]);
    });
    afterEach(() => x.close());
    /** Everything that is kept of this user's photos, byte by byte. */
    async function stored(): Promise<Buffer[]> {
      const rows = await db().query<{ content: Uint8Array | null }>(
        'select content from identity_photo where user_id = $1',
        [user],
      );
      return [
        ...rows.flatMap(({ content }) => (content ? [Buffer.from(content)] : [])),
        ...readdirSync(folder).map((file) => readFileSync(join(folder, file))),
        ...s3.objects.values(),
      ];
    }
    const view = (id: string, who = user) => viewPhoto(x.deps, who, { id });

    it('are no pictures to whoever reads what is stored, and are to their owner', async () => {
      const photos = await x.photos(user);
      const kept = await stored();
      expect(kept).toHaveLength(3);
      for (const each of kept) {
        expect(each.includes(JPEG)).toBe(false);
        await expect(sharp(each).metadata()).rejects.toThrow();
      }
      const shown = await view(photos.front);
      expect((await sharp(Buffer.from(shown.content, 'base64')).metadata()).format).toBe('jpeg');
      expect(await codeOf(view(photos.front, await x.newUser()))).toBe('notFound');
    });
    it('are replaced by a new one of their kind, and the old one is deleted', async () => {
      const [old, fresh] = [await x.send(user, 'front'), await x.send(user, 'front')];
      expect((await x.state(user)).photos.map(({ id }) => id)).toEqual([fresh]);
      expect(await codeOf(view(old))).toBe('notFound');
      await deletePhotos(x.deps);
      expect(await stored()).toHaveLength(1);
    });
    it('that were never sent in are deleted after a week', async () => {
      await x.photos(user);
      x.clock.jump(PHOTO_DRAFT_MS - 1);
      await deletePhotos(x.deps);
      expect(await stored()).toHaveLength(3);
      x.clock.jump(1);
      await deletePhotos(x.deps);
      expect([await stored(), (await x.state(user)).photos]).toEqual([[], []]);
    });
    it('that were rejected are deleted, the others can be sent in again', async () => {
      const photos = await x.photos(user);
      await x.advanced(user, photos);
      x.clock.jump(PHOTO_DRAFT_MS * 2);
      await deletePhotos(x.deps);
      const id = await x.pending(user);
      expect((await x.ops('reject', id, 'back=cutOff', 'front=unreadable: too dark')).ok).toBe(true);
      await deletePhotos(x.deps);
      expect(await stored()).toHaveLength(1);
      expect((await x.state(user)).photos.map((photo) => photo.id)).toEqual([photos.holding]);
      expect(await codeOf(x.advanced(user, photos))).toBe('photoMissing');
      const again = { ...photos, front: await x.send(user, 'front'), back: await x.send(user, 'back') };
      await x.advanced(user, again);
      expect((await x.ops('approve', await x.pending(user))).ok).toBe(true);
      x.clock.jump(PHOTO_DRAFT_MS * 2);
      await deletePhotos(x.deps);
      expect(await stored()).toHaveLength(3);
    });
    it('are shown to the operator by kind, and to nobody by their plain ids', async () => {
      const photos = await x.photos(user);
      await x.advanced(user, photos);
      const { files = [] } = await x.ops('show', await x.pending(user));
      expect(files.map(({ name }) => /^\d{9}-(\w+)\.jpg$/.exec(name)?.[1])).toEqual([...photoKinds]);
      for (const { content } of files)
        expect((await sharp(Buffer.from(content, 'base64')).metadata()).format).toBe('jpeg');
      // Sent in, they are the reviewer's alone.
      expect(await codeOf(view(photos.front))).toBe('notFound');
      expect(
        await db().query('select 1 from upload where id = any($1::text[])', [Object.values(photos)]),
      ).toEqual([]);
    });
    it('under a key that is gone say so, to the owner and to the operator', async () => {
      const photos = await x.photos(user);
      const uploads = storeOf[place]?.();
      const other = await openIdentity(db(), { keys: [2], clock: x.clock, ...(uploads ? { uploads } : {}) });
      expect(await codeOf(viewPhoto(other.deps, user, { id: photos.front }))).toBe('photoSealed');
      await other.advanced(user, photos);
      const { lines, files, ok } = await other.ops('show', await other.pending(user));
      expect([ok, files]).toEqual([true, []]);
      expect(lines.filter((line) => /cannot be opened: it was sealed with key/.test(line))).toHaveLength(3);
      const rotated = await openIdentity(db(), {
        keys: [2, 1],
        clock: x.clock,
        ...(uploads ? { uploads } : {}),
      });
      expect((await rotated.ops('show', await rotated.pending(user))).files).toHaveLength(3);
    });
  });

  it('that are moved to another user or kind in the database do not open', async () => {
    const x = await openIdentity(db());
    const [user, other] = [await x.newUser(), await x.newUser()];
    await db().query('update app_user set level = 1 where id = any($1::bigint[])', [[user, other]]);
    const { front, back } = await x.photos(user);
    await db().query('update identity_photo set user_id = $2 where id = $1', [front, other]);
    expect(await codeOf(viewPhoto(x.deps, other, { id: front }))).toBe('photoSealed');
    await db().query("update identity_photo set kind = 'front' where id = $1", [back]);
    expect(await codeOf(viewPhoto(x.deps, user, { id: back }))).toBe('photoSealed');
    await x.close();
  });
  it('that cannot be deleted keep no other one from it, and are deleted once they can be', async () => {
    const uploads = createFolderStore(folder);
    const x = await openIdentity(db(), { uploads });
    const user = await x.newUser();
    await db().query('update app_user set level = 1 where id = $1', [user]);
    // More than one round takes.
    const rows = `insert into identity_photo (id, user_id, kind, state, width, height, place, at)
      select $2 || n, $1, 'front', 'gone', 1, 1, 'folder', 1 from generate_series(1, $3::int) n`;
    await db().query(rows, [user, '0-stuck-', 55]);
    await db().query(rows, [user, 'free-', 1]);
    let isStuck = true;
    const store = {
      ...uploads,
      place: uploads.place,
      remove: async (id: string) => {
        if (isStuck && id.startsWith('0-stuck-')) throw new Error('read-only');
      },
    } as UploadStore;
    const left = async () =>
      (await db().query<{ id: string }>('select id from identity_photo where user_id = $1', [user])).length;
    const failures = new Failures<string>();
    const round = () => deletePhotos({ ...x.deps, uploads: store }, failures);
    for (let i = 0; i < 2; i++) await expect(round()).rejects.toThrow('read-only');
    expect(await left()).toBe(55);
    isStuck = false;
    for (let i = 0; i < 2; i++) await round();
    expect([await left(), failures.oldestFirst()]).toEqual([0, []]);
    await x.close();
  });
  it('leave nothing behind where their row could not be written', async () => {
    const x = await openIdentity(db(), { uploads: createFolderStore(folder) });
    const user = await x.newUser();
    await db().query('update app_user set level = 1 where id = $1', [user]);
    const photos = await x.photos(user);
    // The application is sent while another photo is on its way.
    const slow: PictureReader = async (file) => {
      await x.advanced(user, photos);
      return readPicture(file);
    };
    const file = new Blob([new Uint8Array(await picture())]);
    expect(await codeOf(storePhoto(x.deps, slow, user, { kind: 'front' }, file))).toBe('identityPending');
    expect(readdirSync(folder)).toHaveLength(3);
    // The refusal is answered, whatever becomes of the file.
    const { uploads } = x.deps;
    const stuck = { ...uploads, remove: () => Promise.reject(new Error('read-only')) } as UploadStore;
    const again = storePhoto({ ...x.deps, uploads: stuck }, readPicture, user, { kind: 'front' }, file);
    expect(await codeOf(again)).toBe('identityPending');
    await x.close();
  });
  it('stay where they are when their row may have been written: its owner sees them, and sends them in', async () => {
    const x = await openIdentity(db(), { uploads: createFolderStore(folder) });
    const user = await x.newUser();
    await db().query('update app_user set level = 1 where id = $1', [user]);
    // The connection is lost after the commit, before its answer.
    const lost: Database = {
      ...x.deps.db,
      query: (text, params) => db().query(text, params),
      transaction: async (work) => {
        await db().transaction(work);
        throw new DatabaseAwayError('Connection terminated');
      },
    };
    const file = new Blob([new Uint8Array(await picture())]);
    const attempt = storePhoto({ ...x.deps, db: lost }, readPicture, user, { kind: 'front' }, file);
    await expect(attempt).rejects.toThrow('Connection terminated');
    const [photo] = (await x.state(user)).photos;
    expect(photo?.kind).toBe('front');
    expect((await viewPhoto(x.deps, user, { id: photo?.id ?? '' })).type).toBe('image/jpeg');
    await x.close();
  });
});
