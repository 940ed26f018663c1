import { built } from './built.mjs';
import { budget, median, quantile, writeResult } from './report.mjs';

/** What-if over two hundred positions while a thumb moves and all marks move four times a second: one task a beat. */
const isShort = process.argv.includes('--short');
const RUNS = isShort ? 3 : 5;
const POSITIONS = Number(process.env.POSITIONS ?? 200);
/** Of a thumb that goes all of the way and back. */
const BEATS = 240;
/** Beats between two sets of marks. */
const MARKS = 15;
const FRAME_MS = 16;
const area = 'what if';

const { openScenario } = await built('scenario');

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

const rest = () => new Promise((resolve) => setTimeout(resolve, FRAME_MS));

async function drag(scenario) {
  const tasks = [];
  for (let beat = 0; beat < BEATS; beat++) {
    if (beat % MARKS === 0) scenario.move();
    const percent = Math.round(50 * Math.sin(beat / 20));
    tasks.push(taken(() => scenario.beat(percent)));
    await rest();
  }
  return tasks;
}

const runs = [];
for (let run = 0; run < RUNS; run++) {
  const scenario = openScenario(POSITIONS);
  const first = [];
  const started = performance.now();
  do {
    first.push(taken(() => scenario.beat(0)));
    await rest();
  } while (!scenario.beat(0).isKnown);
  const openedMs = performance.now() - started;
  const tasks = await drag(scenario);
  // The first run lets the engine compile.
  if (run > 0)
    runs.push({ openedMs, median: median(tasks), p95: quantile(tasks, 0.95), longest: Math.max(...tasks) });
  console.log(
    `${area}, ${POSITIONS} positions: opened ${openedMs.toFixed(0)} ms; a beat ${median(tasks).toFixed(1)} ms (p95 ${quantile(tasks, 0.95).toFixed(1)}, longest ${Math.max(...tasks).toFixed(1)})`,
  );
}
const row = (what, wanted, figure) =>
  budget({ area, what: `${POSITIONS} positions, ${what}`, wanted, values: runs.map(figure), unit: 'ms' });
const budgets = [
  row('a beat while the thumb moves, 95th percentile', { most: FRAME_MS }, ({ p95 }) => p95),
  row('a beat while the thumb moves, median', {}, (run) => run.median),
  row('until the first figures', {}, ({ openedMs }) => openedMs),
];
for (const each of budgets)
  console.log(`${each.what}: ${each.value.toFixed(1)} ms${each.met ? '' : ': MISSED'}`);
writeResult('scenario', { budgets, runs });
