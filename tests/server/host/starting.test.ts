import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readErrorWords } from '../../../server/host/files/words.ts';
import { answerStarting } from '../../../server/host/net/starting.ts';

let base = '';
const server = createServer();
beforeAll(async () => {
  server.on('request', answerStarting(await readErrorWords(process.cwd()), 'Tidemark'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${base}${path}`, { headers });

it('tells programs in their language to come again', async () => {
  const answer = await get('/api/xb/v1/market/list', { locale: 'de' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({ code: 'unavailable', data: null });
  expect([(await get('/healthz')).status, (await get('/readyz')).status]).toEqual([200, 503]);
});

it('shows a browser a page that asks again by itself', async () => {
  const answer = await get('/trade', { accept: 'text/html,application/xhtml+xml' });
  expect([answer.status, answer.headers.get('refresh'), answer.headers.get('content-type')]).toEqual([
    503,
    '1',
    'text/html; charset=utf-8',
  ]);
  expect(await answer.text()).toContain('Not available right now');
});
