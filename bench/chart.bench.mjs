import { printBudgets, withPages } from './browser.mjs';
import { openPage } from './measure.mjs';
import { budget, withReason, writeResult } from './report.mjs';

/** Ten thousand candles and ten changes of the newest a second, in the product's chart: ticking, dragged, zoomed. */
const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 2 : 4;
const RUNS = isShort ? 3 : 5;
const FEW = 300;
const FIVE = 'five indicators';
/** The averages that a chart begins with, and two more over the prices with two panes below them. */
const CASES = {
  '10,000 candles': { candles: 10_000, indicators: 'ma' },
  [FIVE]: { candles: 10_000, indicators: 'ma boll vwap macd rsi' },
  '300 candles': { candles: FEW, indicators: 'ma' },
};
const NOTE =
  'the library makes the points of all bars of a series anew at each tick, of two series and one for each pane: bench/README.md, "Where the time of the chart goes"';
const MIDDLE = { x: 150, y: 250 };

/** What the probes saw while something was done with the page. */
async function watch(page, act) {
  await page.evaluate(() => Object.assign(window.__probes, { isOn: true, frames: 0, long: [], shown: 0 }));
  const started = Date.now();
  await act();
  const seconds = (Date.now() - started) / 1_000;
  const { long, frames, shown } = await page.evaluate(() => {
    window.__probes.isOn = false;
    return window.__probes;
  });
  return {
    longTasks: long.length,
    longest: Math.max(0, ...long),
    fps: frames / seconds,
    shownHz: shown / seconds,
  };
}

/** @param step once, and again until the time is over. */
async function repeat(step) {
  const end = Date.now() + SECONDS * 1_000;
  for (let count = 0; Date.now() < end; count++) await step(count);
}

const drag = (page) =>
  repeat(async () => {
    await page.mouse.move(MIDDLE.x, MIDDLE.y);
    await page.mouse.down();
    await page.mouse.move(MIDDLE.x + 120, MIDDLE.y, { steps: 20 });
    await page.mouse.up();
  });

const zoom = (page) =>
  repeat(async (count) => {
    await page.mouse.wheel(0, count % 40 < 20 ? 60 : -60);
    await page.waitForTimeout(16);
  });

async function measureChart(browser, base, name, cpu) {
  const { candles } = CASES[name];
  const load = { hz: 60, u: 100, symbols: 50, cpu, ...CASES[name] };
  const { context, page, wall } = await openPage(browser, `${base}/bench/chart`, load);
  try {
    await page.locator('canvas').first().waitFor();
    const firstMs = await page.evaluate(() => window.__readyAt);
    const before = await wall.read();
    const ticking = await watch(page, () => page.waitForTimeout(SECONDS * 1_000));
    const after = await wall.read();
    const busy = (100 * (after.TaskDuration - before.TaskDuration)) / (after.Timestamp - before.Timestamp);
    if (candles === FEW) return { busy };
    if (name === FIVE) return { busy, ticking };
    return {
      firstMs,
      busy,
      ticking,
      dragged: await watch(page, () => drag(page)),
      zoomed: await watch(page, () => zoom(page)),
    };
  } finally {
    await context.close();
  }
}

function budgetsOf(cpu, runs) {
  const of = (read) => runs.map((run) => read(run['10,000 candles']));
  const row = (what, wanted, values, unit = '') =>
    budget({
      area: 'chart',
      what: `10,000 candles, ${cpu}x: ${what}`,
      wanted: cpu === 1 ? wanted : {},
      values,
      unit,
    });
  const few = (run) => run['300 candles'].busy;
  return [
    row(
      'with five indicators, longest task in ticking',
      { most: 50 },
      runs.map((run) => run[FIVE].ticking.longest),
      'ms',
    ),
    row(
      'with five indicators, ticks shown a second',
      { least: 9.5 },
      runs.map((run) => run[FIVE].ticking.shownHz),
      'Hz',
    ),
    row(
      'long tasks in ticking',
      { most: 0 },
      of(({ ticking }) => ticking.longTasks),
    ),
    row(
      'ticks shown a second',
      { least: 9.5 },
      of(({ ticking }) => ticking.shownHz),
      'Hz',
    ),
    row(
      'busy, of 300 candles',
      {},
      runs.map((run) => run['10,000 candles'].busy / few(run)),
      'x',
    ),
    row(
      'first paint after the page was opened',
      {},
      of(({ firstMs }) => firstMs),
      'ms',
    ),
    row(
      'frames a second in dragging',
      {},
      of(({ dragged }) => dragged.fps),
      'fps',
    ),
    row(
      'long tasks in dragging',
      {},
      of(({ dragged }) => dragged.longTasks),
    ),
    row(
      'frames a second in zooming',
      {},
      of(({ zoomed }) => zoomed.fps),
      'fps',
    ),
    row(
      'long tasks in zooming',
      {},
      of(({ zoomed }) => zoomed.longTasks),
    ),
  ];
}

const all = {};
const budgets = await withPages(async (browser, base) => {
  const rows = [];
  for (const cpu of [1, 4]) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) {
      const names = Object.keys(CASES);
      const own = {};
      for (const name of run % 2 ? names.toReversed() : names)
        own[name] = await measureChart(browser, base, name, cpu);
      runs.push(own);
    }
    all[`${cpu}x`] = runs;
    rows.push(...budgetsOf(cpu, runs));
  }
  return rows;
});
printBudgets(budgets);
writeResult('chart', { seconds: SECONDS, runs: all, budgets: budgets.map((row) => withReason(row, NOTE)) });
process.exit(0);
