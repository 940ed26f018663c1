import { expect, it } from 'vitest';
import type { Meter } from '../../../server/base/meter.ts';
import { BatchTimer } from '../../../server/matching/batchTimer.ts';

/** A meter that writes down what it is given, and a clock that a test moves. */
function newMeter() {
  const rows: unknown[] = [];
  let now = 100;
  const meter: Meter = {
    count: (name, labels) => void rows.push([name, labels]),
    observe: (name, labels, value) => void rows.push([name, labels, value]),
    seconds: () => now,
  };
  return { rows, meter, pass: (seconds: number) => void (now += seconds) };
}
const product = 'spot';

it('each part of a batch has the time since the part before it, and no time counts twice', () => {
  const { rows, meter, pass } = newMeter();
  const lap = new BatchTimer(meter, product).start(12);
  pass(2);
  lap('read');
  pass(3);
  lap('decide');
  lap('write');
  pass(0.5);
  lap('commit');
  expect(rows).toEqual([
    ['tidemark_batch_commands', { product }, 12],
    ['tidemark_batch_seconds', { product, part: 'read' }, 2],
    ['tidemark_batch_seconds', { product, part: 'decide' }, 3],
    ['tidemark_batch_seconds', { product, part: 'write' }, 0],
    ['tidemark_batch_seconds', { product, part: 'commit' }, 0.5],
  ]);
});

it('two batches under way have their own clocks', () => {
  const { rows, meter, pass } = newMeter();
  const timer = new BatchTimer(meter, product);
  const first = timer.start(1);
  pass(5);
  const second = timer.start(2);
  pass(1);
  second('read');
  first('read');
  expect(rows.slice(2)).toEqual([
    ['tidemark_batch_seconds', { product, part: 'read' }, 1],
    ['tidemark_batch_seconds', { product, part: 'read' }, 6],
  ]);
});

it('a batch that was rolled back is counted for its product', () => {
  const { rows, meter } = newMeter();
  new BatchTimer(meter, 'perpetual').failed();
  expect(rows).toEqual([['tidemark_batch_failures_total', { product: 'perpetual' }]]);
});
