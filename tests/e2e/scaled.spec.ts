import type { Page } from '@playwright/test';
import { ask, expect, LONG, newGuest, test } from './support.ts';

async function enter(page: Page, path: string): Promise<string> {
  const token = await newGuest(page.context());
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(path);
  await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
  return token;
}

/** Opens the sheet from the ticket and types what both products need. */
async function typed(page: Page) {
  await page.getByRole('button', { name: /^Order type/ }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Scaled order', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Scaled order' });
  await expect(sheet).toBeVisible();
  const field = (name: string | RegExp) => sheet.getByRole('textbox', { name });
  await field('First price').fill('40000');
  await field('Last price').fill('40000');
  await field('Number of orders').fill('4');
  await field('Quantity').fill('0.1');
  await field('Last price').blur();
  await expect(sheet.getByText('The range is too narrow')).toBeVisible();
  await field('Last price').fill('30000');
  await sheet.getByRole('button', { name: 'Rising', exact: true }).tap();
  await expect(sheet).toContainText('4 · 30,000');
  // 40,000 × 0.01 + 36,666.67 × 0.02 + 33,333.33 × 0.03 + 30,000 × 0.04.
  await expect(sheet).toContainText('33,333.3');
  return sheet;
}

test(
  'a scaled order is shown level by level, placed by one tap, and revoked together',
  LONG,
  async ({ page, context }) => {
    const token = await enter(page, '/trade?market=BTC-USDT');
    const sheet = await typed(page);
    await expect(sheet).toContainText('3,333.33');
    await sheet.getByRole('button', { name: 'Place 4 orders' }).tap();
    await expect(sheet).toHaveCount(0);
    const head = page.locator('[data-scaled]');
    await expect(head).toContainText('Scaled order · 4 orders');
    const open = async () =>
      (await ask(context, 'spot/order/list', { live: true }, token)).rows.map(
        ({ price, quantity }: Record<string, string>) => [price, quantity],
      );
    expect(await open()).toEqual([
      ['30000', '0.04'],
      ['33333.33', '0.03'],
      ['36666.66', '0.02'],
      ['40000', '0.01'],
    ]);
    // One of them alone, then the rest together.
    await page.getByRole('button', { name: 'Cancel', exact: true }).first().tap();
    await expect(head).toContainText('3 orders');
    await head.getByRole('button', { name: /^Cancel these/ }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel these/ })
      .tap();
    await expect(head).toHaveCount(0);
    await expect.poll(open).toEqual([]);
  },
);

test(
  'a scaled order on a perpetual is placed by one tap; Back closes its sheet and leaves the screen',
  LONG,
  async ({ page, context }) => {
    const token = await enter(page, '/trade?kind=perpetual');
    const sheet = await typed(page);
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/trade/);
    const again = await typed(page);
    await again.getByRole('button', { name: 'Place 4 orders' }).tap();
    await expect(again).toHaveCount(0);
    const { rows } = await ask(context, 'perpetual/order/list', { live: true }, token);
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ scaled }: { scaled: number }) => scaled)).size).toBe(1);
    await page.getByRole('tab', { name: /Orders/ }).tap();
    await expect(page.locator('[data-scaled]')).toContainText('4 orders');
  },
);
