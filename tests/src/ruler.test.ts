import { describe, expect, it, vi } from 'vitest';
import { finestSteps, rulerOf } from '../../src/ui/chart/ruler.ts';

/** Marks of an axis as the library makes them: one after the other, by taking a step away. */
function marks(high: number, low: number, step: number): number[] {
  const own: number[] = [];
  for (let at = high - (high % step); at > low; at -= step) own.push(at);
  return own;
}

describe('the ruler of a pane', () => {
  it.each<[string, number, number, number, string[]]>([
    ['of prices of a billionth', 3.1e-11, -1.5e-11, 1e-11, ['0.0₁₀3', '0.0₁₀2', '0.0₁₀1', '0', '-0.0₁₀1']],
    [
      'through nought, which the sums of the library miss',
      0.7,
      -0.3,
      0.2,
      ['0.6', '0.4', '0.2', '0', '-0.2'],
    ],
    ['far from nought, where three digits would be one figure', 1_019, 1_012, 2, ['1,018', '1,016', '1,014']],
    ['with halves', 1_010, 1_002, 2.5, ['1,010', '1,007.5', '1,005', '1,002.5']],
  ])('%s', (_, high, low, step, expected) => {
    expect(rulerOf('difference', 'en').texts(marks(high, low, step))).toEqual(expected);
  });
  it('writes no nought with a sign, and one figure alone by its digits', () => {
    expect(rulerOf('level', 'en').texts([20, 0 - 1e-15, -20])).toEqual(['20', '0', '-20']);
    expect(rulerOf('volume', 'en').texts([1_200_000, -1e-9, -1_200_000])).toEqual(['1.2M', '0', '-1.2M']);
    expect(rulerOf('difference', 'de').texts([12.3456])).toEqual(['12,3']);
    expect(rulerOf('difference', 'en').text(0.0000000000331)).toBe('0.0₁₀331');
  });
  it('makes a format once for all axes with as many decimals, as an axis is written with each frame', () => {
    const Own = Intl.NumberFormat;
    const made = vi.spyOn(Intl, 'NumberFormat').mockImplementation(function made(
      ...given: ConstructorParameters<typeof Own>
    ) {
      return new Own(...given);
    } as typeof Own);
    const ruler = rulerOf('difference', 'en');
    for (let frame = 0; frame < 3; frame++) {
      expect(ruler.texts([0.6, 0.4, 0.2])).toEqual(['0.6', '0.4', '0.2']);
      expect(ruler.texts([6, 4, 2])).toEqual(['6', '4', '2']);
    }
    const count = made.mock.calls.length;
    made.mockRestore();
    expect(count).toBe(3);
  });
  it('has steps that the library can divide', () => {
    for (let rest: number = finestSteps.base; rest > 1; rest /= 10) expect(rest % 10).toBe(0);
  });
});
