// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { storageKeys } from '../../src/state/storage.ts';
import type { ChartEngine } from '../../src/ui/chart/engine.ts';
import type { BoardOptions } from '../../src/ui/drawing/board.ts';
import Drawings from '../../src/ui/drawing/Drawings.tsx';
import type { Drawing } from '../../src/ui/drawing/geometry.ts';
import { storeDrawings, storedDrawings } from '../../src/ui/drawing/storedDrawings.ts';
import { tap } from '../support/page.tsx';

const board = vi.hoisted(() => ({
  use: undefined as Pick<BoardOptions, 'onChange'> | undefined,
  shown: [] as readonly Drawing[],
}));
vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/ui/drawing/useBoard.ts', () => ({
  useBoard: (_: ChartEngine, use: BoardOptions) => {
    board.use = use;
    const show = (drawings: readonly Drawing[]) => {
      board.shown = drawings;
    };
    return { current: { show, choose: () => undefined, use: () => undefined, placesOf: () => [] } };
  },
}));

const MARKET = 'AAA-USDT';
const level = (id: number, price: number): Drawing => ({ id, kind: 'level', anchors: [{ time: 0, price }] });
const engine = { parts: { element: document.createElement('div') } } as unknown as ChartEngine;
/** Another tab writes, and this one is notified of it. */
const drawElsewhere = (drawings: readonly Drawing[]) =>
  act(async () => {
    storeDrawings(MARKET, drawings);
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.drawings }));
  });
const draw = (drawing: Drawing) => act(async () => board.use?.onChange([...board.shown, drawing]));
const prices = () => storedDrawings(MARKET).map(({ anchors }) => anchors[0]?.price);

beforeAll(() => startWords('en_us'));
beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('what another tab draws on the same market stays when something is drawn here', async () => {
  render(<Drawings engine={engine} market={MARKET} isDrawing />);
  await drawElsewhere([level(1, 100)]);
  await draw(level(2, 200));
  expect(prices()).toEqual([100, 200]);
});

it('a step back takes nothing away that another tab has drawn since', async () => {
  render(<Drawings engine={engine} market={MARKET} isDrawing />);
  await draw(level(1, 100));
  await drawElsewhere([level(1, 100), level(2, 200)]);
  await tap(screen.getByRole('button', { name: 'Undo' }));
  expect(prices()).toEqual([100, 200]);
});
