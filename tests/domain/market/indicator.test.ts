import { anything, assert, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParamRule } from '../../../domain/index.ts';
import {
  firstIndicator,
  hasTitle,
  indicatorFrom,
  indicatorKinds,
  indicatorRules,
  isParam,
  PLOT_COLOURS,
  plotsOf,
} from '../../../domain/index.ts';

describe.each(indicatorKinds)('the indicator %s', (kind) => {
  const rule = indicatorRules[kind];
  it('begins with what may be kept', () => {
    const first = firstIndicator(kind);
    expect(indicatorFrom(JSON.parse(JSON.stringify(first)))).toEqual(first);
  });
  it('has a colour in the palette for each line that has one', () => {
    const plots = plotsOf(firstIndicator(kind));
    expect(plots.length).toBeGreaterThan(0);
    for (const { colour } of plots) if (colour !== undefined) expect(rule.colours[colour]).toBeDefined();
    for (const colour of rule.colours) expect(colour).toBeLessThan(PLOT_COLOURS);
  });
  it('is not taken with a number beyond its bounds, too few of them, or a colour that is not there', () => {
    const first = firstIndicator(kind);
    for (const [i, { least, most }] of rule.params.entries())
      for (const wrong of [least - 1, most + 1, Number.NaN, '7'])
        expect(indicatorFrom({ ...first, params: first.params.with(i, wrong as number) })).toBeUndefined();
    expect(indicatorFrom({ ...first, params: [...first.params, 1] })).toBeUndefined();
    expect(indicatorFrom({ ...first, colours: first.colours.slice(1) })).toBeUndefined();
    for (const wrong of [-1, PLOT_COLOURS, 0.5])
      expect(indicatorFrom({ ...first, colours: first.colours.with(0, wrong) })).toBeUndefined();
  });
});

it('anything that was kept damaged is none', () => {
  assert(
    property(anything(), (value) => {
      const found = indicatorFrom(value);
      if (found) expect(indicatorKinds).toContain(found.kind);
    }),
  );
  expect([null, undefined, 'ma', {}, { kind: 'ma' }].map(indicatorFrom)).toEqual(Array(5).fill(undefined));
});

it('a number is whole where the step is one, and any between the bounds where it is less', () => {
  const whole: ParamRule = { name: 'period', first: 7, least: 1, most: 500, step: 1 };
  expect([1, 500, 7.5, 0, 501].map((value) => isParam(value, whole))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isParam(0.25, { ...whole, least: 0.1, most: 10, step: 0.1 })).toBe(true);
});

it('averages are named by their periods, and one of none has no line', () => {
  assert(
    property(
      tuple(integer({ min: 1, max: 500 }), integer({ min: 0, max: 500 }), integer({ min: 0, max: 500 })),
      (params) => {
        const plots = plotsOf({ ...firstIndicator('ma'), params });
        expect(plots.map(({ label }) => label)).toEqual(
          params.filter((length) => length > 0).map((length) => `MA${length}`),
        );
        expect(plots.map(({ colour }) => params[colour ?? -1])).toEqual(
          params.filter((length) => length > 0),
        );
      },
    ),
  );
});

it('has its own name before lines whose names say nothing of it', () => {
  expect(indicatorKinds.filter(hasTitle)).toEqual(['boll', 'macd', 'kdj']);
});
