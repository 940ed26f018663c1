import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

const here = import.meta.dirname;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const PAGES = { '/bench/market-list': 'page/index.html', '/bench/limit': 'limit/index.html' };

/** Builds the measured pages and serves them on the loopback. */
export async function servePages(port) {
  await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn' });
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
