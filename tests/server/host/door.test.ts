import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import { readErrorWords } from '../../../server/host/files/words.ts';
import { createDoor } from '../../../server/host/net/door.ts';

const words = await readErrorWords(process.cwd());
const ORDER = API_BASE + calls['spot.place'].path;
const seen: string[] = [];
let isFull = false;
let entered = 0;
const server = createServer((request, response) => door(request, response));
const door = createDoor(server, {
  shedderOf: (name) => (name.startsWith('spot.') ? { isFull: () => isFull } : undefined),
  words,
  refused: ({ url }) =>
    url?.startsWith('/compat/')
      ? { status: 429, headers: { 'retry-after': '7' }, body: '{"code":-1015}' }
      : undefined,
  app: (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('inside');
  },
  entered: () => {
    entered += 1;
  },
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Heads alone: the body that they announce is never sent. */
function heads(path: string, method = 'POST'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nlocale: de\r\nContent-Length: 5000\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (part) => {
      text += part;
      if (!text.includes('inside') && !text.includes('requestId') && !text.includes('"code":-1015}')) return;
      socket.destroy();
      resolve(text);
    });
  });
}

describe('the door', () => {
  it('sends an order away before its body, with a word and when to come again, while the line is full', async () => {
    isFull = true;
    const answer = await heads(ORDER);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/retry-after: 1\r\n/i);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    const body = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    expect(body).toMatchObject({ code: 'unavailable', message: words.de['unavailable'], data: null });
    expect([seen, entered]).toEqual([[], 0]);
  });
  it('lets all else in, and orders when there is room', async () => {
    expect(await heads(API_BASE + calls['market.list'].path)).toContain('inside');
    expect(await heads(ORDER, 'GET')).toContain('inside');
    isFull = false;
    expect(await heads(ORDER)).toContain('inside');
    expect(seen).toHaveLength(3);
    expect(entered).toBe(3);
  });
  it('sends a program away by its head alone', async () => {
    const [before, answer] = [entered, await heads('/compat/binance/api/v3/order')];
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/retry-after: 7\r\n/i);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    expect(entered).toBe(before);
  });
});
