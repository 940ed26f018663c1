// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { storageKeys } from '../../src/state/storage.ts';
import type { ChartParts } from '../../src/ui/chart/engine.ts';
import { drawingTexts } from '../../src/ui/drawing/drawingTexts.ts';
import type { Drawing, Point } from '../../src/ui/drawing/geometry.ts';
import {
  anchorsOf,
  distanceTo,
  distanceToLine,
  drawingKinds,
  fibonacciRatios,
  measured,
  placeOfTime,
  priceOf,
  rayEnd,
  snappedPrice,
  timeOfPlace,
} from '../../src/ui/drawing/geometry.ts';
import { DrawingScale } from '../../src/ui/drawing/scale.ts';
import {
  hasDrawings,
  MOST_DRAWINGS,
  storeDrawings,
  storedDrawings,
} from '../../src/ui/drawing/storedDrawings.ts';

const place = fc.integer({ min: -500, max: 500 });
const point: fc.Arbitrary<Point> = fc.record({ x: place, y: place });
/** Bars of one length, with holes: of a market that was closed, or not traded. */
const bars = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 60 }).map((steps) => {
  let time = 1_700_000_000;
  return steps.map((step) => {
    time += step * 60;
    return { time };
  });
});

describe('places of moments among bars', () => {
  it('are those of the bars, between them fractions, and rise with time beyond both ends', () => {
    fc.assert(
      fc.property(
        bars,
        fc.integer({ min: -5_000, max: 20_000 }),
        fc.integer({ min: 1, max: 500 }),
        (times, from, by) => {
          for (const [i, { time }] of times.entries()) expect(placeOfTime(times, time)).toBe(i);
          const moment = (times[0]?.time ?? 0) + from;
          expect(placeOfTime(times, moment + by)).toBeGreaterThan(placeOfTime(times, moment));
        },
      ),
    );
  });
  it('lead back to the same moment', () => {
    fc.assert(
      fc.property(bars, fc.integer({ min: -5_000, max: 20_000 }), (times, from) => {
        const moment = (times[0]?.time ?? 0) + from;
        expect(timeOfPlace(times, placeOfTime(times, moment))).toBeCloseTo(moment, 4);
      }),
    );
  });
});

describe('a finger', () => {
  it('is as far from a line as from its nearest point, and never farther from a ray than from its beginning part', () => {
    fc.assert(
      fc.property(point, point, point, fc.float({ min: 0, max: 1, noNaN: true }), (at, a, b, share) => {
        const between = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
        const distance = distanceToLine(at, a, b);
        expect(distance).toBeLessThanOrEqual(Math.hypot(at.x - between.x, at.y - between.y) + 1e-6);
        expect(distanceToLine(at, a, b, true)).toBeLessThanOrEqual(distance + 1e-9);
      }),
    );
  });
  it('touches every kind of drawing at its anchors', () => {
    fc.assert(
      fc.property(fc.constantFrom(...drawingKinds), point, point, (kind, a, b) => {
        const places = anchorsOf(kind) === 1 ? [a] : [a, b];
        for (const each of places) expect(distanceTo(kind, places, each, 10_000)).toBeCloseTo(0, 6);
      }),
    );
  });
  it('touches nothing far away', () => {
    const places = [
      { x: 100, y: 100 },
      { x: 200, y: 150 },
    ];
    for (const kind of drawingKinds)
      expect(
        distanceTo(kind, anchorsOf(kind) === 1 ? places.slice(0, 1) : places, { x: 150, y: 400 }, 300),
      ).toBeGreaterThan(150);
  });
});

it('touches the lines of a Fibonacci drawing where they are drawn, on a logarithmic scale too', () => {
  const yOf = (price: number) => 400 - 100 * Math.log10(price);
  const parts = { main: { priceToCoordinate: yOf } } as unknown as ChartParts;
  const anchors = [
    { time: 0, price: 1 },
    { time: 60, price: 1_000 },
  ];
  const lines = new DrawingScale(parts).linesOf({ id: 1, kind: 'fibonacci', anchors });
  const places = [
    { x: 10, y: yOf(1) },
    { x: 90, y: yOf(1_000) },
  ];
  const distance = (y: number) => distanceTo('fibonacci', places, { x: 50, y }, 300, lines);
  for (const ratio of fibonacciRatios) expect(distance(yOf(1 + 999 * ratio))).toBeCloseTo(0, 9);
  // Half of the way in pixels, where no line is.
  expect(distance(250)).toBeGreaterThan(80);
  expect(new DrawingScale(parts).linesOf({ id: 1, kind: 'trend', anchors })).toEqual([]);
});

it('ends a ray beyond the picture, on its line', () => {
  fc.assert(
    fc.property(
      fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 300 }) }),
      point,
      (a, b) => {
        fc.pre(a.x !== b.x || a.y !== b.y);
        const end = rayEnd(a, b, 400, 300);
        expect(end.x < 0 || end.x > 400 || end.y < 0 || end.y > 300).toBe(true);
        expect(distanceToLine(b, a, end)).toBeLessThan(1e-6);
      },
    ),
  );
});

it('snaps to the nearest price of a bar within reach, and to none beyond it', () => {
  const bar = { time: 0, open: 10, high: 14, low: 8, close: 12 };
  const yOf = (price: number) => 200 - price * 10;
  expect(snappedPrice(bar, yOf(13.2), yOf, 16)).toBe(14);
  expect(snappedPrice(bar, yOf(12.4), yOf, 16)).toBe(12);
  expect(snappedPrice(bar, yOf(16), yOf, 16)).toBeUndefined();
  expect(snappedPrice(undefined, yOf(12), yOf, 16)).toBeUndefined();
});

it('gives a line through time the price of its later end, whichever way it was drawn', () => {
  const [early, late] = [
    { time: 60, price: 10 },
    { time: 180, price: 30 },
  ];
  expect(priceOf([early, late])).toBe(30);
  expect(priceOf([late, early])).toBe(30);
  expect(priceOf([early, { time: 60, price: 20 }])).toBe(20);
  expect(priceOf([early])).toBe(10);
});

it('measures bars, time and change, also backwards', () => {
  const times = [0, 60, 120, 180].map((time) => ({ time }));
  const [from, to] = [
    { time: 60, price: 100 },
    { time: 300, price: 110 },
  ];
  expect(measured(times, from, to)).toEqual({ bars: 4, seconds: 240, change: 0.1 });
  expect(measured(times, to, from).bars).toBe(-4);
  expect(measured(times, to, from).change).toBeCloseTo(-0.0909, 4);
});

it('words figures in the language of the reader', () => {
  const english = drawingTexts('en-US');
  expect([0, 60, 3_660, 90_061, -7_200].map(english.length)).toEqual(['0m', '1m', '1h 1m', '1d 1h', '2h']);
  expect(english.change(0.0124)).toBe('+1.24%');
  expect(drawingTexts('de').change(-0.0124)).toMatch(/^[-−]1,24\s%$/);
  expect(english.ratio(0.618)).toBe('61.8%');
});

describe('what is drawn', () => {
  afterEach(() => localStorage.clear());
  const level = (id: number): Drawing => ({ id, kind: 'level', anchors: [{ time: 60, price: 61_000.5 }] });
  it('is kept on the device by market', () => {
    const words: Drawing = { id: 2, kind: 'text', anchors: [{ time: 1, price: 2 }], text: 'support' };
    expect(storeDrawings('BTC-USDT', [level(1), words])).toBe(true);
    storeDrawings('ETH-USDT', [level(1)]);
    storeDrawings('ETH-USDT', []);
    expect(storedDrawings('BTC-USDT')).toEqual([level(1), words]);
    expect([hasDrawings('BTC-USDT'), hasDrawings('ETH-USDT'), hasDrawings('BTC-USDT-PERP')]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('is set aside where it is damaged', () => {
    for (const damaged of [
      '[["BTC-USDT",[[1,"level",[[1,2],[3,4]],""]]]]',
      '[["BTC-USDT",[[1,"spiral",[[1,2]],""]]]]',
      '[["BTC-USDT",[[1,"level",[[1,null]],""]]]]',
    ]) {
      localStorage.setItem(storageKeys.drawings, damaged);
      expect(storedDrawings('BTC-USDT')).toEqual([]);
      expect(localStorage.getItem(`${storageKeys.drawings}.damaged`)).toBe(damaged);
    }
  });
  it('does not grow without bounds', () => {
    storeDrawings(
      'BTC-USDT',
      Array.from({ length: MOST_DRAWINGS + 5 }, (_, i) => level(i + 1)),
    );
    expect(storedDrawings('BTC-USDT').map(({ id }) => id)).toEqual(
      Array.from({ length: MOST_DRAWINGS }, (_, i) => i + 6),
    );
  });
});
