import { expect, it } from 'vitest';
import { UserFeeds } from '../../../../server/edge/compat/streams/userFeed.ts';
import type { PrivateSubscription } from '../../../../server/edge/realtime/privateHub.ts';
import { FakeClock, settle } from '../../../support/fakeClock.ts';

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

it('says of no order that it is new which was placed before its stream was read, though another one was', async () => {
  let take: (text: string) => void = () => undefined;
  const hub = {
    subscribe: async (reader: { take(text: string): void }) => {
      take = reader.take;
      return { recovered: false, head: () => ['e', 1], leave: () => undefined };
    },
  };
  const instruments = { symbolOf: () => 'BTCUSDT' };
  const names = { namesOf: async () => new Map() };
  const feeds = new UserFeeds({
    hub,
    clock: new FakeClock(),
    instruments: { spot: instruments, futures: instruments },
    names: { spot: names, futures: names },
    log: (_: string, detail: unknown) => expect(detail).toBeUndefined(),
  } as unknown as ConstructorParameters<typeof UserFeeds>[0]);
  const permit = { holds: async () => true, ended: () => undefined };
  const received: string[] = [];
  const sink = (text: string) => void received.push(JSON.parse(text).x);
  const order = async (id: number, status: string) => {
    const amounts = { quantity: '1', price: '9', filled: '0', filledTotal: '0', total: null };
    const row = { id, status, market: 'BTC-USDT', side: 'buy', type: 'limit', tif: 'GTC', ...amounts };
    const rest = {
      partner: null,
      stopPrice: null,
      triggeredAt: null,
      version: 1,
      createdAt: 1,
      updatedAt: 1,
    };
    take(JSON.stringify({ t: 'delta', d: { type: 'order', body: { ...row, ...rest } } }));
    await settle();
  };
  await feeds.open(7, 'futures', () => undefined, permit);
  for (const [id, status] of [
    [1, 'open'],
    [2, 'open'],
    [2, 'filled'],
  ] as const)
    await order(id, status);
  await feeds.open(7, 'spot', sink, permit);
  await order(1, 'cancelled');
  await order(3, 'open');
  expect(received).toEqual(['CANCELED', 'NEW']);
});
