import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Entry } from '../files/entry.ts';
import { etagOf } from '../files/entry.ts';
import type { Brand } from './brand.ts';
import type { Theme } from './colours.ts';
import { hexOf, themes } from './colours.ts';
import { screenshots } from './pictures.ts';

type Entries = ReadonlyMap<string, Entry>;

const INDEX = '/index.html';
const MANIFEST = '/manifest.webmanifest';
const SERVICE_WORKER = '/sw.js';
const TYPES = { png: 'image/png', svg: 'image/svg+xml', ico: 'image/x-icon' } as const;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** @returns what a brand makes of the built files: nothing else where it is the product's own. */
export const brandedFilesOf =
  (brand: Brand) =>
  (built: Entries): Entries =>
    brand.isOwn ? built : dressed(built, brand);

/**
 * The built files as a venue serves them: its name in pages and manifest, its pictures, and its colours as a style of
 * their own after the page's.
 */
function dressed(built: Entries, brand: Brand): Entries {
  const entries = new Map(built);
  for (const [path, content] of brand.pictures) entries.set(path, pictureOf(path, content));
  const style = styleOf(brand);
  if (style !== undefined)
    entries.set(style.path, packed(Buffer.from(style.text), 'text/css; charset=utf-8'));
  for (const [path, entry] of built)
    if (path.endsWith('.html')) entries.set(path, pageOf(entry, brand, style?.path));
  const manifest = built.get(MANIFEST);
  if (manifest) entries.set(MANIFEST, manifestOf(manifest, brand));
  const worker = built.get(SERVICE_WORKER);
  if (worker) entries.set(SERVICE_WORKER, workerOf(worker, brand, built, entries));
  return entries;
}

function packed(body: Buffer, type: string): Entry {
  return {
    ...{ body, type, etag: etagOf(body) },
    encoded: { br: brotliCompressSync(body, BROTLI), gzip: gzipSync(body) },
  };
}

function pictureOf(path: string, body: Buffer): Entry {
  const ending = path.slice(path.lastIndexOf('.') + 1) as keyof typeof TYPES;
  return { body, type: TYPES[ending], etag: etagOf(body), encoded: {} };
}

/** Same text, same entry: what a brand leaves alone keeps the form that the build has packed better. */
const rewritten = (entry: Entry, text: string): Entry =>
  text === entry.body.toString() ? entry : packed(Buffer.from(text), entry.type);

/** Tokens alone; undefined where none is the venue's own. Named by what it holds, so that it may be kept for ever. */
function styleOf({ chosen }: Brand): { readonly path: string; readonly text: string } | undefined {
  const rules = themes.flatMap((theme) => {
    const lines = Object.entries(chosen[theme]).map(([name, value]) => `--${name}:${value}`);
    if (chosen[theme].warn !== undefined)
      lines.push('--warn-bg:color-mix(in oklch,var(--warn) calc(var(--tint) + 4%),transparent)');
    return lines.length === 0 ? [] : [`${SELECTORS[theme]}{${lines.join(';')}}`];
  });
  if (rules.length === 0) return undefined;
  const text = `${rules.join('\n')}\n`;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  return { path: `/assets/brand-${hash}.css`, text };
}
/** A theme that is not chosen yet is the dark one. @see src/ui/tokens.css */
const SELECTORS: Readonly<Record<Theme, string>> = {
  dark: ':root:not([data-theme="light"])',
  light: '[data-theme="light"]',
};

function pageOf(entry: Entry, { name, builtName, chosen, colours }: Brand, style: string | undefined): Entry {
  let text = entry.body.toString().replaceAll(builtName, name);
  for (const theme of themes)
    if (chosen[theme]['surface-0'] !== undefined)
      text = text.replace(
        new RegExp(
          `(<meta name="theme-color" content=")[^"]*(" media="\\(prefers-color-scheme: ${theme}\\)")`,
        ),
        `$1${hexOf(colours[theme]['surface-0'])}$2`,
      );
  if (style !== undefined)
    text = text.replace('</head>', `  <link rel="stylesheet" href="${style}" />\n  </head>`);
  return rewritten(entry, text);
}

function manifestOf(entry: Entry, { name, shortName, chosen, colours, pictures }: Brand): Entry {
  const built = JSON.parse(entry.body.toString()) as Readonly<Record<string, unknown>>;
  const ground = chosen.dark['surface-0'] === undefined ? {} : hexOf(colours.dark['surface-0']);
  const shown = screenshots.filter((path) => pictures.has(path));
  const listed = (built['screenshots'] as readonly { readonly src: string }[] | undefined) ?? [];
  return rewritten(
    entry,
    `${JSON.stringify(
      {
        ...built,
        ...{ name, short_name: shortName },
        ...(typeof ground === 'string' ? { background_color: ground, theme_color: ground } : {}),
        // Pictures of another venue would show its name and colours.
        ...(pictures.size === 0 ? {} : { screenshots: listed.filter(({ src }) => shown.includes(src)) }),
      },
      null,
      2,
    )}\n`,
  );
}

/** The service worker keeps the page by the revision that the build gave it: a page with a brand has another. */
function workerOf(entry: Entry, { name, builtName }: Brand, built: Entries, entries: Entries): Entry {
  const [before, now] = [revisionOf(built.get(INDEX)), revisionOf(entries.get(INDEX))];
  const text = entry.body.toString().replaceAll(builtName, name);
  return rewritten(entry, before === undefined || now === undefined ? text : text.replaceAll(before, now));
}

/** @see scripts/shell.mjs */
const revisionOf = (page: Entry | undefined): string | undefined =>
  page && createHash('sha256').update(page.body).digest('hex').slice(0, 16);
