import { expect, it } from 'vitest';
import { Failures } from '../../../server/base/failures.ts';

it('names what failed last, the oldest try first, until it goes well', () => {
  const failures = new Failures<string>();
  for (const id of ['a', 'b', 'c', 'a']) failures.note(id);
  expect(failures.oldestFirst()).toEqual(['b', 'c', 'a']);
  failures.forget('c');
  failures.forget('never');
  expect(failures.oldestFirst()).toEqual(['b', 'a']);
});

it('remembers no more than a thousand, and forgets the oldest', () => {
  const failures = new Failures<number>();
  for (let id = 1; id <= 1_002; id++) failures.note(id);
  expect(failures.oldestFirst()).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 3));
});
