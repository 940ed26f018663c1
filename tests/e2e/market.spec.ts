import { languages, languageTag, numberStyleOf, signedPercent } from '../../domain/index.ts';
import { cell, expect, figure, LONG, shownMarkets, test } from './support.ts';

test.beforeEach(({ errors }) => void errors);

test('the root leads home, and home lives', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText('Simulated market · play money')).toBeVisible();
  await expect(page.getByRole('link', { name: /Search 2,000 markets/ })).toBeVisible();
  await expect(cell(page, 0, 0)).toHaveText(/^[\d,.]+$/);
  const before = await page.locator('[data-cell$=":0"]').allTextContents();
  await expect
    .poll(async () => (await page.locator('[data-cell$=":0"]').allTextContents()).join())
    .not.toBe(before.join());
  expect(await page.evaluate(() => localStorage.getItem('NAV_TITLE'))).toBe('Home');
});

test('rankings rank', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('tab', { name: 'Rising' }).click();
  // The list before may rise at its top too.
  await expect(async () => {
    const [first = 0, fourth = 0] = await Promise.all(
      [0, 3].map(async (place) => figure(await cell(page, place, 1).textContent())),
    );
    expect(fourth).toBeGreaterThan(0);
    expect(first).toBeGreaterThan(fourth);
  }).toPass({ timeout: 15_000 });
  await page.getByRole('tab', { name: 'Falling' }).click();
  await expect(cell(page, 0, 1)).toHaveText(/^−/);
});

test('what is tapped on the prepared screen is done once the page is there', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/home', { waitUntil: 'commit' });
  const falling = page.getByRole('tab', { name: 'Falling' });
  await falling.click();
  await expect(falling).toHaveAttribute('aria-selected', 'true');
  const name = page.getByRole('button', { name: /^Name/ });
  await name.click();
  // A finger that still lies on it when the page comes.
  const box = await name.boundingBox();
  if (!box) throw new Error('the button has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await expect(page.locator('#root main')).toHaveCount(0);
  release();
  await expect(page.locator('#root main')).toHaveCount(1);
  await expect(page.locator('#start')).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator('#start')).toHaveCount(0);
  await expect(falling).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[data-state="2"]')).toHaveAccessibleName(/^Name/);
  await expect(cell(page, 0, 1)).toHaveText(/^[+−]?[\d.]+%$/);
});

test('two thousand markets scroll, sort three ways, and keep their place', async ({ page }) => {
  await page.goto('/market');
  await expect.poll(async () => (await shownMarkets(page))[0]).toBe('BTC-USDT');
  const rows = await page.locator('ul li').count();
  expect(rows).toBeLessThan(40);
  const name = page.getByRole('button', { name: /^Name/ });
  await name.click();
  await expect.poll(async () => (await shownMarkets(page))[0]).toBe('1INCH-USDT');
  await name.click();
  await expect(name).toHaveAccessibleName(/the other way/);
  await expect
    .poll(async () => {
      const shown = await shownMarkets(page);
      return shown.length > 1 && `${[...shown].sort().reverse()}` === `${shown}`;
    })
    .toBe(true);
  await name.click();
  await expect.poll(async () => (await shownMarkets(page))[0]).toBe('BTC-USDT');
  await page.getByRole('button', { name: /^Price/ }).click();
  await expect.poll(async () => figure(await cell(page, 0, 0).textContent())).toBeGreaterThan(20_000);
  const scroller = page.locator('[class*="scroller"]');
  await scroller.evaluate((element) => element.scrollTo(0, 30_000));
  await expect.poll(async () => (await shownMarkets(page)).length).toBeGreaterThan(8);
  await expect(page.locator('[data-cell$=":0"]').last()).toHaveText(/^[\d,.]+$/);
  const link = page.locator('ul li a').nth(8);
  const kept = await scroller.evaluate((element) => element.scrollTop);
  await link.click();
  await expect(page).toHaveURL(/coinDetail/);
  await page.goBack();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(kept);
});

test('tabs, filters and favourites', async ({ page }) => {
  await page.goto('/market');
  await page.getByRole('tab', { name: 'Favorites' }).click();
  await expect(page.getByText('No favorites yet')).toBeVisible();
  await page.getByRole('tab', { name: 'Spot' }).click();
  await page.getByRole('button', { name: 'Favorite ETH' }).first().click();
  expect(await page.evaluate(() => localStorage.getItem('COLLECTED_LIST'))).toBe('[{"id":"ETH-USDT"}]');
  await page.getByRole('tab', { name: 'Favorites' }).click();
  await expect.poll(() => shownMarkets(page)).toEqual(['ETH-USDT']);
  await page.reload();
  await expect.poll(() => shownMarkets(page)).toEqual(['ETH-USDT']);
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.getByRole('tab', { name: 'Commodities' }).click();
  await expect.poll(async () => (await shownMarkets(page)).includes('XAU-USD')).toBe(true);
  await page.getByRole('tab', { name: 'Cycle' }).click();
  // A row leads to the coin's detail, as in every list of coins.
  await expect.poll(async () => (await shownMarkets(page)).includes('BTC-USDT')).toBe(true);
  await page.getByRole('tab', { name: 'Spot' }).click();
  await page.getByRole('tab', { name: 'BTC', exact: true }).click();
  const quotes = async () => (await shownMarkets(page)).map((id) => id.split('-')[1]);
  await expect.poll(async () => [...new Set(await quotes())]).toEqual(['BTC']);
});

test(
  'watch lists: created, filled by a finger that stays on a star, and from the coin’s page',
  LONG,
  async ({ page }) => {
    await page.goto('/market?tab=favorites');
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Watch lists' }).click();
    await sheet.getByLabel('New list').fill('Layer 1');
    await sheet.getByRole('button', { name: 'Create' }).click();
    await expect(sheet.getByText('0 markets')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Layer 1' }).click();
    await expect(page.getByText('No markets in this list yet')).toBeVisible();

    await page.getByRole('tab', { name: 'Spot', exact: true }).click();
    const star = page.getByRole('button', { name: 'Favorite ETH' }).first();
    await star.click({ delay: 700 });
    await sheet.getByRole('checkbox', { name: 'Layer 1' }).check();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    // The finger that stayed was no tap.
    await expect(star).toHaveAttribute('aria-pressed', 'false');

    await page.goto('/coinDetail/SOL-USDT');
    await page.getByRole('button', { name: 'Favorite SOL/USDT' }).click();
    await sheet.getByRole('checkbox', { name: 'Layer 1' }).check();
    await page.keyboard.press('Escape');
    await page.goto('/market?tab=favorites');
    await page.getByRole('tab', { name: 'Layer 1' }).click();
    await expect.poll(() => shownMarkets(page)).toEqual(['SOL-USDT', 'ETH-USDT']);
    await page.reload();
    await expect.poll(() => shownMarkets(page)).toEqual(['SOL-USDT', 'ETH-USDT']);
  },
);

test('a perpetual is told from its spot market in every list, however narrow', LONG, async ({ page }) => {
  const whole = async () => {
    const row = page.locator('a[href*="BTC-USDT-PERP"]').first();
    const kind = row.getByText('Perp', { exact: true });
    await expect(kind).toBeVisible();
    // All at one moment: a list may move between two questions.
    const [own, inner, name, all] = await kind.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const boxes = [element, range, element.parentElement, element.closest('a')];
      return boxes.map((box) => box?.getBoundingClientRect().toJSON());
    });
    expect(inner.right).toBeLessThanOrEqual(own.right);
    expect(own.right).toBeLessThanOrEqual(name.right);
    expect(own.left).toBeGreaterThanOrEqual(name.left);
    expect(name.bottom).toBeLessThanOrEqual(all.bottom);
  };
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/coinSearch');
    await page.getByRole('searchbox').fill('btc/usdt');
    await whole();
    await page.goto('/market?tab=futures&kind=perpetual');
    await whole();
    await page.goto('/trade?kind=perpetual&market=BTC-USDT-PERP');
    await page.locator('button[aria-haspopup="dialog"]').first().click();
    await whole();
  }
});

test('search finds as one types', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('link', { name: /Search/ }).click();
  const box = page.getByRole('searchbox');
  await expect(box).toBeFocused();
  await box.fill('shib');
  await expect.poll(async () => (await shownMarkets(page))[0]).toBe('SHIB-USDT');
  await box.fill('zzzzz');
  await expect(page.getByText('No market found')).toBeVisible();
  await box.fill('xau');
  await page.locator('ul li a').first().click();
  await expect(page).toHaveURL(/coinDetail\/XAU-USD/);
});

test('the widest change of a day has its place in every language', LONG, async ({ page }) => {
  const widest = ['-99.99', '-999.9', '-9999'];
  const texts = languages.flatMap((language) =>
    widest.map((digits) => signedPercent(digits, numberStyleOf(languageTag(language)))),
  );
  await page.goto('/market');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const change = cell(page, 0, 1);
    await expect(change).toHaveText(/\d%$/);
    const beyond = await change.evaluate((element, each) => {
      const range = document.createRange();
      const own = element.textContent;
      const wide = each.filter((text) => {
        element.textContent = text;
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right > element.getBoundingClientRect().right;
      });
      element.textContent = own;
      return wide;
    }, texts);
    expect([width, beyond]).toEqual([width, []]);
  }
});

test('fits a window of 320 px, in German too', LONG, async ({ page, errors }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem('LANG', 'de'));
  for (const path of [
    '/home',
    '/market',
    '/coinDetail/SHIB-USDT',
    '/setting',
    '/coinSearch',
    '/trade',
    '/nope',
  ]) {
    await page.goto(path);
    await page.waitForTimeout(700);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 320]);
  }
  // The page itself stands there, with the status of what there is not.
  expect(errors.splice(0)).toEqual([expect.stringContaining('404')]);
});
