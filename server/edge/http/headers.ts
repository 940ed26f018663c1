import type { MiddlewareHandler } from 'hono';
import { POLICY_REPORTS } from './policyReports.ts';

/**
 * The content policy of every response: the page's own scripts, styles and connections, nothing inline, no
 * frames. Workers may come from blobs, since a worker's module may be handed over as one.
 * @param origins it may connect to besides its own, separated by blanks. @param reports endpoint of violation
 * reports, in a header.
 */
export function contentPolicy(origins: string, reports?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${origins}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ...(reports === undefined ? [] : [`report-uri ${reports}`, 'report-to policy']),
  ].join('; ');
}

/** Headers that say the same on every answer. */
export const FIXED_HEADERS = {
  'x-content-type-options': 'nosniff',
  'reporting-endpoints': `policy="${POLICY_REPORTS}"`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Security headers. @param socketOrigin yields the ws(s) origin of the page's own socket for a request's host. */
export function securityHeaders(
  socketOrigin: (host: string) => string,
  isSecure: boolean,
): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set(
      'content-security-policy',
      contentPolicy(socketOrigin(c.req.header('host') ?? ''), POLICY_REPORTS),
    );
    for (const [name, value] of Object.entries(FIXED_HEADERS)) headers.set(name, value);
    if (isSecure) headers.set('strict-transport-security', 'max-age=31536000');
  };
}
