import { connect, createServer } from 'node:net';
import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { startExchange } from './exchange.mjs';
import { median, writeResult } from './report.mjs';

/** From the tap that confirms an order to the word that it is placed, on a slow phone, near and far from the exchange. */
const isShort = process.argv.includes('--short');
const ORDERS = isShort ? 10 : 25;
const CPU = Number(process.env.CPU ?? 4);
const PORT = Number(process.env.PORT ?? 8488);
const FAR_PORT = PORT + 1;
const FAR_MS = 150;
const at = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];

/** Passes on whatever comes, half a round trip later. */
function listenFar() {
  const passOn = (from, to) => {
    from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), FAR_MS / 2));
    from.on('close', () => setTimeout(() => to.destroy(), FAR_MS / 2));
    from.on('error', () => to.destroy());
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: PORT, host: '127.0.0.1', noDelay: true });
    passOn(client, upstream);
    passOn(upstream, client);
  });
  server.listen(FAR_PORT, '127.0.0.1');
  return server;
}

/** The moment of each tap on a sheet's button, and of the paint after each new word of what became of an order. */
function watch() {
  const seen = { taps: [], words: [] };
  Object.assign(window, { __taps: seen });
  document.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('dialog,[role=dialog]'))
        seen.taps.push(event.timeStamp);
    },
    true,
  );
  new MutationObserver((changes) => {
    const isNews = changes.some(({ target, addedNodes }) =>
      [...addedNodes, target].some((node) => /Order placed|Filled/.test(node.textContent ?? '')),
    );
    if (!isNews) return;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (seen.words.length < seen.taps.length) seen.words.push(performance.now());
      }, 0),
    );
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

async function measure(browser, port) {
  const token = await exchange.newPerson();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(`http://127.0.0.1:${port}/trade?market=BTC-USDT`);
  await page.getByText('10,000.00 USDT').first().waitFor();
  await page.evaluate(watch);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const times = [];
  for (let order = 0; order < ORDERS; order++) {
    await page.getByRole('textbox', { name: 'Price' }).fill(String(30_000 + order));
    await page.getByLabel('Quantity').fill('0.001');
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).first().click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Buy BTC', exact: true });
    await confirm.waitFor();
    await page.waitForTimeout(700);
    await page.evaluate(() => Object.assign(window.__taps, { taps: [], words: [] }));
    await confirm.click();
    await page.waitForFunction(() => window.__taps.words.length > 0);
    times.push(await page.evaluate(() => window.__taps.words[0] - window.__taps.taps[0]));
    // The word of this one has left the screen before the next one.
    await page.getByText('Order placed').first().waitFor({ state: 'hidden' });
  }
  await context.close();
  return { p50: median(times), p95: at(times, 0.95), most: Math.max(...times) };
}

const exchange = await startExchange(PORT);
const far = listenFar();
const browser = await chromium.launch({
  executablePath: needBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const rows = {
  near: await measure(browser, PORT),
  [`${FAR_MS} ms away`]: await measure(browser, FAR_PORT),
};
console.table(rows);
writeResult('tap', { orders: ORDERS, cpu: CPU, rows });
await browser.close();
far.close();
await exchange.end();
process.exit(0);
