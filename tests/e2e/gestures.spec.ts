import type { Locator, Page } from '@playwright/test';
import { expect, newGuest, test } from './support.ts';

/** Draws a finger down from the middle of something. */
async function pull(page: Page, from: Locator, byPx: number): Promise<void> {
  const { x, y, width, height } = (await from.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const finger = await page.context().newCDPSession(page);
  const at = [x + width / 2, y + Math.min(height / 2, 24)] as const;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: at[0], y: at[1] + by }],
    });
  await touch('touchStart', 0);
  for (let step = 1; step <= 8; step++) await touch('touchMove', (byPx * step) / 8);
  await touch('touchEnd', byPx);
  await finger.detach();
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true });

test('Back closes a sheet and never the page, however it was opened and closed; a pull downwards closes it too', async ({
  page,
  errors,
}) => {
  await page.goto('/home');
  // Until the page's own home screen stands, the prepared one is there beside it.
  await expect(page.locator('#start')).toHaveCount(0);
  await link(page, 'Market').click();
  await expect(page).toHaveURL(/\/market$/);
  await link(page, 'Trade').click();
  const opener = page.locator('main header [aria-haspopup="dialog"]').first();
  const sheet = page.getByRole('dialog');
  const open = async () => {
    await opener.click();
    await expect(sheet).toBeVisible();
    await sheet.evaluate((each) => Promise.all(each.getAnimations().map(({ finished }) => finished)));
  };
  await open();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/trade/);
  // Closed by the cross, by Escape, by a tap beside it, by a pull: the entry goes with it each time.
  const ways: (() => Promise<void>)[] = [
    () => sheet.getByRole('button', { name: 'Close', exact: true }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(190, 40),
    () => pull(page, sheet.getByRole('heading').first(), 320),
  ];
  for (const close of ways) {
    await open();
    await close();
    await expect(sheet).toHaveCount(0);
  }
  // A pull that is let go soon, and one on what is scrolled, close nothing.
  await open();
  const list = sheet.locator('a').last();
  await pull(page, sheet.getByRole('heading').first(), 12);
  await expect(sheet).toBeVisible();
  // A link out of a sheet comes back to the page, and from there to the one before it.
  await list.click();
  await expect(sheet).toHaveCount(0);
  await page.waitForTimeout(100);
  await link(page, 'Assets').click();
  await expect(page).toHaveURL(/\/property/);
  await page.goBack();
  await expect(page).toHaveURL(/\/trade\?/);
  await expect(sheet).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/trade$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/market$/);
  // A sheet that was closed is not before the page either.
  await page.goForward();
  await expect(page).toHaveURL(/\/trade/);
  await expect(sheet).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/market$/);
  expect(errors).toEqual([]);
});

test('what is in front of the keyboard is the field, and a pull at the top of a list asks for it anew', async ({
  page,
  errors,
}) => {
  const token = await newGuest(page.context());
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto('/trade?market=BTC-USDT');
  const quantity = page.getByLabel('Quantity');
  await expect(quantity).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(bar).toBeVisible();
  // What is pressed answers the finger before its result does.
  const sell = page.getByRole('button', { name: 'Sell', exact: true });
  const shadow = () => sell.evaluate((button) => getComputedStyle(button).boxShadow);
  await sell.hover();
  const hovered = await shadow();
  await page.mouse.down();
  expect(await shadow()).toContain('inset');
  expect(await shadow()).not.toBe(hovered);
  await page.mouse.up();
  await quantity.click();
  await page.setViewportSize({ width: 390, height: 430 });
  await expect(bar).toBeHidden();
  await expect(page.getByText('Simulated market').first()).toBeHidden();
  const inSight = () =>
    quantity.evaluate((field) => {
      const { top, bottom, left } = field.getBoundingClientRect();
      const over = document.elementFromPoint(left + 20, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && (over === field || field.parentElement?.contains(over));
    });
  await expect.poll(inSight).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar).toBeVisible();
  await page.goto('/property/coinRecord');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  // What was requested again is another list.
  const line = page.getByRole('listitem').first();
  await line.evaluate((element) => element.setAttribute('data-old', ''));
  await pull(page, line, 60);
  await expect(page.locator('[data-old]')).toHaveCount(1);
  await pull(page, line, 200);
  await expect(page.locator('[data-old]')).toHaveCount(0);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  expect(errors).toEqual([]);
});
