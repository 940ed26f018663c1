import { createHash } from 'node:crypto';

/** A file that is served, with its packed forms. */
export interface Entry {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly encoded: { br?: Buffer; gzip?: Buffer };
}

/** Another text for another content. */
export const etagOf = (body: Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
