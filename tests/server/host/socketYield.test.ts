import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { SocketYield } from '../../../server/host/net/socketYield.ts';

/** A door at which somebody stands in each of the first turns. */
function setUp(crowd: readonly ('connection' | 'request')[], msATurn = 0) {
  let time = 0;
  const server = new EventEmitter();
  let turns = 0;
  const yieldToSockets: SocketYield = new SocketYield(
    async () => {
      const arrival = crowd[turns++];
      time += msATurn;
      if (arrival === 'request') yieldToSockets.entered();
      else if (arrival) server.emit(arrival);
    },
    () => time,
  );
  yieldToSockets.watch(server);
  const pass = (ms: number): void => {
    time += ms;
  };
  return { yieldToSockets, turns: () => turns, time: { pass } };
}

it('turns twice where nobody is', async () => {
  const { yieldToSockets, turns } = setUp([]);
  await yieldToSockets.pause();
  expect(turns()).toBe(2);
});

it('lets in all that wait, and what they have to say', async () => {
  const { yieldToSockets, turns } = setUp(['connection', 'connection', 'request', 'request']);
  await yieldToSockets.pause();
  expect(turns()).toBe(6);
});

it('lets a burst of connections in as a whole, however many turns that takes', async () => {
  const { yieldToSockets, turns } = setUp(Array(500).fill('connection'), 0.8);
  await yieldToSockets.pause();
  expect(turns()).toBe(502);
});

it('lets another burst in as a whole four seconds later', async () => {
  const burst = [...Array(500).fill('connection'), undefined, undefined];
  const { yieldToSockets, turns, time } = setUp([...burst, ...burst], 0.8);
  await yieldToSockets.pause();
  time.pass(4_000);
  await yieldToSockets.pause();
  expect(turns()).toBe(1_004);
});

it('lets a burst in also after the clock was set back', async () => {
  const { yieldToSockets, turns, time } = setUp(Array(400).fill('connection'), 0.3);
  time.pass(-600_000);
  await yieldToSockets.pause();
  expect(turns()).toBe(402);
});

it('takes a small share of the time for a stream of connections without an end', async () => {
  const { yieldToSockets, turns, time } = setUp(Array(100_000).fill('connection'), 1);
  await yieldToSockets.pause();
  const first = turns();
  expect(first).toBeLessThan(420);
  for (let second = 0; second < 5; second++) {
    const before = turns();
    time.pass(1_000);
    await yieldToSockets.pause();
    expect(turns() - before).toBeLessThan(160);
  }
  const before = turns();
  await yieldToSockets.pause();
  expect(turns() - before).toBeLessThan(30);
});

it('keeps those inside waiting for some milliseconds at most where requests come', async () => {
  const { yieldToSockets, turns } = setUp(Array(1_000).fill('request'), 4);
  await yieldToSockets.pause();
  expect(turns()).toBe(3);
});

it('comes to an end under a stream of requests that does not', async () => {
  const { yieldToSockets, turns } = setUp(Array(1_000).fill('request'));
  await yieldToSockets.pause();
  expect(turns()).toBe(50);
});
