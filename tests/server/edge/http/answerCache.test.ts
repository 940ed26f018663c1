import { expect, it } from 'vitest';
import { AnswerCache } from '../../../../server/edge/http/answerCache.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

/** A cache whose answers say how often theirs was made. */
function openCache() {
  const clock = new FakeClock();
  const cache = new AnswerCache(clock.now);
  const made = new Map<string, number>();
  const ask = async (key: string, text = '') => {
    const { text: answer } = await cache.answer({ key, cachedMs: 1_000 }, undefined, async () => {
      made.set(key, (made.get(key) ?? 0) + 1);
      return `${made.get(key)}${text}`;
    });
    return answer;
  };
  return { clock, ask };
}

it('makes an answer once for as long as it holds, and not a moment longer', async () => {
  const { clock, ask } = openCache();
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['1', '1']);
  await clock.advance(999);
  expect(await ask('a')).toBe('1');
  await clock.advance(1);
  expect(await ask('a')).toBe('2');
});

it.each([-3_600_000, -1, 3_600_000])('holds none longer when the clock is set by %i ms', async (ms) => {
  const { clock, ask } = openCache();
  await ask('a');
  clock.jump(ms, 0);
  expect(await ask('a')).toBe('2');
  expect(await ask('a')).toBe('2');
});

it('has room for few long answers and for no more short ones than memory has', async () => {
  const { ask } = openCache();
  const long = 'x'.repeat(8 * 1024 * 1024);
  for (const key of ['a', 'b', 'c', 'd']) await ask(key, long);
  expect((await ask('a', long)).slice(0, 2)).toBe('2x');
  const short = openCache();
  await short.ask('first');
  for (let i = 0; i < 70_000; i++) await short.ask(`${i}`);
  expect(await short.ask('first')).toBe('2');
  expect(await short.ask('69999')).toBe('1');
});
