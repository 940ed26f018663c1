import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Headers that a `_headers` file gives every address. */
function headersOf(folder: string): Record<string, string> {
  const [, first = ''] = /^\/\*\n((?: {2}.*\n)+)/.exec(readFileSync(join(folder, '_headers'), 'utf8')) ?? [];
  const lines = first.trim().split('\n');
  return Object.fromEntries(
    lines.map((line) =>
      line
        .trim()
        .split(/: (.*)/)
        .slice(0, 2),
    ),
  );
}

/** Serves a folder as a static host does: files, the headers of its `_headers`, and the page for everything else. */
export async function openStaticHost(folder: string, port: number): Promise<Server> {
  const headers = headersOf(folder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const requested = join(folder, normalize(pathname));
    const isFile = existsSync(requested) && statSync(requested).isFile();
    const file = isFile ? requested : join(folder, 'index.html');
    response.writeHead(200, { ...headers, 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
