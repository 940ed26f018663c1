// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { WorthModel } from '../../src/state/worth.ts';
import type { WorthFrame } from '../../workers/api.ts';

const UNKNOWN: WorthFrame = {
  kind: 'worth',
  range: 'week',
  isKnown: false,
  profit: '--',
  percent: '--',
  direction: 0,
  since: '',
  line: { points: [], words: { first: '', low: '', high: '', last: '' } },
};
const KNOWN: WorthFrame = {
  ...UNKNOWN,
  isKnown: true,
  profit: '−5.34',
  percent: '−0.01%',
  direction: -1,
  line: {
    points: [
      [1, 36_363],
      [2, 36_358],
    ],
    words: { first: '36,363', low: '36,358', high: '36,363', last: '36,358' },
  },
};

test('what was known stands until it is known again, by one who comes back', () => {
  const model = new WorthModel();
  const lines: number[] = [];
  model.onLine = ({ length }) => lines.push(length);
  const profit = document.createElement('span');
  model.cells.attach('profit', profit);
  const shown = () => [model.state.isKnown, model.state.hasLine, profit.textContent];
  model.apply(UNKNOWN);
  expect(shown()).toEqual([false, false, '--']);
  model.apply(KNOWN);
  expect(shown()).toEqual([true, true, '−5.34']);
  model.apply(UNKNOWN);
  expect(shown()).toEqual([true, true, '−5.34']);
  model.apply({ ...UNKNOWN, failed: { code: 'unavailable', message: '' } });
  expect(model.state.hasFailed).toBe(true);
  model.apply({ ...KNOWN, profit: '−7.02' });
  expect([...shown(), model.state.hasFailed]).toEqual([true, true, '−7.02', false]);
  expect(lines).toEqual([0, 2, 2]);
});

test('the line of one time is not shown under the name of another', () => {
  const model = new WorthModel();
  const profit = document.createElement('span');
  model.cells.attach('profit', profit);
  model.apply(KNOWN);
  const day = { ...UNKNOWN, range: 'day' } as const;
  model.apply(day);
  expect([model.state.hasLine, model.state.isKnown, model.points]).toEqual([false, false, []]);
  // Today's profit is the same whatever time is looked at.
  expect(profit.textContent).toBe('−5.34');
  model.apply({ ...day, failed: { code: 'unavailable', message: '' } });
  expect([model.state.hasLine, profit.textContent]).toEqual([false, '−5.34']);
  model.apply({ ...KNOWN, range: 'day', profit: '−7.02' });
  expect([model.state.hasLine, model.state.isKnown, profit.textContent]).toEqual([true, true, '−7.02']);
});
