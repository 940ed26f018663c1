import type * as Library from 'lightweight-charts';
import { expect, it, vi } from 'vitest';
import { ChartEngine } from '../../src/ui/chart/engine.ts';
import type { CandlesFrame } from '../../workers/api.ts';

interface PriceFormat {
  readonly formatter: (price: number) => string;
  readonly base?: number;
}
const { markers, formats } = vi.hoisted(() => ({
  markers: [] as { time: number }[],
  formats: [] as PriceFormat[],
}));

/** The library as far as the engine calls it, without a canvas. */
vi.mock('lightweight-charts', async (original) => {
  const nothing = () => undefined;
  const scale = { applyOptions: nothing };
  const series = () => ({
    applyOptions: ({ priceFormat }: { priceFormat?: PriceFormat }) => {
      if (priceFormat) formats.push(priceFormat);
    },
    attachPrimitive: nothing,
    priceScale: () => scale,
    setData: nothing,
    update: nothing,
  });
  const timeScale = { setVisibleLogicalRange: nothing, subscribeVisibleLogicalRangeChange: nothing };
  const chart = {
    addSeries: series,
    applyOptions: nothing,
    panes: () => [],
    priceScale: () => scale,
    subscribeCrosshairMove: nothing,
    timeScale: () => timeScale,
  };
  const put = (next: { time: number }[]) => markers.splice(0, markers.length, ...next);
  return {
    ...(await original<typeof Library>()),
    createChartEx: () => chart,
    createSeriesMarkers: (_: unknown, first: { time: number }[]) => {
      put(first);
      return { setMarkers: put };
    },
  };
});
vi.mock('../../src/ui/chart/chartStyle.ts', () => ({
  readChartStyle: () => ({ accent: 'rgba(0, 0, 0, 1)' }),
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined;
  },
);

const bars = (...times: number[]): CandlesFrame['bars'] => {
  const column = Float64Array.from(times, () => 1);
  return {
    time: Float64Array.from(times),
    open: column,
    high: column,
    low: column,
    close: column,
    volume: column,
    plots: [],
  };
};

const opened = () =>
  new ChartEngine(new EventTarget() as never, {
    language: 'en',
    isLine: false,
    isDaily: false,
    isCalm: true,
    onPanes: () => undefined,
    onNearPast: () => undefined,
    onHover: () => undefined,
    onMove: () => undefined,
    words: () => ({}) as never,
  });

it('draws a fill at its own bar, also where the bar comes after the fill', () => {
  const engine = opened();
  const frame = { indicators: [], decimals: 2, more: false } as const;
  engine.apply({ ...frame, mode: 'reset', bars: bars(0, 60) });
  engine.mark({ kind: 'marks', orders: [], fills: [{ time: 121, side: 'buy', price: 1 }] });
  expect(markers.map(({ time }) => time)).toEqual([60]);
  engine.apply({ ...frame, mode: 'tail', bars: bars(60, 120) });
  expect(markers.map(({ time }) => time)).toEqual([120]);
});

it('writes the axis with the decimals of the market, also with none', () => {
  for (const [decimals, text] of [
    [0, '9,876,543'],
    [2, '9,876,543.00'],
  ] as const) {
    formats.length = 0;
    opened().apply({ mode: 'reset', bars: bars(0), indicators: [], decimals, more: false });
    expect(formats.map(({ formatter }) => formatter(9_876_543))).toEqual([text]);
  }
});

it('gives the library the number of steps in 1, which is a power of ten with any decimals', () => {
  for (let decimals = 0; decimals <= 18; decimals++) {
    formats.length = 0;
    opened().apply({ mode: 'reset', bars: bars(0), indicators: [], decimals, more: false });
    expect(formats.map(({ base }) => Math.log10(base ?? Number.NaN))).toEqual([decimals]);
  }
});
