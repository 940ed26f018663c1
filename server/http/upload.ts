import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import type { Call } from '../../domain/contract/index.ts';
import { RuleError } from '../../domain/index.ts';

/** Largest picture, bytes; its frame of a multipart body comes on top. */
export const FILE_BYTES = 8 * 1024 * 1024;
const FRAME_BYTES = 16 * 1024;

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
  const body = await bytesOf(c.req.raw.body);
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new RuleError('requestInvalid');
  }
  const file = form.get('file');
  if (!(file instanceof Blob) || file.size === 0) throw new RuleError('uploadEmpty');
  if (file.size > FILE_BYTES) throw new RuleError('uploadTooLarge');
  form.delete('file');
  const parsed = v.safeParse(call.request, Object.fromEntries(form), { abortEarly: true });
  if (!parsed.success) throw new RuleError('bodyInvalid');
  return { request: parsed.output, file };
}

/** A body is read no further than its bound, whatever it announced. */
async function bytesOf(body: ReadableStream<Uint8Array> | null): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      length += chunk.length;
      if (length > FILE_BYTES + FRAME_BYTES) throw new RuleError('uploadTooLarge');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof RuleError ? error : new RuleError('requestInvalid');
  }
  return new Blob(chunks);
}
