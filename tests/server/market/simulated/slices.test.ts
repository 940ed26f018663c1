import { expect, it } from 'vitest';
import { Slices } from '../../../../server/market/simulated/slices.ts';

it('lets all tasks that begin in one turn of the loop share its slice, and each go on in a turn of its own', async () => {
  let ms = 0;
  let turn = 0;
  const slices = new Slices({
    now: () => ms,
    pause: () =>
      new Promise((resolve) => {
        setImmediate(() => {
          turn += 1;
          resolve();
        });
      }),
  });
  const spent = new Map<number, number>();
  const task = async (): Promise<void> => {
    for (let step = 0; step < 6; step++) {
      if (slices.isOver()) await slices.next();
      ms += 1;
      spent.set(turn, (spent.get(turn) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, task));
  const each = [...spent.values()];
  expect(each.reduce((sum, one) => sum + one, 0)).toBe(120);
  // A task that waited for its turn makes a step before it looks at the time.
  expect(Math.max(...each)).toBeLessThanOrEqual(6);
});
