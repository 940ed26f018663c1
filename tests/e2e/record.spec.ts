import { readFileSync } from 'node:fs';
import { ask, expect, newGuest, test } from './support.ts';

test.beforeEach(({ errors }) => void errors);

const ID = 'BTC-USDT-PERP';

test('an ended position is counted net, shown on its own chart, noted, found by its tag and saved', async ({
  page,
}) => {
  const context = page.context();
  const token = await newGuest(context);
  for (const side of ['long', 'short']) {
    await ask(
      context,
      'perpetual/order/place',
      { market: ID, side, type: 'market', quantity: '0.01' },
      token,
    );
    await ask(context, 'perpetual/position/close', { market: ID }, token);
  }
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto('/property');
  await page.getByRole('link', { name: /^P\/L analysis/ }).tap();
  await expect(page.getByText(/of 2$/)).toBeVisible();
  // Market orders pay their fees: without a move both have lost.
  await expect(page.getByText('after fees and funding')).toBeVisible();
  const day = page.getByRole('button', { name: /2 trades$/ });
  await day.tap();
  await expect(day).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('tab', { name: 'Hours' }).tap();
  await expect(page.getByText(/^2 trades ·/)).toBeVisible();
  const rows = page.locator('main li button', { hasText: 'BTC/USDT' });
  await expect(rows).toHaveCount(2);
  await rows.first().tap();
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByRole('img', { name: 'Chart with entry and exit' }).locator('canvas').first(),
  ).toBeVisible();
  await sheet.getByLabel('Note').fill('=too late');
  await sheet.getByLabel('Tags').fill('breakout');
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await page.reload();
  await expect(rows.first()).toContainText('breakout');
  await page.getByRole('button', { name: 'Filter' }).tap();
  await sheet.getByRole('button', { name: 'breakout' }).tap();
  await sheet.getByRole('button', { name: 'Show', exact: true }).tap();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Save as a file' }).tap();
  const saved = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await sheet.getByRole('button', { name }).tap();
    return readFileSync(await (await waiting).path(), 'utf8').split('\r\n');
  };
  const lines = await saved('Save for CSV');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/,"breakout","'=too late"$/);
  await sheet.getByRole('button', { name: /^Koinly/ }).tap();
  const tax = await saved('Save for Koinly');
  expect(tax[0]).toMatch(/^Date,Sent Amount,Sent Currency,Received Amount/);
  // An order that one level did not fill has a fee for each.
  expect(tax.filter((line) => /,cost,fee \d/.test(line)).length).toBeGreaterThanOrEqual(4);
});

test('a line is drawn by finger, kept, made an alert and taken away', async ({ page }) => {
  const token = await newGuest(page.context());
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto('/coinDetail/BTC-USDT');
  await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  await page.getByRole('button', { name: 'Drawing tools' }).tap();
  const tools = page.getByRole('toolbar', { name: 'Drawing tools' });
  const bar = page.getByRole('toolbar', { name: 'Horizontal line' });
  await tools.getByRole('button', { name: 'Horizontal line' }).tap();
  const chart = page.getByRole('img', { name: /^Price chart/ });
  const at = async (share: number) => {
    const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: box.x + box.width * 0.4, y: box.y + box.height * share };
  };
  const drawn = () => page.evaluate(() => localStorage.getItem('TIDEMARK_DRAWINGS') ?? '');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  const drag = async (from: number, to: number) => {
    await touch('touchStart', await at(from));
    for (const share of [(from + to) / 2, to]) await touch('touchMove', await at(share));
    await expect(page.locator('canvas[data-loupe]')).toBeVisible();
    await touch('touchEnd');
    await expect(page.locator('canvas[data-loupe]')).toBeHidden();
  };
  await drag(0.2, 0.3);
  await expect(bar).toBeVisible();
  const first = await drawn();
  expect(first).toMatch(/^\[\["BTC-USDT",\[\[1,"level",\[\[\d+,[\d.]+\]\],""\]\]\]\]$/);
  await page.reload();
  await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  await expect(bar).toHaveCount(0);
  // What is drawn comes after the chart, which is wider without the tools and scales by other bars; a tap chooses it.
  await expect(async () => {
    for (let share = 0.15; share < 0.6 && !(await bar.isVisible()); share += 0.03) {
      const { x, y } = await at(share);
      await page.touchscreen.tap(x, y);
    }
    await expect(bar).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000 });
  await bar.getByRole('button', { name: 'Alert at this price' }).tap();
  await expect(page.getByText('Alert set')).toBeVisible();
  await bar.getByRole('button', { name: 'Remove' }).tap();
  await expect(bar).toHaveCount(0);
  expect(await drawn()).toBe('[]');
});
