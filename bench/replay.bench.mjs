import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { printBudgets } from './browser.mjs';
import { startExchange } from './exchange.mjs';
import { longestOf, tracedTasks } from './mainTasks.mjs';
import { budget, writeResult } from './report.mjs';

/** Recorded frames of a venue, played many times as fast, as a phone shows them: the list, and one market's book. */
const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 5 : 6;
const RUNS = isShort ? 1 : 5;
const SPEED = process.env.SPEED ?? '50';
const PORT = Number(process.env.PORT ?? 8487);
/** A flight that a page has saved is played in place of the recordings. */
const FLIGHT = process.env.FLIGHT;
const DATA = FLIGHT ?? process.env.MARKET_DATA ?? join(import.meta.dirname, '../../shared/data');

if (!existsSync(DATA)) {
  console.log(`replay: skipped, no recordings in ${DATA}`);
  process.exit(0);
}
/** The market whose book a recording has first. */
function shownIn(file) {
  const [, id] = /^\d+ \{"kind":"book","id":"([^"]+)"/m.exec(readFileSync(file, 'utf8')) ?? [];
  return id ?? 'BTC-USDT';
}
const exchange = await startExchange(PORT, { MARKET: 'replay', SPEED, MARKET_DATA: DATA, REPLAY_LOOP: '1' });
const market = FLIGHT ? shownIn(FLIGHT) : 'BTC-USDT';
const SCREENS = { list: '/market', book: `/trade?market=${market}`, detail: `/coinDetail/${market}` };
const browser = await chromium.launch({
  executablePath: needBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
async function measure(path, cpu) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${PORT}${path}`);
  const tasks = await tracedTasks(page, cpu, () => page.waitForTimeout(SECONDS * 1_000));
  await context.close();
  const busy = tasks.reduce((sum, task) => sum + task.wall, 0) / (SECONDS * 10);
  return { 'busy %': busy, ...longestOf(tasks, 'wall') };
}
const rows = {};
for (let run = 0; run < RUNS; run++)
  for (const [name, path] of Object.entries(SCREENS))
    for (const cpu of [1, 4]) {
      const key = `${name}, CPU ${cpu}x slower`;
      rows[key] = [...(rows[key] ?? []), await measure(path, cpu)];
    }
const area = `replay, ${SPEED} times as fast`;
const budgets = Object.entries(rows).flatMap(([name, runs]) => {
  const of = (figure) => runs.map((row) => row[figure]);
  const long = { wanted: { most: 0 }, values: of('over 50 ms'), unit: '' };
  return [
    budget({ area, what: `${name}: tasks over 50 ms`, ...long }),
    budget({ area, what: `${name}: longest task`, values: of('longest ms'), unit: 'ms' }),
    budget({ area, what: `${name}: busy`, values: of('busy %'), unit: '%' }),
  ];
});
printBudgets(budgets);
writeResult('replay', { speed: SPEED, seconds: SECONDS, rows, budgets });
await browser.close();
await exchange.end();
process.exit(0);
