import type { Server } from 'node:http';
import { SettingError } from '../../base/config.ts';
import type { Settings } from '../../base/settings.ts';

/** ms. Node's default checks connections every half minute only. */
export const TIMEOUTS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  /**
   * Longer than proxies keep a connection that nobody uses (nginx: a minute): the side that a request is
   * written to must not be the one that ends it first, or that request is lost.
   */
  keepAliveTimeout: 65_000,
};
/**
 * Connections that may wait to be accepted: without room a burst would be dropped, not refused with a retry.
 */
const BACKLOG = 4_096;

/** Listens where the settings say. @returns the port. @throws {SettingError} when it is taken or may not be used. */
export function listen(server: Server, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new SettingError(wordsOf(error, port, host))),
    );
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function wordsOf(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what uses it, or set PORT to another one.`;
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  return `The server cannot listen: ${error.message}`;
}
