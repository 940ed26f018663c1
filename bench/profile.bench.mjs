import { built } from './built.mjs';
import { budget, quantile, writeResult } from './report.mjs';

/** Volume by price of ten thousand candles in sight: the worker's task when it is turned on, at a tick and while dragged. */
const isShort = process.argv.includes('--short');
const RUNS = isShort ? 3 : 5;
const CANDLES = 10_000;
const TASKS = isShort ? 40 : 150;
const MOST_MS = 50;
const area = 'volume by price';

const { openProfile } = await built('profile');

/**
 * One task, ms: no longer than it took, which is more where others hold the machine, and no longer than the processor
 * time of all threads, which is more where garbage is collected beside it.
 */
function taken(work) {
  const [before, started] = [process.cpuUsage(), performance.now()];
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.min((user + system) / 1_000, performance.now() - started);
}

const many = (work) => Array.from({ length: TASKS }, (_, step) => taken(() => work(step)));

const runs = [];
for (let run = 0; run < RUNS; run++) {
  const profile = openProfile(CANDLES);
  // In the first run of a process nothing is compiled yet, as when a chart is opened.
  profile.turnOn();
  const firsts = [];
  let frame;
  while (!frame) firsts.push(taken(() => (frame = profile.frame())));
  const first = Math.max(...firsts);
  const [ticks, drags] = [many(() => profile.tick()), many((step) => profile.drag(step))];
  runs.push({
    first,
    tick: quantile(ticks, 0.95),
    drag: quantile(drags, 0.95),
    longest: Math.max(...ticks, ...drags),
  });
}
const row = (what, wanted, figure) =>
  budget({
    area,
    what: `${CANDLES.toLocaleString('en')} candles, ${what}`,
    wanted,
    values: runs.map(figure),
    unit: 'ms',
  });
const budgets = [
  row('turned on, longest task', { most: MOST_MS }, ({ first }) => first),
  row('a tick, 95th percentile', { most: MOST_MS }, ({ tick }) => tick),
  row('another stretch in sight, 95th percentile', { most: MOST_MS }, ({ drag }) => drag),
  row('longest task', { most: MOST_MS }, ({ longest }) => longest),
];
for (const { what, value, low, high, met } of budgets)
  console.log(
    `${area}, ${what}: ${value.toFixed(1)} ms (${low.toFixed(1)}–${high.toFixed(1)})${met ? '' : ': MISSED'}`,
  );
writeResult('profile', { budgets, runs });
