import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { startExchange } from './exchange.mjs';
import { tapToPaint, watchPaints } from './paints.mjs';
import { budget, median, quantile, writeResult } from './report.mjs';
import { orderTimes } from './tapOrder.mjs';

/** What a user feels, in the real app on the real exchange: from a price's message, or a tap, to its paint. */
const isShort = process.argv.includes('--short');
const RUNS = isShort ? 3 : 5;
const TAPS = isShort ? 3 : 8;
const ORDERS = isShort ? 2 : 6;
const TICK_SECONDS = isShort ? 5 : 20;
const PORT = Number(process.env.PORT ?? 8496);
const SPEEDS = [1, 4];
const PARTS = { p50: 0.5, p95: 0.95, p99: 0.99 };

const FIRST =
  "document.querySelector('[data-cell=\"0:0\"]')?.closest('li')?.querySelector('a')?.getAttribute('href')";
/** A price is there. */
const PRICE = "document.querySelector('main [data-cell]')?.textContent";
const at = (path, there) => `return location.pathname === '${path}' && Boolean(${there})`;

/** Taps that a user does all the time. Each pair leads there and back. */
const PAIRS = {
  'another tab': {
    path: '/market',
    there: (page) => [page.getByRole('link', { name: 'Home', exact: true }), at('/home', PRICE)],
    back: (page) => [page.getByRole('link', { name: 'Market', exact: true }), at('/market', PRICE)],
  },
  sort: {
    path: '/market',
    // By name, the other way, and as before: each puts another market first.
    there: async (page) => [
      page.getByRole('button', { name: /^Name/ }),
      `return ${FIRST} !== '${await page.evaluate(FIRST)}'`,
    ],
    back: async (page) => [
      page.getByRole('button', { name: /^Name/ }),
      `return ${FIRST} !== '${await page.evaluate(FIRST)}'`,
    ],
  },
  star: {
    path: '/market',
    there: (page) => starOf(page, true),
    back: (page) => starOf(page, false),
  },
  'open and close a sheet': {
    path: '/trade?market=BTC-USDT',
    there: (page) => [
      page.locator('[aria-haspopup="dialog"]').first(),
      "return Boolean(document.querySelector('dialog[open],[role=dialog]'))",
    ],
    back: (page) => [
      page.getByRole('dialog').getByRole('button', { name: 'Close' }).first(),
      // It answers once it moves; then it slides for as long as it is to be seen.
      "return !document.querySelector('dialog[open],[role=dialog]') || document.querySelector('dialog[open]')?.style.transform.includes('100%')",
    ],
  },
};

function starOf(page, isOn) {
  const star = 'li button[aria-pressed]';
  return [page.locator(star).first(), `return document.querySelector('${star}')?.ariaPressed === '${isOn}'`];
}

async function openPage(browser, path, cpu) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(watchPaints);
  await page.goto(`http://127.0.0.1:${PORT}${path}`);
  await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(1_000);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.waitForTimeout(500);
  return page;
}

async function tapTimes(page, { there, back }) {
  const times = [];
  for (let tap = 0; tap < TAPS; tap++) {
    for (const way of [there, back]) {
      times.push(await tapToPaint(page, ...(await way(page))));
      await page.waitForTimeout(250);
    }
  }
  // The first time loads code; what is felt each day is all the others.
  return times.slice(2);
}

/** All pairs, those of one screen on one page. */
async function allTaps(browser, cpu) {
  const parts = {};
  for (const path of new Set(Object.values(PAIRS).map((pair) => pair.path))) {
    const page = await openPage(browser, path, cpu);
    for (const [name, pair] of Object.entries(PAIRS))
      if (pair.path === path) parts[`tap to paint: ${name}`] = partsOf(await tapTimes(page, pair));
    await page.context().close();
  }
  return parts;
}

/** What the diagnostics screen says of prices that moved meanwhile. */
async function tickTimes(browser, cpu) {
  const page = await openPage(browser, '/dev/perf', cpu);
  await page.waitForTimeout(TICK_SECONDS * 1_000);
  const cells = await page
    .getByRole('row', { name: /^Tick to paint/ })
    .getByRole('cell')
    .allTextContents();
  await page.context().close();
  const [p50, p95, p99] = cells.map(Number);
  return { p50, p95, p99 };
}

const partsOf = (times) =>
  Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, quantile(times, part)]));

const exchange = await startExchange(PORT, { SEED: '7' });
const browser = await chromium.launch({
  executablePath: needBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const measure = async (cpu) => ({
  'tick to paint': await tickTimes(browser, cpu),
  ...(await allTaps(browser, cpu)),
  'tap to acknowledged': partsOf(await orderTimes(browser, exchange, PORT, { orders: ORDERS, cpu })),
});
const runs = {};
for (let run = 0; run < RUNS; run++) {
  for (let turn = 0; turn < SPEEDS.length; turn++) {
    const cpu = SPEEDS[(run + turn) % SPEEDS.length];
    for (const [name, parts] of Object.entries(await measure(cpu))) {
      const key = `${name}, ${cpu}x`;
      runs[key] ??= [];
      runs[key].push(parts);
    }
  }
}
const rows = Object.fromEntries(
  Object.entries(runs).map(([key, all]) => [
    key,
    Object.fromEntries(Object.keys(PARTS).map((part) => [part, median(all.map((own) => own[part]))])),
  ]),
);
console.table(rows);
writeResult('feel', {
  rows,
  budgets: Object.entries(runs).flatMap(([key, all]) =>
    Object.keys(PARTS).map((part) =>
      budget({ area: 'felt', what: `${key} ${part}`, values: all.map((own) => own[part]), unit: 'ms' }),
    ),
  ),
});
await browser.close();
await exchange.end();
process.exit(0);
