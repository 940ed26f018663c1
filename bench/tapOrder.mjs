import { tapToPaint, watchPaints } from './paints.mjs';

const TOLD =
  "return [...document.querySelectorAll('[data-tone]')].some((told) => /Order placed|Filled/.test(told.textContent))";

/** ms from the tap that confirms an order to the paint of the word that it is placed, for so many orders that rest. */
export async function orderTimes(browser, exchange, port, { orders, cpu }) {
  const token = await exchange.newUser();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.addInitScript(watchPaints);
  await page.goto(`http://127.0.0.1:${port}/trade?market=BTC-USDT`);
  await page.getByText('10,000.00 USDT').first().waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const times = [];
  for (let order = 0; order < orders; order++) {
    await page.getByRole('textbox', { name: 'Price' }).fill(String(30_000 + order));
    await page.getByLabel('Quantity').fill('0.001');
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).first().click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Buy BTC', exact: true });
    await confirm.waitFor();
    await page.waitForTimeout(700);
    times.push(await tapToPaint(page, confirm, TOLD));
    // The word of this one leaves the screen before the next one.
    const toast = page.locator('[data-tone]').filter({ hasText: 'Order placed' });
    while ((await toast.count()) > 0) await toast.first().click();
  }
  await context.close();
  return times;
}
