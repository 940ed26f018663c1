import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { D, RuleError, toText } from '../../../domain/index.ts';
import { TickLot } from '../../../server/matching/tickLot.ts';

const stepText = fc.constantFrom('1', '0.1', '0.25', '0.5', '5', '0.00000001', '0.002', '1000');

describe('steps', () => {
  it('give each multiple back as the same text as exact decimals do', () => {
    fc.assert(
      fc.property(stepText, fc.nat({ max: 2 ** 50 }), (step, count) => {
        const steps = new TickLot(step);
        const text = toText(new D(step).times(count));
        expect(steps.text(count)).toBe(text);
        expect(steps.count(text)).toBe(count);
      }),
    );
  });
  it('cut off what is finer than a step', () => {
    fc.assert(
      fc.property(stepText, fc.nat({ max: 10 ** 9 }), fc.nat({ max: 99_999 }), (step, count, rest) => {
        const more = new D(step).times(new D(count).plus(new D(rest).div(100_000)));
        expect(new TickLot(step).count(toText(more))).toBe(count);
      }),
    );
  });
  it('refuse what a whole number cannot count', () => {
    const steps = new TickLot('0.00000001');
    expect(steps.count('90071992.54740991')).toBe(2 ** 53 - 1);
    expect(() => steps.count('90071992.54740992')).toThrow(RuleError);
    expect(() => steps.count('999999999999999999')).toThrow(RuleError);
  });
});
