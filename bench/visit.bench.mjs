import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { startExchange } from './exchange.mjs';
import { slowLine } from './line.mjs';
import { newPhone, SLOW_4G, seenOn } from './phone.mjs';
import { budget, median, writeResult } from './report.mjs';

/**
 * The home screen on a slow phone, first and second visit: until its own largest text, and until the first price. The
 * second visit has the service worker and the last values; its first price is theirs, marked with its age.
 */
const RUNS = process.argv.includes('--short') ? 3 : 5;
const PORT = Number(process.env.PORT ?? 8498);
const FAR_PORT = PORT + 1;
/** Until the service worker has what it keeps, and the last values are written. */
const KEEP_MS = 6_000;
const url = `http://127.0.0.1:${FAR_PORT}/home`;

async function visits(browser) {
  const phone = await newPhone(browser);
  try {
    const first = await phone.open(url);
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await first.waitForTimeout(KEEP_MS);
    const before = await seenOn(first);
    await first.close();
    const second = await phone.open(url);
    return { first: before, second: await seenOn(second) };
  } finally {
    await phone.close();
  }
}

const exchange = await startExchange(PORT);
const closeLine = slowLine(FAR_PORT, PORT, SLOW_4G);
const seen = [];
for (let run = 0; run < RUNS; run++) {
  const browser = await chromium.launch({
    executablePath: needBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  seen.push(await visits(browser));
  await browser.close();
}
closeLine();
await exchange.end();

const area = 'start of the page, slow 4G and CPU 4x';
const row = (what, visit, key) =>
  budget({ area, what, values: seen.map((each) => each[visit][key]), unit: 'ms' });
const budgets = [
  row('first visit: largest text painted', 'first', 'lcp'),
  row('first visit: first price painted', 'first', 'priceMs'),
  row('second visit: largest text painted', 'second', 'lcp'),
  row('second visit: first price painted, from what was kept', 'second', 'priceMs'),
];
for (const { what, value } of budgets) console.log(`${what}: ${value.toFixed(0)} ms`);
const ratios = seen.map(({ first, second }) => second.priceMs / first.priceMs);
budgets.push(budget({ area, what: 'first price, second visit against the first', values: ratios }));
console.log(`second visit against the first: ${median(ratios).toFixed(2)}`);
writeResult('visit', { seen, budgets });
process.exit(0);
