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
  return { yieldToSockets, turns: () => turns };
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

it('comes to an end under a stream that does not', async () => {
  const { yieldToSockets, turns } = setUp(Array(1_000).fill('connection'));
  await yieldToSockets.pause();
  expect(turns()).toBe(50);
});

it('keeps those inside waiting for some milliseconds at most', async () => {
  const { yieldToSockets, turns } = setUp(Array(1_000).fill('request'), 4);
  await yieldToSockets.pause();
  expect(turns()).toBe(3);
});
