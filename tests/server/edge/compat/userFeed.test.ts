import { expect, it } from 'vitest';
import { UserFeeds } from '../../../../server/edge/compat/streams/userFeed.ts';
import type { PrivateSubscription } from '../../../../server/edge/realtime/privateHub.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

/** A hub whose answers a test gives. */
function openFeeds() {
  const requests: {
    readonly resolve: (given: PrivateSubscription) => void;
    readonly reject: (why: Error) => void;
  }[] = [];
  const hub = {
    subscribe: () =>
      new Promise<PrivateSubscription>((resolve, reject) => {
        requests.push({ resolve, reject });
      }),
  };
  const instruments = { symbolOf: () => 'BTCUSDT' };
  const names = { namesOf: async () => new Map() };
  const feeds = new UserFeeds({
    hub,
    clock: new FakeClock(),
    instruments: { spot: instruments, futures: instruments },
    names: { spot: names, futures: names },
    log: () => undefined,
  } as unknown as ConstructorParameters<typeof UserFeeds>[0]);
  const permit = { holds: async () => true, ended: () => undefined };
  const open = () => feeds.open(7, 'spot', () => undefined, permit);
  const subscription = {
    recovered: false,
    head: () => ['e', 1],
    leave: () => undefined,
  } as PrivateSubscription;
  return { requests, open, subscription };
}

it('lets nobody read a stream that could not be begun, and begins it again for who comes next', async () => {
  const { requests, open, subscription } = openFeeds();
  const both = Promise.allSettled([open(), open()]);
  requests[0]?.reject(new Error('the database is away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const third = open();
  requests.at(-1)?.resolve(subscription);
  await third;
  expect(requests).toHaveLength(2);
});
