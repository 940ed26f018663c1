import type { Language } from '../../domain/index.ts';
import { settled, visit } from './everyRoute.ts';
import { take, watchShifts } from './shifts.ts';
import { cell, cutNetwork, expect, LONG, newGuest, test } from './support.ts';

test('all languages, without a reload', async ({ page, errors }) => {
  await page.goto('/setting');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  // The page begins in English, which is chosen again at the end.
  const shown: Readonly<Record<Language, readonly [name: string, title: string, tag: string]>> = {
    zh_hk: ['繁體中文', '設定', 'zh-HK'],
    zh_cn: ['简体中文', '设置', 'zh-CN'],
    de: ['Deutsch', 'Einstellungen', 'de'],
    fr: ['Français', 'Paramètres', 'fr'],
    jp: ['日本語', '設定', 'ja'],
    kr: ['한국어', '설정', 'ko'],
    tr: ['Türkçe', 'Ayarlar', 'tr'],
    en_us: ['English', 'Settings', 'en-US'],
  };
  for (const [code, [name, title, tag]] of Object.entries(shown)) {
    await page.locator('main [aria-haspopup="dialog"]').first().click();
    await page.getByRole('dialog').getByText(name, { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    expect(
      await page.evaluate(() => [localStorage.getItem('LANG'), localStorage.getItem('NAV_TITLE')]),
    ).toEqual([code, title]);
  }
  expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
  expect(errors).toEqual([]);
});

test('theme and colours change at once and stay', LONG, async ({ page }) => {
  await page.goto('/setting');
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = async (setting: string, text: string) => {
    await page.getByRole('button', { name: setting }).click();
    await page.getByRole('dialog').getByRole('button', { name: text }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await choose('Theme', 'Dark');
  const dark = await surface();
  await choose('Theme', 'Light');
  expect(await surface()).not.toBe(dark);
  await choose('Up/down colors', 'Red up, green down');
  await expect(page.locator('html')).toHaveAttribute('data-moves', 'red-green');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('html')).toHaveAttribute('data-moves', 'red-green');
});

test('screens slide by their order, and titles follow', async ({ page }) => {
  await page.goto('/home');
  // Until the page's own home screen stands, a link is one of the prepared one and loads the page.
  await expect(page.locator('#start')).toHaveCount(0);
  const stage = page.locator('main');
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });
  await tab('Trade').click();
  await expect(stage).toHaveAttribute('data-slide', 'left');
  await expect(page).toHaveTitle(/Trade|BTC/);
  await tab('Market').click();
  await expect(stage).toHaveAttribute('data-slide', 'right');
  await expect(page).toHaveTitle('Market · Tidemark');
  for (const name of ['Options', 'Assets', 'Home']) await tab(name).click();
  await expect(page).toHaveURL(/home/);
  // From one market to the next the route stays the same: an equal index is no higher one.
  await visit(page, '/coinDetail/BTC-USDT');
  await expect(stage).toHaveAttribute('data-slide', 'left');
  await visit(page, '/coinDetail/ETH-USDT');
  await expect(stage).toHaveAttribute('data-slide', 'right');
});

test('home waits for no words of other screens', async ({ page }) => {
  await page.route(/\/assets\/en_us-/, async (route) => {
    const response = await route.fetch();
    // Those of the other screens never come.
    if (!(await response.text()).includes('Forgot password')) await route.fulfill({ response });
  });
  await page.goto('/home');
  await expect(page.locator('#start')).toHaveCount(0);
  await expect(cell(page, 0, 0)).toHaveText(/\d/);
  // A script that is still fetched for the page ends with it, and is no error of the next test.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a tab that was left is painted from what it showed last', async ({ page }) => {
  await page.goto('/market');
  await expect(page.locator('[data-cell="0:0"]').last()).toHaveText(/\d/);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('tab', { name: 'Rising' })).toBeVisible();
  await expect(page.locator('[data-cell="0:0"]').last()).toHaveText(/\d/);
  const { frames, moves } = await page.evaluate(async () => {
    document.querySelector<HTMLAnchorElement>('nav a[href="/market"]')?.click();
    let frames = 0;
    const moves = new Set<string>();
    for (let frame = 0; frame < 60; frame++) {
      // What stands after a frame's own work is what was painted.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const cells = [...document.querySelectorAll('main [data-cell="0:0"]')];
      if (!cells.some(({ textContent }) => /\d/.test(textContent ?? ''))) frames++;
      for (const each of document.getAnimations())
        if (each instanceof CSSAnimation) moves.add(each.animationName);
    }
    return { frames, moves: [...moves] };
  });
  await expect(page).toHaveURL(/\/market$/);
  // A list is laid out in its first frame, which is still beyond the edge.
  expect(frames).toBeLessThanOrEqual(1);
  // Both screens are seen, and both move.
  expect(moves).toEqual(expect.arrayContaining(['stage-to-left', 'stage-from-right']));
});

test('an unknown address, a damaged storage, a login that is needed', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('COLLECTED_LIST', '{');
    localStorage.setItem('LANG', 'zh');
    localStorage.setItem('TIDEMARK_SETTINGS', '[[[');
  });
  await page.goto('/no/such/place?x=%00');
  await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('LANG'))).toBe('en_us');
  await page.goto('/mine/identity');
  await expect(page).toHaveURL(/\/login$/);
  const token = await newGuest(page.context());
  await page.evaluate((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto('/mine/identityNew');
  await expect(page).toHaveURL(/identityNew$/);
});

test('values stay when the line is cut, marked with their age, and live again after', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await page.goto('/coinDetail/BTC-USDT');
  // What is well says nothing.
  const mark = page
    .locator('section [role="status"]')
    .filter({ hasText: /ago|sec|No new data/ })
    .first();
  await expect(page.locator('[data-cell="price"]')).toHaveText(/\d/);
  await expect(mark).toBeHidden();
  const restore = await cutNetwork(page);
  await expect(mark).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('[data-cell="price"]')).toHaveText(/\d/);
  await restore();
  await expect(mark).toBeHidden({ timeout: 20_000 });
});

test('works without a shared worker', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await page.goto('/market');
  await expect(cell(page, 0, 0)).toHaveText(/^[\d,.]+$/);
});

test('a worker that dies is replaced, and what is open goes on', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await page.goto('/coinDetail/BTC-USDT');
  const price = page.locator('[data-cell="price"]');
  await expect(price).toHaveText(/\d/);
  const [worker] = page.workers();
  await worker?.evaluate(() => (self as unknown as { close(): void }).close()).catch(() => undefined);
  await expect
    .poll(() => page.workers().filter((each) => each !== worker).length, { timeout: 20_000 })
    .toBe(1);
  const before = await price.textContent();
  await expect.poll(() => price.textContent(), { timeout: 20_000 }).not.toBe(before);
  await expect(page.locator('[data-cell="bid0:price"]')).toHaveText(/\d/);
});

test('a chunk that is gone is healed by one reload, then said', async ({ page }) => {
  // Gone already when the page has it come before anybody asks for it.
  await page.route(/MarketScreen-.*\.js$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('/home');
  await expect(cell(page, 0, 0)).toHaveText(/\d/);
  let loads = 0;
  page.on('load', () => void (loads += 1));
  await page.getByRole('link', { name: 'Market', exact: true }).click();
  await expect(page.getByText('The request failed, click to reload')).toBeVisible();
  expect(loads).toBe(1);
  await page.unroute(/MarketScreen-.*\.js$/);
  await page.getByText('The request failed, click to reload').click();
  await expect(cell(page, 0, 0)).toHaveText(/\d/);
});

const CUT = { '/trade?kind=perpetual&market=BTC-USDT-PERP': {}, '/': LONG, '/cycle': LONG } as const;
for (const [address, run] of Object.entries(CUT))
  test(
    `nothing on ${address} moves when the line is cut and what is shown grows old`,
    run,
    async ({ page }) => {
      const token = await newGuest(page.context());
      await page.addInitScript((own) => {
        localStorage.setItem('TOKEN', own);
        Reflect.deleteProperty(window, 'SharedWorker');
      }, token);
      await page.goto(address);
      await expect(page.locator('main [data-state="live"]').first()).toBeAttached();
      await settled(page);
      await watchShifts(page);
      await cutNetwork(page);
      await expect(page.getByText('No connection · Simulated market · play money')).toBeVisible();
      await expect(page.locator('main [role="status"][data-state="stale"]').first()).toHaveText(/\d+ sec/);
      const { sum, moved } = await take(page);
      expect(sum, moved.join(', ')).toBeLessThan(0.005);
    },
  );
