import { expect, it } from 'vitest';
import { AWAY_MS, EngineWord } from '../../../../server/edge/bus/engineWord.ts';
import { bytesOf } from '../../../../server/edge/bus/frames.ts';
import { subjectsOf } from '../../../../server/edge/bus/subjects.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { MemoryBus } from '../../../support/memoryBus.ts';

it('an engine that is silent is away, also after the clock was set back', async () => {
  const [clock, bus, subjects] = [new FakeClock(), new MemoryBus().connect(), subjectsOf('t')];
  const engine = new EngineWord(bus, clock, subjects);
  let lost = 0;
  engine.lost = () => {
    lost += 1;
  };
  const speak = async (): Promise<void> => {
    const word = { run: 'a', now: clock.now(), list: '', origin: 'simulated', heads: {} };
    bus.publish(subjects.here, bytesOf(JSON.stringify(word)));
    await new Promise((resolve) => setImmediate(resolve));
  };
  expect(engine.isHere).toBe(false);
  await speak();
  expect(engine.isHere).toBe(true);
  clock.jump(-3_600_000, 0);
  await clock.advance(AWAY_MS);
  expect([engine.isHere, lost]).toEqual([false, 1]);
  await speak();
  expect(engine.isHere).toBe(true);
  await clock.advance(AWAY_MS);
  expect([engine.isHere, lost]).toEqual([false, 2]);
  engine.close();
});
