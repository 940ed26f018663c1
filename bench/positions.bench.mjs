import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { printBudgets } from './browser.mjs';
import { startExchange } from './exchange.mjs';
import { longestOf, tracedTasks } from './mainTasks.mjs';
import { budget, median, writeResult } from './report.mjs';

/** Tasks of the page's main thread with fifty positions open and every mark moving, on a slow phone. */
const isShort = process.argv.includes('--short');
const SECONDS = 10;
const RUNS = isShort ? 1 : 5;
/** Positions of one user; others have a fifth of them, and one. */
const POSITIONS = Number(process.env.POSITIONS ?? 50);
const CPU = Number(process.env.CPU ?? 4);
const PORT = Number(process.env.PORT ?? 8486);
/** Quote. */
const VALUE = 60;

/** A market order in as many markets as requested, long and short in turn; markets that were used are taken out. */
async function openPositions({ ask }, token, markets, wanted) {
  let count = 0;
  while (count < wanted) {
    const market = markets.shift();
    if (!market) throw new Error(`only ${count} positions could be opened`);
    const { id, lot, minQuantity } = market;
    const { snaps } = await ask('market/snapshot', { ch: [`book:${id}`] });
    const price = Number(snaps[0].d.a[0]?.[0]);
    const places = (/\.(\d+)/.exec(lot)?.[1] ?? '').length;
    const quantity = Math.max(Number(minQuantity), Math.ceil(VALUE / price / Number(lot)) * Number(lot));
    const order = { market: id, side: count % 2 ? 'short' : 'long', type: 'market', tif: 'IOC' };
    const done = await ask('perpetual/order/place', { ...order, quantity: quantity.toFixed(places) }, token);
    if (done?.position) count += 1;
  }
}

async function measure(browser, token, positions) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(`http://127.0.0.1:${PORT}/trade?kind=perpetual`);
  // The screen begins with the positions of its own market.
  if (positions > 1) await page.getByText(/^All markets/).click();
  await page
    .locator('[data-market]')
    .nth(Math.min(positions, 3) - 1)
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
const { markets } = await exchange.ask('market/list', {});
const perpetuals = markets.filter(({ kind, status }) => kind === 'perpetual' && status === 'open');
const users = [];
for (const count of [1, Math.ceil(POSITIONS / 5), POSITIONS]) {
  const token = await exchange.newUser();
  await openPositions(exchange, token, [...perpetuals], count);
  users.push({ count, token, busy: [], longest: [], long: [] });
}
for (let run = 0; run < RUNS; run++)
  for (const { count, token, busy, longest, long } of users) {
    const tasks = await measure(browser, token, count);
    busy.push(tasks.reduce((sum, { cpu }) => sum + cpu, 0) / (SECONDS * 10));
    const found = longestOf(tasks, 'cpu');
    longest.push(found['longest ms']);
    long.push(found['over 50 ms']);
  }
const plots = [
  {
    file: 'positions',
    title: `Open positions, CPU ${CPU}x slower`,
    x: 'positions, every mark moving',
    y: 'busy, % of a core',
    series: [{ name: 'ours', points: users.map(({ count, busy }) => [count, median(busy)]) }],
  },
];
const budgets = users.flatMap(({ count, busy, longest, long }) => {
  const row = (what, values, unit) =>
    budget({ area: 'positions', what: `${count} open, ${CPU}x: ${what}`, values, unit });
  return [
    row('busy', busy, '%'),
    row('longest task', longest, 'ms'),
    row('tasks over 50 ms of processor time', long, ''),
  ];
});
printBudgets(budgets);
writeResult('positions', { positions: POSITIONS, cpu: CPU, seconds: SECONDS, users, budgets, plots });
await browser.close();
await exchange.end();
process.exit(0);
