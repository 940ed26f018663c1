import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../server/base/config.ts';
import type { Brand } from '../../../server/host/brand/brand.ts';
import { openBrand, withBrand } from '../../../server/host/brand/brand.ts';
import {
  colourNames,
  contrastFaults,
  contrastOf,
  hexOf,
  ownColours,
  themes,
} from '../../../server/host/brand/colours.ts';
import { brandedFilesOf } from '../../../server/host/brand/dress.ts';
import { contentFolder, laidOver } from '../../../server/host/files/contentFolder.ts';
import { createStatic } from '../../../server/host/files/static.ts';
import { brandedMail, mailStyleOf } from '../../../server/host/mail/html.ts';

const root = process.cwd();
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A folder with a brand's files. */
function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tm-brand-'));
  made.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
const opened = (brand: unknown, files: Readonly<Record<string, string | Buffer>> = {}): Promise<Brand> =>
  openBrand(root, { brandDir: folderOf({ 'brand.json': JSON.stringify(brand), ...files }) });
const refusal = (brand: unknown, files?: Readonly<Record<string, string | Buffer>>): Promise<string> =>
  opened(brand, files).then(
    () => 'none',
    (error: Error) => error.message.replace(/\S*\/tm-brand-\w+\//, ''),
  );

describe('the file of a brand', () => {
  it.each([
    [{}, 'brand.json: the field "name" is missing.'],
    [7, 'brand.json: it must be an object.'],
    [{ name: 7 }, 'brand.json: "name" must be a text.'],
    [{ name: '<b>' }, 'brand.json: "name" must be made of letters, digits, blanks, dots, hyphens and ’.'],
    [{ name: 'x'.repeat(31) }, 'brand.json: "name" must have at most 30 characters.'],
    [
      { name: 'North', shortName: 'North of the sea' },
      'brand.json: "shortName" must have at most 12 characters.',
    ],
    [{ name: 'North', colour: {} }, 'brand.json: there is no field "colour".'],
    [
      { name: 'North', colors: { dark: { acent: '#ffffff' } } },
      'brand.json: there is no field "colors.dark.acent".',
    ],
    [
      { name: 'North', colors: { light: { accent: 'url(x)' } } },
      'brand.json: "colors.light.accent" must be a colour like #1b7f5c or oklch(0.55 0.12 160).',
    ],
    [
      { name: 'North', mail: { from: 'a\nBcc: b@c.example' } },
      'brand.json: "mail.from" must be one line of at most 200 characters.',
    ],
    [
      { name: 'North', support: { url: 'javascript:1' } },
      'brand.json: "support.url" must be an address that begins with https://.',
    ],
    [{ name: 'North', security: 'tel:1' }, 'brand.json: "security" must begin with mailto: or https://.'],
  ])('%j is refused by name of file and field', async (brand, words) => {
    expect(await refusal(brand)).toBe(words);
  });

  it('is refused where it is none, or stands nowhere', async () => {
    expect(await refusal('', { 'brand.json': '{"name": ' })).toMatch(/^brand\.json is no JSON: /);
    await expect(openBrand(root, { brandDir: '/nowhere/at/all' })).rejects.toThrow(
      'BRAND_DIR: there is no folder /nowhere/at/all.',
    );
    await expect(openBrand(root, { brandDir: folderOf({ 'x.txt': '' }) })).rejects.toThrow(
      'brand.json is missing',
    );
  });

  it('brings pictures that are what their names say, in the sizes that the manifest names', async () => {
    expect(await refusal({ name: 'North' }, { 'icon.svg': 'hello' })).toBe(
      'icon.svg is no picture of the kind that its name says.',
    );
    const small = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000000' } })
      .png()
      .toBuffer();
    expect(await refusal({ name: 'North' }, { 'icons/icon-192.png': small })).toBe(
      'icons/icon-192.png is 9 by 9 pixels; it must be 192 by 192.',
    );
  });
});

describe('colours', () => {
  it('of the product are those of its tokens, and can all be read', () => {
    const css = readFileSync('src/ui/tokens.css', 'utf8');
    const [dark = '', light = ''] = css.split('[data-theme="light"]');
    for (const [theme, text] of [
      ['dark', dark],
      ['light', light],
    ] as const) {
      for (const name of colourNames)
        expect([theme, name, new RegExp(`--${name}: ([^;]+);`).exec(text)?.[1]]).toEqual([
          theme,
          name,
          ownColours[theme][name],
        ]);
      expect(contrastFaults(theme, ownColours[theme])).toEqual([]);
    }
  });

  it('contrast as the standard has it', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 6);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('oklch(0 0 0)', 'oklch(1 0 0)')).toBeCloseTo(21, 3);
    // The red of every screen.
    expect(hexOf('oklch(0.628 0.2577 29.23)')).toBe('#ff0000');
    expect(hexOf('#0b0e13')).toBe('#0b0e13');
  });

  it('that users could not read are refused with their contrast', async () => {
    const words = await refusal({ name: 'North', colors: { light: { accent: '#88ccff' } } });
    expect(words).toMatch(
      /^brand\.json: people could not read this: light theme: accent #88ccff on surface-0 /,
    );
    expect(words).toContain(
      'accent #88ccff on surface-1 oklch(1 0 0) has a contrast of 1.73; text needs 4.5 (WCAG AA)',
    );
    expect(words).toContain('accent-ink oklch(1 0 0) on accent #88ccff has a contrast of 1.73');
  });
});

describe('a venue with a brand', () => {
  const ICON = readFileSync('deploy/venue/icon.svg');
  const built = folderOf({
    'index.html':
      '<head><meta name="theme-color" content="#0b0e13" media="(prefers-color-scheme: dark)" /><title>Tidemark</title><meta name="application-name" content="Tidemark" />\n  </head><b>Tidemark</b>',
    'manifest.webmanifest': JSON.stringify({
      ...{ name: 'Tidemark', short_name: 'Tidemark', theme_color: '#0b0e13', start_url: '/home' },
      screenshots: [{ src: '/screenshots/trade.png' }],
    }),
    'sw.js': 'keep([{url:"/index.html",revision:"REVISION"}]);name="Tidemark"',
    'icon.svg': '<svg/>',
  });
  const revision = 'REVISION';

  async function served() {
    const brand = await openBrand(root, { brandDir: 'deploy/venue' });
    const app = new Hono();
    const serve = createStatic(built, {}, undefined, brandedFilesOf(brand));
    app.get('*', async (c) => (await serve(c)) ?? c.text('none', 404));
    return { brand, app };
  }

  it('has its name, style and colours in the page, and nothing inline', async () => {
    const { app } = await served();
    const html = await (await app.request('/home')).text();
    expect(html).not.toContain('Tidemark');
    expect(html).toContain('<title>Northwind</title>');
    expect(html).toContain('<meta name="application-name" content="Northwind" />');
    expect(html).toContain('content="#12100d" media="(prefers-color-scheme: dark)"');
    expect(html).not.toMatch(/<style|style="/);
    const style =
      /<link rel="stylesheet" href="(\/assets\/brand-[\w-]{10}\.css)" \/>\s*<\/head>/.exec(html)?.[1] ?? '';
    const css = await app.request(style);
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(css.headers.get('cache-control')).toContain('immutable');
    const text = await css.text();
    expect(text).toContain(':root:not([data-theme="light"]){--surface-0:#12100d;');
    expect(text).toContain('[data-theme="light"]{--accent:#8a4b00}');
    const packed = await app.request('/home', { headers: { 'accept-encoding': 'gzip' } });
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(html);
  });

  it('is installed under its name, with its icons and without pictures of another', async () => {
    const { app } = await served();
    const manifest = await (await app.request('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({
      ...{ name: 'Northwind', short_name: 'Northwind', theme_color: '#12100d', background_color: '#12100d' },
      ...{ start_url: '/home', screenshots: [] },
    });
    for (const [path, side] of [
      ['/icons/icon-192.png', 192],
      ['/icons/maskable-512.png', 512],
      ['/icons/apple-180.png', 180],
      ['/icons/badge-96.png', 96],
    ] as const) {
      const answer = await app.request(path);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([path, width, height]).toEqual([path, side, side]);
    }
    const share = await sharp(Buffer.from(await (await app.request('/share.png')).arrayBuffer())).metadata();
    expect([share.width, share.height]).toEqual([1_200, 630]);
    const favicon = Buffer.from(await (await app.request('/favicon.ico')).arrayBuffer());
    expect(favicon.subarray(22, 26).toString('latin1')).toBe('\x89PNG');
    expect(Buffer.from(await (await app.request('/icon.svg')).arrayBuffer()).equals(ICON)).toBe(true);
  });

  it('gives phones another page to keep when the brand is another', async () => {
    const { createHash } = await import('node:crypto');
    const index = readFileSync(join(built, 'index.html'));
    const before = createHash('sha256').update(index).digest('hex').slice(0, 16);
    writeFileSync(
      join(built, 'sw.js'),
      `keep([{url:"/index.html",revision:"${before}"}]);name="Tidemark";${revision}`,
    );
    const { app } = await served();
    const worker = await (await app.request('/sw.js')).text();
    const page = Buffer.from(await (await app.request('/home')).arrayBuffer());
    expect(worker).toContain(`revision:"${createHash('sha256').update(page).digest('hex').slice(0, 16)}"`);
    expect(worker).toContain('name="Northwind"');
  });

  it('writes mails of its own, which say as text what they show', async () => {
    const { brand } = await served();
    const { text, html } = brandedMail('123456 is your code.\n\nTo: <a & b>', mailStyleOf(brand));
    expect(text).toBe(
      '123456 is your code.\n\nTo: <a & b>\n\nNorthwind Exchange Ltd, 1 Harbour Street, Example Town',
    );
    expect(html).toContain('Northwind</p>');
    expect(html).toContain('To: &lt;a &amp; b&gt;');
    expect(html).toContain('color:#8a4b00');
    expect(html).not.toMatch(/<(img|a|script|link)\b/);
    const settings = withBrand(settingsFrom({}), brand);
    expect(settings).toMatchObject({
      mailFrom: 'Northwind <no-reply@northwind.example>',
      securityContact: 'mailto:security@northwind.example',
      support: { email: 'help@northwind.example' },
    });
    // What is set goes before what the brand says.
    expect(withBrand(settingsFrom({ MAIL_FROM: 'a@b.example' }), brand).mailFrom).toBe('a@b.example');
    expect(withBrand(settingsFrom({}), await openBrand(root, { brandDir: undefined })).mailFrom).toBe(
      'Tidemark <no-reply@localhost>',
    );
  });

  it('has its own texts in every language of an article, and the product’s for all others', async () => {
    const below = folderOf({
      'documents/agreement/en_us.md': 'own',
      'documents/agreement/de.md': 'eigen',
      'help/x/en_us.md': 'help',
    });
    const above = folderOf({ 'documents/agreement/en_us.md': 'venue' });
    const both = laidOver(contentFolder(below), contentFolder(above));
    expect([...(await both.list()).keys()].sort()).toEqual([
      'documents/agreement/en_us.md',
      'help/x/en_us.md',
    ]);
    expect(await both.read('documents/agreement/en_us.md')).toBe('venue');
    expect(await both.read('help/x/en_us.md')).toBe('help');
  });

  it('is the product’s own, unchanged, where no folder is named', async () => {
    const brand = await openBrand(root, { brandDir: undefined });
    const app = new Hono();
    const serve = createStatic(built, {}, undefined, brandedFilesOf(brand));
    app.get('*', async (c) => (await serve(c)) ?? c.text('none', 404));
    expect(await (await app.request('/home')).text()).toBe(readFileSync(join(built, 'index.html'), 'utf8'));
    expect(themes.map((theme) => brand.chosen[theme])).toEqual([{}, {}]);
  });
});
