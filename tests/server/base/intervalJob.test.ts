import { expect, it } from 'vitest';
import { IntervalJob } from '../../../server/base/intervalJob.ts';
import { FakeClock } from '../../support/fakeClock.ts';

function world() {
  const clock = new FakeClock();
  let begun = 0;
  const ends: (() => void)[] = [];
  const rounds = new IntervalJob(clock, 1_000, () => {
    begun += 1;
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  return { clock, rounds, begun: () => begun, end: () => ends.pop()?.() };
}

it('begins a round at each turn of the clock, and never a second one beside it', async () => {
  const { clock, rounds, begun, end } = world();
  rounds.start();
  await clock.advance(3_500);
  expect(begun()).toBe(1);
  expect(rounds.check()).toBe(rounds.check());
  end();
  await clock.advance(1_000);
  expect(begun()).toBe(2);
  end();
  await rounds.close();
});

it('begins its first round after the time that is given for it, and all others as ever', async () => {
  const { clock, rounds, begun, end } = world();
  rounds.start(100);
  const counts: number[] = [];
  for (const ms of [99, 1, 999, 1, 1_000]) {
    await clock.advance(ms);
    counts.push(begun());
    end();
  }
  expect(counts).toEqual([0, 1, 1, 2, 3]);
  await rounds.close();
  expect(clock.pending).toBe(0);
});

it('ends before its first round', async () => {
  const { clock, rounds, begun } = world();
  rounds.start(100);
  await rounds.close();
  await clock.advance(5_000);
  expect([begun(), clock.pending]).toEqual([0, 0]);
});

it('ends after the round that is under way', async () => {
  const { clock, rounds, begun, end } = world();
  rounds.start();
  await clock.advance(1_000);
  let isClosed = false;
  const closing = rounds.close().then(() => {
    isClosed = true;
  });
  await clock.advance(5_000);
  expect([isClosed, begun(), clock.pending]).toEqual([false, 1, 0]);
  end();
  await closing;
  expect(isClosed).toBe(true);
});
