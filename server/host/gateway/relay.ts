import type { Context } from 'hono';
import type { Call, CallName } from '../../../domain/contract/index.ts';
import { API_BASE, CALL_TIMEOUT_MS, calls } from '../../../domain/contract/index.ts';
import type { RefusalCode } from '../../../domain/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { EngineWord } from '../../edge/bus/engineWord.ts';
import { joinedBytes } from '../../edge/bus/frames.ts';
import type { Passed } from '../../edge/bus/httpRelay.ts';
import { PASSED_HEADERS, responseOf } from '../../edge/bus/httpRelay.ts';
import type { Requester } from '../../edge/bus/requester.ts';
import { NoAnswerError } from '../../edge/bus/requester.ts';
import { COMPAT_BASE } from '../../edge/compat/index.ts';
import { BODY_BYTES } from '../../edge/http/body.ts';
import { refuse } from '../../edge/http/errors.ts';
import { FILE_BYTES } from '../../edge/http/upload.ts';
import { UploadRoom } from '../../edge/http/uploadRoom.ts';
import type { ErrorWords } from '../../edge/http/words.ts';
import { incomingOf } from '../compat.ts';
import type { RelayShedding } from './shedding.ts';

/** The frame of a form around its file. */
const FORM_BYTES = 32 * 1024;
/** The engine ends a call by itself before. */
const DEADLINE_MS = CALL_TIMEOUT_MS + 2_000;
/** Requests that wait for the engine: each holds its body. */
const MOST_WAITING = 2_000;
/** Files of one network that are read at the same time, half of all: many users may share its address. */
const FILES_EACH = 8;

/** Refusals before any work of an order: of strangers, of those beyond their limits, and of too much at once. */
const UNWORKED: ReadonlySet<number> = new Set([401, 403, 429, 503]);

const FILE_PATHS = new Set(
  Object.values(calls as Readonly<Record<CallName, Call>>).flatMap((call) =>
    call.takesFile ? [API_BASE + call.path] : [],
  ),
);

export interface RelayDeps {
  readonly requester: Requester;
  readonly engine: Pick<EngineWord, 'isHere'>;
  readonly words: ErrorWords;
  readonly addressOf: (c: Context) => string;
  /** Counts orders into their queue, and refuses those that would wait too long. */
  readonly shedding: Pick<RelayShedding, 'enter'>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/**
 * Forwards a request to the engine. Without a response it answers 503: the caller retries under the same key,
 * which settles whether the command was executed.
 */
export function createRelay(deps: RelayDeps): (c: Context) => Promise<Response> {
  const room = new UploadRoom(FILES_EACH);
  return async (c) => {
    if (!deps.engine.isHere || deps.requester.waiting >= MOST_WAITING) return away(c, deps.words);
    const isFile = FILE_PATHS.has(c.req.path);
    // Only where a call comes from is known here: one network's files that never end must not fill the room.
    const place = isFile ? placeIn(room, deps.addressOf(c)) : () => undefined;
    if (typeof place === 'string') return refuse(c, place, deps.words);
    try {
      const read = bodyOf(c, isFile ? FILE_BYTES + FORM_BYTES : BODY_BYTES);
      // A caller that hung up half-way is no failure of ours, and the response has no reader.
      const body = await read.catch(() => 'cut off' as const);
      if (body === 'cut off') return refuse(c, 'requestInvalid', deps.words);
      if (!body) return refuse(c, isFile ? 'uploadTooLarge' : 'bodyTooLarge', deps.words);
      // Only now: bodies that never come would fill the queue for everybody.
      return await inQueue(c, deps, () => answered(c, deps, body));
    } finally {
      place();
    }
  };
}

/** @returns what leaves the room, or why there is no place in it. */
function placeIn(room: UploadRoom, address: string): (() => void) | RefusalCode {
  try {
    return room.enter({ address });
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
}

/** Answers a request that waits in the engine's queue, if it has one, or refuses it as too much. */
async function inQueue(c: Context, { shedding, words }: RelayDeps, answer: () => Promise<Response>) {
  let leave: ReturnType<RelayShedding['enter']>;
  try {
    leave = shedding.enter(c.req.method, c.req.path);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return away(c, words);
  }
  let status = 503;
  try {
    const response = await answer();
    ({ status } = response);
    return response;
  } finally {
    leave(UNWORKED.has(status));
  }
}

async function answered(c: Context, deps: RelayDeps, body: Uint8Array): Promise<Response> {
  const data: Passed = {
    method: c.req.method,
    url: incomingOf(c).url ?? '/',
    headers: Object.fromEntries(
      PASSED_HEADERS.flatMap((name) => {
        const value = c.req.header(name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    address: deps.addressOf(c),
    requestId: c.get('requestId'),
  };
  const { signal } = c.req.raw;
  try {
    const question = { kind: 'http', data, body, deadline: DEADLINE_MS, signal, isKept: true };
    return responseOf(await deps.requester.ask(question));
  } catch (error) {
    if (!(error instanceof NoAnswerError || error instanceof RuleError)) throw error;
    deps.log('no answer', { requestId: data.requestId, path: c.req.path, error: String(error) });
    return away(c, deps.words);
  }
}

/** The one answer of a gateway without its engine. Programs of other exchanges are answered in their form. */
export function away(c: Context, words: ErrorWords): Response {
  if (!c.req.path.startsWith(`${COMPAT_BASE}/`)) return refuse(c, 'unavailable', words);
  const refusal = { code: -1008, msg: 'Server is currently overloaded with other requests.' };
  return c.json(refusal, 503, { 'retry-after': '1', 'cache-control': 'no-store' });
}

/** A body of bounded length; undefined for a longer one, of which no more is read. */
async function bodyOf(c: Context, most: number): Promise<Uint8Array | undefined> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return new Uint8Array();
  if (Number.parseInt(c.req.header('content-length') ?? '0', 10) > most) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (c.req.raw.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  return joinedBytes(parts);
}
