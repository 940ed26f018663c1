import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { startExchange } from './exchange.mjs';
import { slowLine } from './line.mjs';
import { traced, wakesOf } from './mainTasks.mjs';
import { budget, median, writeResult } from './report.mjs';

/** What a page costs in data and wake-ups, by mode: bytes on the wire, and tasks that its threads begin. */
const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 4 : 10;
const RUNS = isShort ? 3 : 5;
const PORT = Number(process.env.PORT ?? 8492);
const SETTLE_MS = isShort ? 2_500 : 4_000;
/** A hidden page lets go of its channels within so long, and the exchange of its socket. */
const REST_MS = 85_000;
/** A hidden page asks for the slow pace with the worker's next round, and has its snapshots soon after. */
const HIDDEN_MS = 13_000;
const SCREENS = { list: '/market', trade: '/trade?market=BTC-USDT' };
const MODES = ['live', 'balanced', 'saver'];
const SIDES = [
  ...Object.keys(SCREENS).flatMap((screen) => MODES.map((mode) => [screen, mode])),
  ['trade', 'hidden'],
];
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** The page is marked as hidden; a headless browser always shows its pages. */
function hide() {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A page of its own behind a counter of its own. @param mode `hidden` is a page in live mode that nobody sees. */
async function openPage(browser, screen, mode) {
  const wire = await slowLine(0, PORT);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(
    (refresh) => {
      localStorage.setItem('TIDEMARK_SETTINGS', JSON.stringify({ refresh, keepRefresh: true }));
      // Each page has a worker of its own, whose tasks are its own.
      Object.assign(window, { SharedWorker: undefined });
    },
    mode === 'hidden' ? 'live' : mode,
  );
  await page.goto(`http://127.0.0.1:${wire.port}${SCREENS[screen]}`);
  await page.waitForTimeout(SETTLE_MS);
  if (mode === 'hidden') {
    await page.evaluate(hide);
    await page.waitForTimeout(HIDDEN_MS);
  }
  const close = async () => {
    await context.close();
    wire.close();
  };
  return { page, wire, close };
}

async function measure({ page, wire }) {
  const before = { ...wire };
  const events = await traced(page, () => page.waitForTimeout(SECONDS * 1_000));
  const wakes = wakesOf(events);
  const mbPerHour = (bytes) => (bytes / SECONDS) * 3_600e-6;
  return {
    'MB/h in': mbPerHour(wire.received - before.received),
    'MB/h out': mbPerHour(wire.sent - before.sent),
    'page tasks/s': wakes.page / SECONDS,
    'worker tasks/s': wakes.worker / SECONDS,
  };
}

const launch = () => chromium.launch({ executablePath: needBrowser(), args: ARGS });

/** One run: every mode on every screen, taking turns in who is first. */
async function runOnce(browser, run) {
  const own = {};
  for (let turn = 0; turn < SIDES.length; turn++) {
    const [screen, mode] = SIDES[(run + turn) % SIDES.length];
    const opened = await openPage(browser, screen, mode);
    own[`${screen}, ${mode}`] = await measure(opened);
    await opened.close();
  }
  return own;
}

const exchange = await startExchange(PORT, { SEED: '7' });
const browser = await launch();
// Hidden while the others are measured; in a browser of its own, so that a trace sees its threads alone.
const apart = await launch();
const resting = await openPage(apart, 'trade', 'hidden');
const restsFrom = Date.now();
const runs = [];
for (let run = 0; run < RUNS; run++) runs.push(await runOnce(browser, run));
await new Promise((resolve) => setTimeout(resolve, Math.max(0, restsFrom + REST_MS - Date.now())));
for (const own of runs) own['trade, hidden for a minute'] = await measure(resting);

const cases = Object.keys(runs[0]);
const figures = Object.keys(runs[0][cases[0]]);
const rows = Object.fromEntries(
  cases.map((each) => [
    each,
    Object.fromEntries(figures.map((name) => [name, median(runs.map((run) => run[each][name]))])),
  ]),
);
const result = (each, name, unit) =>
  budget({ area: 'modes', what: `${each}: ${name}`, values: runs.map((run) => run[each][name]), unit });
const saverRows = Object.keys(SCREENS).map((screen) =>
  budget({
    area: 'modes',
    what: `${screen}: data in saver mode, of live`,
    wanted: { most: 0.5 },
    values: runs.map((run) => run[`${screen}, saver`]['MB/h in'] / run[`${screen}, live`]['MB/h in']),
  }),
);
console.table(rows);
writeResult('modes', {
  seconds: SECONDS,
  rows,
  budgets: [
    ...saverRows,
    ...cases.flatMap((each) => [
      result(each, 'MB/h in', 'MB/h'),
      result(each, 'page tasks/s', '/s'),
      result(each, 'worker tasks/s', '/s'),
    ]),
  ],
});
await resting.close();
for (const each of [browser, apart]) await each.close();
await exchange.end();
process.exit(0);
