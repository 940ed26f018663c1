import type { Context } from 'hono';
import { ApiError } from './apiError.ts';

/** Largest body of a request, bytes. */
const MOST_BYTES = 64 * 1024;

const tooLarge = (): ApiError =>
  new ApiError(-1101, 'Too many parameters sent for this endpoint.', { status: 413 });

/** The text of a body of bounded length. @throws {ApiError} -1101 */
export async function bodyTextOf(c: Context): Promise<string> {
  const announced = c.req.header('content-length');
  if (announced === undefined) return textOf(c.req.raw.body as unknown as AsyncIterable<Uint8Array> | null);
  if (Number.parseInt(announced, 10) > MOST_BYTES) throw tooLarge();
  // Nothing beyond what is announced is read as this body, and at once it costs no stream.
  return announced === '0' ? '' : c.req.raw.text();
}

/** A body of unknown length. */
async function textOf(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MOST_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return new TextDecoder().decode(bytes);
}
