import { prepare, violations } from './looks.ts';
import { cell, cutNetwork, expect, LONG, test } from './support.ts';

const dots = '[data-unread="true"]';

test('notices: the newest on home, dots until read, pinned first', async ({ page }) => {
  await page.goto('/home');
  const strip = page.getByRole('link', { name: 'This is a practice exchange' });
  await expect(strip).toBeVisible();
  await page.getByRole('link', { name: /unread.*Notices/ }).click();
  await expect(page).toHaveURL(/\/announcement$/);
  const rows = page.locator('a[href^="/announcementDetail/"]');
  await expect(rows.first()).toContainText('Pinned');
  const all = await rows.count();
  expect(all).toBeGreaterThan(1);
  await expect(page.locator(dots)).toHaveCount(all);
  await rows.first().click();
  await expect(page.getByRole('heading', { name: 'This is a practice exchange' })).toBeVisible();
  await expect(page).toHaveTitle(/This is a practice exchange/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.locator(dots)).toHaveCount(all - 1);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.locator(dots)).toHaveCount(0);
  await page.reload();
  await expect(rows.first()).toBeVisible();
  await expect(page.locator(dots)).toHaveCount(0);
});

test('banners lead on, and move nothing when they come', LONG, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const held: (() => void)[] = [];
  await page.route(/\/(load\/banner|content\/list)$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto('/home');
  await expect(cell(page, 0, 0)).toHaveText(/\d/);
  const places = () =>
    Promise.all(
      [page.getByRole('tab', { name: 'Volume' }), cell(page, 0, 0)].map((each) => each.boundingBox()),
    );
  const before = await places();
  await expect.poll(() => held.length).toBe(2);
  for (const release of held) release();
  const banners = page.getByRole('navigation', { name: 'What is new' });
  await expect(banners.getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'This is a practice exchange' })).toBeVisible();
  const tops = (boxes: Awaited<ReturnType<typeof places>>) => boxes.map((box) => box?.y);
  expect(tops(await places())).toEqual(tops(before));
  await expect(banners.locator('img').first()).toHaveJSProperty('complete', true);
  await banners.getByRole('link', { name: /Storage plan/ }).click();
  await expect(page).toHaveURL(/\/lockMining$/);
});

test('help: found as one types, read, left and found again', async ({ page }) => {
  await page.goto('/mine/helpCenter');
  const articles = page.locator('a[href^="/mine/helpCenter/"]');
  await expect.poll(() => articles.count()).toBeGreaterThanOrEqual(20);
  await page.getByRole('tab', { name: 'Cycle contracts' }).click();
  await expect(page).toHaveURL(/subject=cycle/);
  const search = page.getByRole('searchbox');
  await search.fill('liqui');
  await expect(articles.first()).toContainText(/liquidated/i);
  await search.fill('🙂 <%>');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await search.fill('why was i liquidatd');
  await articles.filter({ hasText: 'liquidated' }).first().click();
  await expect(page).toHaveURL(/\/mine\/helpCenter\/liquidation$/);
  await expect(page.getByRole('heading', { name: /Why was I liquidated/ })).toBeVisible();
  await expect(page.getByText('The taker fee is 0.05%')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(search).toHaveValue('why was i liquidatd');
  await expect(page.getByRole('link', { name: 'New ticket' })).toHaveAttribute('href', '/mine/addQuestion');
});

test('an article opens by its address, and one that is not there says so', async ({ page }) => {
  await page.goto('/mine/helpCenter/funding');
  await expect(page.getByRole('article')).toContainText('0.75%');
  for (const path of [
    '/mine/helpCenter/no-such',
    '/mine/helpCenter/__proto__',
    '/documentDetail/constructor',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not here any more' })).toBeVisible();
  }
});

test('help that was opened once is read without a network, with its age', LONG, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await page.goto('/mine/helpCenter');
  const article = page.locator('a[href="/mine/helpCenter/funding"]');
  await expect(article).toBeVisible();
  // The screen's code is there; what the exchange says is not.
  await article.click();
  await expect(page.getByRole('article')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  const restore = await cutNetwork(page);
  await page.locator('a[href="/mine/helpCenter/transfer"]').click();
  await expect(page.getByRole('article')).toContainText(/futures/i);
  await expect(page.getByText(/Saved copy, .*ago/)).toBeVisible();
  await restore();
  await expect(page.getByText(/Saved copy/)).toBeHidden();
});

test(
  'documents: every one that the product names, from registration too',
  LONG,
  async ({ page, context }) => {
    await page.goto('/register');
    const [agreement] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /agreement/i }).click(),
    ]);
    await expect(agreement).toHaveURL(/\/documentDetail\/agreement$/);
    await expect(agreement.getByRole('article')).toBeVisible();
    await agreement.getByRole('button', { name: 'Back' }).click();
    await expect(agreement).toHaveURL(/\/aboutUs$/);
    for (const name of ['Privacy', 'Risk notice', 'Fee schedule']) {
      await page.goto('/aboutUs');
      await page.getByRole('listitem').getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('article')).toBeVisible();
    }
    await expect(page.getByRole('cell', { name: '0.08%' })).toBeVisible();
  },
);

test('links of a text go by the router, and speak the chosen language', LONG, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('LANG', 'de'));
  await page.goto('/announcementDetail/play-money');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole('article').getByRole('link', { name: 'Vermögen' }).click();
  await expect(page).toHaveURL(/\/property$/);
  expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
});

test('customer service and download say what there is', LONG, async ({ page }) => {
  await page.goto('/customerService');
  await expect(page.getByText(/answers by ticket/)).toBeVisible();
  await page.goto('/download');
  await expect(page.getByText('No separate app is offered.')).toBeVisible();
});

test('the API’s reference reads in both themes and at any width', LONG, async ({ page, errors }) => {
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 720 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/docs?${width}#spot.place`);
    await expect(page.locator('details[id="spot.place"]')).toHaveJSProperty('open', true);
    await expect(page.getByText('Binance is a trademark of its owner').first()).toBeVisible();
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('details')) each.open = true;
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('details')) each.open = each.id === 'spot.cancelAll';
    });
    // The rules run on what is left: of all calls together they take a quarter of a minute.
    await page.getByRole('searchbox').fill('cancelAll');
    await expect(page.locator('details:visible')).toHaveCount(2);
    await prepare(page);
    expect(await violations(page)).toEqual([]);
  }
  expect(errors).toEqual([]);
});
