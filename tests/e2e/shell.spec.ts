import type { Page } from '@playwright/test';
import type { Deployed } from './deployed.ts';
import { deployed } from './deployed.ts';
import { ask, test as base, cell, chooseType, expect, figure, LONG, newUser } from './support.ts';

/** A page that the service worker controls: it came once, and was seen again. */
async function visit(page: Page, base = '', path = '/home'): Promise<void> {
  await page.goto(`${base}${path}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
const build = async (page: Page): Promise<string> => {
  const script = await page.locator('script[src*="/start-"]').getAttribute('src');
  return script ?? '';
};
/** Looks for a new version, as a page does that comes back after a while. */
const look = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
/** Markets whose last values are kept for the next visit. */
const storedRows = () =>
  new Promise<number>((resolve) => {
    const open = indexedDB.open('tidemark');
    open.onerror = () => resolve(0);
    open.onsuccess = () => {
      const database = open.result;
      if (!database.objectStoreNames.contains('kept')) {
        resolve(0);
        return;
      }
      const request = database.transaction('kept').objectStore('kept').get('market');
      request.onsuccess = () => resolve(request.result?.rows.length ?? 0);
    };
  });
/** The page goes out of sight, or comes back. */
const seen = (page: Page, isSeen: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isSeen ? 'visible' : 'hidden',
  );
const offer = (page: Page) => page.getByText('A new version is ready.');
const age = (page: Page) => page.locator('[data-state="live"], [data-state="slow"]');

/** An exchange of its own for who cuts or deploys it; all others are at the run's. */
const test = base.extend<{ place: Deployed }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing else is needed
  place: async ({}, use) => {
    const place = await deployed();
    await use(place);
    await place.end();
  },
});
test.use({ serviceWorkers: 'allow' });

test('can be installed', async ({ page, errors }) => {
  await visit(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors: wrong, url } = await devtools.send('Page.getAppManifest');
  expect([wrong, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test's context is a private window, in which nothing is installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const served = await page.request.get('/manifest.webmanifest');
  expect(served.headers()['content-type']).toBe('application/manifest+json');
  for (const { src, sizes, type } of (await served.json()).icons) {
    const answer = await page.request.get(src);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type]);
    const drawn = await page.evaluate(async (at) => {
      const image = new Image();
      image.src = at;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(drawn).toBe(sizes);
  }
  const script = await page.request.get('/sw.js');
  expect([script.status(), script.headers()['cache-control']]).toEqual([200, 'no-cache']);
  expect(errors).toEqual([]);
});

test('opens without a network, and shows no old price as a new one', async ({ page, place }) => {
  await visit(page, place.base, '/market');
  await expect(cell(page, 0, 0)).toHaveText(/\d/);
  await expect(age(page).first()).toBeVisible();
  // The worker keeps its last values every ten seconds, and when nobody looks: those of all markets, to begin with.
  await seen(page, false);
  const { markets } = await ask(page.context(), 'market/list', {}, undefined, place.base);
  await expect.poll(() => page.evaluate(storedRows), { timeout: 30_000 }).toBe(markets.length);
  await seen(page, true);
  place.cut();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expect(page.getByText('No connection · Simulated market · play money')).toBeVisible({
    timeout: 30_000,
  });
  await expect(cell(page, 0, 0)).toHaveText(/\d/);
  await expect(page.locator('[data-state="cached"]').first()).toBeVisible();
  await expect(age(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Practice with play money' }).first()).toBeVisible();
  await expect(age(page)).toHaveCount(0);
  const kept = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
  expect(kept.filter((path) => !/^\/(assets\/|index\.html$)/.test(path))).toEqual([]);
  expect(kept).toContain('/index.html');
  place.restore();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(age(page).first()).toBeVisible({ timeout: 40_000 });
});

test('offers a new version, and takes it by a tap', LONG, async ({ page, place, errors }) => {
  await visit(page, place.base);
  const before = await build(page);
  // Screens of the tabs are loaded ahead: one that was under way when the exchange ended would be healed by a reload.
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.js$/.test(name))
        .map(({ name }) => name),
    );
  await expect
    .poll(async () => {
      const some = await scripts();
      await page.waitForTimeout(1_000);
      return some.some((name) => name.includes('/TradeScreen-')) && (await scripts()).length === some.length;
    })
    .toBe(true);
  await place.deploy('1', true);
  await look(page);
  await expect(offer(page)).toBeVisible();
  // Nothing was taken by itself, and the old page still finds its chunks.
  expect(await build(page)).toBe(before);
  await page.getByRole('link', { name: 'Trade', exact: true }).click();
  await expect(page.locator('[data-cell="price"]')).toHaveText(/\d/);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(() => build(page)).toMatch(/1\.js$/);
  await expect(page.locator('[data-cell="price"]')).toHaveText(/\d/);
  await expect(offer(page)).toBeHidden();
  expect(errors).toEqual([]);
});

test('waits with a new version until an order has its answer', LONG, async ({ page, place }) => {
  const token = await newUser(page.context(), place.base);
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await visit(page, place.base, '/trade?market=BTC-USDT');
  await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
  const before = await build(page);
  await place.deploy('1', true);
  await look(page);
  await expect(offer(page)).toBeVisible();
  const release = place.hold(/spot\/order\/place|spot\/place/);
  await chooseType(page, 'Market');
  await page.getByRole('button', { name: 'Enter the amount in BTC' }).click();
  await page.getByLabel('Quantity').fill('0.01');
  const buy = page.getByRole('button', { name: 'Buy BTC', exact: true });
  await expect(buy.first()).toBeEnabled({ timeout: 30_000 });
  await buy.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy BTC', exact: true }).click();
  // A tap right after another is taken for its second half.
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('The new version comes when your order has been answered.')).toBeVisible();
  await page.waitForTimeout(2_000);
  expect(await build(page)).toBe(before);
  const answers = (await release()).map((text) => JSON.parse(text));
  expect(answers).toMatchObject([{ code: 200, data: { order: { status: 'filled' } } }]);
  await expect.poll(() => build(page), { timeout: 30_000 }).toMatch(/1\.js$/);
  const { rows } = await ask(page.context(), 'spot/order/list', {}, token, place.base);
  expect(rows).toHaveLength(1);
});

test('an old tab whose files are gone is healed, and never white', LONG, async ({ page, place }) => {
  await visit(page, place.base);
  await expect(cell(page, 0, 0)).toHaveText(/\d/);
  await place.deploy('1', false);
  expect((await page.request.get(`${place.base}/assets/no-such-file.js`)).status()).toBe(404);
  await page.evaluate(() => {
    history.pushState(null, '', '/convert');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  // The screen's head is there before its files are missed.
  await expect.poll(() => build(page), { timeout: 30_000 }).toMatch(/1\.js$/);
  await expect(page.getByRole('heading', { name: 'Convert', exact: true })).toBeVisible();
});

/** Sets alerts so near that the simulated market gets there within moments, on one side or the other. */
async function alertNear(page: Page, token: string): Promise<void> {
  const answer = await ask(page.context(), 'market/snapshot', { ch: ['tick'] });
  const now = Number(answer.snaps[0].d.find(([id]: [string]) => id === 'BTC-USDT')[1]);
  for (const [direction, factor] of [
    ['above', 1.000_01],
    ['below', 0.999_99],
  ] as const) {
    const body = { market: 'BTC-USDT', repeats: false, direction, price: (now * factor).toFixed(2) };
    await ask(page.context(), 'alert/add', body, token);
  }
}

test('a price that was waited for is shown on the page', LONG, async ({ page, errors }) => {
  const token = await newUser(page.context());
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto('/coinDetail/BTC-USDT');
  await page.getByRole('button', { name: 'Price alert', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.locator('b').first()).toHaveText(/\d/);
  const toast = page
    .getByRole('status')
    .filter({ hasText: 'BTC/USDT: price reached' })
    .first()
    .waitFor({ state: 'attached', timeout: 90_000 });
  // So near that the simulated market gets there within moments, on one side or the other; or before it is set.
  for (const [place, factor] of [1.000_01, 0.999_99].entries())
    await expect(async () => {
      const last = figure(await sheet.locator('b').first().textContent());
      await sheet.getByLabel('Price', { exact: true }).fill((last * factor).toFixed(2));
      await sheet.getByRole('button', { name: 'Set alert' }).click({ timeout: 2_000 });
      await expect.poll(() => sheet.getByRole('listitem').count(), { timeout: 2_000 }).toBeGreaterThan(place);
    }).toPass({ timeout: 30_000 });
  await toast;
  expect(errors).toEqual([]);
});

// A Chromium without windows has no notices of the device: the whole one of the long run has.
test(
  'a price that was waited for is told by the device while the page is hidden',
  LONG,
  async ({ page, baseURL, errors }) => {
    const token = await newUser(page.context());
    await page.context().grantPermissions(['notifications'], { origin: baseURL ?? '' });
    await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
    await visit(page, '', '/setting');
    const toggle = page.getByRole('switch', { name: /^Notifications/ });
    await expect(toggle).not.toBeChecked();
    await toggle.check();
    await expect(toggle).toBeChecked();
    const words = page.getByRole('switch', { name: /^Say what happened/ });
    await expect(words).not.toBeChecked();
    await words.check();
    await page.goto('/coinDetail/BTC-USDT');
    await expect(page.locator('[data-cell="price"]')).toHaveText(/\d/);
    await seen(page, false);
    const notices = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return ((await registration?.getNotifications()) ?? []).map(({ title, data }) => [title, data.path]);
      });
    await expect(async () => {
      await alertNear(page, token);
      await expect
        .poll(notices, { timeout: 10_000 })
        .toContainEqual(['BTC/USDT: price reached', '/coinDetail/BTC-USDT']);
    }).toPass({ timeout: 60_000 });
    expect(errors).toEqual([]);
  },
);

test('a part of the worker that could not be fetched is had again with the network, without a reload', async ({
  page,
  context,
}) => {
  // The browser's switch reaches a page's own worker alone.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  let hasMissed = false;
  context.on('requestfailed', (request) => {
    hasMissed ||= request.url().includes('/userViews-');
  });
  await page.goto('/login');
  await page.getByLabel('Email or phone').fill('nobody@people.example');
  await page.getByLabel('Password', { exact: true }).fill('tide1234x');
  const logIn = page.getByRole('button', { name: 'Log in', exact: true });
  await expect(logIn).toBeEnabled();
  await context.setOffline(true);
  await logIn.click();
  await expect(page.getByRole('alert').getByText('No connection')).toBeVisible();
  expect(hasMissed).toBe(true);
  await context.setOffline(false);
  await expect(async () => {
    await logIn.click();
    // A password takes a busy machine seconds, and the next tap would take its answer away.
    await expect(page.getByText('Email, phone or password is wrong.')).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  expect(loads).toBe(1);
  await expect(page.getByLabel('Email or phone')).toHaveValue('nobody@people.example');
});
