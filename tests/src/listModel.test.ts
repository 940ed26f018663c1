// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ListModel } from '../../src/state/listModel.ts';
import type { ListFrame, RowHead } from '../../workers/api.ts';

const head = (id: string): RowHead => ({
  id,
  base: id,
  quote: 'USDT',
  kind: 'spot',
  iconId: null,
  status: 'open',
  sparkline: '',
  rises: true,
});

/** A frame of an order, with a price and a change a row. */
const frame = (order: string, rows: readonly (readonly [id: string, price: string])[]): ListFrame => ({
  kind: 'list',
  order,
  total: rows.length,
  heads: rows.map(([id], place) => [place, head(id)] as const),
  cells: rows.flatMap(([, price], place) => [place, 0, price, 1, place, 1, '+1%', 1]),
  missing: [],
  freshness: { state: 'live', ageMs: 0, ageText: '' },
});

const shown = (model: ListModel): string[] =>
  [0, 1].map((place) => `${model.heads.read(place)?.id} ${model.cells.read(`${place}:0`)}`);

let model: ListModel;

beforeEach(() => {
  vi.useFakeTimers();
  model = new ListModel();
  model.turn('up', 0, 9);
  model.apply(
    frame('up', [
      ['AAA', '1'],
      ['BBB', '2'],
    ]),
  );
});

afterEach(() => vi.useRealTimers());

it('keeps its rows until those of another order come, and leaves out what comes late of the one before', () => {
  model.turn('down', 0, 9);
  expect(shown(model)).toEqual(['AAA 1', 'BBB 2']);
  model.apply(
    frame('up', [
      ['AAA', '9'],
      ['BBB', '9'],
    ]),
  );
  expect(shown(model)).toEqual(['AAA 1', 'BBB 2']);
  model.apply(
    frame('down', [
      ['BBB', '3'],
      ['AAA', '1'],
    ]),
  );
  expect(shown(model)).toEqual(['BBB 3', 'AAA 1']);
});

it('shows an order that it had a moment ago at once, marks of moves left out', () => {
  const price = document.createElement('span');
  model.cells.attach('0:0', price);
  model.turn('down', 0, 9);
  model.apply(frame('down', [['BBB', '3']]));
  vi.advanceTimersByTime(1_000);
  delete price.dataset['move'];
  model.turn('up', 0, 9);
  expect(shown(model)).toEqual(['AAA 1', 'BBB 2']);
  expect(model.state.total).toBe(2);
  expect(price.textContent).toBe('1');
  expect(price.dataset['move']).toBeUndefined();
});

it('keeps nothing of an order that was left before its rows came', () => {
  model.turn('down', 0, 9);
  model.turn('name', 0, 9);
  model.apply(
    frame('name', [
      ['CCC', '7'],
      ['DDD', '8'],
    ]),
  );
  model.turn('down', 0, 9);
  expect(shown(model)).toEqual(['CCC 7', 'DDD 8']);
});

it('stays marked as old when an order comes again that was left while it was live', () => {
  model.turn('down', 0, 9);
  model.apply({
    ...frame('down', [['BBB', '3']]),
    freshness: { state: 'stale', ageMs: 9_000, ageText: '9 s' },
  });
  model.turn('up', 0, 9);
  expect(model.state.freshness?.state).toBe('stale');
});

it('shows no prices again that are too old to be told from live ones', () => {
  model.turn('down', 0, 9);
  model.apply(
    frame('down', [
      ['BBB', '3'],
      ['AAA', '1'],
    ]),
  );
  vi.advanceTimersByTime(5_001);
  model.turn('up', 0, 9);
  expect(shown(model)).toEqual(['BBB 3', 'AAA 1']);
});

it('keeps of an order only the places that were asked for', () => {
  model.turn('down', 0, 0);
  model.apply(
    frame('down', [
      ['CCC', '7'],
      ['DDD', '8'],
    ]),
  );
  model.turn('up', 0, 9);
  expect(shown(model)).toEqual(['AAA 1', 'DDD 8']);
});
