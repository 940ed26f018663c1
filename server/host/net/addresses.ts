import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../base/settings.ts';

/** What some proxies write behind an address: the caller's port, another one for each connection. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([0-9a-f:.]{2,45})\](?::\d{1,5})?)$/i;

/**
 * The caller's network address. A proxy's word counts only where one is declared, and then the last address of
 * its list: that one the proxy has seen itself, those before it are the caller's own words. A port is none of it: with
 * it each connection would be another caller to every limit, and nobody's in the lists of API keys.
 */
export function addressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  { trustProxy }: Pick<Settings, 'trustProxy'>,
): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  const seen = [forwarded ?? ''].flat().join(',').split(',').at(-1)?.trim();
  const [, v4, v6] = WITH_PORT.exec(seen ?? '') ?? [];
  return v4 ?? v6 ?? (seen || (socket.remoteAddress ?? ''));
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
