import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SettingError, settingsFrom } from '../../../server/base/config.ts';
import type { Exchange } from '../../../server/host/exchange.ts';
import { startExchange } from '../../../server/host/exchange.ts';
import { createStatic } from '../../../server/host/files/static.ts';
import { openRecordings } from '../../../server/host/market/recordings.ts';

describe('settings', () => {
  it('have defaults for all', () => {
    expect(settingsFrom({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      market: 'simulated',
      symbols: 2000,
      seed: 1,
      speed: 1,
    });
    expect(settingsFrom({ PORT: '', SPEED: ' ' })).toEqual(settingsFrom({}));
  });
  it.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['MARKET', 'live'],
    ['SYMBOLS', '3'],
    ['SYMBOLS', '1e9'],
    ['SEED', 'x'],
    ['SPEED', '0'],
    ['SPEED', '1e3'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['SERVICE_WORKER', 'maybe'],
  ])('refuse %s=%s in one line that names it', (name, value) => {
    expect(() => settingsFrom({ [name]: value })).toThrowError(SettingError);
    expect(() => settingsFrom({ [name]: value })).toThrowError(
      new RegExp(`^${name} .*${value.replace(/[().]/g, '.')}`),
    );
  });
});

describe('live venues in settings', () => {
  it('stand in the order of preference', () => {
    expect(settingsFrom({ MARKET: ' binance ' }).market).toEqual(['binance']);
    expect(settingsFrom({ MARKET: 'okx, hyperliquid,binance' }).market).toEqual([
      'okx',
      'hyperliquid',
      'binance',
    ]);
  });
  it.each(['bitmex', 'binance,binance', 'binance,', 'simulated,binance', ','])('are not "%s"', (value) => {
    expect(() => settingsFrom({ MARKET: value })).toThrowError(/^MARKET must be simulated, replay, or live/);
  });
  it('may have other addresses', () => {
    const hosts = { binance: { spotRest: ['https://api.binance.us', 'http://[::1]:81/a'] } };
    expect(settingsFrom({ VENUE_HOSTS: JSON.stringify(hosts) }).venueHosts).toEqual(hosts);
    expect(settingsFrom({}).venueHosts).toEqual({});
  });
  it.each([
    '{',
    '{"binance":{"spotRest":[]}}',
    '{"binance":{"spotRest":["file:///etc"]}}',
    '{"binance":{"spotRest":["https://a/"]}}',
  ])('have no address in %s', (value) => {
    expect(() => settingsFrom({ VENUE_HOSTS: value })).toThrowError(/^VENUE_HOSTS must be JSON/);
  });
});

describe('addresses in settings', () => {
  it.each([
    ['PUBLIC_URL', 'ftp://x'],
    ['APP_DOWNLOAD_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://me:secret@x/y'],
    ['SMTP_URL', 'me:secret@mail.example'],
    ['SMS_URL', 'file:///secret'],
    ['SECRET_KEY', 'secret'],
  ])('refuse %s=%s without showing it: it may hold a password', (name, value) => {
    expect(() => settingsFrom({ [name]: value })).toThrowError(SettingError);
    expect(() => settingsFrom({ [name]: value })).toThrowError(new RegExp(`^${name} must be`));
    expect(() => settingsFrom({ [name]: value })).not.toThrowError(/secret/);
  });
});

describe('the built page', () => {
  let app: Hono;
  let bare: Hono;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'static-'));
    await mkdir(join(folder, 'assets'));
    await mkdir(join(folder, '.vite'));
    await writeFile(join(folder, 'index.html'), '<html></html>');
    await mkdir(join(folder, 'start'));
    for (const language of ['en_us', 'zh_hk', 'de'])
      await writeFile(join(folder, `start/${language}.html`), language);
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs/index.html'), 'reference');
    await writeFile(join(folder, '.vite/manifest.json'), '{}');
    await writeFile(join(folder, 'sw.js'), 'on();');
    await writeFile(join(folder, 'sw-off.js'), 'off();');
    await writeFile(join(folder, 'manifest.webmanifest'), '{}');
    await writeFile(join(folder, 'assets/a-1.js'), 'let a = 1;');
    await writeFile(join(folder, 'assets/a-1.js.gz'), gzipSync('let a = 1;'));
    const serve = createStatic(folder);
    app = new Hono();
    app.get('*', async (c) => (await serve(c)) ?? c.text('Not found', 404));
    const without = createStatic(folder, { serviceWorker: false });
    bare = new Hono();
    bare.get('*', async (c) => (await without(c)) ?? c.text('Not found', 404));
  });
  it('keeps hashed files for ever and packs them', async () => {
    const answer = await app.request('/assets/a-1.js', { headers: { 'accept-encoding': 'gzip, deflate' } });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(
      (await app.request('/assets/a-1.js', { headers: { 'accept-encoding': 'gzip;q=0' } })).headers.get(
        'content-encoding',
      ),
    ).toBeNull();
  });
  it('answers 404 with the page where the page has no screen', async () => {
    for (const path of ['/', '/home', '/coinDetail/BTC-USDT', '/mine/helpCenter/convert', '/mine/news/'])
      expect([path, (await app.request(path)).status]).toEqual([path, 200]);
    for (const path of ['/nowhere', '/mine/nothing', '/coinDetail', '/home/more', '/wp-admin']) {
      const answer = await app.request(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, '<html></html>']);
      expect(answer.headers.get('content-type')).toContain('text/html');
    }
  });
  it('has the API’s reference beside it', async () => {
    for (const path of ['/docs', '/docs/'])
      expect([path, await (await app.request(path)).text()]).toEqual([path, 'reference']);
    expect((await app.request('/docs/more')).status).toBe(404);
  });
  it('has a service worker that is always checked, and another one to get rid of it', async () => {
    const answer = await app.request('/sw.js');
    expect([answer.headers.get('cache-control'), await answer.text()]).toEqual(['no-cache', 'on();']);
    const off = await bare.request('/sw.js');
    expect([off.headers.get('cache-control'), await off.text()]).toEqual(['no-cache', 'off();']);
    expect((await bare.request('/home')).status).toBe(200);
  });
  it('can be installed by its manifest', async () => {
    const answer = await app.request('/manifest.webmanifest');
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  });
  it.each([
    ['/home', 'de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['/', 'zh-TW,zh;q=0.9', 'zh_hk'],
    ['/home?x=1', 'pt-BR, de;q=0.5', 'de'],
    ['/home', '', 'en_us'],
    ['/home', ';;,,q=', 'en_us'],
  ])('has the home screen prepared at %s for %s', async (path, accepted, language) => {
    const answer = await app.request(path, { headers: { 'accept-language': accepted } });
    expect(await answer.text()).toBe(language);
    expect(answer.headers.get('vary')).toBe('accept-encoding, accept-language');
  });
  it.each([
    ['no words for a language that was not prepared', '/home', 'fr'],
    ['another screen', '/market', 'de'],
    ['an invitation', '/?code=ABC123', 'de'],
  ])('prepares nothing: %s', async (_, path, accepted) => {
    const answer = await app.request(path, { headers: { 'accept-language': accepted } });
    expect(await answer.text()).toBe('<html></html>');
  });
  it.each(['/', '/home', '/coinDetail/BTC-USDT', '/setting'])(
    'is the page at %s, always checked',
    async (path) => {
      const answer = await app.request(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      const again = await app.request(path, {
        headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
      const through = await app.request(path, {
        headers: { 'if-none-match': `"other", ${answer.headers.get('etag')?.replace('W/', '')}` },
      });
      expect(through.status).toBe(304);
    },
  );
  it.each([
    '/assets/gone-2.js',
    '/.vite/manifest.json',
    '/assets/a-1.js.gz',
    '/.env',
    '/a/../../etc/passwd.txt',
    '/%2e%2e/%2e%2e/etc/passwd.txt',
    '/data/PG_VERSION.x',
    '/.git/config',
    '/%2egit/config',
    '/home%00',
    '/home%',
    '/home%ff',
  ])('is not the page at %s', async (path) => {
    expect((await app.request(path)).status).toBe(404);
  });
});

describe('a running exchange', () => {
  let exchange: Exchange;
  let base: string;
  const start = (env: Record<string, string>) =>
    startExchange(
      settingsFrom({ PORT: '0', SYMBOLS: '30', LOG_LEVEL: 'silent', DATA_DIR: 'memory', ...env }),
      process.cwd(),
    );
  beforeAll(async () => {
    exchange = await start({});
    base = `127.0.0.1:${exchange.port}`;
  });
  afterAll(() => exchange.close());

  const open = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ code: number; first?: string }>((resolve) => {
      const socket = new WebSocket(`ws://${base}${path}`, 'ex.v1', { headers });
      let first: string | undefined;
      socket.on('message', (data) => {
        first ??= String(data);
        if (path.endsWith('v=1')) socket.close(1000);
      });
      socket.on('close', (code) => resolve(first === undefined ? { code } : { code, first }));
      socket.on('error', () => resolve({ code: -1 }));
    });

  it('answers calls and greets sockets on one port', async () => {
    expect(await (await fetch(`http://${base}/readyz`)).json()).toMatchObject({ ok: true });
    expect((await open('/ws?v=1')).first).toContain('"t":"hello"');
    expect((await open('/ws?v=1', { origin: `http://${base}` })).code).toBe(1000);
  });
  it('turns away another origin, another path, another version', async () => {
    expect((await open('/ws?v=1', { origin: 'https://evil.test' })).code).toBe(-1);
    expect((await open('/socket?v=1')).code).toBe(-1);
    expect((await open('/ws?v=9')).code).toBe(4406);
  });
  it('lets an address hold four sockets for each of the fifty users it is taken for', async () => {
    const sockets = Array.from({ length: 205 }, () => new WebSocket(`ws://${base}/ws?v=1`, 'ex.v1'));
    const opened = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<boolean>((resolve) => {
            socket.on('open', () => resolve(true));
            socket.on('error', () => resolve(false));
          }),
      ),
    );
    expect(opened.filter(Boolean)).toHaveLength(200);
    for (const socket of sockets) socket.terminate();
  });
  it('ends a flood of frames', async () => {
    const socket = new WebSocket(`ws://${base}/ws?v=1`, 'ex.v1');
    await new Promise((resolve) => socket.on('open', resolve));
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    for (let i = 0; i < 10_000 && socket.readyState === WebSocket.OPEN; i++) socket.send('{"op":"ping"}');
    expect([4429, 1006]).toContain(await closed);
  });
  it('says in one line that a port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(start({ PORT: String(port) })).rejects.toThrowError(
      new RegExp(`^Port ${port} is in use[^\\n]*$`),
    );
    other.close();
  });
  it('says in one line that recordings are missing', async () => {
    await expect(openRecordings('/no/such/folder')).rejects.toThrowError(
      /^No recordings in \/no\/such\/folder[^\n]*$/,
    );
  });
});
