import { expect, it } from 'vitest';
import { Admission } from '../../../server/spot/admission.ts';

/** Enters until it is refused, or so often. */
function enterAll(admission: Admission, most: number): (() => void)[] {
  const left: (() => void)[] = [];
  for (let i = 0; i < most; i++) {
    try {
      left.push(admission.enter());
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable' });
      break;
    }
  }
  return left;
}

it('lets everybody in while nothing is known to be slow', () => {
  expect(enterAll(new Admission(), 500)).toHaveLength(500);
});

it('sends away whoever would wait longer than a trader does, and lets others in as some leave', () => {
  const admission = new Admission();
  for (let i = 0; i < 100; i++) admission.took(10, 40);
  // 4 ms each: the 63rd in line would begin after 252 ms.
  const inside = enterAll(admission, 500);
  expect(inside).toHaveLength(63);
  inside[0]?.();
  inside[0]?.();
  expect(enterAll(admission, 500)).toHaveLength(1);
});

it('always takes a burst of 50, however slow it has become', () => {
  const admission = new Admission();
  admission.took(1, 60_000);
  expect(enterAll(admission, 500)).toHaveLength(50);
});
