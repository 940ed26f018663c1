import { expect, it } from 'vitest';
import { LoopTurns } from '../../../server/base/loopTurns.ts';

it('lets one of all long works go on in each turn of the loop', async () => {
  let batch = 0;
  const { next } = new LoopTurns(
    () =>
      new Promise((resolve) => {
        setImmediate(() => {
          batch += 1;
          resolve();
        });
      }),
  );
  const slices: number[] = [];
  const work = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await next();
      slices.push(batch);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  expect(slices).toHaveLength(30);
  expect(new Set(slices).size).toBe(30);
});
