import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages, languageTag } from '../../../domain/index.ts';
import { shareHeads } from '../../../server/host/files/shareHead.ts';
import { createStatic } from '../../../server/host/files/static.ts';
import { readShareWords } from '../../../server/host/files/words.ts';
import { fakeMarket } from '../../support/fakeSource.ts';

const PAGE =
  '<!doctype html><html lang="en"><head><meta name="description" content="built" /><title>built</title></head><body></body></html>';
let folder: string;
let app: Hono;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tm-share-'));
  await writeFile(join(folder, 'index.html'), PAGE);
  const words = await readShareWords(process.cwd(), 'Tidemark');
  const markets = () => [
    { ...fakeMarket('BTC-USDT'), name: 'BTC/USDT' },
    { ...fakeMarket('X-USDT-PERP'), name: '<X>/"USDT"', kind: 'perpetual' as const },
  ];
  const serve = createStatic(
    folder,
    {},
    shareHeads({ words, venueName: 'Tidemark', markets, settings: { publicUrl: 'https://x.test/' } }),
  );
  app = new Hono();
  app.get('*', async (c) => (await serve(c)) ?? c.text('Not found', 404));
});
afterAll(() => rm(folder, { recursive: true }));

const pageOf = async (path: string, headers: Record<string, string> = {}) =>
  (await app.request(path, { headers })).text();
const content = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe('the head of a page, for what reads no scripts', () => {
  it('names the market in the language that is asked for', async () => {
    const german = await pageOf('/coinDetail/BTC-USDT', { 'accept-language': 'de-AT,en;q=0.5' });
    expect(/<title>(.*)<\/title>/.exec(german)?.[1]).toBe('BTC/USDT: Live-Kurs, Chart und Orderbuch');
    expect(content(german, 'og:title')).toBe('BTC/USDT: Live-Kurs, Chart und Orderbuch');
    expect(content(german, 'og:description')).toContain('BTC/USDT live verfolgen');
    expect(content(german, 'og:image')).toBe('https://x.test/share.png');
    expect(content(german, 'og:locale')).toBe('de');
    expect(german).not.toContain('built');
    // A link that names its language is stronger than the browser.
    const linked = await pageOf('/coinDetail/BTC-USDT?lang=ja', { 'accept-language': 'de' });
    expect(content(linked, 'og:title')).toBe('BTC/USDT：ライブ価格・チャート・板');
    expect(content(linked, 'og:url')).toBe('https://x.test/coinDetail/BTC-USDT?lang=ja');
  });
  it('says the address of the page in every language, once', async () => {
    const html = await pageOf('/home');
    const found = [...html.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tag, href]) => [
      tag,
      href,
    ]);
    expect(found).toEqual([
      ...languages.map((each) => [languageTag(each), `https://x.test/home?lang=${languageTag(each)}`]),
      ['x-default', 'https://x.test/home'],
    ]);
    expect(html.match(/rel="canonical"/g)).toHaveLength(1);
  });
  it('invites without telling who does, and speaks of nobody’s own pages', async () => {
    const html = await pageOf('/?code=AB12CD');
    expect(content(html, 'og:title')).toBe('An invitation to Tidemark');
    expect(html).not.toContain('AB12CD');
    expect(html).not.toContain('canonical');
    expect(await pageOf('/property')).not.toContain('canonical');
  });
  it('writes nothing of a market or an address as markup', async () => {
    const html = await pageOf('/coinDetail/X-USDT-PERP');
    expect(html).toContain('&lt;X&gt;/&quot;USDT&quot; Perp');
    expect(html).not.toContain('<X>');
    expect(await pageOf('/coinDetail/%3Cscript%3E')).not.toContain('<script>');
    expect(await pageOf('/home?lang=%22%3E%3Cscript%3E')).not.toContain('<script>');
  });
  it('is packed like the page itself, and held by its tag', async () => {
    const ask = (encoding: string, more = {}) =>
      app.request('/coinDetail/BTC-USDT', { headers: { 'accept-encoding': encoding, ...more } });
    const plain = await (await ask('identity')).text();
    const packed = await ask('br');
    expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(plain);
    expect(gunzipSync(await (await ask('gzip')).arrayBuffer()).toString()).toBe(plain);
    const etag = packed.headers.get('etag') ?? '';
    expect((await ask('br', { 'if-none-match': etag })).status).toBe(304);
    expect((await app.request('/home', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});
