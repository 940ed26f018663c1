import type { Context } from 'hono';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { timeout } from 'hono/timeout';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Call, CallName, Envelope } from '../../domain/contract/index.ts';
import { API_BASE, CALL_TIMEOUT_MS, calls } from '../../domain/contract/index.ts';
import type { Caller } from '../accounts/deps.ts';
import { requestOf } from './body.ts';
import type { CallerDeps } from './caller.ts';
import { callerOf } from './caller.ts';
import type { AnswerDeps } from './errors.ts';
import { answerError, refuse } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { securityHeaders } from './headers.ts';
import { openApiDocument } from './openapi.ts';
import { formOf } from './upload.ts';
import { UploadRoom } from './uploadRoom.ts';

export interface AppDeps extends AnswerDeps, CallerDeps {
  readonly handlers: Handlers;
  readonly newRequestId: () => string;
  /** ws(s) origin of the page's own socket, for the content policy. */
  readonly socketOrigin: (host: string) => string;
  readonly isSecure: boolean;
  /** Multiplies what an address may ask; given by tests. */
  readonly limitFactor?: number;
  readonly isReady: () => boolean;
  /**
   * Lets a call in before anything is asked of the database. @returns to be called when it has ended.
   * @throws {RuleError} `unavailable` when it would wait too long.
   */
  readonly admit: (name: CallName) => () => void;
  /** Whether somebody may send the file of a call: asked before any of it is read. @throws {RuleError} why not. */
  readonly mayUpload: (name: CallName, caller: Caller) => Promise<void>;
  readonly version: string;
  /** Files of the built page; undefined where there is no such file. */
  readonly serveStatic: (c: Context) => Promise<Response | undefined>;
}

/** Calls an address may make in LIMIT_SECONDS; more are answered with 429. */
const LIMIT_POINTS = 240;
const LIMIT_SECONDS = 10;
const REPORT_POINTS = 20;

type Variables = { requestId: string };

/** The exchange over HTTP: calls, document, health and the page itself. */
export function createApp(deps: AppDeps): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.use(securityHeaders(deps.socketOrigin, deps.isSecure));
  app.use(async (c, next) => {
    c.set('requestId', deps.newRequestId());
    await next();
    c.res.headers.set('x-request-id', c.get('requestId'));
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/readyz', (c) => c.json({ ok: deps.isReady() }, deps.isReady() ? 200 : 503));
  // The list of 2,000 markets is half a megabyte, and 38 kB when packed; what a command answers is short.
  const packed = compress();
  const short = new Set(
    Object.values(calls).flatMap((call) => (call.movesMoney ? API_BASE + call.path : [])),
  );
  app.use(`${API_BASE}/*`, (c, next) => (short.has(c.req.path) ? next() : packed(c, next)));
  app.use(`${API_BASE}/*`, limited(deps, LIMIT_POINTS), timeout(CALL_TIMEOUT_MS));
  app.use(`${API_BASE}/*`, async (c, next) => {
    c.header('cache-control', 'no-store');
    await next();
  });
  const document = openApiDocument(deps.version);
  app.get(`${API_BASE}/openapi.json`, (c) => c.json(document));
  app.use(API_BASE + calls['common.report'].path, limited(deps, REPORT_POINTS));
  const room = new UploadRoom();
  for (const name of Object.keys(calls) as CallName[]) addCall(app, deps, name, room);
  app.all(`${API_BASE}/*`, (c) => refuse(c, 'pathUnknown', deps.words));
  app.on(['GET', 'HEAD'], '*', async (c) => (await deps.serveStatic(c)) ?? notFound(c));
  app.all('*', (c) => refuseMethod(c, ['GET', 'HEAD'], deps));
  app.onError((error, c) => answerError(error, c, deps));
  return app;
}

/** What a library throws need not be an Error, and the one place for errors hears of nothing else. */
function asError(thrown: unknown): never {
  throw thrown instanceof Error ? thrown : new Error(String(thrown));
}

function addCall(app: Hono<{ Variables: Variables }>, deps: AppDeps, name: CallName, room: UploadRoom): void {
  const call: Call = calls[name];
  const handle = deps.handlers[name] as (request: unknown, caller: Caller) => Promise<unknown>;
  const answerFile = async (c: Context, caller: Caller): Promise<unknown> => {
    await deps.mayUpload(name, caller);
    const leaveRoom = room.enter(caller);
    try {
      const { request, file } = await formOf(c, call);
      return await handle(request, { ...caller, file });
    } finally {
      leaveRoom();
    }
  };
  app.on([...call.methods], API_BASE + call.path, async (c) => {
    const leave = deps.admit(name);
    try {
      const caller = await callerOf(c, call, deps);
      const data = await (call.takesFile
        ? answerFile(c, caller)
        : handle(await requestOf(c, call), caller)
      ).catch(asError);
      const body: Envelope = { code: 200, message: '', data, requestId: c.get('requestId') };
      return c.json(body);
    } finally {
      leave();
    }
  });
  app.all(API_BASE + call.path, (c) => refuseMethod(c, call.methods, deps));
}

/** A missing script must be asked for anew after the next build, so that no cache may keep its absence. */
const notFound = (c: Context): Response => c.text('Not found', 404, { 'cache-control': 'no-store' });

function refuseMethod(c: Context, allowed: readonly string[], { words }: AppDeps): Response {
  c.header('allow', allowed.join(', '));
  return refuse(c, 'methodNotAllowed', words);
}

function limited(deps: AppDeps, points: number) {
  const limiter = new RateLimiterMemory({
    points: points * (deps.limitFactor ?? 1),
    duration: LIMIT_SECONDS,
  });
  return async (c: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const refused = await limiter.consume(deps.addressOf(c)).then(
      () => undefined,
      (result: RateLimiterRes) => result,
    );
    if (!refused) {
      await next();
      return undefined;
    }
    c.header('retry-after', String(Math.ceil(refused.msBeforeNext / 1_000)));
    return refuse(c, 'tooManyRequests', deps.words);
  };
}
