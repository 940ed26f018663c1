import { beforeEach, describe, expect, it } from 'vitest';
import { StreamConnection } from '../../../../server/edge/realtime/connection.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';

const IDS = Array.from({ length: 2_000 }, (_, i) => `M${i}-USDT`);
/** What a look at a book takes, ms. */
const COST_MS = 2;
const booksOf = (ids: readonly string[]): string[] => ids.map((id) => `book:${id}`);

/** A source whose books take time, and what was done between two turns of the event loop. */
class CostlySource extends FakeSource {
  looks = 0;
  looksInTurn = 0;
  mostInTurn = 0;
  subscribers = 0;
  costMs = COST_MS;

  constructor(time: FakeClock) {
    super(time, IDS);
    const { subscribe } = this;
    this.subscribe = (listener) => {
      this.subscribers += 1;
      return subscribe(listener);
    };
    const { book } = this;
    this.book = (id) => {
      this.looks += 1;
      this.looksInTurn += 1;
      this.mostInTurn = Math.max(this.mostInTurn, this.looksInTurn);
      time.jump(this.costMs);
      return book(id);
    };
  }
  turned(): void {
    this.looksInTurn = 0;
  }
}

let clock: FakeClock;
let source: CostlySource;
let hub: Hub;
beforeEach(() => {
  clock = new FakeClock();
  source = new CostlySource(clock);
  const turning = Object.assign(clock, {
    pause: async () => {
      source.turned();
    },
  });
  hub = new Hub({ source, clock: turning, newEpoch: () => 'e' });
});

function connect(address: string) {
  const published: { t: string; ch?: string; at: number }[] = [];
  const transport = {
    send: (text: string) => void published.push({ ...JSON.parse(text), at: clock.now() }),
    close: () => undefined,
    bufferedAmount: () => 0,
  };
  const connection = new StreamConnection(hub, transport, clock, { id: 'c', address });
  const say = (message: unknown) => connection.receive(JSON.stringify(message));
  return {
    published,
    say,
    of: (t: string, ch?: string) => published.filter((each) => each.t === t && (!ch || each.ch === ch)),
  };
}

describe('what a caller asks of the stream', () => {
  it('and takes back in the same breath is never done', async () => {
    const { say, of } = connect('a');
    say({ op: 'sub', id: 1, ch: booksOf(IDS.slice(0, 200)) });
    say({ op: 'unsub', id: 2, ch: booksOf(IDS.slice(0, 200)) });
    await clock.advance(300);
    expect(source.looks).toBeLessThanOrEqual(200);
    expect(of('snap')).toEqual([]);
    expect(of('ok')).toHaveLength(2);
    expect([...source.audience.watched()]).toEqual([]);
  });
  it('is charged by what it costs, however many sockets of an address ask', async () => {
    const sockets = [connect('a'), connect('a'), connect('a')];
    const names = booksOf(IDS);
    const began = clock.now();
    for (let batch = 0; batch < 40; batch++) {
      sockets.forEach(({ say }, i) => {
        const ch = names.slice(i * 200, i * 200 + 200);
        say(batch % 2 === 0 ? { op: 'sub', ch } : { op: 'unsub', ch });
      });
      await clock.advance(50);
    }
    const seconds = (clock.now() - began) / 1_000;
    // Half a second at once, and a tenth of each second.
    const allowed = 500 + 100 * seconds;
    expect(source.looks).toBeGreaterThan(50);
    expect(source.looks * COST_MS).toBeLessThan(allowed * 1.2);
  });
  it('lets the event loop turn after a few milliseconds, and others have their turns', async () => {
    const greedy = connect('a');
    const other = connect('b');
    greedy.say({ op: 'sub', ch: booksOf(IDS.slice(0, 200)) });
    other.say({ op: 'sub', ch: ['book:M1999-USDT'] });
    await clock.advance(2_000);
    expect(source.mostInTurn).toBeLessThanOrEqual(5);
    const before = greedy.of('snap').filter(({ at }) => at < (other.of('snap')[0]?.at ?? 0));
    expect(other.of('snap')).toHaveLength(1);
    expect(before.length).toBeLessThan(10);
  });
  it('is charged for changes of the pace too', async () => {
    const { say, of } = connect('a');
    const ch = booksOf(IDS.slice(0, 100));
    source.costMs = 0;
    say({ op: 'sub', ch });
    await clock.advance(1_000);
    source.costMs = COST_MS;
    for (let batch = 0; batch < 60; batch++) {
      say({ op: 'sub', ch, slow: batch % 2 === 0 });
      await clock.advance(50);
    }
    expect(of('snap').length * COST_MS).toBeLessThan(2_500);
  });
});

describe('what is read', () => {
  it('costs nothing to who reads other markets', async () => {
    const before = source.subscribers;
    const { say, of } = connect('a');
    source.costMs = 0;
    say({ op: 'sub', ch: [...booksOf(IDS.slice(0, 100)), ...IDS.slice(0, 100).map((id) => `trade:${id}`)] });
    await clock.advance(1_000);
    expect(of('snap')).toHaveLength(200);
    expect(source.subscribers).toBe(before);
  });
  it('by who reads a great many waits for what is left of the time, and comes round', async () => {
    source.costMs = 0;
    const greedy = [0, 200, 400].map((from) => {
      const socket = connect('a');
      socket.say({ op: 'sub', ch: booksOf(IDS.slice(from, from + 200)) });
      return socket;
    });
    const other = connect('b');
    other.say({ op: 'sub', ch: ['book:M5-USDT', 'book:M1999-USDT'] });
    await clock.advance(3_000);
    expect(greedy.map(({ of }) => of('snap').length)).toEqual([200, 200, 200]);
    source.costMs = 1;
    source.mostInTurn = 0;
    for (let i = 0; i < 30; i++) {
      for (const id of IDS.slice(0, 600))
        source.setBook(id, { bids: [['9', `${i + 1}`]], asks: [['11', '1']] });
      source.setBook('M1999-USDT', { bids: [['9', `${i + 1}`]], asks: [['11', '1']] });
      source.turned();
      await clock.advance(100);
    }
    for (const id of ['M5', 'M1999']) expect(other.of('delta', `book:${id}-USDT`).length).toBeGreaterThan(20);
    const published = greedy.flatMap(({ of }) => of('delta').map(({ ch }) => ch));
    expect(new Set(published).size).toBeGreaterThan(200);
    expect(published.length).toBeLessThan(600);
    expect(source.mostInTurn).toBeLessThanOrEqual(12);
  });
});
