import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DueOrders } from '../../../server/matching/dueOrders.ts';

const step = fc.oneof(
  fc.record({ add: fc.integer({ min: 1, max: 9 }), expiresAt: fc.option(fc.integer({ min: 1, max: 20 })) }),
  fc.record({ remove: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ due: fc.integer({ min: 0, max: 22 }) }),
);

it('names those whose time is over, whatever came and went before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const kept = new DueOrders();
      const plain = new Map<number, number>();
      for (const each of steps)
        if ('add' in each) {
          if (plain.has(each.add)) continue;
          kept.add({ id: each.add, expiresAt: each.expiresAt });
          if (each.expiresAt !== null) plain.set(each.add, each.expiresAt);
        } else if ('remove' in each) {
          kept.remove(each.remove);
          plain.delete(each.remove);
        } else {
          const due = kept.due(each.due);
          const ids = [...plain].filter(([, end]) => end <= each.due).map(([id]) => id);
          expect(due.map(({ id }) => id).sort()).toEqual(ids.sort());
          const ends = due.map(({ expiresAt }) => expiresAt ?? 0);
          expect(ends).toEqual([...ends].sort((a, b) => a - b));
        }
      kept.clear();
      expect(kept.due(Number.MAX_SAFE_INTEGER)).toEqual([]);
    }),
  );
});
