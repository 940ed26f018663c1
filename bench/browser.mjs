import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { servePages } from './serve.mjs';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Serves the measured pages and opens a browser for as long as `measure` takes. @returns what it returns. */
export async function withPages(measure, options) {
  const server = await servePages(0, options);
  const browser = await chromium.launch({ executablePath: needBrowser(), args: ARGS });
  try {
    return await measure(browser, `http://127.0.0.1:${server.port}`);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Says in the terminal what came out. */
export function printBudgets(budgets) {
  for (const { area, what, value, low, high, unit, met } of budgets)
    console.log(
      `${met ? 'met   ' : 'MISSED'} ${area}: ${what} ${value.toFixed(2)} ${unit} (${low.toFixed(2)}–${high.toFixed(2)})`,
    );
}
