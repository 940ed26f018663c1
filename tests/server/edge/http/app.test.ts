import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../../domain/contract/index.ts';
import { languages, RuleError, refusalCodes } from '../../../../domain/index.ts';
import type { Handlers } from '../../../../server/books/users/callHandlers.ts';
import { cacheTermsOfMarket, marketHandlers } from '../../../../server/edge/http/marketHandlers.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { appOf, words } from '../../../support/app.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';

function exchange() {
  const clock = new FakeClock();
  const source = new FakeSource(clock);
  source.minutes = Array.from({ length: 5 }, (_, i) => ({
    at: clock.now() - (5 - i) * 60_000,
    open: '1',
    high: '2',
    low: '1',
    close: '2',
    volume: '3',
  }));
  const hub = new Hub({ source, clock, newEpoch: () => 'e' });
  const reports: unknown[] = [];
  const logged: string[] = [];
  // Calls about users are tested on a whole exchange.
  const handlers = marketHandlers({
    notices: () => [],
    source,
    hub,
    config: { openH5AppDownload: true, downloadUrl: 'https://x.test/app' },
    report: (each) => reports.push(each),
  }) as Handlers;
  const app = appOf(handlers, {
    temporaryOf: async () => undefined,
    cacheTerms: cacheTermsOfMarket(source),
    now: clock.now,
    usersPerAddress: 10,
    log: (event) => logged.push(event),
  });
  const post = async (path: string, body?: string, headers: Record<string, string> = {}) => {
    const answer = await app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as { code: unknown; message: string; data: never; requestId: string },
    };
  };
  return { app, post, reports, logged, source, clock };
}
const API = '/api/xb/v1';

describe('calls', () => {
  it('answer in the envelope, numbered', async () => {
    const { post } = exchange();
    expect((await post(`${API}/common/load/wap/config`, '{}')).body).toEqual({
      code: 200,
      message: '',
      data: { openH5AppDownload: true, downloadUrl: 'https://x.test/app' },
      requestId: 'r1',
    });
  });
  it('take the page config by GET and without a body too', async () => {
    const { app, post } = exchange();
    expect((await app.request(`${API}/common/load/wap/config`)).status).toBe(200);
    expect((await post(`${API}/common/load/wap/config`)).status).toBe(200);
  });
  it('count into what an order takes only if they are executed: refusals cost nothing, and would teach so', async () => {
    const measured: (boolean | undefined)[] = [];
    const answers = [async () => ({ orders: [] }), () => Promise.reject(new RuleError('marketUnknown'))];
    const app = appOf({ 'spot.orders': (async () => answers.shift()?.()) as never } as Partial<Handlers>, {
      admit: () => (isMeasured) => measured.push(isMeasured),
      userOf: async (token) => (token === 'mine' ? ({ userId: 1, sessionId: 1 } as never) : undefined),
    });
    const post = async (body: string, token?: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      return (
        await app.request(API + calls['spot.orders'].path.replace('/xb/v1', ''), {
          method: 'POST',
          headers,
          body,
        })
      ).status;
    };
    const statuses = [
      await post('{}'),
      await post('{', 'mine'),
      await post('{}', 'mine'),
      await post('{}', 'mine'),
    ];
    expect({ statuses, measured }).toEqual({
      statuses: [401, 400, 200, 404],
      measured: [false, false, true, true],
    });
  });
  it('list markets, bars with their pages, sparklines and snapshots', async () => {
    const { post, clock } = exchange();
    expect((await post(`${API}/market/list`, '{}')).body.data).toMatchObject({
      version: 'v1',
      markets: [{ id: 'AAA-USDT' }, { id: 'BBB-USDT' }],
    });
    const page = (await post(`${API}/market/candles`, '{"id":"AAA-USDT","interval":"1m","limit":2}')).body
      .data as { candles: unknown[]; more: boolean };
    expect(page.more).toBe(true);
    expect(page.candles).toEqual([
      [clock.now() - 120_000, '1', '2', '1', '2', '3'],
      [clock.now() - 60_000, '1', '2', '1', '2', '3'],
    ]);
    expect((await post(`${API}/market/sparklines`, '{"ids":["AAA-USDT","NOPE"]}')).body.data).toEqual({
      lines: [['AAA-USDT', ['1', '2']]],
    });
    const polled = (await post(`${API}/market/snapshot`, '{"ch":["tick","book:AAA-USDT"]}')).body.data as {
      snaps: { ch: string; t: string }[];
    };
    expect(polled.snaps.map(({ t, ch }) => `${t} ${ch}`)).toEqual(['snap tick', 'snap book:AAA-USDT']);
  });
  it('take reports of internal errors, and nothing else in them', async () => {
    const { post, reports } = exchange();
    const report = { kind: 'chunkMissing', detail: 'x.js', build: 'b' };
    expect((await post(`${API}/common/report`, JSON.stringify(report))).status).toBe(200);
    expect((await post(`${API}/common/report`, JSON.stringify({ ...report, role: 'admin' }))).status).toBe(
      422,
    );
    expect(reports).toEqual([report]);
  });
});

describe('refusals', () => {
  it.each([
    ['text that is no JSON', `${API}/market/candles`, 'not json', 400, 'requestInvalid'],
    ['half an object', `${API}/market/candles`, '{"id":', 400, 'requestInvalid'],
    ['a list', `${API}/market/candles`, '[]', 400, 'requestInvalid'],
    ['null', `${API}/market/candles`, 'null', 400, 'requestInvalid'],
    ['a number', `${API}/market/candles`, '7', 400, 'requestInvalid'],
    ['a field missing', `${API}/market/candles`, '{"interval":"1m"}', 422, 'bodyInvalid'],
    ['an unknown interval', `${API}/market/candles`, '{"id":"AAA-USDT","interval":"7m"}', 422, 'bodyInvalid'],
    [
      'a limit below one',
      `${API}/market/candles`,
      '{"id":"AAA-USDT","interval":"1m","limit":0}',
      422,
      'bodyInvalid',
    ],
    [
      'a limit that overflows',
      `${API}/market/candles`,
      '{"id":"AAA-USDT","interval":"1m","limit":1e999}',
      422,
      'bodyInvalid',
    ],
    ['an unknown market', `${API}/market/candles`, '{"id":"NOPE","interval":"1m"}', 404, 'marketUnknown'],
    [
      'a market as a path',
      `${API}/market/candles`,
      '{"id":"../../etc/passwd","interval":"1m"}',
      422,
      'bodyInvalid',
    ],
    ['a prototype', `${API}/market/candles`, '{"__proto__":{"id":"AAA-USDT"}}', 422, 'bodyInvalid'],
    ['an unknown channel', `${API}/market/snapshot`, '{"ch":["user:B"]}', 422, 'bodyInvalid'],
    ['a channel of no market', `${API}/market/snapshot`, '{"ch":["book:NOPE"]}', 404, 'marketUnknown'],
    ['no channels', `${API}/market/snapshot`, '{"ch":[]}', 422, 'bodyInvalid'],
    ['an unknown path', `${API}/nope`, '{}', 404, 'pathUnknown'],
    ['a body too large', `${API}/market/list`, `{"a":"${'x'.repeat(70_000)}"}`, 413, 'bodyTooLarge'],
    ['deep nesting', `${API}/market/candles`, `${'['.repeat(60_000)}`, 400, 'requestInvalid'],
  ])('%s', async (_, path, body, status, code) => {
    const { post, logged } = exchange();
    const answer = await post(path, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.message).toBe(words.en_us[code]);
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat \/|node_modules|Error:/);
    expect(logged).toEqual([]);
  });
  it('come in the language asked for; zh is Simplified Chinese', async () => {
    const { post } = exchange();
    for (const locale of [...languages, 'zh']) {
      const { body } = await post(`${API}/nope`, '{}', { locale });
      expect(body.message).toBe(words[locale === 'zh' ? 'zh_cn' : (locale as 'de')]['pathUnknown']);
    }
    expect((await post(`${API}/nope`, '{}', { locale: '../../etc' })).body.message).toBe(
      words.en_us['pathUnknown'],
    );
  });
  it('have words for every code in every language', () => {
    for (const language of languages)
      for (const code of refusalCodes) expect(words[language][code]?.length).toBeGreaterThan(3);
  });
  it('refuse another method, another content type, broken text', async () => {
    const { app, post } = exchange();
    const read = await app.request(`${API}/market/list`);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await app.request('/', { method: 'DELETE' })).status).toBe(405);
    const form = await post(`${API}/market/list`, '{}', { 'content-type': 'text/plain' });
    expect([form.status, form.body.code]).toEqual([415, 'requestInvalid']);
    const broken = await app.request(`${API}/market/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect(broken.status).toBe(400);
  });
  it('blame nobody when a caller hangs up half-way', async () => {
    const { app, logged } = exchange();
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('aborted'));
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
    expect((await app.request(new Request(`http://x${API}/market/list`, init as RequestInit))).status).toBe(
      400,
    );
    expect(logged).toEqual([]);
  });
  it('hide what broke, and log it', async () => {
    const { post, logged, source } = exchange();
    Object.assign(source, {
      markets() {
        throw new Error('secret /srv/path');
      },
    });
    const answer = await post(`${API}/market/list`, '{}');
    expect([answer.status, answer.body.code]).toEqual([500, 'unexpected']);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(logged).toEqual(['unexpected']);
  });
  it('slow down an address that asks too much, and no other', async () => {
    const { post } = exchange();
    const statuses: number[] = [];
    for (let i = 0; i < 245; i++) statuses.push((await post(`${API}/common/load/wap/config`, '{}')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const refused = await post(`${API}/common/load/wap/config`, '{}');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(`${API}/common/load/wap/config`, '{}', { 'x-from': 'b' })).status).toBe(200);
  });
});

describe('around the calls', () => {
  it('says what the page may do, on every answer, and lets no other origin in', async () => {
    const { app } = exchange();
    for (const path of ['/healthz', '/api/openapi.json', `${API}/nope`, '/missing.js']) {
      const { headers } = await app.request(path, {
        headers: { origin: 'https://evil.test', host: 'here.test' },
      });
      expect(headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
  it('publishes every call as OpenAPI', async () => {
    const { app } = exchange();
    const document = await (await app.request('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const own = Object.keys(document.paths).filter((path) => path.startsWith('/api/'));
    expect(own.sort()).toEqual(
      Object.values(calls)
        .map(({ path }) => `/api${path}`)
        .sort(),
    );
    const { requestBody } = document.paths[`/api${calls['market.candles'].path}`].post;
    expect(requestBody.content['application/json'].schema.properties.interval.$ref).toBe(
      '#/components/schemas/Interval',
    );
    const form = document.paths[`/api${calls['identity.photo'].path}`].post.requestBody.content;
    expect(form['multipart/form-data'].schema).toMatchObject({
      required: ['kind', 'file'],
      properties: { kind: { enum: ['front', 'back', 'holding'] }, file: { type: 'string' } },
    });
  });
  it('packs answers for those who take them packed', async () => {
    const { app } = exchange();
    const list = (encoding: string) =>
      app.request(`${API}/market/list`, { method: 'POST', headers: { 'accept-encoding': encoding } });
    const packed = await list('gzip, br');
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      'gzip',
      'Accept-Encoding',
    ]);
    const text = gunzipSync(new Uint8Array(await packed.arrayBuffer())).toString();
    const { data } = JSON.parse(text);
    expect(data).toEqual((await (await list('identity')).json()).data);
  });
  it('is a web-standard app', () => {
    expect(exchange().app).toBeInstanceOf(Hono);
  });
});
