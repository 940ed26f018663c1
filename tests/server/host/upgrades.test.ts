import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OwnPlaces } from '../../../server/base/places.ts';
import { compatSocketHost } from '../../../server/host/net/compatSockets.ts';
import type { SocketDeps } from '../../../server/host/net/sockets.ts';
import { serveSockets } from '../../../server/host/net/sockets.ts';
import { FakeClock } from '../../support/fakeClock.ts';

let server: Server;
beforeEach(async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** An upgrade that has no key: it can be no socket. */
async function answerTo(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  await once(socket, 'close');
  return answer;
}

it.each(['/ws?v=1', '/compat/binance/ws-api/v3'])(
  'an upgrade to %s whose handshake fails gives its place back',
  async (path) => {
    const places = new OwnPlaces();
    const own = { clock: new FakeClock(), usersPerAddress: 1, places };
    const unused = {} as Pick<SocketDeps, 'hub' | 'privateStream'>;
    serveSockets(server, {
      ...own,
      ...unused,
      newId: () => 'id',
      addressOf: () => '10.0.0.7',
      isHostKnown: () => true,
      isOriginAllowed: () => true,
      compat: compatSocketHost(own, { open: () => expect.unreachable() }, () => '10.0.0.7'),
    });
    const take = vi.spyOn(places, 'take');
    expect(await answerTo(path)).toMatch(/^HTTP\/1\.1 400 /);
    expect(take).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect([...places.counts.entries()]).toEqual([]), 10_000);
  },
);
