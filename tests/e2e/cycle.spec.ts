import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { BuiltExchange } from './builtExchange.ts';
import { playRecording, tradeFrame } from './recorded.ts';
import { expect, LONG, newGuest, test } from './support.ts';

/** Longer than these tests take: a recording that restarts falls. */
const SECONDS = 1_800;
/** How many times as fast a contract's time runs while nothing is looked at but its end. */
const FAST = 8;

let exchange: BuiltExchange;
let base = '';
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  // Bitcoin gains one dollar a second.
  exchange = await playRecording('spot_btcusdt_20240808.gz', SECONDS, (second, at) =>
    second === 0
      ? [{ lastUpdateId: 1, bids: [['60000.00', '5']], asks: [['70000.00', '5']] }]
      : [tradeFrame('BTCUSDT', second, `${61_800 + second}.00`, at)],
  );
  base = exchange.base;
});
test.afterAll(() => exchange.end());

async function trading(page: Page, path = '/cycle?asset=BTC-USDT', hasConfirmedCycle = true): Promise<void> {
  const token = await newGuest(page.context(), base);
  await page.addInitScript(
    ([own, settings]) => {
      localStorage.setItem('TOKEN', own);
      if (localStorage.getItem('TIDEMARK_SETTINGS') === null)
        localStorage.setItem('TIDEMARK_SETTINGS', settings);
    },
    [token, JSON.stringify({ hasConfirmedCycle })] as const,
  );
  await page.goto(base + path);
}
const buyButton = (page: Page, name: 'Up' | 'Down') =>
  page.getByRole('button', { name: new RegExp(`^${name} \\d`) });
/** Chooses the shortest cycle. A click that waits for a disabled button scrolls the screen under it meanwhile. */
async function chooseShortest(page: Page): Promise<void> {
  const shortest = page.getByRole('button', { name: '30 s', exact: true });
  await expect(shortest).toBeEnabled();
  await shortest.click();
}
const pills = (page: Page) => page.locator('[data-pill]');

test('up wins and down loses on a rising recording, and the proof is compared with the exchange', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await trading(page, undefined, false);
  await chooseShortest(page);
  // On the smallest phone all that is needed to act is in sight at once.
  await page.setViewportSize({ width: 320, height: 568 });
  const dock = page.locator('[data-dock]');
  for (const part of [
    page.getByRole('button', { name: 'Max' }),
    dock.getByText('stake returned'),
    dock.getByText('10.00 USDT', { exact: true }),
    buyButton(page, 'Up'),
    buyButton(page, 'Down'),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  const chart = (await page.locator('[data-seconds]').boundingBox())?.height ?? 0;
  expect(chart).toBeGreaterThanOrEqual(64);
  const [max, foot] = [page.getByRole('button', { name: 'Max' }), dock];
  const bottom = (box: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);
  expect(bottom(await max.boundingBox())).toBeLessThanOrEqual((await foot.boundingBox())?.y ?? 0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Amount').fill('20');
  // The exact return stands on the button before the tap.
  await expect(buyButton(page, 'Up')).toContainText('You get 37.00 USDT');
  const placeOf = async () => JSON.stringify(await buyButton(page, 'Up').boundingBox());
  const before = await placeOf();
  await buyButton(page, 'Up').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy Up' }).click();
  await expect(pills(page)).toHaveCount(1);
  await expect(page.locator('[data-contract][data-state="running"]')).toHaveCount(1);
  // What is bought takes no place of what is under the finger; and the terms were shown once.
  expect(await placeOf()).toBe(before);
  await buyButton(page, 'Down').click();
  await expect(pills(page)).toHaveCount(2);
  expect(await placeOf()).toBe(before);
  const cards = page.locator('[data-contract][data-state="running"]');
  await expect(cards).toHaveCount(2);
  // What it would bring if it ended now.
  await expect(cards.filter({ hasText: 'Up' })).toContainText('+17.00', { timeout: 10_000 });
  await expect(cards.filter({ hasText: 'Down' })).toContainText('−20.00');
  await expect(cards.first().getByRole('timer')).toHaveText(/^0:[012]\d$/);
  await exchange.pace(FAST);
  await expect(page.locator('[data-outcome="win"][data-contract]')).toContainText('Won', { timeout: 40_000 });
  await expect(page.locator('[data-outcome="lose"][data-contract]')).toContainText('Lost');
  await exchange.pace(1);
  await expect(page.locator('[data-outcome="win"][data-contract]')).toContainText('+17.00');

  const won = page.locator('[data-outcome="win"][data-contract]');
  await won.getByRole('button', { name: 'Check it yourself' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.locator('[data-proof="good"]')).toBeVisible();
  await expect(sheet).toContainText('one unbroken chain');
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save as JSON' }).click();
  const file = await (await saving).path();
  const text = await readFile(file, 'utf8');
  await sheet.getByRole('button', { name: 'Check again' }).click();
  await expect(sheet.locator('[data-proof="good"]')).toBeVisible();
  await expect(sheet.locator('[data-compared="same"]')).toHaveCount(2);
  const receipt = JSON.parse(text);
  const last = receipt.runs[0].ticks.length - 2;
  receipt.runs[0].ticks[last].price = '1';
  const forged = {
    name: 'forged.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(receipt)),
  };
  await sheet.locator('input[type="file"]').setInputFiles(forged);
  await expect(sheet.locator('[data-proof="bad"]')).toBeVisible();
  await expect(sheet.locator('li[data-ok="false"]').first()).toContainText('Chain of hashes');
  await sheet.locator('input[type="file"]').setInputFiles(file);
  await expect(sheet.locator('[data-proof="good"]')).toBeVisible();
  await sheet.locator('input[type="file"]').setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":"something else"}'),
  });
  await expect(sheet.getByRole('alert')).toContainText('no receipt');
});

test('leads from the market and from the trade screen, and keeps a record', LONG, async ({ page }) => {
  test.setTimeout(90_000);
  await trading(page, '/market');
  await page.getByRole('tab', { name: 'Cycle' }).click();
  await page.getByRole('link', { name: /BTC/ }).first().click();
  await expect(page).toHaveURL(/\/coinDetail\/BTC-USDT$/);
  await page.goto(`${base}/trade`);
  await page.getByRole('tab', { name: 'Cycle' }).click();
  await expect(page).toHaveURL(/\/cycle$/);
  await chooseShortest(page);
  await expect(buyButton(page, 'Down')).toContainText('You get');
  await buyButton(page, 'Down').click();
  await expect(pills(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'All records' }).click();
  await expect(page).toHaveURL(/\/contractRecord\/all/);
  await expect(page.locator('[data-contract]')).toContainText('Buy price');
  await exchange.pace(FAST);
  await expect(page.locator('[data-contract][data-outcome="lose"]')).toBeVisible({ timeout: 40_000 });
  await exchange.pace(1);
  await page.getByRole('tab', { name: 'Past' }).click();
  const row = page.locator('[data-contract]');
  await expect(row).toHaveCount(1);
  for (const word of ['Lost', 'Down']) await expect(row).toContainText(word);
  await row.click();
  for (const word of ['Amount', 'Buy price', 'Close price', 'Profit', 'Fee', 'Crypto'])
    await expect(page.getByRole('dialog')).toContainText(word);
  // Its proof lies over it, and goes back to it.
  await page.getByRole('dialog').getByRole('button', { name: 'Check it yourself' }).click();
  await expect(page.locator('dialog[open]')).toHaveCount(2);
  await page.goBack();
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  await page.goBack();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter' }).click();
  const filter = page.getByRole('dialog');
  await filter.getByRole('group', { name: 'Result' }).getByRole('button', { name: 'Won' }).click();
  await filter.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/outcome=win/);
  // What was chosen in a sheet stays chosen when the sheet has closed.
  await expect(page.getByText('No past contracts')).toBeVisible();
});

test(
  'counts down on the exchange’s clock with the phone’s an hour off, and is sold back before its end',
  LONG,
  async ({ page }) => {
    await page.addInitScript(() => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + 3_600_000;
    });
    await trading(page);
    await page.getByRole('button', { name: '2 m', exact: true }).click();
    await expect(buyButton(page, 'Up')).toContainText('You get');
    await buyButton(page, 'Up').click();
    await expect(page.getByRole('timer')).toHaveText(/^1:[345]\d$|^2:00$/);
    const sell = page.locator('[data-sell]');
    await expect(sell).toHaveText(/^Sell back \d+\.\d\d\s*at least \d+\.\d\d$/);
    const [, least] = /at least (\d+\.\d+)/.exec((await sell.textContent()) ?? '') ?? [];
    await sell.click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('2.5% of its value');
    await sheet.getByRole('button', { name: 'Sell back' }).click();
    const sold = page.locator('[data-contract][data-outcome="sold"]');
    await expect(sold).toContainText(/Sold back [+−]\d/);
    const [, paid] = /Paid out(\d+\.\d+)/.exec((await sold.textContent()) ?? '') ?? [];
    expect(Number(paid)).toBeGreaterThanOrEqual(Number(least));
    await expect(sell).toHaveCount(0);
    await sold.getByRole('button', { name: 'Check it yourself' }).click();
    await expect(sheet.locator('[data-proof="good"]')).toBeVisible();
    await expect(sheet).toContainText('Sale price');
  },
);
