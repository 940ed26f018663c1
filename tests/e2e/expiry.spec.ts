import type { Page } from '@playwright/test';
import type { BuiltExchange } from './builtExchange.ts';
import { startBuilt } from './builtExchange.ts';
import { ask, expect, LONG, newGuest, test } from './support.ts';

/** An exchange of its own, whose clock these tests let run on. */
let exchange: BuiltExchange;
let base = '';
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  exchange = await startBuilt({ SEED: '7', SYMBOLS: '20' });
  base = exchange.base;
});
test.afterAll(async () => {
  await exchange.end();
});

async function enter(page: Page, path: string): Promise<string> {
  const token = await newGuest(page.context(), base);
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(base + path);
  await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
  return token;
}
const until = (page: Page) => page.getByRole('button', { name: /^Valid until/ });

test('an order on a perpetual ends after the hour that was tapped', LONG, async ({ page }) => {
  await enter(page, '/trade?kind=perpetual');
  await page.getByRole('button', { name: /^Order type/ }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Good till date (GTD)' }).tap();
  await expect(until(page)).toHaveText('GTD · 1 h');
  await page.getByRole('textbox', { name: 'Price' }).fill('40000');
  await page.getByLabel('Quantity').fill('0.05');
  await page.getByRole('button', { name: 'Open long BTC', exact: true }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Open long BTC', exact: true }).tap();
  const card = page.locator('[data-order]').filter({ hasText: '40,000' });
  await page.getByRole('tab', { name: /Orders/ }).tap();
  await expect(card).toContainText('Valid until');
  await exchange.pass(3_660_000);
  await expect(card).toHaveCount(0);
});

test(
  'an order ends at a day and time of its own, chosen by finger, and its record says when',
  LONG,
  async ({ page, context }) => {
    const token = await enter(page, '/trade?market=BTC-USDT');
    await page.getByRole('button', { name: /^Time in force/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Good till date (GTD)' }).tap();
    await expect(until(page)).toHaveText('1 h');
    await until(page).tap();
    await page.getByRole('dialog').getByRole('button', { name: '1 week', exact: true }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(until(page)).toHaveText('1 week');
    await until(page).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Own', exact: true }).tap();
    // Tomorrow, or the first of next month where today is a month's last day.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const day = sheet.locator(`[data-day="${tomorrow}"]`);
    if ((await day.count()) === 0) await sheet.getByRole('button', { name: 'Previous month' }).tap();
    await day.tap();
    await sheet.getByLabel('Time, such as 14:30').fill('25:00');
    await sheet.getByRole('button', { name: 'Choose' }).tap();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await sheet.getByLabel('Time, such as 14:30').fill('9:05');
    await sheet.getByRole('button', { name: 'Choose' }).tap();
    await expect(until(page)).toContainText('9:05');
    await page.getByRole('textbox', { name: 'Price' }).fill('40000');
    await page.getByLabel('Quantity').fill('0.05');
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).first().tap();
    const confirm = page.getByRole('dialog');
    await expect(confirm).toContainText('Valid until');
    await confirm.getByRole('button', { name: 'Buy BTC', exact: true }).tap();
    const card = page.getByRole('listitem').filter({ hasText: '40,000.00' });
    await expect(card).toContainText('Valid until');
    await expect(card).toContainText('09:05');
    const list = async () => (await ask(context, 'spot/order/list', {}, token, base)).rows;
    const [placed] = await list();
    expect(placed).toMatchObject({
      tif: 'GTD',
      status: 'open',
      expiresAt: Date.parse(`${tomorrow}T09:05:00Z`),
    });
    await exchange.pass(placed.expiresAt - Date.now());
    await expect(card).toHaveCount(0);
    await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
    expect((await list())[0]).toMatchObject({ status: 'expired', reason: 'endedByTime' });
    await page.goto(`${base}/tradDetail/${placed.id}`);
    await expect(page.locator('main')).toContainText(/Expired at .*09:05/);
  },
);
