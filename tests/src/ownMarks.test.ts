import { describe, expect, it } from 'vitest';
import type { Bar } from '../../src/ui/chart/bars.ts';
import { fixedOptions } from '../../src/ui/chart/chartOptions.ts';
import type { ChartStyle } from '../../src/ui/chart/chartStyle.ts';
import { OwnMarks } from '../../src/ui/chart/ownMarks.ts';
import type { MarksFrame } from '../../workers/api.ts';

/** Prices of the chart: 0 stands at its lower edge, 100 px below the upper one. */
const HEIGHT = 100;
const look = { up: 'green', down: 'red' } as ChartStyle;
const bars: readonly Bar[] = [{ time: 60, open: 50, high: 50, low: 50, close: 50, volume: 1, plots: [] }];

const SCROLLING = ['horzTouchDrag', 'vertTouchDrag', 'mouseWheel', 'pressedMouseMove'];
type Options = Record<string, unknown>;

/** As the library takes options: a truth value stands for all of a group, and a group is joined with what was there. */
class FakeChart {
  scroll: Options = { horzTouchDrag: true, vertTouchDrag: true, mouseWheel: true, pressedMouseMove: true };
  applyOptions({ handleScroll }: Options): void {
    if (typeof handleScroll === 'boolean')
      this.scroll = Object.fromEntries(SCROLLING.map((name) => [name, handleScroll]));
    else if (typeof handleScroll === 'object') this.scroll = { ...this.scroll, ...handleScroll };
  }
  panes = () => [{ getHeight: () => HEIGHT }];
}

class FakeLine {
  own: { price: number; title?: string };
  constructor(own: FakeLine['own']) {
    this.own = own;
  }
  options = () => this.own;
  applyOptions(next: Partial<FakeLine['own']>): void {
    this.own = { ...this.own, ...next };
  }
}

function opened(orders: MarksFrame['orders']) {
  const lines: FakeLine[] = [];
  const chart = new FakeChart();
  chart.applyOptions({ ...fixedOptions({ language: 'en', isDaily: false, isCalm: true }) });
  const main = {
    createPriceLine(options: FakeLine['own']) {
      lines.push(new FakeLine(options));
      return lines.at(-1);
    },
    removePriceLine: (line: FakeLine) => lines.splice(lines.indexOf(line), 1),
    priceToCoordinate: (price: number) => HEIGHT - price,
    coordinateToPrice: (y: number) => HEIGHT - y,
  };
  const element = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ top: 0 }),
    setPointerCapture: () => undefined,
  });
  const moves: [id: number, price: number][] = [];
  const words = () => ({}) as never;
  const marks = new OwnMarks(element as never, chart as never, main as never, {
    onMove: (...move) => moves.push(move),
    words,
  });
  const show = (next: MarksFrame['orders']) =>
    marks.show({ kind: 'marks', orders: next, fills: [] }, look, bars);
  show(orders);
  const point = (type: string, clientY: number) =>
    element.dispatchEvent(Object.assign(new Event(type), { pointerId: 1, isPrimary: true, clientY }));
  return { chart, lines, moves, show, point };
}

const order = (price: number) => ({ id: 7, side: 'buy', price, text: '1' }) as const;

describe('the line of an own order', () => {
  it('is moved by a finger, and the chart can be scrolled as before', () => {
    const { chart, moves, point } = opened([order(50)]);
    const before = chart.scroll;
    point('pointerdown', 50);
    expect(chart.scroll).toMatchObject({ horzTouchDrag: false, pressedMouseMove: false });
    point('pointermove', 40);
    point('pointerup', 40);
    expect(moves).toEqual([[7, 60]]);
    expect(chart.scroll).toEqual(before);
  });
  it('is held only where it can be seen: not from a pane below the prices', () => {
    const { chart, moves, point } = opened([order(-40), { ...order(105), id: 8 }]);
    for (const [from, to] of [
      [HEIGHT + 40, HEIGHT + 20],
      [HEIGHT - 2, HEIGHT - 30],
      [3, 30],
    ] as const) {
      point('pointerdown', from);
      expect(chart.scroll).toMatchObject({ horzTouchDrag: true });
      point('pointermove', to);
      point('pointerup', to);
    }
    expect(moves).toEqual([]);
  });
  it('stands where the order stands now after a drag during which that was moved elsewhere', () => {
    const { lines, show, point } = opened([order(50)]);
    point('pointerdown', 50);
    point('pointermove', 40);
    show([order(45)]);
    expect(lines[0]?.own.price).toBe(60);
    point('pointerup', 40);
    expect(lines[0]?.own.price).toBe(45);
  });
  it('is moved no more once the order has ended under the finger', () => {
    const { chart, lines, moves, show, point } = opened([order(50)]);
    point('pointerdown', 50);
    point('pointermove', 40);
    show([]);
    expect(lines).toEqual([]);
    expect(chart.scroll).toMatchObject({ horzTouchDrag: true });
    point('pointermove', 30);
    point('pointerup', 30);
    expect(moves).toEqual([]);
  });
});
