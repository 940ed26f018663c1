import type { Page } from '@playwright/test';
import { expect, figure, LONG, test } from './support.ts';

test.beforeEach(({ errors }) => void errors);

/** What cells show at one moment: prices move on between two questions. */
const figuresOf = async (page: Page, names: string[]) => {
  const texts = await page.evaluate(
    (all) => all.map((name) => document.querySelector(`[data-cell="${name}"]`)?.textContent ?? null),
    names,
  );
  return texts.map(figure);
};

test('one market: price, day, chart, book and trades live', async ({ page }) => {
  await page.goto('/coinDetail/BTC-USDT');
  const text = (name: string) => page.locator(`[data-cell="${name}"]`).first();
  await expect(text('price')).toHaveText(/^[\d,]+\.\d\d$/);
  const figures = (names: string[]) => figuresOf(page, names);
  const [price, low, high] = await figures(['price', 'low', 'high']);
  expect(price).toBeGreaterThanOrEqual(low ?? 0);
  expect(price).toBeLessThanOrEqual(high ?? 0);
  await expect(page).toHaveTitle(/^[\d,.]+ BTC\/USDT · Tidemark$/);
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(text('open')).toHaveText(/\d/);
  await expect(text('plot2')).toHaveText(/\d/);
  await expect(text('bid3:price')).toHaveText(/\d/);
  await expect(text('ask0:price')).toHaveText(/\d/);
  const [ask, ...bids] = await figures(['ask0', 'bid0', 'bid1', 'bid2', 'bid3'].map((row) => `${row}:price`));
  expect([...bids].sort((a, b) => b - a)).toEqual(bids);
  expect(ask).toBeGreaterThan(bids[0] ?? 0);
  await page.getByRole('button', { name: /^Group prices by/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '10', exact: true }).click();
  await expect(text('bid1:price')).toHaveText(/0$/);
  await page.getByRole('tab', { name: 'Trades' }).click();
  await expect(text('0:time')).toHaveText(/\d\d:\d\d:\d\d/);
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(page.getByText('0.01 USDT')).toBeVisible();
});

test('a perpetual has its open interest, both ratios, liquidations and funding rates', async ({ page }) => {
  await page.goto('/coinDetail/BTC-USDT-PERP');
  await page.getByRole('tab', { name: 'Data' }).tap();
  const open = page.getByRole('region', { name: 'Open interest' });
  await expect(open.locator('dl > div').first()).toHaveText(/^Open interest[\d,.]+ BTC$/);
  await expect(open).toContainText(/\(\d+ \/ \d+\)/);
  await expect(page.getByRole('region', { name: 'Funding rate history' })).toBeVisible();
  // Spot has none of it.
  await page.goto('/coinDetail/BTC-USDT');
  await expect(page.getByRole('tab', { name: 'Depth' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Data' })).toHaveCount(0);
});

test('indicators are added by finger, set, kept, ordered and removed', async ({ page }) => {
  await page.goto('/coinDetail/BTC-USDT');
  const sheet = page.getByRole('dialog');
  const legend = (kind: string) => page.locator(`[data-indicator="${kind}"]`);
  const open = () => page.getByRole('button', { name: 'Indicators', exact: true }).tap();
  const height = async () => (await page.locator('[data-phase]').boundingBox())?.height ?? 0;
  await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  await expect(legend('ma')).toHaveText(/^MA7 [\d,.]+MA25 [\d,.]+MA99 [\d,.]+$/);
  const before = await height();
  await open();
  await sheet.getByRole('button', { name: /^MACD/ }).tap();
  await sheet.getByRole('button', { name: /^RSI/ }).tap();
  await sheet.getByRole('button', { name: /^RSI 14/ }).tap();
  await sheet.getByLabel('Period').fill('501');
  await expect(sheet.getByRole('alert')).toHaveText('From 2 to 500.');
  await sheet.getByLabel('Period').fill('21');
  await sheet.getByRole('button', { name: 'Move RSI up' }).tap();
  await sheet.getByRole('button', { name: /^VOL/ }).tap();
  // Three panes are the most.
  await expect(sheet.getByRole('button', { name: /^KDJ/ })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Remove VOL' }).tap();
  await sheet.getByRole('tab', { name: 'Logarithmic' }).tap();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  const expectDrawn = async () => {
    await expect(legend('rsi')).toHaveText(/^RSI21 \d\d?\.\d\d$/);
    await expect(legend('macd')).toHaveText(/^MACD 12 26 9MACD [−\d].*DIF [−\d].*DEA [−\d]/);
    // Each stands in a pane of its own, below the prices, in the order that was chosen.
    const tops = await page
      .locator('[data-indicator]')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBeGreaterThan(100);
    expect((tops[2] ?? 0) - (tops[1] ?? 0)).toBeGreaterThan(40);
    expect(await page.locator('[data-indicator]').nth(1).getAttribute('data-indicator')).toBe('rsi');
    expect(await height()).toBeGreaterThan(before + 100);
  };
  await expectDrawn();
  await page.reload();
  await expectDrawn();
  // Markets of one kind share them, and another kind has its own.
  await page.goto('/coinDetail/BTC-USDT-PERP');
  await expect(legend('ma')).toHaveText(/\d/);
  await expect(legend('macd')).toHaveCount(0);
  await page.goto('/coinDetail/ETH-USDT');
  await expect(legend('macd')).toHaveText(/\d/);
  await open();
  await sheet.getByRole('button', { name: 'Remove MACD' }).tap();
  await sheet.getByRole('button', { name: 'Remove RSI' }).tap();
  await page.goBack();
  await expect(legend('macd')).toHaveCount(0);
  await expect(legend('rsi')).toHaveCount(0);
  await expect.poll(height).toBeLessThanOrEqual(before);
});

test('a perpetual says its kind, its mark and its funding', async ({ page }) => {
  await page.goto('/coinDetail/BTC-USDT-PERP');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BTC/USDT Perp');
  await expect(page).toHaveTitle(/^[\d,.]+ BTC\/USDT Perp · Tidemark$/);
  await expect(page.locator('dl', { hasText: 'Funding' })).toHaveText(
    /Mark[\d,.]+.*Funding[+−-]?\d.*\d:\d\d/,
  );
  await page.getByRole('link', { name: 'Short', exact: true }).click();
  await expect(
    page.getByRole('button', { name: 'Open short BTC', exact: true }).or(page.getByText('Log in to trade')),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Short', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

/** Some intervals stand in the strip, and the others in a sheet. */
async function chooseInterval(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  if ((await tab.count()) > 0) return tab.click();
  await page.getByRole('button', { name: /^Chart interval/ }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

test('the chart takes the whole screen, by its button and on a phone on its side, and Back gives it back', async ({
  page,
}) => {
  await page.goto('/market');
  await page.goto('/coinDetail/BTC-USDT');
  await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  const height = async () => (await page.locator('[data-phase]').boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByRole('button', { name: 'Full screen' }).click();
  expect(await height()).toBeGreaterThan(before + 150);
  await page.goBack();
  await expect.poll(height).toBe(before);
  await expect(page).toHaveURL(/coinDetail/);
  await page.setViewportSize({ width: 844, height: 390 });
  // With a pair to buy and sell below it.
  await expect.poll(height).toBeGreaterThan(260);
  await expect(page.getByRole('img', { name: /^Price chart: latest bar closes at [\d,.]+/ })).toBeVisible();
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('intervals show bars, and each market remembers its own', LONG, async ({ page }) => {
  await page.goto('/coinDetail/ETH-USDT');
  for (const name of ['Line', '3m', '15m', '2h', '4h', '12h', '1D', '1W', '1M']) {
    await chooseInterval(page, name);
    await expect(page.locator('[data-cell="close"]')).toHaveText(/\d/);
    await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  }
  await page.goto('/coinDetail/BTC-USDT');
  await expect(page.getByRole('tab', { name: '15m', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/coinDetail/ETH-USDT');
  await expect(page.getByRole('button', { name: 'Chart interval: 1M' })).toBeVisible();
});

test('the chart goes back as far as it is dragged', async ({ page }) => {
  const requested: number[] = [];
  // A shared worker's requests cannot be seen from here.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  page.on('request', (request) => {
    const before = request.url().endsWith('/market/candles') ? request.postDataJSON()?.before : undefined;
    if (typeof before === 'number') requested.push(before);
  });
  await page.goto('/coinDetail/BTC-USDT');
  await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('no chart');
  const y = box.y + 100;
  for (let drags = 0; drags < 60 && requested.length < 2; drags++) {
    await page.mouse.move(box.x + 20, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 320, y, { steps: 4 });
    await page.mouse.up();
  }
  await expect.poll(() => requested.length).toBeGreaterThanOrEqual(2);
  expect([...requested].sort((a, b) => b - a)).toEqual(requested);
});

test('a market that is not there gets a clear screen', LONG, async ({ page }) => {
  await page.goto('/coinDetail/NOPE-USDT');
  await expect(page.getByRole('heading', { name: 'Unknown market' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'See the markets' }).click();
  await expect(page).toHaveURL(/\/market$/);
});

test('the star on the detail is the star on the list', LONG, async ({ page }) => {
  await page.goto('/coinDetail/SOL-USDT');
  const star = page.getByRole('button', { name: /^Favorite/ });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/market?tab=favorites');
  await expect(page.locator('a[href="/coinDetail/SOL-USDT"]')).toBeVisible();
});
