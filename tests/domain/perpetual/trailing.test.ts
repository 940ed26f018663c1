import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trail, TrailTerms } from '../../../domain/index.ts';
import { D, isTriggered, trailFrom, trailRefusal, trailTrigger, walkTrail } from '../../../domain/index.ts';

const TICK = '0.01';
/** Prices in these tests are whole ticks. */
const price = (ticks: number): string => new D(ticks).times(TICK).toFixed();

describe('a trailing stop', () => {
  it.each<['buy' | 'sell', Partial<TrailTerms>, string | undefined]>([
    ['sell', { by: 'rate', value: '0.001' }, undefined],
    ['sell', { by: 'rate', value: '0.5' }, undefined],
    ['sell', { by: 'rate', value: '0.00099' }, 'trailInvalid'],
    ['sell', { by: 'rate', value: '0.51' }, 'trailInvalid'],
    ['sell', { by: 'distance', value: '0.01' }, undefined],
    ['sell', { by: 'distance', value: '0' }, 'trailInvalid'],
    ['sell', { by: 'distance', value: '0.015' }, 'trailInvalid'],
    ['sell', { by: 'distance', value: '100' }, 'trailInvalid'],
    ['sell', { by: 'distance', value: '100', activation: '110' }, undefined],
    ['sell', { activation: '100.01' }, undefined],
    ['sell', { activation: '100' }, 'triggerPassed'],
    ['buy', { activation: '99.99' }, undefined],
    ['buy', { activation: '100' }, 'triggerPassed'],
    ['buy', { activation: '101' }, 'triggerPassed'],
  ])('to %s at 100 with %j: %s', (side, request, code) => {
    expect(trailRefusal(side, { by: 'rate', value: '0.01', activation: null, ...request }, '100', TICK)).toBe(
      code,
    );
  });

  it('to sell follows upwards only, and fires once the whole distance is lost', () => {
    const start = trailFrom('sell', { by: 'distance', value: '5', activation: null }, '100');
    expect(trailTrigger('sell', start, TICK)).toBe('95');
    const up = walkTrail('sell', start, ['103', '99', '110.5', '105.51'], TICK);
    expect([up.best, up.reached, trailTrigger('sell', up, TICK)]).toEqual(['110.5', null, '105.5']);
    // A gap far over the trigger fires it too, and what comes later changes nothing.
    const fired = walkTrail('sell', up, ['80', '200'], TICK);
    expect([fired.best, fired.reached]).toEqual(['110.5', '80']);
  });

  it('to buy waits for its activation, and follows downwards from there', () => {
    const start = trailFrom('buy', { by: 'rate', value: '0.1', activation: '90' }, '100');
    expect([start.best, trailTrigger('buy', start, TICK)]).toEqual([null, '99']);
    const before = walkTrail('buy', start, ['95', '105', '90.01'], TICK);
    expect(before).toEqual(start);
    const down = walkTrail('buy', before, ['89', '80.01', '88'], TICK);
    expect([down.best, down.reached, trailTrigger('buy', down, TICK)]).toEqual(['80.01', null, '88.02']);
    expect(walkTrail('buy', down, ['88.02'], TICK).reached).toBe('88.02');
  });
});

const sides = fc.constantFrom('buy' as const, 'sell' as const);
/** Small steps, and gaps now and then. */
const path = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -60, max: 60 }) },
      fc.integer({ min: -4000, max: 4000 }),
    ),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((steps) => {
    let at = 10_000;
    return steps.map((step) => (at = Math.max(1, at + step)));
  });
const requests = fc.record({
  isRate: fc.boolean(),
  /** In ten thousandths, or ticks. */
  size: fc.integer({ min: 10, max: 3_000 }),
  start: fc.option(fc.integer({ min: 1, max: 500 }), { nil: null }),
});

/** The same by looking back over the whole path at each price, in whole numbers. */
function twin(
  isSell: boolean,
  { isRate, size }: { isRate: boolean; size: number },
  activation: number | null,
  ticks: readonly number[],
): { best: number | null; at: number | null } {
  const sign = isSell ? 1 : -1;
  const begin = ticks.findIndex((at) => activation === null || sign * at >= sign * activation);
  if (begin < 0) return { best: null, at: null };
  for (let i = begin; i < ticks.length; i++) {
    const best = sign * Math.max(...ticks.slice(begin, i + 1).map((at) => sign * at));
    const lost = sign * (best - (ticks[i] ?? 0));
    if (isRate ? lost * 10_000 >= best * size : lost >= size) return { best, at: i };
  }
  return { best: sign * Math.max(...ticks.slice(begin).map((at) => sign * at)), at: null };
}

it('along any path fires where a look back over all of it says, in any split of the path', () => {
  fc.assert(
    fc.property(sides, requests, path, fc.integer({ min: 0, max: 40 }), (side, request, steps, cut) => {
      const isSell = side === 'sell';
      const activation = request.start === null ? null : 10_000 + (isSell ? request.start : -request.start);
      const ticks = [10_000, ...steps];
      const begin = trailFrom(
        side,
        {
          by: request.isRate ? 'rate' : 'distance',
          value: request.isRate ? new D(request.size).div(10_000).toFixed() : price(request.size),
          activation: activation === null ? null : price(activation),
        },
        price(10_000),
      );
      const walk = (from: Trail, part: readonly number[]): Trail =>
        walkTrail(side, from, part.map(price), TICK);
      const end = walk(begin, steps);
      const { best, at } = twin(isSell, request, activation, ticks);
      expect(end.best).toBe(best === null ? null : price(best));
      expect(end.reached).toBe(at === null ? null : price(ticks[at] ?? 0));
      expect(walk(walk(begin, steps.slice(0, cut)), steps.slice(cut))).toEqual(end);
      // Its trigger never moves away from the price, and has been reached exactly when it has fired.
      let last = begin;
      for (const step of steps) {
        const next = walk(last, [step]);
        const [was, now] = [trailTrigger(side, last, TICK), trailTrigger(side, next, TICK)];
        expect(new D(now).comparedTo(was) * (isSell ? 1 : -1)).toBeGreaterThanOrEqual(0);
        if (last.reached === null && next.best !== null)
          expect(isTriggered(side, 'trail', now, price(step))).toBe(next.reached !== null);
        last = next;
      }
    }),
  );
});
