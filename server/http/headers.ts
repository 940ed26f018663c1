import type { MiddlewareHandler } from 'hono';

/**
 * What the page may do, on every answer: its own scripts, styles and connections, nothing inline, no frames.
 * Workers may come from blobs, since a worker's module may be handed over as one.
 */
function contentPolicy(socketOrigin: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${socketOrigin}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** Security headers. @param socketOrigin yields the ws(s) origin of the page's own socket for a request's host. */
export function securityHeaders(
  socketOrigin: (host: string) => string,
  isSecure: boolean,
): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('content-security-policy', contentPolicy(socketOrigin(c.req.header('host') ?? '')));
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('cross-origin-resource-policy', 'same-origin');
    headers.set('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()');
    if (isSecure) headers.set('strict-transport-security', 'max-age=31536000');
  };
}
