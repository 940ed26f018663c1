import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Context } from 'hono';

interface Entry {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly encoded: { br?: Buffer; gzip?: Buffer };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Reads a folder of built files once; requests can name nothing but what was read. Dot files are left out. */
async function entriesOf(folder: string): Promise<ReadonlyMap<string, Entry>> {
  const listed = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const entries = new Map<string, Entry>();
  for (const entry of listed) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).split(sep).join('/');
    if (!entry.isFile() || /\/\./.test(path) || /\.(br|gz)$/.test(path)) continue;
    const body = await readFile(file);
    const [br, gzip] = await Promise.all(
      [`${file}.br`, `${file}.gz`].map((name) => readFile(name).catch(() => undefined)),
    );
    entries.set(path, {
      body,
      type: TYPES[extname(file)] ?? 'application/octet-stream',
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      encoded: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
    });
  }
  return entries;
}

/** Whether a decoded path names a page of the application, as opposed to a file, a hidden folder or broken text. */
function isPage(path: string): boolean {
  if (/\.[a-z0-9]{1,12}$/i.test(path) || path.startsWith('/assets/') || path.includes('/.')) return false;
  return !/%|\p{Cc}/u.test(path);
}

/** Whether the caller holds this file already; proxies may have listed tags or dropped their weakness mark. */
function isHeld(c: Context, { etag }: Entry): boolean {
  const held = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return held.includes(etag.replace(/^W\//, ''));
}

function encodingFor(entry: Entry, accepted: string): 'br' | 'gzip' | undefined {
  if (entry.encoded.br && /\bbr\b(?!;q=0(\.0*)?(,|$))/.test(accepted)) return 'br';
  return entry.encoded.gzip && /\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(accepted) ? 'gzip' : undefined;
}

function answer(c: Context, entry: Entry, cacheControl: string): Response {
  const headers = new Headers({
    'content-type': entry.type,
    'cache-control': cacheControl,
    etag: entry.etag,
    vary: 'accept-encoding',
  });
  if (isHeld(c, entry)) return new Response(null, { status: 304, headers });
  const encoding = encodingFor(entry, c.req.header('accept-encoding') ?? '');
  const body = (encoding && entry.encoded[encoding]) ?? entry.body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status: 200, headers });
}

/** What browsers look for at each visit, and what takes its place to get rid of it. */
const SERVICE_WORKER = '/sw.js';
const SERVICE_WORKER_OFF = '/sw-off.js';

/**
 * Serves the built page: hashed assets for ever, the page itself always checked. A missing asset is a 404 and
 * never the page, so that a stale tab learns that its chunk is gone.
 * @param serviceWorker false: browsers that have the page's service worker are told to forget it.
 */
export async function createStatic(
  folder: string,
  { serviceWorker = true }: { readonly serviceWorker?: boolean } = {},
): Promise<(c: Context) => Promise<Response | undefined>> {
  const entries = await entriesOf(folder);
  return async (c) => {
    const { path } = c.req;
    const entry = entries.get(path === SERVICE_WORKER && !serviceWorker ? SERVICE_WORKER_OFF : path);
    if (entry) return answer(c, entry, path.startsWith('/assets/') ? FOR_EVER : 'no-cache');
    const page = entries.get('/index.html');
    return page && isPage(path) ? answer(c, page, 'no-cache') : undefined;
  };
}
