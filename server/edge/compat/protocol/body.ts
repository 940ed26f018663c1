import type { Context } from 'hono';
import { ApiError } from './apiError.ts';

/** Largest body of a request, bytes. */
const MOST_BYTES = 64 * 1024;

/** The text of a body of bounded length. @throws {ApiError} -1101 */
export async function bodyTextOf(c: Context): Promise<string> {
  const bytes = new Uint8Array(MOST_BYTES);
  let length = 0;
  const body = c.req.raw.body as unknown as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    if (length + chunk.length > MOST_BYTES)
      throw new ApiError(-1101, 'Too many parameters sent for this endpoint.', { status: 413 });
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}
