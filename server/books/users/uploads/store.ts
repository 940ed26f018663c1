import { RuleError } from '../../../../domain/index.ts';

/** Where pictures are kept besides the database. Names are ours: random, and never a part of what was sent. */
export interface UploadStore {
  /** What rows of `upload` say of pictures in it. */
  readonly place: 'folder' | 's3';
  /** Keeps a picture for good before it resolves. @throws {RuleError} `unavailable`. */
  put(id: string, content: Uint8Array<ArrayBuffer>): Promise<void>;
  /** @throws {RuleError} `unavailable`, `notFound` for a deleted picture. */
  get(id: string): Promise<Uint8Array>;
  /** Deletes a picture; one that is deleted already is no error. @throws {RuleError} `unavailable`. */
  remove(id: string): Promise<void>;
}

/** A row's reference to its picture. */
export interface StoredUpload {
  readonly place: string;
  /** Null where it is kept elsewhere. */
  readonly content: Uint8Array | null;
}

/** Stores a picture in the configured store, by default in the database. @returns the row's reference. */
export async function keep(
  store: UploadStore | undefined,
  id: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<StoredUpload> {
  await store?.put(id, content);
  return store ? { place: store.place, content: null } : { place: 'database', content };
}

/** A picture as it was kept. @throws {RuleError} `unavailable` for one in a place that is not set, `notFound`. */
export async function kept(
  store: UploadStore | undefined,
  id: string,
  { place, content }: StoredUpload,
): Promise<Uint8Array> {
  if (content) return content;
  if (store?.place !== place) throw new RuleError('unavailable');
  return store.get(id);
}

/** What a name looks like: of nothing else a path or an address is made. */
const NAME = /^[A-Za-z0-9_-]{20,64}$/;

/** @throws {Error} for what is no name of ours. */
export function nameOf(id: string): string {
  if (!NAME.test(id)) throw new Error('no name of an upload');
  return `${id}.jpg`;
}
