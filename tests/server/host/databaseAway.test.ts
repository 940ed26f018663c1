import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import { engines } from '../../support/databases.ts';
import { openExchange } from '../../support/exchange.ts';

const postgres = engines.find(({ engine }) => engine === 'postgres');

/** A way to a PostgreSQL server that can be cut. */
function openWay(socketPath: string) {
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(socketPath);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number): Promise<number> =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  return {
    listen,
    cut(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      return closed;
    },
  };
}

describe.skipIf(!postgres || postgres.missing !== undefined)('an exchange whose database is away', () => {
  afterAll(() => postgres?.stop(), 60_000);

  it('answers 503 with Retry-After, is not ready, and goes on when it is back', async () => {
    const place = (await postgres?.newPlace(true)) ?? '';
    const [, name = '', host = ''] = /@\/(\w+)\?host=(.+)$/.exec(place) ?? [];
    const way = openWay(join(decodeURIComponent(host), '.s.PGSQL.5432'));
    const port = await way.listen(0);
    const x = await openExchange({ DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/${name}` });
    const statusOf = async (path: string) => (await fetch(`http://${x.base}${path}`)).status;
    const user = await x.newUser();
    const balances = () =>
      fetch(`http://${x.base}${API_BASE}${calls['account.balances'].path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: user.token, locale: 'de' },
        body: '{}',
      });
    expect(await statusOf('/readyz')).toBe(200);
    await way.cut();
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    const refused = await balances();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable', data: null });
    await way.listen(port);
    await expect.poll(() => statusOf('/readyz'), { timeout: 10_000 }).toBe(200);
    expect((await balances()).status).toBe(200);
    await x.close();
  }, 60_000);
});
