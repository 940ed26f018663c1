import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holds } from './support/holds.ts';

const LIMIT = { interruptAfterTimeLimit: 5, markInterruptAsFailure: false };
/** A second run goes on beyond the limit, to an end of its own. */
function late(end: () => void) {
  let runs = 0;
  return fc.asyncProperty(fc.nat(), async () => {
    runs += 1;
    if (runs === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
    end();
  });
}

it('waits for the run that is under way at the time limit', async () => {
  let ended = 0;
  await holds(
    late(() => void (ended += 1)),
    LIMIT,
  );
  expect(ended).toBe(1);
});

it('fails by that run as by any other', async () => {
  const fail = () => {
    throw new Error('too late');
  };
  await expect(holds(late(fail), LIMIT)).rejects.toThrow('too late');
  await expect(holds(late(fail))).rejects.toThrow('Property failed after 2 tests');
});
