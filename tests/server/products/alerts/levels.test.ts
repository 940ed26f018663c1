import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAlertReached } from '../../../../domain/index.ts';
import type { Level } from '../../../../server/products/alerts/levels.ts';
import { Levels } from '../../../../server/products/alerts/levels.ts';

const anyLevel = fc.record({
  direction: fc.constantFrom('above' as const, 'below' as const),
  level: fc.integer({ min: 1, max: 40 }).map((n) => `${n % 4 === 0 ? n / 4 : (n / 4).toFixed(2)}`),
});
const step = fc.oneof(
  fc.record({ add: anyLevel }),
  fc.record({ remove: fc.integer({ min: 0, max: 60 }) }),
  fc.record({ price: fc.integer({ min: 0, max: 44 }).map((n) => (n / 4).toFixed(2)) }),
);

describe('levels', () => {
  it('yield with each price what a look at all of them would, each once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const levels = new Levels<Level>();
        let plain: Level[] = [];
        let id = 0;
        for (const each of steps) {
          if ('add' in each) {
            const level = { id: id++, ...each.add };
            levels.add(level);
            plain.push(level);
          } else if ('remove' in each) {
            levels.remove(each.remove);
            plain = plain.filter((level) => level.id !== each.remove);
          } else {
            const reached = plain.filter(({ direction, level }) =>
              isAlertReached(direction, level, each.price),
            );
            const ids = (list: readonly Level[]) => list.map((level) => level.id).sort((a, b) => a - b);
            expect(ids(levels.take(each.price))).toEqual(ids(reached));
            plain = plain.filter((level) => !reached.includes(level));
          }
          expect(levels.size).toBe(plain.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});
