import type { Context } from 'hono';
import { Hono } from 'hono';
import { API_BASE } from '../../../domain/contract/index.ts';
import { COMPAT_BASE } from '../../edge/compat/index.ts';
import type { AnswerDeps } from '../../edge/http/errors.ts';
import { refuse } from '../../edge/http/errors.ts';
import { securityHeaders } from '../../edge/http/headers.ts';
import { POLICY_REPORTS } from '../../edge/http/policyReports.ts';
import { UDF_BASE } from '../../edge/udf/index.ts';
import { away } from './relay.ts';

/** A gateway's readiness, and the parts that determine it. */
export interface GatewayReadiness {
  readonly ok: boolean;
  readonly parts: Readonly<Record<'bus' | 'engine' | 'snapshot' | 'open', { readonly ok: boolean }>>;
}

export interface GatewayAppDeps extends AnswerDeps {
  readonly newRequestId: () => string;
  readonly socketOrigin: (host: string) => string;
  readonly isSecure: boolean;
  readonly isHostKnown: (host: string | undefined) => boolean;
  readonly readiness: () => GatewayReadiness;
  /** Files of the built page; undefined where there is no such file. */
  readonly serveStatic: (c: Context) => Promise<Response | undefined>;
  /** Has the engine answer. */
  readonly relay: (c: Context) => Promise<Response>;
}

/** What the engine answers. */
const RELAYED = [`${API_BASE}/*`, `${COMPAT_BASE}/*`, `${UDF_BASE}/*`, POLICY_REPORTS, '/.well-known/*'];

/** A gateway over HTTP: the page by itself, all else by its engine. */
export function createGatewayApp(deps: GatewayAppDeps): Hono<{ Variables: { requestId: string } }> {
  const app = new Hono<{ Variables: { requestId: string } }>();
  app.use(securityHeaders(deps.socketOrigin, deps.isSecure));
  app.use(async (c, next) => {
    c.set('requestId', deps.newRequestId());
    await next();
    c.res.headers.set('x-request-id', c.get('requestId'));
  });
  app.use(async (c, next) => {
    if (!deps.isHostKnown(c.req.header('host'))) return refuse(c, 'hostUnknown', deps.words);
    return next();
  });
  for (const path of ['/livez', '/healthz']) app.get(path, (c) => c.json({ ok: true }));
  app.get('/readyz', (c) => {
    const readiness = deps.readiness();
    if (!readiness.ok) c.header('retry-after', '1');
    return c.json(readiness, readiness.ok ? 200 : 503, { 'cache-control': 'no-store' });
  });
  for (const path of RELAYED) app.all(path, (c) => deps.relay(c));
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const answer = await deps.serveStatic(c);
    return answer ?? c.text('Not found', 404, { 'cache-control': 'no-store' });
  });
  app.all('*', (c) => {
    c.header('allow', 'GET, HEAD');
    return refuse(c, 'methodNotAllowed', deps.words);
  });
  app.onError((error, c) => {
    deps.log('unexpected', { requestId: c.get('requestId'), path: c.req.path, stack: error.stack });
    return away(c, deps.words);
  });
  return app;
}
