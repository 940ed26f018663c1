import { expect, it } from 'vitest';
import type { Outbox, OutboxRow } from '../../../../server/edge/realtime/outbox.ts';
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

/** A hub with one reader of user 7 at `e1`, 0, on an outbox that differs from an empty one by what is given. */
async function readHub(outbox: Partial<Outbox>) {
  const clock = new FakeClock();
  const hub = new PrivateHub({
    clock,
    log: () => undefined,
    outbox: {
      ended: async () => [],
      stand: async () => ({ epoch: 'e1', seq: 0, recovered: true, state: undefined }),
      after: async () => [],
      ...outbox,
    },
  });
  const received: { t: string; e: string; s: number }[] = [];
  const reader = {
    user: { userId: 7, sessionId: 1 },
    take: (text: string) => void received.push(JSON.parse(text)),
    end: () => undefined,
  };
  const subscription = await hub.subscribe(reader, { epoch: 'e1', seq: 0 });
  return { clock, hub, received, subscription };
}

it('checks one round at a time, however long an answer takes', async () => {
  const open: (() => void)[] = [];
  let isSlow = false;
  const { clock, hub } = await readHub({
    ended: async () => {
      if (isSlow) await new Promise<void>((resolve) => void open.push(resolve));
      return [];
    },
  });
  isSlow = true;
  await clock.advance(5_000);
  expect(open).toHaveLength(1);
  open[0]?.();
  await clock.advance(1_000);
  expect(open).toHaveLength(2);
  hub.close();
});

it('takes no row of the log of before as one of the log that has replaced it', async () => {
  let answer: (rows: OutboxRow[]) => void = () => undefined;
  let isReplaced = false;
  let isHeld = false;
  const { clock, hub, received, subscription } = await readHub({
    stand: async () => ({
      ...(isReplaced ? { epoch: 'e2', seq: 0 } : { epoch: 'e1', seq: 0 }),
      recovered: !isReplaced,
      state: isReplaced ? ({} as never) : undefined,
    }),
    after: async () => {
      if (!isHeld || isReplaced) return [];
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    heads: async () => (isReplaced ? [['user:7', 'e2', 0]] : []),
  });
  isHeld = true;
  hub.published('user:7');
  isReplaced = true;
  await clock.advance(600);
  answer([{ seq: 1, type: 'fill', body: {}, at: clock.now() }]);
  await clock.advance(600);
  expect(received.map(({ t, e, s }) => [t, e, s])).toEqual([
    ['delta', 'e1', 1],
    ['snap', 'e2', 0],
  ]);
  expect(subscription.head()).toEqual(['e2', 0]);
  hub.close();
});

it('asks for the heads, by which its readers are there, while reads of rows and sessions have no answer', async () => {
  const never = new Promise<never>(() => undefined);
  let isSlow = false;
  let requested = 0;
  const { clock, hub } = await readHub({
    ended: async () => (isSlow ? never : []),
    after: async () => (isSlow ? never : []),
    heads: async () => {
      requested += 1;
      return [['user:7', 'e1', requested]];
    },
  });
  isSlow = true;
  await clock.advance(5_000);
  expect(requested).toBeGreaterThanOrEqual(10);
  hub.close();
});

it('takes no row of a new log as one of the log of before when its snapshot could not be read', async () => {
  let state: 'before' | 'away' | 'back' = 'before';
  const { clock, hub, received } = await readHub({
    stand: async () => {
      if (state === 'away') throw new Error('away');
      if (state === 'before') return { epoch: 'e1', seq: 0, recovered: true, state: undefined };
      return { epoch: 'e2', seq: 1, recovered: false, state: {} as never };
    },
    after: async () => (state === 'before' ? [] : [{ seq: 1, type: 'fill', body: {}, at: clock.now() }]),
    heads: async () => (state === 'away' ? [['user:7', 'e2', 1]] : []),
  });
  state = 'away';
  await clock.advance(600);
  hub.published('user:7');
  await clock.advance(100);
  state = 'back';
  hub.published('user:7');
  await clock.advance(600);
  expect(received.map(({ t, e, s }) => [t, e, s])).toEqual([['snap', 'e2', 1]]);
  hub.close();
});
