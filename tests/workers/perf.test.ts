import { Subject } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { schedulerOf } from '../../feeds/index.ts';
import { StreamCounter } from '../../workers/perf/streamCounter.ts';
import { p95, timerLag } from '../../workers/perf/timerLag.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { endVisit, open, pass, publish, start, ticker, world, worldForEach } from './world.ts';

describe('what comes over the socket', () => {
  it('is counted by kind of channel, or of message', () => {
    const counter = new StreamCounter();
    const texts = [
      '{"t":"delta","ch":"book:BTC-USDT","e":"e1","s":1}',
      '{"t":"delta","ch":"book:ETH-USDT","e":"e1","s":1}',
      '{"t":"snap","ch":"tick","e":"e1"}',
      '{"t":"beat","ts":1,"heads":{"tick":["e1",1]}}',
      'no JSON',
    ];
    for (const text of texts) counter.add(text);
    expect(counter.take()).toEqual([
      { name: 'book', messages: 2, bytes: 98 },
      { name: 'tick', messages: 1, bytes: 33 },
      { name: 'beat', messages: 1, bytes: 45 },
      { name: 'other', messages: 1, bytes: 7 },
    ]);
    expect(counter.take().map(({ messages, bytes }) => messages + bytes)).toEqual([0, 0, 0, 0]);
  });
});

it('a timer that comes late is seen in the 95th percentile, and forgotten after ten seconds', async () => {
  const clock = new FakeClock();
  let late: readonly number[] = [];
  const lag = timerLag(schedulerOf(clock)).subscribe((newest) => {
    late = newest;
  });
  await clock.advance(5_000);
  expect(p95(late)).toBe(0);
  for (let i = 0; i < 20; i++) {
    clock.jump(90);
    await clock.advance(0);
  }
  expect(p95(late)).toBe(40);
  await clock.advance(11_000);
  expect(p95(late)).toBe(0);
  lag.unsubscribe();
  expect(clock.pending).toBe(0);
});

describe('the view of the worker’s own figures', () => {
  worldForEach();
  let frames$: Subject<string>;
  beforeEach(async () => {
    // Its code is there at once.
    await import('../../workers/views/userViews.ts');
    endVisit();
    frames$ = new Subject();
    await start(Object.assign(world.feed, { frames$ }));
    await pass(20);
  });

  it('tells the sample as it moves, with the exchange’s time', async () => {
    const { frames } = await open({ kind: 'perf' });
    await pass(300);
    publish([ticker('AAA-USDT', '11')], true, 1_000);
    await pass(50);
    publish([ticker('BBB-USDT', '12')], false, 2_000);
    await pass(50);
    publish([ticker('AAA-USDT', '12')], false, 3_000);
    await pass(50);
    expect(frames.flatMap(({ sample }) => (sample ? [sample] : []))).toEqual([
      { market: 'AAA/USDT', price: '11.000', at: 1_000 },
      { market: 'AAA/USDT', price: '12.000', at: 3_000 },
    ]);
  });

  it('tells its counts once a second, and counts nothing when it is closed', async () => {
    const { frames, handle } = await open({ kind: 'perf' });
    await pass(300);
    for (let i = 0; i < 30; i++) {
      frames$.next('{"t":"delta","ch":"tick"}');
      await pass(100);
    }
    const seconds = frames.flatMap(({ second }) => (second ? [second] : []));
    expect(seconds.length).toBe(3);
    expect(seconds[1]?.counts).toEqual([
      { name: 'tick', messages: expect.closeTo(10, 0), bytes: expect.any(Number) },
    ]);
    expect(frames$.observed).toBe(true);
    await handle.close();
    expect(frames$.observed).toBe(false);
  });
});
