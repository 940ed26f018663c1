import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import type { Call } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';

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

/** A body of any kind, as text. @throws {RuleError} `bodyTooLarge`, `requestInvalid` for what is no text. */
export const bodyText = async (c: Context): Promise<string> => decode(await boundedBytes(c));

const boundedBytes = (c: Context): Promise<Uint8Array> =>
  bytesOf(c).catch((error: unknown) => {
    // A caller that hung up half-way is no server error, and the response has no reader.
    throw error instanceof RuleError ? error : new RuleError('requestInvalid');
  });

async function textOf(c: Context): Promise<string> {
  const bytes = await boundedBytes(c);
  if (bytes.length > 0 && !/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new HTTPException(415);
  return decode(bytes);
}

async function bytesOf(c: Context): Promise<Uint8Array> {
  const announced = c.req.header('content-length');
  if (announced === undefined)
    return joinedBytes(c.req.raw.body as unknown as AsyncIterable<Uint8Array> | null);
  if (Number.parseInt(announced, 10) > BODY_BYTES) throw new RuleError('bodyTooLarge');
  // Nothing beyond what is announced is read as this body, and at once it costs no stream.
  const bytes = new Uint8Array(await c.req.raw.arrayBuffer());
  if (bytes.length > BODY_BYTES) throw new RuleError('bodyTooLarge');
  return bytes;
}

/** A body of unknown length. */
async function joinedBytes(body: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const bytes = new Uint8Array(BODY_BYTES);
  let length = 0;
  for await (const chunk of body ?? []) {
    if (length + chunk.length > BODY_BYTES) throw new RuleError('bodyTooLarge');
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
}

function decode(bytes: Uint8Array): string {
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
