import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import type { Call } from '../../domain/contract/index.ts';
import { RuleError } from '../../domain/index.ts';

/** Largest body of a call, bytes. */
export const BODY_BYTES = 64 * 1024;

/**
 * The request of a call, parsed once. An absent body counts as an empty object.
 * @throws {RuleError} `bodyTooLarge`, `requestInvalid` (not JSON), `bodyInvalid` (not what the call takes).
 * @throws {HTTPException} 415 for another content type, as a form of another site may send.
 */
export async function requestOf<C extends Call>(c: Context, call: C): Promise<v.InferOutput<C['request']>> {
  const text = c.req.method === 'GET' ? '' : await textOf(c);
  const parsed = v.safeParse(call.request, text === '' ? {} : jsonOf(text), { abortEarly: true });
  if (!parsed.success) throw new RuleError('bodyInvalid');
  return parsed.output;
}

async function textOf(c: Context): Promise<string> {
  const announced = c.req.header('content-length');
  if (announced !== undefined && Number.parseInt(announced, 10) > BODY_BYTES)
    throw new RuleError('bodyTooLarge');
  const body = c.req.raw.body;
  if (!body) return '';
  const { chunks, length } = await chunksOf(body as unknown as AsyncIterable<Uint8Array>);
  if (length > 0 && !/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new HTTPException(415);
  return decode(chunks, length);
}

async function chunksOf(body: AsyncIterable<Uint8Array>): Promise<{ chunks: Uint8Array[]; length: number }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > BODY_BYTES) throw new RuleError('bodyTooLarge');
      chunks.push(chunk);
    }
  } catch (error) {
    // A caller that hung up half-way is no fault of ours, and nobody reads the answer.
    throw error instanceof RuleError ? error : new RuleError('requestInvalid');
  }
  return { chunks, length };
}

function decode(chunks: readonly Uint8Array[], length: number): string {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RuleError('requestInvalid');
  }
}

/** JSON that is an object without a prototype's key; arrays and plain values are no request of ours. */
function jsonOf(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RuleError('requestInvalid');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RuleError('requestInvalid');
  return value;
}
