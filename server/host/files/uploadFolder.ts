import { mkdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RuleError } from '../../../domain/index.ts';
import type { Settings } from '../../base/settings.ts';
import { createS3Store } from '../../books/users/uploads/s3.ts';
import type { UploadStore } from '../../books/users/uploads/store.ts';
import { nameOf } from '../../books/users/uploads/store.ts';

/** Where pictures are kept as it is set; undefined: in the database, with everything else. */
export function openUploads({ uploads }: Pick<Settings, 'uploads'>): UploadStore | undefined {
  if (uploads === undefined) return undefined;
  return 'folder' in uploads
    ? createFolderStore(uploads.folder)
    : createS3Store(uploads, (request) => fetch(request));
}

/** Keeps pictures in a folder that only this user can read. */
export function createFolderStore(folder: string): UploadStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string): string => join(folder, nameOf(id));
  return {
    place: 'folder',
    async put(id, content) {
      const path = pathOf(id);
      try {
        // Under another name until all of it is on the disk: half a picture is none.
        const file = await open(`${path}.part`, 'wx', 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(`${path}.part`, path);
      } catch (error) {
        throw new RuleError('unavailable', { cause: error });
      }
    },
    async get(id) {
      const path = pathOf(id);
      try {
        return new Uint8Array(await readFile(path));
      } catch (error) {
        const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
        throw new RuleError(isGone ? 'notFound' : 'unavailable', { cause: error });
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true }).catch((error: unknown) => {
        throw new RuleError('unavailable', { cause: error });
      });
    },
  };
}
