import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { D, gainSum, gainText, numberStyleOf, roundedParts, worthTexts } from '../../domain/index.ts';

const RUNS = Number(process.env['RUNS'] ?? 200);

describe('parts of a total', () => {
  it('add up as they are shown, within a unit of what they are, and never to more than there is', () => {
    const amounts = array(integer({ min: -5_000_000, max: 5_000_000 }), { minLength: 1, maxLength: 6 });
    assert(
      property(amounts, integer({ min: 0, max: 4 }), (units, decimals) => {
        const exact = units.map((unit) => new D(unit).div(100_000).toFixed());
        const sum = exact.reduce((all, part) => all.plus(part), new D(0));
        const { parts, total } = roundedParts(exact, sum.toFixed(), decimals);
        const unit = new D(10).pow(-decimals);
        expect(parts.reduce((all, part) => all.plus(part), new D(0)).toFixed()).toBe(total);
        expect(sum.minus(total).gte(0) && sum.minus(total).lt(unit)).toBe(true);
        for (const [i, part] of parts.entries())
          expect(
            new D(part)
              .minus(exact[i] ?? 0)
              .abs()
              .lt(unit),
          ).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
  it('of a net P/L are signed, and what is lost is not shown as less', () => {
    expect(gainSum(['0.2196', '-1.1549', '-1.1553'])).toEqual({
      parts: ['+0.22', '-1.16', '-1.16'],
      total: '-2.10',
      direction: -1,
    });
    expect(gainSum(['0', '0', '0'])).toEqual({
      parts: ['0.00', '0.00', '0.00'],
      total: '0.00',
      direction: 0,
    });
    expect(gainSum(['0.0312', '-0.0101', '0'])).toMatchObject({ total: '+0.0211' });
    expect(gainText('-2.0901')).toBe('-2.10');
    expect(gainText('2.0999')).toBe('+2.09');
    expect(gainText('-0.00001')).toBe('-0.0001');
    expect(gainText('1234.5', numberStyleOf('de'))).toBe('+1.234,50');
  });
  it('of a worth are written in the signs of the language', () => {
    expect(worthTexts(['1000.006', '0.005'], '1000.011', numberStyleOf('de'))).toEqual(['1.000,01', '0,00']);
  });
});
