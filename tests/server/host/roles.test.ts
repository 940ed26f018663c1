import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import type { Process } from '../../support/cluster.ts';
import { Cluster } from '../../support/cluster.ts';
import type { ChannelMessage, User } from '../../support/exchange.ts';
import { findNats } from '../../support/nats.ts';
import { isLong } from '../../support/often.ts';

const nats = findNats();
const missing = 'missing' in nats ? nats.missing : undefined;
const MARKET = 'BTC-USDT';
const SOON = { timeout: 15_000, interval: 50 };

const title = missing === undefined ? 'gateways and their engine' : `gateways (skipped: ${missing})`;
describe.skipIf(missing !== undefined)(title, () => {
  let cluster: Cluster;
  let engine: Process;
  let [a, b]: Process[] = [];
  let user: User;
  let lowest = 0;
  const gateways = (): [Process, Process] => {
    if (!a || !b) throw new Error('there are no gateways');
    return [a, b];
  };
  beforeAll(async () => {
    cluster = await Cluster.start();
    engine = await cluster.engine();
    [a, b] = await Promise.all([cluster.gateway(), cluster.gateway()]);
    const [{ client }] = gateways();
    user = await client.newUser();
    const { data } = await client.ask('market.snapshot', { ch: [`row:${MARKET}`] });
    lowest = Math.floor(Number.parseFloat(data.snaps[0].d[0][1]) * 0.8);
  });
  afterAll(() => cluster.stop());

  /** A limit that rests so far below the market that nobody takes it. @param n dollars above the lowest of these. */
  const order = (n: number) => ({
    ...{ market: MARKET, side: 'buy', type: 'limit', tif: 'GTC', quantity: '0.001' },
    price: String(lowest + n),
  });
  /** A socket that has proven whose it is, and reads what is private. */
  async function privateSocket({ client }: Process, from?: { epoch: string; seq: number }) {
    const socket = await client.openSocket();
    const { data } = await client.ask('account.ticket', {}, { token: user.token });
    socket.say({ op: 'auth', id: 1, ticket: data.ticket });
    socket.say({ op: 'sub', id: 2, ch: ['me'], ...(from ? { from } : {}) });
    await socket.receives(({ id, t }) => id === 2 && t === 'ok');
    return socket;
  }
  const privates = (received: readonly ChannelMessage[]): ChannelMessage[] =>
    received.filter(({ ch }) => ch === 'me');

  it('are ready, and serve pages, calls and the API of programs', async () => {
    const [first] = gateways();
    await vi.waitFor(async () => expect((await first.ready()).status).toBe(200), SOON);
    expect((await first.client.ask('market.list')).data.markets).toHaveLength(20);
    const time = await fetch(`http://127.0.0.1:${first.port}/compat/binance/api/v3/time`);
    expect([time.status, Object.keys((await time.json()) as object)]).toEqual([200, ['serverTime']]);
    const signed = await fetch(`http://127.0.0.1:${first.port}/compat/binance/api/v3/account?timestamp=1`);
    expect(signed.status).toBe(401);
  });

  it('refuse by themselves what is too long, and hosts that are none of theirs', async () => {
    const [{ client }] = gateways();
    expect((await client.post(API_BASE + calls['market.list'].path, 'x'.repeat(70_000))).status).toBe(413);
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      const sent = request({ port: gateways()[0].port, headers: { host: 'elsewhere.example' } }, (answer) =>
        resolve(answer.statusCode),
      );
      sent.end();
    });
    expect(status).toBe(421);
  });

  it('count what a user may call over all of them', async () => {
    const [first, second] = gateways();
    const other = await first.client.newUser();
    const ask = ({ client }: Process) => client.ask('spot.orders', {}, { token: other.token });
    // From here on it is known whose the token is, and they are charged themselves.
    await ask(first);
    const begun = performance.now();
    // A few at a time: of hundreds at once a busy machine refuses some for its own sake.
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    while (answers.length < 300)
      answers.push(...(await Promise.all([first, second, first, second, first, second].map(ask))));
    // What a user may call is renewed every ten seconds.
    const times = 1 + Math.floor((performance.now() - begun) / 10_000);
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(passed).toBeGreaterThan(200);
    expect(passed).toBeLessThanOrEqual(Math.min(300, 240 * times));
    if (times > 1) return;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  it('keep no place in the queue of orders for a body that never comes', async () => {
    const [{ client, port }] = gateways();
    const head = `POST ${API_BASE}${calls['spot.place'].path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 9\r\n\r\n`;
    const open = await Promise.all(
      Array.from({ length: 220 }, async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(head);
        return socket;
      }),
    );
    // A gateway takes one waiting connection in each turn of its loop.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { status } = await client.ask('spot.place', {});
    for (const socket of open) socket.destroy();
    expect(status).toBe(401);
  });

  it.runIf(isLong)('count the sockets of a user over all of them', async () => {
    const [first] = gateways();
    const other = await first.client.newUser();
    const prove = async ({ client }: Process) => {
      const socket = await client.openSocket();
      const { data } = await client.ask('account.ticket', {}, { token: other.token });
      socket.say({ op: 'auth', id: 1, ticket: data.ticket });
      const isTaken = await Promise.race([
        socket.receives(({ id, t }) => id === 1 && t === 'ok').then(() => true),
        socket.closed.then(() => false),
      ]);
      return { socket, isTaken };
    };
    const proven: Awaited<ReturnType<typeof prove>>[] = [];
    for (let n = 0; n < 22; n++) proven.push(await prove(gateways()[n % 2 === 0 ? 0 : 1]));
    expect(proven.map(({ isTaken }) => isTaken)).toEqual(proven.map((_, n) => n < 20));
    expect(await proven[20]?.socket.closed).toBe(4429);
    for (const { socket } of proven) socket.end();
    await vi.waitFor(async () => expect((await prove(first)).isTaken).toBe(true), SOON);
  });

  it.runIf(isLong)('count the readers of what is private over all of them', async () => {
    const [first] = gateways();
    const other = await first.client.newUser();
    const read = async ({ client }: Process) => {
      const socket = await client.openSocket();
      const { data } = await client.ask('account.ticket', {}, { token: other.token });
      socket.say({ op: 'auth', id: 1, ticket: data.ticket });
      socket.say({ op: 'sub', id: 2, ch: ['me'] });
      return { socket, answer: await socket.receives(({ id }) => id === 2) };
    };
    const readers: Awaited<ReturnType<typeof read>>[] = [];
    for (let n = 0; n < 6; n++) readers.push(await read(gateways()[n % 2 === 0 ? 0 : 1]));
    expect(readers.map(({ answer }) => answer.t)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'err']);
    readers[0]?.socket.end();
    await vi.waitFor(async () => expect((await read(first)).answer.t).toBe('ok'), SOON);
    for (const { socket } of readers) socket.end();
  });

  it('send the same numbers of the same logs', async () => {
    const sockets = await Promise.all(gateways().map(({ client }) => client.openSocket()));
    for (const socket of sockets) socket.say({ op: 'sub', ch: [`book:${MARKET}`] });
    for (const { received } of sockets)
      await vi.waitFor(
        () => expect(received.filter(({ t }) => t === 'delta').length).toBeGreaterThan(3),
        SOON,
      );
    const [one, two] = sockets.map(({ received }) => received.filter(({ t }) => t === 'delta'));
    const common = two?.filter(({ s }) => one?.some((each) => each.s === s)) ?? [];
    expect(common.length).toBeGreaterThan(1);
    for (const message of common) expect(one).toContainEqual(message);
    for (const socket of sockets) socket.end();
  });

  it('tell a user by one what was ordered by the other', async () => {
    const [first, second] = gateways();
    const socket = await privateSocket(second);
    const key = first.client.newKey();
    const placed = await first.client.ask('spot.place', order(1), { token: user.token, key });
    expect(placed.status).toBe(200);
    const again = await second.client.ask('spot.place', order(1), { token: user.token, key });
    expect(again.data.order.id).toBe(placed.data.order.id);
    await socket.receives(
      ({ ch, d }) => ch === 'me' && d?.type === 'order' && d.body.id === placed.data.order.id,
    );
    socket.end();
  });

  it('lose and double no order, and no private message, when one of them is killed', async () => {
    const [, second] = gateways();
    const third = await cluster.gateway();
    const socket = await privateSocket(third);
    const keys = Array.from({ length: 20 }, () => second.client.newKey());
    const requested = keys.map((key, n) =>
      third.client.ask('spot.place', order(n + 2), { token: user.token, key }).catch(() => undefined),
    );
    await Promise.race(requested);
    await third.child.kill();
    await Promise.all(requested);
    const last = privates(socket.received).at(-1);
    // The page comes back elsewhere, on from where it was, and repeats what it has no answer to.
    const back = await privateSocket(second, { epoch: last?.e ?? '', seq: last?.s ?? 0 });
    const settled = await Promise.all(
      keys.map((key, n) => second.client.ask('spot.place', order(n + 2), { token: user.token, key })),
    );
    const ids = new Set(settled.map(({ data }) => data.order.id));
    expect(ids.size).toBe(20);
    const { data } = await second.client.ask('spot.orders', { limit: 100 }, { token: user.token });
    const prices = data.rows.map(({ price }: { price: string }) => Number.parseInt(price, 10) - lowest);
    expect(prices.filter((n: number) => n >= 2).sort((x: number, y: number) => x - y)).toEqual(
      keys.map((_, n) => n + 2),
    );
    await vi.waitFor(() => {
      const orders = [...privates(socket.received), ...privates(back.received)].filter(
        ({ d }) => d?.type === 'order',
      );
      expect(new Set(orders.map(({ d }) => d.body.id)).size).toBeGreaterThanOrEqual(20);
    }, SOON);
    const numbers = [...privates(socket.received), ...privates(back.received)].map(({ s }) => s ?? 0);
    for (const [at, number] of numbers.entries()) if (at > 0) expect(number).toBe((numbers[at - 1] ?? 0) + 1);
    back.end();
  });

  it('stay up without their engine, and go on with it when it is back', async () => {
    const [first] = gateways();
    const socket = await privateSocket(first);
    socket.say({ op: 'sub', ch: [`row:${MARKET}`] });
    await socket.receives(({ ch, t }) => ch === `row:${MARKET}` && t === 'snap');
    const before = privates(socket.received).length;
    // It hangs first: what is under way then is not waited for until its deadline.
    process.kill(engine.child.pid, 'SIGSTOP');
    const underWay = await first.client.ask('spot.orders', {}, { token: user.token });
    expect([underWay.status, underWay.code]).toEqual([503, 'unavailable']);
    await engine.child.kill();
    await vi.waitFor(async () => expect((await first.ready()).status).toBe(503), SOON);
    const refused = await first.client.ask('spot.orders', {}, { token: user.token });
    expect([refused.status, refused.code]).toEqual([503, 'unavailable']);
    // Nothing says meanwhile that prices are those of now.
    const beats = socket.received.filter(({ t }) => t === 'beat').length;
    await vi.waitFor(
      () => expect(socket.received.filter(({ t }) => t === 'beat').length).toBeGreaterThan(beats + 1),
      SOON,
    );
    expect(Object.keys(socket.received.findLast(({ t }) => t === 'beat')?.heads ?? {})).toEqual(['me']);
    const silent = socket.received.length;
    engine = await cluster.engine();
    await vi.waitFor(async () => expect((await first.ready()).status).toBe(200), SOON);
    await vi.waitFor(
      () =>
        expect(
          socket.received.slice(silent).some(({ ch, t }) => ch === `row:${MARKET}` && t === 'snap'),
        ).toBe(true),
      SOON,
    );
    const placed = await first.client.ask('spot.place', order(40), {
      token: user.token,
      key: first.client.newKey(),
    });
    expect(placed.status).toBe(200);
    await socket.receives(
      ({ ch, d }) => ch === 'me' && d?.type === 'order' && d.body.id === placed.data.order.id,
    );
    const numbers = privates(socket.received)
      .slice(before)
      .map(({ s }) => s ?? 0);
    for (const [at, number] of numbers.entries()) if (at > 0) expect(number).toBe((numbers[at - 1] ?? 0) + 1);
    socket.end();
  });

  it('go on with the bus when that is back', async () => {
    const [first] = gateways();
    const socket = await privateSocket(first);
    socket.say({ op: 'sub', ch: [`row:${MARKET}`] });
    await socket.receives(({ ch, t }) => ch === `row:${MARKET}` && t === 'snap');
    const begin = await cluster.loseBus();
    await vi.waitFor(async () => expect((await first.ready()).status).toBe(503), SOON);
    await begin();
    await vi.waitFor(async () => expect((await first.ready()).status).toBe(200), SOON);
    const received = socket.received.length;
    await vi.waitFor(
      () => expect(socket.received.slice(received).some(({ ch }) => ch === `row:${MARKET}`)).toBe(true),
      SOON,
    );
    const key = first.client.newKey();
    // As a client does: what is refused for now is sent again by the same name.
    const { data } = await vi.waitFor(async () => {
      const answer = await first.client.ask('spot.place', order(60), { token: user.token, key });
      expect(answer).toMatchObject({ status: 200 });
      return answer;
    }, SOON);
    await socket.receives(({ ch, d }) => ch === 'me' && d?.type === 'order' && d.body.id === data.order.id);
    socket.end();
  });

  it('send their sockets elsewhere before they end', async () => {
    const [, second] = gateways();
    const socket = await second.client.openSocket();
    const closed = second.child.stop();
    expect(await socket.closed).toBe(1012);
    expect(socket.received.some(({ t }) => t === 'drain')).toBe(true);
    await closed;
  });
});
