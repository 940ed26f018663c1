import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import type { Call } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { FormBounds, ReadForm } from './multipart.ts';
import { boundaryOf, readForm } from './multipart.ts';

/** Largest picture, bytes, without its multipart frame. */
export const FILE_BYTES = 8 * 1024 * 1024;
const FRAME_BYTES = 16 * 1024;
/** The file and the few fields of our calls; a browser's form may send a few more. */
const BOUNDS: FormBounds = {
  fileBytes: FILE_BYTES,
  fieldBytes: 1_024,
  parts: 8,
  headBytes: 1_024,
  bodyBytes: FILE_BYTES + FRAME_BYTES,
};

/**
 * The one file of a multipart body, and its text fields as the call's request.
 * @throws {RuleError} `uploadTooLarge`, `uploadEmpty`, `bodyInvalid` for fields that the call does not take.
 * @throws {HTTPException} 415 for another content type.
 */
export async function formOf<C extends Call>(
  c: Context,
  call: C,
): Promise<{ readonly request: v.InferOutput<C['request']>; readonly file: Blob }> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new HTTPException(415);
  const boundary = boundaryOf(type);
  if (boundary === undefined) throw new RuleError('requestInvalid');
  if (Number.parseInt(c.req.header('content-length') ?? '0', 10) > BOUNDS.bodyBytes)
    throw new RuleError('uploadTooLarge');
  const { fields, file } = await formIn(c.req.raw.body, boundary);
  if (!file || file.size === 0) throw new RuleError('uploadEmpty');
  const parsed = v.safeParse(call.request, Object.fromEntries(fields), { abortEarly: true });
  if (!parsed.success) throw new RuleError('bodyInvalid');
  return { request: parsed.output, file };
}

async function formIn(body: ReadableStream<Uint8Array> | null, boundary: string): Promise<ReadForm> {
  try {
    return await readForm(
      (body ?? []) as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>,
      boundary,
      BOUNDS,
    );
  } catch (error) {
    // A caller that hung up half-way is no server error, and the response has no reader.
    throw error instanceof RuleError ? error : new RuleError('requestInvalid');
  }
}
