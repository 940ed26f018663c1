import { expect, it, vi } from 'vitest';
import { Answerer } from '../../../../server/edge/bus/answerer.ts';
import { BusChannels } from '../../../../server/edge/bus/busChannels.ts';
import { ChannelRelay } from '../../../../server/edge/bus/channelRelay.ts';
import { EngineWord } from '../../../../server/edge/bus/engineWord.ts';
import { Requester } from '../../../../server/edge/bus/requester.ts';
import { subjectsOf } from '../../../../server/edge/bus/subjects.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { deviceClock } from '../../../../server/host/device/clock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';
import { MemoryBus } from '../../../support/memoryBus.ts';

const subjects = subjectsOf('test');

it('a gateway whose clock is set back goes on saying that a channel without changes is alive', async () => {
  const bus = new MemoryBus();
  const [engineLine, line] = [bus.connect(), bus.connect()];
  let set = 0;
  const clock = { ...deviceClock, now: () => deviceClock.now() + set };
  const hub = new Hub({ source: new FakeSource(deviceClock), clock: deviceClock, newEpoch: () => 'e1' });
  const relay = new ChannelRelay({
    ...{ bus: engineLine, channels: hub, clock: deviceClock, subjects, run: 'r1' },
  });
  const answerer = new Answerer(
    { bus: engineLine, clock: deviceClock, subjects, log: () => undefined },
    { channel: relay.open, keep: relay.keep },
  );
  const engine = new EngineWord(line, clock, subjects);
  const requester = new Requester(line, clock, { subjects, gateway: 'g1' });
  const channels = new BusChannels({ bus: line, requester, engine, clock, subjects });
  await vi.waitFor(() => expect(engine.isHere).toBe(true), 5_000);
  const reader = { who: () => 'reader', take: () => undefined, restart: () => undefined };
  await channels.subscribe('row:AAA-USDT', reader, { isSlow: false }).ready;
  set = -3_600_000;
  await vi.waitFor(() => expect(channels.idleHead('row:AAA-USDT', 600)).toEqual(['e1', 0]), 5_000);
  for (const each of [channels, requester, engine, answerer, relay, hub]) each.close();
});
