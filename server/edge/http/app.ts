import type { Context, MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { timeout } from 'hono/timeout';
import type { CallName } from '../../../domain/contract/index.ts';
import { API_BASE, CALL_TIMEOUT_MS, calls } from '../../../domain/contract/index.ts';
import type { AllowanceDeps } from './allowance.ts';
import { Allowance } from './allowance.ts';
import { tokenOf } from './caller.ts';
import type { CallDeps, CallEnv } from './calls.ts';
import { createCalls, isLong } from './calls.ts';
import { answerError, refuse } from './errors.ts';
import { securityHeaders } from './headers.ts';
import type { ObservedDeps } from './observed.ts';
import { observed } from './observed.ts';
import { POLICY_REPORTS } from './policyReports.ts';

export interface AppDeps extends CallDeps, AllowanceDeps, ObservedDeps {
  /** @param c has the request's id when a gateway has set one. */
  readonly newRequestId: (c: Context) => string;
  /** ws(s) origin of the page's own socket, for the content policy. */
  readonly socketOrigin: (host: string) => string;
  readonly isSecure: boolean;
  /** Whether a request's host is a name of this exchange. */
  readonly isHostKnown: (host: string | undefined) => boolean;
  /** Whether it can serve, with the reasons. */
  readonly readiness: () => Promise<{ readonly ok: boolean }>;
  /** What is answered at `/api/openapi.json`. */
  readonly document: () => object;
  /** What is answered below other paths, in forms of their own. */
  readonly mounted?: Readonly<Record<string, Hono>>;
  /** Receives browsers' reports on the content policy. */
  readonly policyReports: (c: Context) => Promise<Response>;
  /** Where to report a vulnerability; absent without a configured contact. */
  readonly securityTxt?: (c: Context) => Response;
  /** Files of the built page; undefined where there is no such file. */
  readonly serveStatic: (c: Context) => Promise<Response | undefined>;
}

/** The exchange over HTTP: calls, document, health and the page itself. */
export function createApp(deps: AppDeps): Hono<CallEnv> {
  const app = new Hono<CallEnv>();
  app.use(securityHeaders(deps.socketOrigin, deps.isSecure));
  app.use(async (c, next) => {
    c.set('requestId', deps.newRequestId(c));
    await next();
    c.res.headers.set('x-request-id', c.get('requestId'));
  });
  app.use(async (c, next) => {
    if (!deps.isHostKnown(c.req.header('host'))) return refuse(c, 'hostUnknown', deps.words);
    return next();
  });
  for (const path of ['/livez', '/healthz']) app.get(path, (c) => c.json({ ok: true }));
  app.get('/readyz', async (c) => {
    const readiness = await deps.readiness();
    if (!readiness.ok) c.header('retry-after', '1');
    return c.json(readiness, readiness.ok ? 200 : 503, { 'cache-control': 'no-store' });
  });
  // The list of 2,000 markets is half a megabyte, and 38 kB when packed; what a command answers is short.
  const packed = compress();
  const short = new Set(
    Object.values(calls).flatMap((call) => (call.movesMoney ? API_BASE + call.path : [])),
  );
  app.use(`${API_BASE}/*`, (c, next) => (short.has(c.req.path) ? next() : packed(c, next)));
  const allowance = new Allowance(deps);
  app.use(`${API_BASE}/*`, observed(deps));
  app.use(`${API_BASE}/*`, charged(allowance, deps), untilGone, timeout(CALL_TIMEOUT_MS));
  app.use(`${API_BASE}/*`, async (c, next) => {
    c.header('cache-control', 'no-store');
    await next();
  });
  app.get(`${API_BASE}/openapi.json`, textOf(deps.document));
  app.use(API_BASE + calls['common.report'].path, async (c, next) => {
    await allowance.takeReport(deps.addressOf(c));
    await next();
  });
  const answerOf = createCalls(deps, allowance);
  for (const name of Object.keys(calls) as CallName[]) {
    app.on([...calls[name].methods], API_BASE + calls[name].path, (c) => answerOf(c, name));
    app.all(API_BASE + calls[name].path, (c) => refuseMethod(c, calls[name].methods, deps));
  }
  app.all(`${API_BASE}/*`, (c) => refuse(c, 'pathUnknown', deps.words));
  for (const [path, other] of Object.entries(deps.mounted ?? {})) app.route(path, other);
  app.post(POLICY_REPORTS, async (c) => {
    await allowance.takeReport(deps.addressOf(c));
    return deps.policyReports(c);
  });
  if (deps.securityTxt) app.get('/.well-known/security.txt', deps.securityTxt);
  app.on(['GET', 'HEAD'], '*', async (c) => (await deps.serveStatic(c)) ?? notFound(c));
  app.all('*', (c) => refuseMethod(c, ['GET', 'HEAD'], deps));
  app.onError((error, c) => answerError(error, c, deps));
  return app;
}

/** The document is half a megabyte of text and seldom requested: made at the first request. */
function textOf(document: () => object): (c: Context) => Response {
  let text: string | undefined;
  return (c) => {
    text ??= JSON.stringify(document());
    return c.body(text, 200, { 'content-type': 'application/json' });
  };
}

/** A missing script is requested again after the next build: no cache may keep its absence. */
const notFound = (c: Context): Response => c.text('Not found', 404, { 'cache-control': 'no-store' });

function refuseMethod(c: Context, allowed: readonly string[], { words }: AppDeps): Response {
  c.header('allow', allowed.join(', '));
  return refuse(c, 'methodNotAllowed', words);
}

/** Each call is charged before anything of it is read. */
function charged(allowance: Allowance, { addressOf }: AppDeps): MiddlewareHandler<CallEnv> {
  return async (c, next) => {
    const who = allowance.whoOf(tokenOf(c), addressOf(c));
    c.set('who', who);
    await allowance.take(who, 1);
    await next();
  };
}

/** Aborts long work that nobody waits for: the caller has hung up, or has received a timeout. */
const untilGone: MiddlewareHandler<CallEnv> = async (c, next) => {
  if (!isLong(c.req.path)) return next();
  const gone = new AbortController();
  const { signal } = c.req.raw;
  const leave = (): void => gone.abort();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  c.set('gone', gone.signal);
  try {
    return await next();
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
};
