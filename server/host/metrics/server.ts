import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { SettingError } from '../../base/config.ts';

/**
 * Serves a registry at `/metrics`, on a port of its own, so that no proxy of the product leads to it.
 * @returns the port, and what ends it. @throws {SettingError} when it cannot listen there.
 */
export async function serveMetrics(
  registry: Registry,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      // The database is away: what is known without it is not worth a second way.
      () => response.writeHead(503, { 'retry-after': '1' }).end(),
    );
  });
  await listening(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new SettingError(`METRICS_PORT ${port} on ${host} cannot be used: ${error.code ?? error.message}.`),
      ),
    );
    server.listen(port, host, resolve);
  });
}
