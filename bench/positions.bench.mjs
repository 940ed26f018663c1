import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { startExchange } from './exchange.mjs';
import { longestOf, tracedTasks } from './mainTasks.mjs';
import { writeResult } from './report.mjs';

/** Tasks of the page's main thread with fifty positions open and every mark moving, on a slow phone. */
const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 10 : 30;
const POSITIONS = Number(process.env.POSITIONS ?? 50);
const CPU = Number(process.env.CPU ?? 4);
const PORT = Number(process.env.PORT ?? 8486);
/** Quote. */
const VALUE = 60;

/** A market order in as many markets as asked for, long and short in turn. */
async function openPositions({ ask }, token) {
  const { markets } = await ask('market/list', {});
  let count = 0;
  for (const { id, kind, status, lot, minQuantity } of markets) {
    if (count === POSITIONS) return;
    if (kind !== 'perpetual' || status !== 'open') continue;
    const { snaps } = await ask('market/snapshot', { ch: [`book:${id}`] });
    const price = Number(snaps[0].d.a[0]?.[0]);
    const places = (/\.(\d+)/.exec(lot)?.[1] ?? '').length;
    const quantity = Math.max(Number(minQuantity), Math.ceil(VALUE / price / Number(lot)) * Number(lot));
    const order = { market: id, side: count % 2 ? 'short' : 'long', type: 'market', tif: 'IOC' };
    const done = await ask('perpetual/order/place', { ...order, quantity: quantity.toFixed(places) }, token);
    if (done?.position) count += 1;
  }
  throw new Error(`only ${count} positions could be opened`);
}

async function measure(browser, token) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(`http://127.0.0.1:${PORT}/trade?kind=perpetual`);
  await page
    .locator('[data-market]')
    .nth(POSITIONS - 1)
    .waitFor({ state: 'attached' });
  const tasks = await tracedTasks(page, CPU, async () => {
    // Half of the time the reader scrolls.
    await page.waitForTimeout(SECONDS * 500);
    await page.mouse.move(195, 400);
    for (let step = 0; step < 10; step++) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(SECONDS * 50);
    }
  });
  await context.close();
  return tasks;
}

const exchange = await startExchange(PORT);
const browser = await chromium.launch({
  executablePath: needBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const token = await exchange.newPerson();
await openPositions(exchange, token);
const tasks = await measure(browser, token);
const rows = { cpu: longestOf(tasks, 'cpu'), wall: longestOf(tasks, 'wall') };
console.table(rows);
writeResult('positions', { positions: POSITIONS, cpu: CPU, seconds: SECONDS, tasks: tasks.length, rows });
await browser.close();
await exchange.end();
process.exit(0);
