import { expect, it } from 'vitest';
import type { OutboxRow } from '../../../../server/edge/realtime/outbox.ts';
import { PrivateHub } from '../../../../server/edge/realtime/privateHub.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

it('sends rows whose read failed once they can be read, though no other row follows', async () => {
  const clock = new FakeClock();
  const rows: OutboxRow[] = [];
  let isAway = false;
  const hub = new PrivateHub({
    clock,
    log: () => undefined,
    outbox: {
      ended: async () => [],
      stand: async () => ({ epoch: 'e1', seq: 0, recovered: true, state: undefined }),
      after: async (_, seq) => {
        if (isAway) throw new Error('connection terminated');
        return rows.filter((row) => row.seq > seq);
      },
    },
  });
  const received: string[] = [];
  const user = { userId: 7, sessionId: 1 };
  const reader = { user, take: (text: string) => void received.push(text), end: () => undefined };
  const subscription = await hub.subscribe(reader, { epoch: 'e1', seq: 0 });
  isAway = true;
  rows.push({ seq: 1, type: 'fill', body: {}, at: clock.now() });
  hub.published('user:7');
  await clock.advance(1_000);
  expect(received).toEqual([]);
  isAway = false;
  await clock.advance(1_000);
  expect(received.map((text) => JSON.parse(text).s)).toEqual([1]);
  expect(subscription.head()).toEqual(['e1', 1]);
  subscription.leave();
  hub.close();
});
