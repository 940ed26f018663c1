import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { settingsFrom } from '../../../server/base/config.ts';
import type { Exchange } from '../../../server/host/exchange.ts';
import { startExchange } from '../../../server/host/exchange.ts';
import { addressOf } from '../../../server/host/net/addresses.ts';
import { createHostCheck } from '../../../server/host/net/hostNames.ts';
import { TIMEOUTS } from '../../../server/host/net/listen.ts';
import { ownDatabase } from '../../support/databases.ts';

const start = (): Promise<Exchange> =>
  startExchange(
    settingsFrom({ PORT: '0', SYMBOLS: '30', LOG_LEVEL: 'silent', DATA_DIR: 'memory' }),
    process.cwd(),
    { openMemory: ownDatabase },
  );

let exchange: Exchange;
beforeAll(async () => {
  exchange = await start();
});
afterAll(() => exchange.close());

const upgrade = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');

/** Sends text, then bytes once an answer begins; resolves with all that came back when the server hung up. */
function raw(text: string, then?: Uint8Array, ownHalfStaysOpen = false): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect({ port: exchange.port, host: '127.0.0.1', allowHalfOpen: ownHalfStaysOpen });
    socket.on('connect', () => socket.write(text));
    socket.once('data', () => then && socket.write(then));
    socket.on('data', (part) => parts.push(Buffer.from(part)));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(parts)));
    // A peer that kept its half open would take this quietly; one that is gone answers with a reset.
    if (ownHalfStaysOpen) {
      socket.on('end', () => {
        const again = setInterval(() => socket.write('still here?'), 50);
        socket.on('close', () => clearInterval(again));
      });
    }
  });
}
const isServing = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${exchange.port}/healthz`)).ok;
/** The code of a close frame, which ends what a socket was sent. */
const closeCode = (sent: Buffer): number => sent.readUInt16BE(sent.lastIndexOf(0x88) + 2);
const masked = (opcode: number): Uint8Array => new Uint8Array([opcode, 0x81, 0, 0, 0, 0, 0x61]);

describe('an upgrade', () => {
  it.each(['//', 'http://[', '/nope', '/ws/../x?v=1', '*'])(
    'to %s is refused and forgotten',
    async (path) => {
      expect(String(await raw(upgrade(path)))).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(await isServing()).toBe(true);
    },
  );
  it('that is refused does not keep its socket while the caller keeps his', async () => {
    expect(String(await raw(upgrade('/nope'), undefined, true))).toContain('404');
  });
  it('whose caller resets the socket at once hurts nobody', async () => {
    const paths = ['/nope', '/ws?v=9', '/ws?v=1'];
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        const socket = connect(exchange.port, '127.0.0.1');
        socket.on('error', () => undefined);
        return new Promise<void>((resolve) => {
          socket.on('close', () => resolve());
          socket.on('connect', () => {
            socket.write(upgrade(paths[i % 3] ?? '/'));
            setTimeout(() => socket.resetAndDestroy(), i % 4);
          });
        });
      }),
    );
    expect(await isServing()).toBe(true);
  });
});

describe('a socket', () => {
  it.each([
    ['/ws?v=1', 1002],
    ['/ws?v=9', 4406],
    ['/ws', 4406],
  ])('at %s that is sent no frame of the protocol is closed with %i', async (path, code) => {
    expect(closeCode(await raw(upgrade(path), new Uint8Array(8).fill(0xff)))).toBe(code);
    expect(await isServing()).toBe(true);
  });
  it('that sends a message in a thousand pieces is closed', async () => {
    const pieces = [masked(0x01), ...Array.from({ length: 1_000 }, () => masked(0x00))];
    expect(closeCode(await raw(upgrade('/ws?v=1'), Buffer.concat(pieces)))).toBe(1008);
  });
  it('is one of dozens that a phone network has behind one address', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const socket = new WebSocket(`ws://127.0.0.1:${exchange.port}/ws?v=1`, 'ex.v1');
        await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
        return socket;
      }),
    );
    expect(sockets).toHaveLength(30);
    for (const socket of sockets) socket.terminate();
  });
  it('that sends a binary frame is closed with our own code', async () => {
    expect(closeCode(await raw(upgrade('/ws?v=1'), masked(0x82)))).toBe(4400);
  });
  it('that sends a frame above the library’s bound is closed', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${exchange.port}/ws?v=1`, 'ex.v1');
    socket.on('open', () => socket.send('x'.repeat(100_000)));
    socket.on('error', () => undefined);
    expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(1009);
  });
});

describe('a request', () => {
  it.each([
    ['TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405],
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'a'.repeat(65_536)}\r\n\r\n`, 431],
    [
      'POST /api/xb/v1/market/list HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('of odd form is answered (%#)', async (text, status) => {
    expect(String(await raw(text))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe('a name', () => {
  const requested = (host: string, path = '/api/xb/v1/dev/outbox', more = '') =>
    raw(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n${more}\r\n`,
    ).then(String);
  it.each(['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:8080', '192.168.1.7:8080', 'LOCALHOST.'])(
    'of its own is answered: %s',
    async (host) => {
      expect(await requested(host)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
  it.each(['rebind.evil.test', '127.0.0.1.evil.test', 'evil.test:8080', 'localhost.evil.test', '1.2.3.4.5'])(
    'of somebody else’s site reads nothing: %s',
    async (host) => {
      const answer = await requested(host);
      expect(answer).toMatch(/^HTTP\/1\.1 421 /);
      expect(answer).toContain('"hostUnknown"');
      expect(answer).not.toContain('messages');
      expect(String(await raw(upgrade('/ws?v=1').replace('127.0.0.1', host)))).toMatch(/^HTTP\/1\.1 421 /);
    },
  );
  it('is known by its settings', () => {
    const known = createHostCheck(
      { ...settingsFrom({ PUBLIC_URL: 'https://tide.example', HOST_NAMES: 'a.example, b.example' }) },
      'Desk',
    );
    for (const host of ['tide.example', 'a.example:1', 'B.example', 'desk', 'desk.local', 'x.localhost'])
      expect(known(host)).toBe(true);
    for (const host of [undefined, '', 'c.example', 'a.example.evil.test', 'desk.evil'])
      expect(known(host)).toBe(false);
    expect(() => settingsFrom({ HOST_NAMES: 'http://a.example' })).toThrow(/HOST_NAMES/);
  });
});

describe('a body', () => {
  const JSON_TYPE = 'application/json';
  const cases = [
    ['that is right', '{}', JSON_TYPE, 200],
    ['that is absent', '', JSON_TYPE, 200],
    ['that is too large', `{"a":"${'x'.repeat(70_000)}"}`, JSON_TYPE, 413],
    ['of a form', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['that is no text', new Uint8Array([0x22, 0xff, 0x22]), JSON_TYPE, 400],
  ] as const;
  const statusOf = async (body: BodyInit, type: string) => {
    const url = `http://127.0.0.1:${exchange.port}/api/xb/v1/market/list`;
    const headers = { 'content-type': type };
    return (await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)).status;
  };
  it.each(cases)('%s is answered alike at once and in pieces', async (_, body, type, status) => {
    expect(await statusOf(body, type)).toBe(status);
    expect(await statusOf(new Blob([body]).stream(), type)).toBe(status);
  });
});

describe('an address', () => {
  const socket = { remoteAddress: '10.0.0.1' };
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
  it('is the network’s own, unless a proxy is declared', () => {
    expect(addressOf({ headers, socket }, { trustProxy: false })).toBe('10.0.0.1');
  });
  it('behind a proxy is what the proxy saw, and not what the caller claims', () => {
    expect(addressOf({ headers, socket }, { trustProxy: true })).toBe('203.0.113.9');
    expect(addressOf({ headers: {}, socket }, { trustProxy: true })).toBe('10.0.0.1');
  });
  it.each([
    ['203.0.113.9:51234', '203.0.113.9'],
    ['6.6.6.6, [2001:db8::9]:443', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
  ])('behind a proxy that writes %s is %s, without a port', (seen, address) => {
    expect(addressOf({ headers: { 'x-forwarded-for': seen }, socket }, { trustProxy: true })).toBe(address);
  });
});

it('looks after the time-outs of headers more often than they last', () => {
  expect(TIMEOUTS.connectionsCheckingInterval * 4).toBeLessThan(TIMEOUTS.headersTimeout);
});

it('keeps an unused connection for longer than the minute for which a proxy before it does', async () => {
  const { headers } = await fetch(`http://127.0.0.1:${exchange.port}/livez`);
  const seconds = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1];
  expect(Number(seconds)).toBeGreaterThan(60);
});

describe('closing', () => {
  it('tells sockets to come back, ends them with 1012, and lets the port go', async () => {
    const other = await start();
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/ws?v=1`, 'ex.v1');
    const published: string[] = [];
    socket.on('message', (data) => published.push(JSON.parse(String(data)).t));
    await new Promise((resolve) => socket.once('message', resolve));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await other.close();
    expect(await closed).toBe(1012);
    expect(published).toContain('drain');
    await expect(fetch(`http://127.0.0.1:${other.port}/healthz`)).rejects.toThrow();
  });
});
