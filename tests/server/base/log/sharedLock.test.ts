import { expect, it } from 'vitest';
import { SharedLock } from '../../../../server/base/log/sharedLock.ts';

/** Work that ends when the test says so, with what was under way at each moment. */
function open() {
  const lock = new SharedLock();
  const inside: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<void> => {
    inside.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    inside.splice(inside.indexOf(name), 1);
  };
  const done: Promise<void>[] = [];
  return {
    inside,
    alone: (name: string) => void done.push(lock.alone(work(name))),
    shared: (name: string) => void done.push(lock.shared(work(name))),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      for (let i = 0; i < 10; i++) await Promise.resolve();
    },
    lock,
  };
}
const settled = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

it('is shared by several or belongs to one, in the order of requests', async () => {
  const x = open();
  x.shared('a');
  x.shared('b');
  x.alone('c');
  x.shared('d');
  x.alone('e');
  await settled();
  expect(x.inside).toEqual(['a', 'b']);
  await x.end('a');
  expect(x.inside).toEqual(['b']);
  await x.end('b');
  expect(x.inside).toEqual(['c']);
  await x.end('c');
  expect(x.inside).toEqual(['d']);
  await x.end('d');
  expect(x.inside).toEqual(['e']);
});

it('is free again after work that fails', async () => {
  const { lock } = open();
  await expect(lock.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(lock.shared(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lock.alone(async () => 'free')).toBe('free');
});
