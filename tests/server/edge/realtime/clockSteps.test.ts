import { beforeEach, expect, it } from 'vitest';
import { StreamConnection } from '../../../../server/edge/realtime/connection.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';

interface Sent {
  readonly t: string;
  readonly ch?: string;
  readonly ts?: number;
  readonly heads?: Readonly<Record<string, unknown>>;
}

/** By how much the wall clock is set, ms. */
const STEPS = [['back by an hour', -3_600_000] as const, ['ahead by an hour', 3_600_000] as const];

let clock: FakeClock;
let hub: Hub;
beforeEach(() => {
  clock = new FakeClock();
  hub = new Hub({ source: new FakeSource(clock), clock, newEpoch: () => 'e' });
});

function connect() {
  const sent: Sent[] = [];
  const transport = {
    send: (text: string | Uint8Array) => void sent.push(JSON.parse(String(text))),
    close: () => undefined,
    bufferedAmount: () => 0,
  };
  const connection = new StreamConnection(hub, transport, clock, { id: 'c', address: '10.0.0.1' });
  return { sent, say: (message: unknown) => connection.receive(JSON.stringify(message)) };
}

it.each(STEPS)('a clock that is set %s holds up no channel that is opened next', async (_, ms) => {
  const { sent, say } = connect();
  say({ op: 'sub', ch: ['book:AAA-USDT'] });
  await clock.advance(20);
  clock.jump(ms, 0);
  say({ op: 'sub', ch: ['book:BBB-USDT'] });
  await clock.advance(1_000);
  const snaps = sent.filter(({ t }) => t === 'snap').map(({ ch }) => ch);
  expect(snaps).toEqual(['book:AAA-USDT', 'book:BBB-USDT']);
});

it.each(STEPS)('a channel without changes is said to be alive when the clock is set %s', async (_, ms) => {
  const { sent, say } = connect();
  say({ op: 'sub', ch: ['book:AAA-USDT'] });
  await clock.advance(100);
  clock.jump(ms, 0);
  await clock.advance(4_000);
  const heads = sent.findLast(({ t }) => t === 'beat')?.heads;
  expect(heads).toHaveProperty('book:AAA-USDT');
});

it.each(STEPS)('a snapshot has the time of now when the clock is set %s', async (_, ms) => {
  const first = connect();
  first.say({ op: 'sub', ch: ['book:AAA-USDT'] });
  await clock.advance(100);
  clock.jump(ms, 0);
  await clock.advance(2_000);
  const { sent, say } = connect();
  say({ op: 'sub', ch: ['book:AAA-USDT'] });
  await clock.advance(100);
  const snap = sent.find(({ t }) => t === 'snap');
  expect(Math.abs(clock.now() - (snap?.ts ?? 0))).toBeLessThan(1_000);
});
