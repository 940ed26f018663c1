import type { Locator, Page } from '@playwright/test';
import { ask, expect, newGuest, test } from './support.ts';

const MOST_STOPS = 150;

/**
 * Goes on by Tab until something has the focus.
 * @returns by how many stops it was reached. @throws when it cannot be.
 */
async function tabTo(page: Page, wanted: Locator): Promise<number> {
  await expect(wanted).toBeVisible();
  for (let stop = 1; stop <= MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return stop;
  }
  throw new Error(`the focus never came to ${wanted}`);
}

/** Whether what has the focus shows it by more than the browser's caret. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(
      document.activeElement ?? document.body,
    );
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });

test('a whole trade goes by the keyboard alone', async ({ page, errors }) => {
  const token = await newGuest(page.context());
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto('/trade?market=BTC-USDT');
  await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
  // A minute that has just begun has no bar yet.
  const bars = { id: 'BTC-USDT', interval: '1m', limit: 2 };
  const { candles } = await ask(page.context(), 'market/candles', bars);
  const price = `${Math.floor(Number(candles.at(-1)[4]) * 0.8)}`;
  await tabTo(page, page.getByRole('textbox', { name: 'Price' }));
  await page.keyboard.type(price);
  await tabTo(page, page.getByLabel('Quantity'));
  await page.keyboard.type('0.02');
  const send = page.getByRole('button', { name: 'Buy BTC', exact: true }).first();
  // The slider, its largest amount, what more there is: the book with its levels comes after the button.
  expect(await tabTo(page, send)).toBeLessThanOrEqual(8);
  expect(await isFocusSeen(page)).toBe(true);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  // The focus goes into the sheet, stays there, and Escape gives it back.
  await expect(sheet.locator(':focus')).toHaveCount(1);
  for (let stop = 0; stop < 12; stop++) await page.keyboard.press('Tab');
  await expect(sheet.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  // The next key counts at once, however soon after Escape it comes.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]);
  await expect(sheet.locator(':focus')).toHaveCount(1);
  await tabTo(page, sheet.getByRole('button', { name: 'Buy BTC', exact: true }));
  await page.keyboard.press('Enter');
  const card = page.getByRole('listitem').filter({ hasText: 'Cancel' });
  await expect(card).toHaveCount(1);
  // A key right after the one that confirmed is taken for its repetition.
  await page.waitForTimeout(500);
  await tabTo(page, card.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect(card).toHaveCount(0);
  const states = async () => {
    const { rows } = await ask(page.context(), 'spot/order/list', {}, token);
    return rows.map(({ status }: { status: string }) => status);
  };
  await expect.poll(states).toEqual(['cancelled']);
  expect(errors).toEqual([]);
});

/** What a reader says of an element: its role and its name. */
const spoken = (element: Locator) => element.ariaSnapshot().then((text) => text.split('\n')[0]);

test('rows, levels, heads and the chart are read as sentences', async ({ page, errors }) => {
  await page.goto('/market');
  const row = page.locator('a[href="/coinDetail/BTC-USDT"]').last();
  await expect
    .poll(() => spoken(row))
    .toMatch(/^- link "BTC\/USDT Price [\d,.]+ 24h % [+−]?\d+\.\d+% Volume [\d.]+[KMB]?"/);
  await row.click();
  const chart = page.getByRole('img', { name: /closes at [\d,.]+, high [\d,.]+, low [\d,.]+, [+−]?\d/ });
  await expect(chart).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Last price' })).toContainText(/\d/);
  await page.goto('/trade?market=BTC-USDT');
  await expect(page.getByRole('region', { name: 'Last price' })).toContainText(/\d/);
  const level = page.locator('[data-level="bid0"]');
  await expect.poll(() => spoken(level)).toMatch(/^- button "Bid [\d,.]+ ?, [\d,.]+ BTC, use this price"/);
  // The whole book is one stop, from which arrows lead on.
  await expect(page.locator('[data-level][tabindex="0"]')).toHaveCount(1);
  await page.locator('[data-level="ask0"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(level).toBeFocused();
  expect(errors).toEqual([]);
});

test('nothing that ticks speaks: live regions are calm', async ({ page }) => {
  await page.goto('/trade?market=BTC-USDT');
  await expect(page.locator('[data-state="live"]').first()).toBeVisible();
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const near = target instanceof Element ? target : target.parentElement;
        const region = near?.closest('[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]');
        if (region) announced.push(region.outerHTML.slice(0, 120));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  // Prices tick several times a second meanwhile.
  await page.waitForTimeout(4_000);
  const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced);
  expect(announced.length, announced.join('\n')).toBeLessThanOrEqual(2);
});
