import { expect, it } from 'vitest';
import { createBatch } from '../../../feeds/venues/batch.ts';
import { cachedAnswer } from '../../../feeds/venues/cachedAnswer.ts';
import { FakeClock } from '../../support/fakeClock.ts';

it('an answer is asked for once and kept for its time', async () => {
  const clock = new FakeClock();
  let requested = 0;
  const answer = cachedAnswer(clock, 1_000, async () => ++requested);
  expect(await Promise.all([answer(), answer()])).toEqual([1, 1]);
  await clock.advance(999);
  expect(await answer()).toBe(1);
  await clock.advance(1);
  expect(await answer()).toBe(2);
});

it('a failure is not kept, and an older answer stands for it', async () => {
  const clock = new FakeClock();
  let fails = true;
  const answer = cachedAnswer(clock, 1_000, async () => {
    if (fails) throw new Error('offline');
    return 'answer';
  });
  await expect(answer()).rejects.toThrow('offline');
  fails = false;
  expect(await answer()).toBe('answer');
  fails = true;
  await clock.advance(2_000);
  expect(await answer()).toBe('answer');
});

it('rows are told together, the newest of each key, until they are cleared', async () => {
  const clock = new FakeClock();
  const published: (readonly string[])[] = [];
  const batch = createBatch<string>(clock, 100, (rows) => published.push(rows));
  batch.put('a', 'a1');
  await clock.advance(60);
  batch.put('b', 'b1');
  batch.put('a', 'a2');
  await clock.advance(60);
  expect(published).toEqual([['a2', 'b1']]);
  batch.put('c', 'c1');
  batch.clear();
  await clock.advance(500);
  expect([published.length, clock.pending]).toEqual([1, 0]);
});
