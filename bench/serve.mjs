import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

const here = import.meta.dirname;
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const PAGES = {
  '/bench/market-list': 'page/index.html',
  '/bench/book': 'page/book.html',
  '/bench/book-limit': 'limit/book.html',
  '/bench/chart': 'page/chart.html',
  '/bench/limit': 'limit/index.html',
  '/bench/virtual': 'peers/virtual/index.html',
  '/bench/ag-grid': 'installed/agGrid/index.html',
  '/bench/perspective': 'installed/perspective/index.html',
};

/**
 * Builds the measured pages and serves them on the loopback.
 * @param withPeers also those of peers that are installed for the benches alone.
 */
export async function servePages(port, { withPeers = false } = {}) {
  await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn' });
  if (withPeers) await build({ configFile: join(here, 'peers/vite.config.ts'), logLevel: 'warn' });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const file = normalize(PAGES[pathname] ?? pathname).replace(/^([/\\]|\.\.)+/, '');
    const body = await readFile(join(here, 'dist', file)).catch(() => undefined);
    response.writeHead(body ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    response.end(body ?? 'Not found');
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port: server.address().port, close: () => server.close() };
}
