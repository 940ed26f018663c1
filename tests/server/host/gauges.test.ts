import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { Database } from '../../../server/base/db/database.ts';
import { addGauges } from '../../../server/host/metrics/gauges.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeSource } from '../../support/fakeSource.ts';

it.each([
  ['a moment later', 4_999, '1'],
  ['five seconds later', 5_000, '2'],
  ['after a clock was set back by an hour', -3_600_000, '2'],
])('what waits in a queue is counted again or not %s', async (_, ms, expected) => {
  const clock = new FakeClock();
  let at = clock.now();
  let waiting = 0;
  const db = {
    engine: 'pglite',
    isReady: () => true,
    query: async (text: string) =>
      text.includes('as queue') ? [{ queue: 'messages', waiting: ++waiting, since: at }] : [],
  } as unknown as Database;
  const registry = new Registry();
  const sockets = () => ({ open: 0, messages: 0, bytes: 0 });
  addGauges(registry, { db, source: new FakeSource(clock), sockets }, () => at);
  const count = async () =>
    /tidemark_queue_waiting\{queue="messages"\} (\d+)/.exec(await registry.metrics())?.[1];
  expect(await count()).toBe('1');
  at += ms;
  expect(await count()).toBe(expected);
});
