import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Context } from 'hono';
import { isPagePath } from '../../../domain/index.ts';
import type { Entry } from './entry.ts';
import { etagOf } from './entry.ts';
import { withHeads } from './pageHeads.ts';
import type { PageHead } from './shareHead.ts';
import { requestedLanguage } from './shareHead.ts';

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

/**
 * Reads a folder of built files once; requests can name nothing but what was read. Dot files are left out. All at
 * once, without turns for anybody else: nobody is served before, and hundreds of small files take a third of the time.
 */
function entriesOf(folder: string): ReadonlyMap<string, Entry> {
  const listed = existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : [];
  const files = listed.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const there = new Set(files);
  const encoded = (file: string): Buffer | undefined => (there.has(file) ? readFileSync(file) : undefined);
  const entries = new Map<string, Entry>();
  for (const file of files) {
    const path = file.slice(folder.length).split(sep).join('/');
    if (/\/\./.test(path) || /\.(br|gz)$/.test(path)) continue;
    const body = readFileSync(file);
    const [br, gzip] = [encoded(`${file}.br`), encoded(`${file}.gz`)];
    entries.set(path, {
      body,
      type: TYPES[extname(file)] ?? 'application/octet-stream',
      etag: etagOf(body),
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

function answer(c: Context, entry: Entry, cacheControl: string, status = 200): Response {
  const headers = new Headers({
    'content-type': entry.type,
    'cache-control': cacheControl,
    etag: entry.etag,
    vary: 'accept-encoding',
  });
  if (status === 200 && isHeld(c, entry)) return new Response(null, { status: 304, headers });
  const encoding = encodingFor(entry, c.req.header('accept-encoding') ?? '');
  const body = (encoding && entry.encoded[encoding]) ?? entry.body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}

/**
 * The page with the home screen prepared in the browser's language; an invitation leads elsewhere.
 * @see scripts/prerender.mjs
 */
function startPage(c: Context, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  const { path } = c.req;
  if (path !== '/home' && (path !== '/' || c.req.query('code') !== undefined)) return undefined;
  return entries.get(`/start/${requestedLanguage(c)}.html`);
}

/** What browsers look for at each visit, and what takes its place to get rid of it. */
const SERVICE_WORKER = '/sw.js';
const SERVICE_WORKER_OFF = '/sw-off.js';
/** The API's reference, written by the build. */
const REFERENCE = /^\/docs\/?$/;

function fileOf(path: string, serviceWorker: boolean): string {
  if (path === SERVICE_WORKER && !serviceWorker) return SERVICE_WORKER_OFF;
  return REFERENCE.test(path) ? '/docs/index.html' : path;
}

/**
 * Serves the built page: hashed assets for ever, the page itself always checked. A missing asset is a 404 and
 * never the page, so that a stale tab notices that its chunk is gone.
 * @param serviceWorker false: browsers that have the page's service worker unregister it.
 * @param headOf content of a page's head, besides what each has; absent: what the build wrote.
 * @param dress puts a venue's name, pictures and colours into the built files.
 */
export function createStatic(
  folder: string,
  { serviceWorker = true }: { readonly serviceWorker?: boolean } = {},
  headOf?: (c: Context) => PageHead,
  dress: (built: ReadonlyMap<string, Entry>) => ReadonlyMap<string, Entry> = (built) => built,
): (c: Context) => Promise<Response | undefined> {
  const entries = dress(entriesOf(folder));
  const headed = headOf ? withHeads(headOf) : undefined;
  return async (c) => {
    const { path } = c.req;
    const entry = entries.get(fileOf(path, serviceWorker));
    if (entry) return answer(c, entry, path.startsWith('/assets/') ? FOR_EVER : 'no-cache');
    const page = startPage(c, entries) ?? entries.get('/index.html');
    if (!page || !isPage(path)) return undefined;
    // The page says itself that it has no such screen; what follows links learns it by the status.
    const shown = headed ? headed(c, page) : page;
    const answered = answer(c, shown, 'no-cache', isPagePath(path) ? 200 : 404);
    answered.headers.append('vary', 'accept-language');
    return answered;
  };
}
