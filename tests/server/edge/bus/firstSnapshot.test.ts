import { expect, it, vi } from 'vitest';
import { Answerer } from '../../../../server/edge/bus/answerer.ts';
import { BusChannels } from '../../../../server/edge/bus/busChannels.ts';
import { ChannelRelay } from '../../../../server/edge/bus/channelRelay.ts';
import { EngineWord } from '../../../../server/edge/bus/engineWord.ts';
import { bytesOf } from '../../../../server/edge/bus/frames.ts';
import { Requester } from '../../../../server/edge/bus/requester.ts';
import { subjectsOf } from '../../../../server/edge/bus/subjects.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { deviceClock } from '../../../../server/host/device/clock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';
import { MemoryBus } from '../../../support/memoryBus.ts';

const subjects = subjectsOf('test');

it('tells a reader nothing of a log before its snapshot, while that is under way', async () => {
  const bus = new MemoryBus();
  const [engineLine, line] = [bus.connect(), bus.connect()];
  const hub = new Hub({ source: new FakeSource(deviceClock), clock: deviceClock, newEpoch: () => 'e1' });
  const relay = new ChannelRelay({
    ...{ bus: engineLine, channels: hub, clock: deviceClock, subjects, run: 'r1' },
  });
  const answerer = new Answerer(
    { bus: engineLine, clock: deviceClock, subjects, log: () => undefined },
    { channel: relay.open, keep: relay.keep },
  );
  const engine = new EngineWord(line, deviceClock, subjects);
  const requester = new Requester(line, deviceClock, { subjects, gateway: 'g1' });
  const channels = new BusChannels({ bus: line, requester, engine, clock: deviceClock, subjects });
  const read = () => {
    const received: { t: string; e: string; s: number; ts: number }[] = [];
    const reader = {
      who: () => 'reader',
      take: ({ text }: { text: string }) => void received.push(JSON.parse(text)),
      restart: () => undefined,
    };
    return { received, ...channels.subscribe('sort', reader, { isSlow: false }) };
  };
  await vi.waitFor(() => expect(engine.isHere).toBe(true), 5_000);
  const first = read();
  await first.ready;
  // So old that a new reader gets another one from the engine.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const late = read();
  const { e = '', s = 0 } = first.received.at(-1) ?? {};
  const delta = { t: 'delta', ch: 'sort', e, s: s + 1, ts: Date.now(), d: [] };
  engineLine.publish(subjects.log('sort'), bytesOf(JSON.stringify(delta)));
  await late.ready;
  await vi.waitFor(() => expect(first.received.at(-1)?.s).toBe(s + 1), 10_000);
  expect(late.received.map(({ t }) => t)).toEqual(['snap']);
  expect(late.received[0]?.s).toBe(s + 1);
  for (const each of [channels, requester, engine, answerer, relay, hub]) each.close();
});
