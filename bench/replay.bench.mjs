import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { startExchange } from './exchange.mjs';
import { longestOf, tracedTasks } from './mainTasks.mjs';
import { writeResult } from './report.mjs';

/** Recorded frames of a venue, played many times as fast, as a phone shows them: the list, and one market's book. */
const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 5 : 10;
const SPEED = process.env.SPEED ?? '50';
const PORT = Number(process.env.PORT ?? 8487);
const DATA = process.env.MARKET_DATA ?? join(import.meta.dirname, '../../shared/data');
const SCREENS = { list: '/market', book: '/trade?market=BTC-USDT', detail: '/coinDetail/BTC-USDT' };

if (!existsSync(DATA)) {
  console.log(`replay: skipped, no recordings in ${DATA}`);
  process.exit(0);
}
const exchange = await startExchange(PORT, { MARKET: 'replay', SPEED, MARKET_DATA: DATA, REPLAY_LOOP: '1' });
const browser = await chromium.launch({
  executablePath: needBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const rows = {};
for (const [name, path] of Object.entries(SCREENS))
  for (const cpu of [1, 4]) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${PORT}${path}`);
    const tasks = await tracedTasks(page, cpu, () => page.waitForTimeout(SECONDS * 1_000));
    const busy = tasks.reduce((sum, task) => sum + task.wall, 0) / (SECONDS * 10);
    rows[`${name}, CPU ${cpu}x slower`] = { 'busy %': busy.toFixed(1), ...longestOf(tasks, 'wall') };
    await context.close();
  }
console.table(rows);
writeResult('replay', { speed: SPEED, seconds: SECONDS, rows });
await browser.close();
await exchange.end();
process.exit(0);
