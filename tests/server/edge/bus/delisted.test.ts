import { expect, it } from 'vitest';
import { RuleError } from '../../../../domain/index.ts';
import { Answerer } from '../../../../server/edge/bus/answerer.ts';
import { BusChannels } from '../../../../server/edge/bus/busChannels.ts';
import { ChannelRelay } from '../../../../server/edge/bus/channelRelay.ts';
import { EngineWord } from '../../../../server/edge/bus/engineWord.ts';
import { Requester } from '../../../../server/edge/bus/requester.ts';
import { subjectsOf } from '../../../../server/edge/bus/subjects.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';
import { MemoryBus } from '../../../support/memoryBus.ts';

const subjects = subjectsOf('test');
const NAME = 'book:AAA-USDT';

/** An engine and a gateway whose time stands still until it is moved. */
function pairOf(source: FakeSource, clock: FakeClock) {
  const bus = new MemoryBus();
  const [engineLine, line] = [bus.connect(), bus.connect()];
  const hub = new Hub({ source, clock, newEpoch: () => 'e1' });
  const relay = new ChannelRelay({ bus: engineLine, channels: hub, clock, subjects, run: 'r1' });
  const kinds = { channel: relay.open, keep: relay.keep };
  const answerer = new Answerer({ bus: engineLine, clock, subjects, log: () => undefined }, kinds);
  const engine = new EngineWord(line, clock, subjects);
  const requester = new Requester(line, clock, { subjects, gateway: 'g1' });
  const channels = new BusChannels({ bus: line, requester, engine, clock, subjects });
  const close = (): void => {
    for (const each of [channels, requester, engine, answerer, relay, hub]) each.close();
  };
  return { channels, close };
}

it('refuses a market that was delisted while a gateway read it, and shows its last book to nobody', async () => {
  const clock = new FakeClock();
  const source = new FakeSource(clock);
  const { channels, close } = pairOf(source, clock);
  /** Lets time pass, and what is on the bus arrive. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await clock.advance(100);
      for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const received: string[] = [];
  const refused: unknown[] = [];
  const reader = {
    who: () => 'reader',
    take: ({ text }: { text: string }) => void received.push(text),
    restart: () => {
      channels.subscribe(NAME, reader, { isSlow: false }).ready.catch((error) => refused.push(error));
    },
  };
  await pass(1_000);
  channels.subscribe(NAME, reader, { isSlow: false });
  await pass(1_000);
  expect(received.map((text) => JSON.parse(text).t)).toEqual(['snap']);
  source.markets = () => [];
  source.version = 'v2';
  expect(() => source.reset('AAA-USDT')).not.toThrow();
  await pass(5_000);
  expect(received).toHaveLength(1);
  expect(refused).toEqual([new RuleError('marketUnknown')]);
  close();
});
