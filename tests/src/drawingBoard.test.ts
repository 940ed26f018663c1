// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import type { ChartParts } from '../../src/ui/chart/engine.ts';
import { DrawingBoard } from '../../src/ui/drawing/board.ts';
import type { Drawing } from '../../src/ui/drawing/geometry.ts';
import { MOST_DRAWINGS } from '../../src/ui/drawing/storedDrawings.ts';

/** A chart of 300 px on which a pixel is a price, and ten are a minute. */
function opened() {
  const host = document.createElement('div');
  const element = document.createElement('div');
  host.append(element);
  host.setPointerCapture = () => undefined;
  const timeScale = { width: () => 300, logicalToCoordinate: (place: number) => place * 10 };
  const parts = {
    element,
    chart: { timeScale: () => timeScale, panes: () => [{ getHeight: () => 300 }] },
    main: {
      attachPrimitive: () => undefined,
      priceToCoordinate: (price: number) => price,
      coordinateToPrice: (y: number) => y,
    },
    bars: () => [{ time: 0 }, { time: 60 }],
  } as unknown as ChartParts;
  const calls = { onChange: vi.fn(), onChoose: vi.fn(), onMade: vi.fn(), onFull: vi.fn() };
  const board = new DrawingBoard(parts, {
    ...calls,
    look: () => ({}) as never,
    measureText: () => '',
    ratioText: () => '',
  });
  const drawAt = (clientX: number, clientY: number) => {
    board.use('level', false);
    for (const type of ['pointerdown', 'pointerup'])
      host.dispatchEvent(new PointerEvent(type, { isPrimary: true, pointerId: 1, clientX, clientY }));
  };
  return { board, drawAt, ...calls };
}
const levels = (count: number): Drawing[] =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, kind: 'level', anchors: [{ time: 0, price: i }] }));

it('takes as many drawings as are kept, and none of them makes room for one more', () => {
  const { board, drawAt, onChange, onMade, onFull } = opened();
  board.show(levels(MOST_DRAWINGS - 1));
  drawAt(50, 200);
  expect(onChange.mock.calls.map(([all]) => all.length)).toEqual([MOST_DRAWINGS]);
  expect(onMade).toHaveBeenCalledOnce();
  drawAt(50, 250);
  expect([onChange, onMade, onFull].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
});
