/** Where pictures are kept besides the database. Names are ours: random, and never a part of what was sent. */
export interface UploadStore {
  /** What rows of `upload` say of pictures in it. */
  readonly place: 'folder' | 's3';
  /** Keeps a picture for good before it resolves. @throws {RuleError} `unavailable`. */
  put(id: string, content: Uint8Array<ArrayBuffer>): Promise<void>;
  /** @throws {RuleError} `unavailable`, `notFound` for one that is gone. */
  get(id: string): Promise<Uint8Array>;
}

/** What a name looks like: of nothing else a path or an address is made. */
const NAME = /^[A-Za-z0-9_-]{20,64}$/;

/** @throws {Error} for what is no name of ours. */
export function nameOf(id: string): string {
  if (!NAME.test(id)) throw new Error('no name of an upload');
  return `${id}.jpg`;
}
