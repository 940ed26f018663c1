import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { SocketOut } from '../../../server/edge/compat/index.ts';
import { compatSocketHost } from '../../../server/host/net/compatSockets.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const clock = new FakeClock();
const received: string[] = [];
const outs: SocketOut[] = [];
const server = createServer();
const host = compatSocketHost(
  { clock, usersPerAddress: 50 },
  {
    open: (_target, _address, out) => {
      outs.push(out);
      return { receive: (text) => received.push(text), closed: () => undefined };
    },
  },
  () => '10.0.0.7',
);
server.on('upgrade', (request, socket, head) => host.take({ is: 'api' }, request, socket, head));
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.close();
  server.close();
});

async function open() {
  received.length = 0;
  const socket = new WebSocket(url);
  const ends: [code: number, reason: string][] = [];
  socket.on('close', (code, reason) => ends.push([code, String(reason)]));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  await vi.waitFor(() => expect(outs.length).toBeGreaterThan(0), 10_000);
  return { socket, ends, out: outs.at(-1) as SocketOut };
}

it('ends a program that says more than ten things in a second, before anybody hears of the eleventh', async () => {
  const { socket, ends } = await open();
  for (let i = 0; i < 10; i++) socket.send(`${i}`);
  await vi.waitFor(() => expect(received).toHaveLength(10), 10_000);
  await clock.advance(1_000);
  for (let i = 0; i < 500; i++) socket.send('more');
  await vi.waitFor(() => expect(ends).toEqual([[1008, 'too many messages']]), 10_000);
  expect(received).toHaveLength(20);
});

it('counts its pings too', async () => {
  const { socket, ends } = await open();
  for (let i = 0; i < 50; i++) socket.ping();
  await vi.waitFor(() => expect(ends).toEqual([[1008, 'too many messages']]), 10_000);
});

it('ends one that does not read, whoever speaks to it', async () => {
  const { socket, ends, out } = await open();
  socket.pause();
  const text = 'a'.repeat(1_000_000);
  for (let i = 0; i < 40; i++) {
    out.send(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.resume();
  await vi.waitFor(() => expect(ends).toEqual([[1008, 'too slow']]), { timeout: 10_000 });
});
