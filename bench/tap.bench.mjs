import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { startExchange } from './exchange.mjs';
import { slowLine } from './line.mjs';
import { median, quantile, writeResult } from './report.mjs';
import { orderTimes } from './tapOrder.mjs';

/** From the tap that confirms an order to the word that it is placed, on a slow phone, near and far from the exchange. */
const isShort = process.argv.includes('--short');
const ORDERS = isShort ? 10 : 25;
const CPU = Number(process.env.CPU ?? 4);
const PORT = Number(process.env.PORT ?? 8488);
const FAR_PORT = PORT + 1;
const FAR_MS = 150;

const exchange = await startExchange(PORT);
const far = await slowLine(FAR_PORT, PORT, { roundTripMs: FAR_MS });
const browser = await chromium.launch({
  executablePath: needBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const measure = async (port) => {
  const times = await orderTimes(browser, exchange, port, { orders: ORDERS, cpu: CPU });
  return { p50: median(times), p95: quantile(times, 0.95), most: Math.max(...times) };
};
const rows = { near: await measure(PORT), [`${FAR_MS} ms away`]: await measure(FAR_PORT) };
console.table(rows);
writeResult('tap', { orders: ORDERS, cpu: CPU, rows });
await browser.close();
far.close();
await exchange.end();
process.exit(0);
