import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoopTurns } from '../../../../server/base/loopTurns.ts';
import type { StreamFeeds } from '../../../../server/edge/compat/streams/feeds.ts';
import { compatSockets } from '../../../../server/edge/compat/streams/sockets.ts';
import { Openings } from '../../../../server/edge/realtime/openings.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const NAMES = Array.from({ length: 1_000 }, (_, i) => `m${i}usdt@depth`);
let clock: FakeClock;
let openings: Openings;
/** Streams that are read now, and how often one was opened. */
let reads: Set<string>;
let opened: number;
beforeEach(() => {
  clock = new FakeClock();
  openings = new Openings(clock, new LoopTurns(clock.pause));
  reads = new Set();
  opened = 0;
});
afterEach(() => openings.close());

/** A socket of streams from an address, with what it receives and how it ended. */
function openSocket(address: string, names: readonly string[] = []) {
  const feeds: Pick<StreamFeeds, 'open'> = {
    open: (_kind, name) => {
      if (!name.includes('@')) return undefined;
      if (name === 'broken@depth') throw new Error('broken');
      opened += 1;
      reads.add(`${address} ${name}`);
      return () => reads.delete(`${address} ${name}`);
    },
  };
  const received: unknown[] = [];
  const ends: [code: number, reason: string][] = [];
  const sockets = compatSockets({
    feeds: feeds as StreamFeeds,
    listenKeys: { userOf: async () => undefined } as never,
    users: undefined as never,
    keys: undefined as never,
    openings,
    now: clock.now,
  });
  const out = {
    send: (text: string) => void received.push(JSON.parse(text)),
    close: (code: number, reason: string) => void ends.push([code, reason]),
  };
  const target = { is: 'streams', kind: 'spot', isCombined: false, names } as const;
  const socket = sockets.open(target, address, out);
  const say = (method: string, params: readonly string[], id: number) =>
    socket.receive(JSON.stringify({ method, params, id }));
  return { received, ends, say, closed: socket.closed };
}

it('charges an address for the streams that it opens, however often it lets them go', async () => {
  const [flood, other] = [openSocket('10.0.0.7'), openSocket('10.0.0.8')];
  for (let second = 0; second < 5; second++) {
    for (let i = 0; i < 5; i++) {
      flood.say('SUBSCRIBE', NAMES, 1);
      await clock.advance(100);
      flood.say('UNSUBSCRIBE', NAMES, 2);
      await clock.advance(100);
    }
  }
  // A thousand at once, and two hundred in each second: not 25,000.
  expect(opened).toBeLessThanOrEqual(2_200);
  const before = opened;
  other.say('SUBSCRIBE', ['btcusdt@trade'], 7);
  await clock.advance(60);
  expect(other.received).toEqual([{ result: null, id: 7 }]);
  expect(opened).toBeGreaterThan(before);
});

it('opens nothing that was let go, or whose socket ended, before its turn came', async () => {
  const one = openSocket('10.0.0.7');
  one.say('SUBSCRIBE', NAMES, 1);
  one.say('UNSUBSCRIBE', NAMES, 2);
  await clock.advance(10_000);
  expect(reads.size).toBe(0);
  expect(one.received).toContainEqual({ result: null, id: 1 });
  one.say('SUBSCRIBE', NAMES, 3);
  one.closed();
  await clock.advance(10_000);
  expect(reads.size).toBe(0);
});

it('answers once all are read, and names what is none', async () => {
  const one = openSocket('10.0.0.7');
  one.say('SUBSCRIBE', ['btcusdt@trade', 'ethusdt@trade'], 1);
  await clock.advance(60);
  expect([one.received, reads.size]).toEqual([[{ result: null, id: 1 }], 2]);
  one.say('SUBSCRIBE', ['solusdt@trade', 'nothing'], 2);
  await clock.advance(60);
  expect(one.received.at(-1)).toMatchObject({
    error: { code: 2, msg: 'Invalid request: unknown stream nothing' },
  });
});

it('ends a socket whose stream breaks, and the process lives', async () => {
  const one = openSocket('10.0.0.7');
  one.say('SUBSCRIBE', ['nothing', 'broken@depth', 'broken@depth'], 1);
  await clock.advance(60);
  expect(one.ends).toEqual([[1011, 'not available']]);
});

it('takes no more streams by its address than by its messages', async () => {
  const names = Array.from({ length: 3_000 }, (_, i) => `m${i}usdt@depth`);
  expect(openSocket('10.0.0.7', names).ends[0]).toEqual([1008, 'too many streams']);
  await clock.advance(60_000);
  expect(reads.size).toBeLessThanOrEqual(1_024);
});
