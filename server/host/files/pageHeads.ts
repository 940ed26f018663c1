import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import type { Entry } from './entry.ts';
import { etagOf } from './entry.ts';
import type { PageHead } from './shareHead.ts';

/** Pages with a head that are kept, the newest: each market has one in each language. */
const KEPT_MOST = 200;
/** What the build has written in the place of the head, see `index.html`. */
const PLAIN = /<meta name="description"[^>]*>\s*|<title>[^<]*<\/title>/g;
/** A page is small: a better one takes longer than sending what it saves. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Puts heads into pages.
 * @returns a request's page, packed once and cached for the next request of the same.
 */
export function withHeads(headOf: (c: Context) => PageHead): (c: Context, page: Entry) => Entry {
  const kept = new Map<string, Entry>();
  return (c, page) => {
    const { html } = headOf(c);
    const key = `${page.etag} ${html}`;
    const known = kept.get(key);
    if (known) return known;
    const made = headed(page, html);
    kept.set(key, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MOST) break;
      kept.delete(oldest);
    }
    return made;
  };
}

function headed(page: Entry, html: string): Entry {
  const text = page.body
    .toString()
    .replace(PLAIN, '')
    .replace('</head>', () => `  ${html}\n  </head>`);
  const body = Buffer.from(text);
  return {
    body,
    type: page.type,
    etag: etagOf(body),
    encoded: { br: brotliCompressSync(body, BROTLI), gzip: gzipSync(body) },
  };
}
