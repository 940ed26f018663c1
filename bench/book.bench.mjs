import { printBudgets, withPages } from './browser.mjs';
import { measurePage } from './measure.mjs';
import { budget, median, withReason, writeResult } from './report.mjs';

/** Book and trades of one market at a hundred updates a frame, beside rows that are written by hand. */
const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 3 : 5;
const RUNS = isShort ? 3 : 5;
const PAGES = { ours: '/bench/book', limit: '/bench/book-limit' };
/** Half of the updates are levels, half are trades. */
const LOAD = { hz: 60, u: 100, symbols: 50, depth: 3_000 };
const NOTE = 'also groups, sums and words in the worker, and one frame each for book and trades';

async function measureRun(browser, base, run, cpu) {
  const own = {};
  const sides = Object.keys(PAGES);
  for (let turn = 0; turn < sides.length; turn++) {
    const side = sides[(run + turn) % sides.length];
    own[side] = await measurePage(browser, `${base}${PAGES[side]}`, { ...LOAD, cpu }, { seconds: SECONDS });
  }
  return own;
}

function budgetsOf(cpu, runs) {
  const of = (figure, side = 'ours') => runs.map((run) => run[side][figure]);
  const ratio = (figure) => of(figure).map((value, run) => value / of(figure, 'limit')[run]);
  const row = (what, wanted, values, unit = 'x') =>
    budget({ area: 'book and trades', what: `6,000/s, ${cpu}x: ${what}`, wanted, values, unit });
  return [
    // A slow processor is fully busy with what the limit does already.
    row('long tasks', cpu === 1 ? { most: 0 } : {}, of('longTasks'), ''),
    row('shown a second, of limit', cpu === 1 ? { least: 0.97 } : {}, ratio('shownHz')),
    row('busy, of limit', {}, ratio('busy')),
  ];
}

const budgets = await withPages(async (browser, base) => {
  const rows = [];
  for (const cpu of [1, 4]) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measureRun(browser, base, run, cpu));
    rows.push(...budgetsOf(cpu, runs));
    for (const side of Object.keys(PAGES)) {
      const of = (figure) => median(runs.map((each) => each[side][figure])).toFixed(1);
      console.log(`${cpu}x, ${side}: busy ${of('busy')} %, shown ${of('shownHz')} Hz, ${of('fps')} fps`);
    }
  }
  return rows;
});
printBudgets(budgets);
writeResult('book', { seconds: SECONDS, budgets: budgets.map((row) => withReason(row, NOTE)) });
process.exit(0);
