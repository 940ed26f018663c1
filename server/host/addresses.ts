import type { IncomingMessage } from 'node:http';
import type { Settings } from '../config.ts';

/** The caller's network address; a proxy's word counts only where one is declared. */
export function addressOf(request: IncomingMessage, { trustProxy }: Settings): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (trustProxy && typeof forwarded === 'string') return forwarded.split(',')[0]?.trim() ?? '';
  return request.socket.remoteAddress ?? '';
}

/** Whether a page of this origin may open a socket: our own address, or the declared public one. */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  { publicUrl }: Settings,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host || (publicUrl !== undefined && from.origin === new URL(publicUrl).origin);
}

/** ws(s) origin of the page's own socket. */
export function socketOrigin(host: string, { publicUrl }: Settings): string {
  const base = publicUrl === undefined ? new URL('http://localhost') : new URL(publicUrl);
  const scheme = base.protocol === 'https:' ? 'wss' : 'ws';
  const name = publicUrl === undefined ? host : base.host;
  return /^[\w.:[\]-]*$/.test(name) && name !== '' ? `${scheme}://${name}` : '';
}
