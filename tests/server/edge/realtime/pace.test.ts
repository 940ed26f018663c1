import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StreamConnection } from '../../../../server/edge/realtime/connection.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';
import { holds } from '../../../support/holds.ts';
import { Line } from '../../../support/line.ts';

const TICK = 'tick';
const BOOK = 'book:AAA-USDT';
const TRADES = 'trade:AAA-USDT';

let line: Line;
beforeEach(async () => {
  line = new Line();
  for (const channel of [TICK, BOOK, TRADES]) line.feed.channel$(channel).subscribe();
  await line.run(1_000);
});
afterEach(() => {
  line.feed.close();
  line.hub.close();
});

describe('a channel that is read slowly', () => {
  it('is told at its own pace, and at the other one again', async () => {
    line.feed.setPace?.(true);
    await line.run(2_500);
    line.sent.length = 0;
    await line.run(10_000);
    expect(line.of(TICK).length).toBeLessThanOrEqual(5);
    expect(line.of(BOOK).length).toBeLessThanOrEqual(10);
    expect(line.of(TRADES).length).toBeLessThanOrEqual(10);
    expect(line.of(TRADES).length).toBeGreaterThanOrEqual(9);
    line.feed.setPace?.(false);
    await line.run(1_000);
    line.sent.length = 0;
    await line.run(10_000);
    expect(line.of(TICK).length).toBeGreaterThanOrEqual(39);
    expect(line.of(BOOK).length).toBeGreaterThanOrEqual(99);
  });

  it('costs two frames a change, and each change one word a channel, as all that was told is known', async () => {
    line.received.length = 0;
    line.sent.length = 0;
    line.feed.setPace?.(true);
    await line.run(2_500);
    line.feed.setPace?.(false);
    await line.run(1_500);
    expect(line.received.filter((each) => 'op' in each && each.op !== 'ping')).toEqual([
      { op: 'sub', ch: [TICK, BOOK, TRADES], slow: true, bare: true },
      { op: 'sub', ch: [TICK, BOOK, TRADES], bare: true },
    ]);
    for (const channel of [TICK, BOOK, TRADES]) {
      expect(line.of(channel, 'snap')).toHaveLength(2);
      for (const each of line.of(channel, 'snap')) expect(Object.keys(each)).not.toContain('d');
    }
  });

  it('tells who does not ask for the word alone a snapshot', async () => {
    const sent: { t: string; ch: string; d?: unknown }[] = [];
    const transport = {
      send: (text: string) => void sent.push(JSON.parse(text)),
      close: () => undefined,
      bufferedAmount: () => 0,
    };
    const connection = new StreamConnection(line.hub, transport, line.clock, { id: 'older' });
    connection.receive(JSON.stringify({ op: 'sub', ch: [BOOK] }));
    await line.run(500);
    connection.receive(JSON.stringify({ op: 'sub', ch: [BOOK], slow: true }));
    await line.run(2_000);
    const snaps = sent.filter(({ t, ch }) => t === 'snap' && ch === BOOK);
    expect(snaps.map(({ d }) => d !== undefined)).toEqual([true, true]);
    connection.closed();
  });
  it('is told a snapshot where a message before the word was lost', async () => {
    const { length } = line.events;
    line.feed.setPace?.(true);
    line.isDeaf = true;
    await line.clock.advance(2_010);
    line.isDeaf = false;
    await line.run(3_000);
    expect(line.events.slice(length).some(({ kind }) => kind === 'lost')).toBe(true);
    expect(line.events.filter(({ kind }) => kind === 'book').at(-1)).toMatchObject({
      book: line.source.book('AAA-USDT'),
    });
  });
  it('tells the time of now with the snapshot of what has not changed for long', async () => {
    await line.clock.advance(60_000);
    const at = line.clock.now();
    line.feed.wake();
    await line.clock.advance(50);
    expect(line.of(BOOK, 'snap').at(-1)?.ts).toBeGreaterThanOrEqual(at);
  });

  it('is never lost, never falls back and ends at what the market says, however often the pace changes', async () => {
    await holds(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 12 }),
        async (changes) => {
          line.events.length = 0;
          for (const [isSlow, steps] of changes) {
            line.feed.setPace?.(isSlow);
            await line.run(steps * 50);
          }
          await line.clock.advance(2_100);
          expect(line.events.filter(({ kind }) => kind === 'lost')).toEqual([]);
          const turns = line.events.flatMap((event) =>
            event.kind === 'book' ? [Number(event.book.bids[0]?.[1])] : [],
          );
          expect(turns).toEqual(turns.toSorted((a, b) => a - b));
          const last = line.events.filter(({ kind }) => kind === 'book').at(-1);
          expect(last).toMatchObject({ book: line.source.book('AAA-USDT') });
        },
      ),
      { numRuns: 25 },
    );
  });

  it('keeps its pace when its market begins anew, and when the socket does', async () => {
    line.feed.setPace?.(true);
    await line.run(1_500);
    line.source.reset('AAA-USDT');
    await line.run(1_000);
    line.sent.length = 0;
    await line.run(5_000);
    expect(line.of(BOOK).length).toBeLessThanOrEqual(5);
    line.feed.wake();
    await line.run(2_000);
    line.sent.length = 0;
    await line.run(5_000);
    expect(line.of(BOOK).length).toBeLessThanOrEqual(5);
    expect(line.of(BOOK).length).toBeGreaterThanOrEqual(4);
  });

  it('begins with a snapshot at once for who knows nothing yet', async () => {
    line.feed.close();
    line = new Line();
    line.feed.setPace?.(true);
    line.feed.channel$(TICK).subscribe();
    await line.clock.advance(10);
    expect(line.of(TICK, 'snap')).toHaveLength(1);
    expect(line.events.filter(({ kind }) => kind === 'tickers')).toHaveLength(1);
  });
});

it('counts both paces of a channel as one', async () => {
  const clock = new FakeClock();
  const ids = Array.from({ length: 200 }, (_, i) => `M${i}-USDT`);
  const hub = new Hub({ source: new FakeSource(clock, ids), clock, newEpoch: () => 'e' });
  const sent: { t: string; code?: string }[] = [];
  const transport = {
    send: (text: string) => void sent.push(JSON.parse(text)),
    close: () => undefined,
    bufferedAmount: () => 0,
  };
  const connection = new StreamConnection(hub, transport, clock, { id: 'c' });
  const say = (ch: readonly string[], slow: boolean) =>
    connection.receive(JSON.stringify({ op: 'sub', ch, slow }));
  say(
    ids.map((id) => `book:${id}`),
    false,
  );
  say(
    ids.map((id) => `book:${id}`),
    true,
  );
  await clock.advance(600);
  expect(sent.filter(({ t }) => t === 'err')).toEqual([]);
  say(['tick'], true);
  await clock.advance(0);
  expect(sent.filter(({ t }) => t === 'err')).toMatchObject([{ code: 'tooManyRequests' }]);
  connection.closed();
  await clock.advance(2_000);
  hub.close();
  expect(clock.pending).toBe(0);
});
