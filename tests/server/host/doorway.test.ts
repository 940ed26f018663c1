import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { Doorway } from '../../../server/host/doorway.ts';

/** A door at which somebody stands in each of the first turns. */
function setUp(crowd: readonly ('connection' | 'request')[]) {
  const server = new EventEmitter();
  let turns = 0;
  const doorway = new Doorway(async () => {
    const arrival = crowd[turns++];
    if (arrival) server.emit(arrival);
  });
  doorway.watch(server);
  return { doorway, turns: () => turns };
}

it('turns twice where nobody is', async () => {
  const { doorway, turns } = setUp([]);
  await doorway.pause();
  expect(turns()).toBe(2);
});

it('lets in all that wait, and what they have to say', async () => {
  const { doorway, turns } = setUp(['connection', 'connection', 'request', 'request']);
  await doorway.pause();
  expect(turns()).toBe(6);
});

it('comes to an end under a stream that does not', async () => {
  const { doorway, turns } = setUp(Array(1_000).fill('connection'));
  await doorway.pause();
  expect(turns()).toBe(50);
});
