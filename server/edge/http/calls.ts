import type { Context } from 'hono';
import type { Call, CallName, Envelope, ParsedRequestOf } from '../../../domain/contract/index.ts';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { Caller } from '../../books/users/context.ts';
import { mayCall } from '../../books/users/guests.ts';
import type { Allowance } from './allowance.ts';
import type { CachedAnswer, CacheTerms } from './answerCache.ts';
import { AnswerCache, packedOf } from './answerCache.ts';
import { requestOf } from './body.ts';
import type { CallerDeps } from './caller.ts';
import { callerOf } from './caller.ts';
import { CallLine } from './callLine.ts';
import type { AnswerDeps } from './errors.ts';
import { formOf } from './upload.ts';
import { UploadRoom } from './uploadRoom.ts';
import { weightBeyondOne } from './weights.ts';

export interface CallDeps extends AnswerDeps, CallerDeps {
  readonly handlers: Handlers;
  /**
   * Admits a call before its first database query. @returns to be called when it has ended; with false when it ended
   * without being executed, whose time says nothing of what calls cost.
   * @throws {RuleError} `unavailable` when it would wait too long.
   */
  readonly admit: (name: CallName) => (isMeasured?: boolean) => void;
  /**
   * Checks, before any of it is read, whether a caller may upload a call's file.
   * @throws {RuleError} why not.
   */
  readonly mayUpload: (name: CallName, caller: Caller) => Promise<void>;
  /** The cache key of a public response; undefined for one that is made per request. */
  readonly cacheTerms: (name: CallName, request: unknown) => CacheTerms | undefined;
  /** ms. */
  readonly now: () => number;
}

export type CallEnv = {
  Variables: {
    requestId: string;
    /** Who is charged: a user, or an address. */
    who: string;
    /** Of the refusal, if it was refused. */
    code: string | undefined;
    /** Aborted when nobody waits for the answer any more; of long calls. */
    gone: AbortSignal;
  };
};

/** Calls whose responses may take long: they wait in a queue, and are aborted when nobody waits for them. */
const LONG: ReadonlySet<CallName> = new Set(['market.candles', 'market.sparklines', 'market.snapshot']);
const LONG_PATHS = new Set([...LONG].map((name) => API_BASE + calls[name].path));
export const isLong = (path: string): boolean => LONG_PATHS.has(path);

/** What answers the calls of the contract. */
export function createCalls(
  deps: CallDeps,
  allowance: Allowance,
): (c: Context<CallEnv>, name: CallName) => Promise<Response> {
  const room = new UploadRoom();
  const line = new CallLine();
  const answers = new AnswerCache(deps.now);
  const userOf: CallDeps['userOf'] = async (token) => {
    const user = await deps.userOf(token);
    allowance.learn(token, user);
    return user;
  };
  const fileAnswer = async (c: Context<CallEnv>, name: CallName, caller: Caller): Promise<unknown> => {
    await deps.mayUpload(name, caller);
    const leaveRoom = room.enter(caller);
    try {
      const { request, file } = await formOf(c, calls[name]);
      return await handlerOf(deps, name)(request, { ...caller, file });
    } finally {
      leaveRoom();
    }
  };
  const answer = async (
    c: Context<CallEnv>,
    name: CallName,
    caller: Caller,
    onExecuted: () => void,
  ): Promise<Response> => {
    const call: Call = calls[name];
    if (call.takesFile) return c.json(envelope(c, await fileAnswer(c, name, caller).catch(asError)));
    const request = await requestOf(c, call);
    const who = c.get('who');
    await allowance.take(who, weightBeyondOne(name, request as ParsedRequestOf<(typeof calls)[CallName]>));
    onExecuted();
    const make = (gone: AbortSignal | undefined): Promise<unknown> => {
      const work = () =>
        handlerOf(deps, name)(request, gone ? { ...caller, who, gone } : caller).catch(asError);
      return LONG.has(name) ? line.run(who, gone, work) : work();
    };
    const cacheTerms = deps.cacheTerms(name, request);
    if (!cacheTerms) return c.json(envelope(c, await make(c.get('gone'))));
    const text = async (gone: AbortSignal): Promise<string> => JSON.stringify(envelope(c, await make(gone)));
    return cachedResponse(c, await answers.answer(cacheTerms, c.get('gone'), text));
  };
  return async (c, name) => {
    const leave = deps.admit(name);
    let isExecuted = false;
    try {
      const caller = await callerOf(c, calls[name], { ...deps, userOf });
      mayCall(name, caller);
      return await answer(c, name, caller, () => {
        isExecuted = true;
      });
    } finally {
      leave(isExecuted);
    }
  };
}

type Handler = (request: unknown, caller: Caller) => Promise<unknown>;
const handlerOf = ({ handlers }: CallDeps, name: CallName): Handler => handlers[name] as Handler;

const envelope = (c: Context<CallEnv>, data: unknown): Envelope => ({
  code: 200,
  message: '',
  data,
  requestId: c.get('requestId'),
});

/** A cached response has the id of the request that it was made for; the header has each request's own. */
async function cachedResponse(c: Context<CallEnv>, answer: CachedAnswer): Promise<Response> {
  c.header('content-type', 'application/json');
  c.header('vary', 'Accept-Encoding');
  if (!/\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(c.req.header('accept-encoding') ?? '')) return c.body(answer.text);
  c.header('content-encoding', 'gzip');
  return c.body(await packedOf(answer));
}

/** A library may throw something other than an Error, and the central error handler receives only Errors. */
function asError(thrown: unknown): never {
  throw thrown instanceof Error ? thrown : new Error(String(thrown));
}
