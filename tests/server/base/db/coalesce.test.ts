import { expect, it } from 'vitest';
import { coalesce } from '../../../../server/base/db/coalesce.ts';

const pause = () => Promise.resolve();

it('looks once for whatever is asked together, and gives each its own', async () => {
  const looks: (readonly string[])[] = [];
  const read = coalesce(async (keys: readonly string[]) => {
    looks.push(keys);
    return new Map(keys.filter((key) => key !== 'c').map((key) => [key, key.toUpperCase()]));
  }, pause);
  expect(await Promise.all(['a', 'b', 'a', 'c'].map(read))).toEqual(['A', 'B', 'A', undefined]);
  expect(looks).toEqual([['a', 'b', 'c']]);
});

it('never answers from a look that began before the question', async () => {
  let value = 1;
  const begun: (() => void)[] = [];
  const read = coalesce(async (keys: readonly string[]) => {
    const seen = value;
    await new Promise<void>((resolve) => void begun.push(resolve));
    return new Map(keys.map((key) => [key, seen]));
  }, pause);
  const first = read('a');
  while (begun.length === 0) await Promise.resolve();
  value = 2;
  const second = read('a');
  begun[0]?.();
  expect(await first).toBe(1);
  while (begun.length === 1) await Promise.resolve();
  begun[1]?.();
  expect(await second).toBe(2);
});

it('goes on after a look that failed, and fails those who asked for it', async () => {
  let isBroken = true;
  const read = coalesce(async (keys: readonly string[]) => {
    if (isBroken) throw new Error('gone');
    return new Map(keys.map((key) => [key, key]));
  }, pause);
  await expect(read('a')).rejects.toThrow('gone');
  isBroken = false;
  expect(await read('a')).toBe('a');
});
