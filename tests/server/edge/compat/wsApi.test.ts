import { expect, it } from 'vitest';
import type { StreamPermit } from '../../../../server/edge/compat/streams/userFeed.ts';
import { WsApi } from '../../../../server/edge/compat/streams/wsApi.ts';
import { settle } from '../../../support/fakeClock.ts';

const NOW = 1_700_000_000_000;
const METHOD = 'userDataStream.subscribe.signature';

/** A socket of questions, and the streams that it has requested: each is read once a test lets it begin. */
function openSocket() {
  const key = { id: 1, userId: 7, apiKey: 'known', addresses: [], verify: async () => true };
  const begins: (() => void)[] = [];
  const permits: StreamPermit[] = [];
  let reads = 0;
  const users = {
    open: (_user: number, _kind: string, _sink: unknown, permit: StreamPermit) =>
      new Promise<() => void>((resolve) => {
        permits.push(permit);
        begins.push(() => {
          reads += 1;
          resolve(() => {
            reads -= 1;
          });
        });
      }),
  };
  const sent: { id?: number; status?: number; event?: { e: string } }[] = [];
  const deps = { keys: { find: async () => key }, users, now: () => NOW };
  const api = new WsApi(deps as unknown as ConstructorParameters<typeof WsApi>[0], '10.0.0.1', (text) => {
    sent.push(JSON.parse(text));
  });
  const say = async (id: number, method = METHOD, more: object = {}) => {
    const params = { apiKey: 'known', timestamp: NOW, signature: 'good', ...more };
    void api.receive(JSON.stringify({ id, method, params }));
    await settle();
  };
  const beginAll = async () => {
    for (const begin of begins.splice(0)) begin();
    await settle();
  };
  return { say, beginAll, begins, permits, sent, reads: () => reads, closed: () => api.closed() };
}

it('reads twenty user streams on a socket, however many are requested before the first has begun', async () => {
  const { say, beginAll, begins, sent, reads, closed } = openSocket();
  for (let id = 0; id < 60; id++) await say(id);
  expect(begins).toHaveLength(20);
  await beginAll();
  expect(reads()).toBe(20);
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(20);
  await say(60);
  expect(sent.at(-1)).toMatchObject({ id: 60, status: 400 });
  closed();
  expect(reads()).toBe(0);
});

it.each(['unsubscribes', 'closes'])('reads no stream that begins after its program %s', async (how) => {
  const { say, beginAll, reads, closed } = openSocket();
  await say(1);
  if (how === 'closes') closed();
  else await say(2, 'userDataStream.unsubscribe');
  await beginAll();
  expect(reads()).toBe(0);
});

it.each([1, '1'])(
  'unsubscribes one of its streams by the number %j, and reads the others on',
  async (named) => {
    const { say, beginAll, sent, reads } = openSocket();
    for (let id = 0; id < 3; id++) await say(id);
    await beginAll();
    for (const subscriptionId of [named, named, 99]) {
      await say(5, 'userDataStream.unsubscribe', { subscriptionId });
      expect(sent.at(-1)).toMatchObject({ id: 5, status: 200 });
      expect(reads()).toBe(2);
    }
    await say(6, 'userDataStream.unsubscribe');
    expect(reads()).toBe(0);
  },
);

it('has room again for a stream whose key has ended', async () => {
  const { say, beginAll, permits, sent } = openSocket();
  for (let id = 0; id < 20; id++) await say(id);
  await beginAll();
  permits[0]?.ended();
  expect(sent.at(-1)?.event?.e).toBe('eventStreamTerminated');
  await say(20);
  await beginAll();
  expect(sent.at(-1)).toMatchObject({ id: 20, status: 200 });
});
