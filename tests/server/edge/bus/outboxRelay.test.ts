import { expect, it } from 'vitest';
import { privateStream } from '../../../../server/base/commands/command.ts';
import { bytesOf } from '../../../../server/edge/bus/frames.ts';
import { OutboxRelay } from '../../../../server/edge/bus/outboxRelay.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const USER = 7;

/** A relay to which gateways say whose channels they read. */
function openRelay() {
  const clock = new FakeClock();
  const db = { query: async () => [] };
  const relay = new OutboxRelay({ clock, db } as unknown as ConstructorParameters<typeof OutboxRelay>[0]);
  const say = (gateway: string, ...users: readonly number[]) =>
    relay.kinds['heads']?.({
      ...{ gateway, data: null, gone: new AbortController().signal },
      body: bytesOf(JSON.stringify(users.map(privateStream))),
    });
  return { clock, relay, say };
}

it('a user is here while a gateway says so, and no longer once it says otherwise or nothing', async () => {
  const { clock, relay, say } = openRelay();
  await say('g1', USER, 8);
  await say('g2', 9);
  expect([relay.isHere(USER), relay.isHere(9), relay.isHere(10)]).toEqual([true, true, false]);
  await say('g1', 8);
  expect([relay.isHere(USER), relay.isHere(8)]).toEqual([false, true]);
  await clock.advance(6_000);
  expect([relay.isHere(8), relay.isHere(9)]).toEqual([false, false]);
});

it.each([-3_600_000, 3_600_000])(
  'a user whose gateway is gone is not here, though the clock is set by %i ms; one whose gateway goes on is',
  async (ms) => {
    const { clock, relay, say } = openRelay();
    await say('g1', USER);
    await say('g2', 8);
    clock.jump(ms, 0);
    await clock.advance(7_000);
    await say('g2', 8);
    expect([relay.isHere(USER), relay.isHere(8)]).toEqual([false, true]);
  },
);
