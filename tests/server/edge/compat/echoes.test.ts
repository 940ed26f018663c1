import { expect, it } from 'vitest';
import { StreamSocket } from '../../../../server/edge/compat/streams/socket.ts';
import { WsApi } from '../../../../server/edge/compat/streams/wsApi.ts';
import { settle } from '../../../support/fakeClock.ts';

/** JSON reads this, and cannot write it again: its writer calls itself once for each bracket. */
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const NONE: readonly string[] = [DEEP, '{}', '[1]', 'true', `"${'x'.repeat(37)}"`];
const GOOD = [1, 0, 1_700_000_000_000, 'b6f2c3a4-0b0a-4f0e-9c0d-0123456789ab', null];

function openStreams() {
  const sent: { id: unknown; error?: { code: number } }[] = [];
  const socket = new StreamSocket(
    {} as never,
    { send: (text) => sent.push(JSON.parse(text)), close: () => undefined },
    { kind: 'spot', isCombined: false, openUser: async () => undefined, openings: {} as never, who: 'me' },
  );
  return { sent, say: (text: string) => socket.receive(text) };
}

function openApi() {
  const sent: { id: unknown; status?: number; error?: { code: number } }[] = [];
  const deps = { keys: { find: async () => undefined }, users: {}, now: () => 0 };
  const api = new WsApi(deps as unknown as ConstructorParameters<typeof WsApi>[0], '10.0.0.1', (text) => {
    sent.push(JSON.parse(text));
  });
  return { sent, say: (text: string) => api.receive(text) };
}

it.each(NONE)('refuses a request of streams whose number is none, and goes on', (id) => {
  const { sent, say } = openStreams();
  say(`{"method":"LIST_SUBSCRIPTIONS","id":${id}}`);
  say('{"method":"LIST_SUBSCRIPTIONS","id":7}');
  expect(sent).toEqual([
    { id: null, error: { code: 2, msg: expect.stringContaining('request ID') } },
    { id: 7, result: [] },
  ]);
});

it.each(NONE)('refuses a question over a socket whose number is none, and goes on', async (id) => {
  const { sent, say } = openApi();
  await say(`{"method":"ping","id":${id}}`);
  await say('{"method":"ping","id":7}');
  await settle();
  expect(sent).toMatchObject([
    { id: null, status: 400, error: { code: -1100 } },
    { id: 7, status: 200 },
  ]);
});

it.each(GOOD)('answers under the number %s', async (id) => {
  const [streams, api] = [openStreams(), openApi()];
  streams.say(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id }));
  await api.say(JSON.stringify({ method: 'ping', id }));
  expect([streams.sent[0]?.id, api.sent[0]?.id]).toEqual([id, id]);
});
