import { beforeEach, describe, expect, it } from 'vitest';
import type { Book } from '../../../../domain/index.ts';
import { applyDelta, bookChecksum, emptyBook } from '../../../../domain/index.ts';
import { StreamConnection } from '../../../../server/edge/realtime/connection.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';

interface Message {
  t: string;
  ch: string;
  e: string;
  s: number;
  d: never;
  id?: number;
  code?: string;
  heads: Record<string, [string, number]>;
}

class Wire {
  readonly sent: Message[] = [];
  closedWith: number | undefined;
  buffered = 0;
  send = (text: string) => void this.sent.push(JSON.parse(text));
  close = (code: number) => {
    this.closedWith = code;
  };
  bufferedAmount = () => this.buffered;
  of = (t: string, ch?: string) =>
    this.sent.filter((message) => message.t === t && (ch === undefined || message.ch === ch));
}

let clock: FakeClock;
let source: FakeSource;
let hub: Hub;
let epochs: number;
let addresses = 0;
beforeEach(() => {
  clock = new FakeClock();
  source = new FakeSource(clock);
  epochs = 0;
  hub = new Hub({ source, clock, newEpoch: () => `e${++epochs}` });
});
function connect(): { wire: Wire; connection: StreamConnection; say: (message: unknown) => void } {
  const wire = new Wire();
  const connection = new StreamConnection(hub, wire, clock, { id: 'c1', address: `10.0.0.${++addresses}` });
  return { wire, connection, say: (message) => connection.receive(JSON.stringify(message)) };
}

describe('a channel', () => {
  it('starts with a snapshot and goes on without a hole, however much is conflated', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', id: 1, ch: ['tick'] });
    for (let i = 0; i < 40; i++) {
      source.tick('AAA-USDT', `${10 + i}`);
      await clock.advance(60);
    }
    await clock.advance(250);
    const [snap] = wire.of('snap', 'tick');
    const deltas = wire.of('delta', 'tick');
    expect(deltas.map(({ s }) => s)).toEqual(deltas.map((_, i) => (snap?.s ?? 0) + 1 + i));
    expect(deltas.length).toBeLessThanOrEqual(11);
    expect(deltas.at(-1)?.d[0]?.[1]).toBe('49');
    expect(wire.of('ok').map(({ id }) => id)).toEqual([1]);
  });

  it('carries book differences that lead to the book, with a checksum each fifty', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['book:AAA-USDT'] });
    for (let i = 0; i < 60; i++) {
      source.setBook('AAA-USDT', {
        bids: [
          [`9.${10 + i}`, '1'],
          ['9.05', `${i + 1}`],
        ],
        asks: [['10.01', `${i + 2}`]],
      });
      await clock.advance(100);
    }
    let book: Book = emptyBook;
    let checks = 0;
    for (const { t, d } of wire.sent.filter(({ ch }) => ch === 'book:AAA-USDT')) {
      const { b, a, c } = d as { b: []; a: []; c?: number };
      book = t === 'snap' ? { bids: b, asks: a } : applyDelta(book, { b, a }, 50);
      if (c === undefined) continue;
      expect(c).toBe(bookChecksum(book));
      checks += 1;
    }
    expect(book).toEqual(source.book('AAA-USDT'));
    expect(checks).toBe(2);
  });

  it('leaves out the oldest trades of a rush and says how many', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['trade:AAA-USDT'] });
    await clock.advance(0);
    for (let i = 0; i < 130; i++) source.trade('AAA-USDT', '10');
    await clock.advance(100);
    const [delta] = wire.of('delta', 'trade:AAA-USDT');
    expect(delta?.d).toMatchObject({ skipped: 30 });
    expect((delta?.d as { rows: unknown[] } | undefined)?.rows).toHaveLength(100);
  });

  it('closes a bar and opens the next, flat when nobody trades', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['cndl:AAA-USDT:1m'] });
    await clock.advance(0);
    source.trade('AAA-USDT', '11', '2');
    await clock.advance(61_000);
    const deltas = wire.of('delta', 'cndl:AAA-USDT:1m').map(({ d }) => d as unknown[]);
    expect(deltas.find((bar) => bar[6] === true)).toMatchObject([
      clock.now() - 61_000,
      '11',
      '11',
      '11',
      '11',
      '2',
      true,
    ]);
    expect(deltas.at(-1)).toMatchObject([clock.now() - 1_000, '11', '11', '11', '11', '0', false]);
  });

  it('begins anew when the source loses its place', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['book:AAA-USDT'] });
    await clock.advance(0);
    source.reset('AAA-USDT');
    await clock.advance(60);
    const epochsSeen = wire.of('snap', 'book:AAA-USDT').map(({ e }) => e);
    expect(epochsSeen).toHaveLength(2);
    expect(new Set(epochsSeen).size).toBe(2);
    await clock.advance(5_000);
    source.setBook('AAA-USDT', { bids: [['9', '2']], asks: [['11', '2']] });
    await clock.advance(200);
    expect(wire.of('delta', 'book:AAA-USDT').at(-1)?.e).toBe(epochsSeen[1]);
  });

  it('answers a poll with what a socket would be told', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['tick', 'book:AAA-USDT', 'trade:AAA-USDT'] });
    await clock.advance(0);
    source.tick('BBB-USDT', '11');
    await clock.advance(300);
    const late = connect();
    late.say({ op: 'sub', ch: ['tick'] });
    await clock.advance(0);
    expect(await hub.poll('tick')).toEqual(late.wire.of('snap', 'tick')[0]);
    expect(wire.closedWith).toBeUndefined();
  });

  it('lets its market go when it cannot be built, and can be built later', async () => {
    const { candles } = source;
    source.candles = () => Promise.reject(new Error('no bars'));
    const { wire, say } = connect();
    say({ op: 'sub', id: 1, ch: ['cndl:AAA-USDT:1m'] });
    await clock.advance(0);
    expect(wire.of('err')).toMatchObject([{ id: 1, code: 'unexpected' }]);
    expect(source.audience.isWatched('AAA-USDT')).toBe(false);
    source.candles = candles;
    say({ op: 'sub', id: 2, ch: ['cndl:AAA-USDT:1m'] });
    await clock.advance(60);
    expect(wire.of('snap', 'cndl:AAA-USDT:1m')).toHaveLength(1);
  });

  it('is let go a moment after its last reader left', async () => {
    const { say } = connect();
    say({ op: 'sub', ch: ['book:AAA-USDT'] });
    await clock.advance(0);
    expect(source.audience.isWatched('AAA-USDT')).toBe(true);
    say({ op: 'unsub', ch: ['book:AAA-USDT'] });
    await clock.advance(500);
    expect(source.audience.isWatched('AAA-USDT')).toBe(true);
    await clock.advance(600);
    expect(source.audience.isWatched('AAA-USDT')).toBe(false);
  });

  it('survives leaving and coming back in one breath', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['tick'] });
    await clock.advance(0);
    say({ op: 'unsub', ch: ['tick'] });
    say({ op: 'sub', ch: ['tick'] });
    await clock.advance(60);
    source.tick('AAA-USDT', '42');
    await clock.advance(300);
    expect(wire.of('snap', 'tick')).toHaveLength(2);
    expect(wire.of('delta', 'tick').at(-1)?.d[0]?.[1]).toBe('42');
  });
});

describe('a connection', () => {
  it('greets, beats with the heads of idle channels, and answers a ping', async () => {
    const { wire, say } = connect();
    expect(wire.sent[0]).toMatchObject({ t: 'hello', now: clock.now(), beat: 1_000, origin: 'simulated' });
    say({ op: 'sub', ch: ['book:AAA-USDT'] });
    say({ op: 'ping', id: 3, ts: 5 });
    await clock.advance(2_100);
    expect(wire.of('beat').at(-1)?.heads).toEqual({ 'book:AAA-USDT': ['e1', 0] });
    expect(wire.of('pong')[0]).toMatchObject({ id: 3, ts: 5 });
  });

  it.each([
    ['text that is no JSON', 'not json'],
    ['an unknown op', '{"op":"nope"}'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['a prototype', '{"__proto__":{"op":"sub"}}'],
    ['channels that are no list', '{"op":"sub","ch":"tick"}'],
    ['a negative number', '{"op":"sub","id":-1,"ch":["tick"]}'],
    ['deep nesting', `{"op":${'['.repeat(500)}${']'.repeat(500)}}`],
  ])('refuses %s and lives on', async (_, text) => {
    const { wire, connection, say } = connect();
    connection.receive(text);
    expect(wire.of('err')[0]).toMatchObject({ code: 'requestInvalid' });
    say({ op: 'sub', ch: ['tick'] });
    await clock.advance(0);
    expect(wire.of('snap', 'tick')).toHaveLength(1);
  });

  it.each([
    ['book:NOPE-USDT', 'marketUnknown'],
    ['user:B', 'channelUnknown'],
    ['book:BTC/USDT', 'channelUnknown'],
  ])('refuses channel %s with %s', async (name, code) => {
    const { wire, say } = connect();
    say({ op: 'sub', id: 9, ch: [name] });
    await clock.advance(0);
    expect(wire.of('err')[0]).toMatchObject({ id: 9, code });
    expect(wire.closedWith).toBeUndefined();
  });

  it('takes one channel asked for twice as one', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['book:AAA-USDT', 'book:AAA-USDT'] });
    say({ op: 'sub', ch: ['book:AAA-USDT'] });
    await clock.advance(0);
    expect(wire.of('snap')).toHaveLength(1);
  });

  it.each([
    ['a large frame', (c: StreamConnection) => c.receive('x'.repeat(16_385)), 4400],
    [
      'a frame of few characters and many bytes',
      (c: StreamConnection) => c.receive('中'.repeat(5_462)),
      4400,
    ],
    [
      'garble, the third time',
      (c: StreamConnection) => {
        for (const text of ['a', '{', '']) c.receive(text);
      },
      4400,
    ],
    ['a frame that is no text', (c: StreamConnection) => c.receive(new Uint8Array(3)), 4400],
    ['a ticket nobody gave', (c: StreamConnection) => c.receive('{"op":"auth","ticket":"bad"}'), 4401],
    ['a ticket that is none', (c: StreamConnection) => c.receive('{"op":"auth","token":"bad"}'), 4401],
    ['a flood', (c: StreamConnection) => Array.from({ length: 60 }, () => c.receive('{"op":"ping"}')), 4429],
  ])('is closed for %s', async (_, misbehave, code) => {
    const { wire, connection } = connect();
    misbehave(connection);
    await clock.advance(0);
    expect(wire.closedWith).toBe(code);
  });

  it('is closed when it reads nothing for ten seconds', async () => {
    const { wire } = connect();
    await clock.advance(10_100);
    expect(wire.closedWith).toBe(4408);
  });

  it('may read two hundred channels and not one more', async () => {
    const ids = Array.from({ length: 101 }, (_, i) => `M${i}-USDT`);
    hub = new Hub({ source: new FakeSource(clock, ids), clock, newEpoch: () => 'e' });
    const { wire, say } = connect();
    say({ op: 'sub', id: 1, ch: ids.slice(0, 100).map((id) => `book:${id}`) });
    say({ op: 'sub', id: 2, ch: ids.slice(0, 100).map((id) => `trade:${id}`) });
    say({ op: 'sub', id: 3, ch: ['book:M100-USDT'] });
    await clock.advance(1_000);
    expect(wire.of('snap')).toHaveLength(200);
    expect(wire.of('err')).toMatchObject([{ id: 3, code: 'tooManyRequests' }]);
    say({ op: 'unsub', ch: ['book:M0-USDT'] });
    say({ op: 'sub', id: 4, ch: ['book:M100-USDT'] });
    await clock.advance(60);
    expect(wire.of('snap', 'book:M100-USDT')).toHaveLength(1);
  });

  it('may go from one screen to another without being taken for idle', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['book:AAA-USDT'] });
    await clock.advance(9_500);
    say({ op: 'unsub', ch: ['book:AAA-USDT'] });
    await clock.advance(9_000);
    expect(wire.closedWith).toBeUndefined();
    say({ op: 'sub', ch: ['book:BBB-USDT'] });
    await clock.advance(5_000);
    expect(wire.closedWith).toBeUndefined();
    say({ op: 'unsub', ch: ['book:BBB-USDT'] });
    await clock.advance(11_000);
    expect(wire.closedWith).toBe(4408);
  });

  it('takes a message larger than the bound when nothing else waits', async () => {
    const ids = Array.from({ length: 6_000 }, (_, i) => `MARKET${i}-USDT`);
    hub = new Hub({ source: new FakeSource(clock, ids), clock, newEpoch: () => 'e' });
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['tick'] });
    await clock.advance(0);
    expect(JSON.stringify(wire.of('snap', 'tick')[0]).length).toBeGreaterThan(256 * 1024);
  });

  it('gets a snapshot in place of what it was too slow for', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['tick'] });
    await clock.advance(0);
    wire.buffered = 300_000;
    source.tick('AAA-USDT', '20');
    await clock.advance(500);
    expect(wire.of('delta', 'tick')).toHaveLength(0);
    wire.buffered = 0;
    await clock.advance(1_000);
    expect(wire.of('snap', 'tick')).toHaveLength(2);
    source.tick('AAA-USDT', '21');
    await clock.advance(300);
    const snap = wire.of('snap', 'tick').at(-1);
    expect(wire.of('delta', 'tick').at(-1)?.s).toBe((snap?.s ?? 0) + 1);
  });

  it('is closed when it stays too slow', async () => {
    const { wire, say } = connect();
    say({ op: 'sub', ch: ['tick'] });
    wire.buffered = 2_000_000;
    await clock.advance(12_000);
    expect(wire.closedWith).toBe(4413);
  });

  it('is told before a restart, and leaves no timer behind', async () => {
    const { wire, connection } = connect();
    connection.drain(2_000);
    expect(wire.of('drain')).toHaveLength(1);
    await clock.advance(2_000);
    expect(wire.closedWith).toBe(1012);
    hub.close();
    expect(clock.pending).toBe(0);
  });
});
