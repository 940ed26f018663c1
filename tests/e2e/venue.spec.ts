import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openStaticHost } from '../support/staticHost.ts';
import type { ScriptedVenue } from '../support/venueServer.ts';
import { VenueServer } from '../support/venueServer.ts';
import { chooseType, expect, LONG, shownMarkets, test } from './support.ts';

const BUILD_MS = 180_000;

let venues: Readonly<Record<ScriptedVenue, VenueServer>>;
let host: Server;
let built = '';
/** Where the page is. */
let base = '';
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(BUILD_MS);
  const open = async (name: ScriptedVenue) => VenueServer.open(0, name);
  venues = { binance: await open('binance'), okx: await open('okx'), hyperliquid: await open('hyperliquid') };
  // The page is built for their addresses, into a folder of this run's own.
  const hosts = Object.assign({}, ...Object.values(venues).map((venue) => venue.hosts));
  built = await mkdtemp('dist/static-e2e-');
  const env = { ...process.env, OUT_DIR: built, VENUE_HOSTS: JSON.stringify(hosts) };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/build-static.mjs'], { env });
  expect(stdout).toContain('built');
  host = await openStaticHost(join(process.cwd(), built), 0);
  base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  host?.close();
  await Promise.all(Object.values(venues ?? {}).map((venue) => venue.close()));
  await rm(built, { recursive: true, force: true });
});
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('LANG', 'en_us'));
});

test(
  'reads a venue without any server: list, stars, chart, book, and no account',
  LONG,
  async ({ page, errors }) => {
    await page.goto(`${base}/?source=binance`);
    await expect(page.getByText('Real prices from Binance · no exchange, no accounts')).toBeVisible();
    const first = page.getByRole('listitem').filter({ hasText: 'BTC' }).first();
    await expect(first).toContainText(/6\d,\d{3}\.\d\d/);
    await page.goto(`${base}/coinDetail/BTC-USDT`);
    const price = page.getByText(/^6\d,\d{3}\.\d{4}$/).first();
    await expect(price).toBeVisible();
    const before = await price.textContent();
    await expect(price).not.toHaveText(before ?? '');
    await expect(page.locator('canvas').first()).toBeVisible();
    await expect(page.getByText('2.5000').first()).toBeVisible();
    await page.goto(`${base}/login`);
    await expect(page.getByText('Accounts need an exchange')).toBeVisible();
    expect(errors).toEqual([]);
    expect(venues.binance.requested.some((path) => path.startsWith('/api/v3/klines?symbol=BTCUSDT'))).toBe(
      true,
    );
  },
);

test(
  'says that the venue is gone, with the age of what is shown, and goes on when it is back',
  LONG,
  async ({ page }) => {
    await page.goto(`${base}/coinDetail/BTC-USDT?source=binance`);
    const price = page.getByText(/^6\d,\d{3}\.\d{4}$/).first();
    await expect(price).toBeVisible();
    await expect(page.getByText(/sec\. ago$/)).toHaveCount(0);
    venues.binance.leave();
    await expect(page.getByText('Binance does not answer. Values are the last known ones.')).toBeVisible();
    await expect(page.getByText(/^\d+ sec\. ago$/).first()).toBeVisible();
    const last = await price.textContent();
    venues.binance.comeBack();
    // As a device says it whose network is back.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByText('Real prices from Binance · no exchange, no accounts')).toBeVisible({
      timeout: 45_000,
    });
    await expect(price).not.toHaveText(last ?? '', { timeout: 45_000 });
  },
);

/** What a venue shows beside its own: a market of the list, and its perpetual. */
const others = [
  {
    source: 'okx',
    name: 'OKX',
    market: 'BTC-USDT',
    price: /^62,\d{3}\.\d\d$/,
    stars: ['BTC-USDT', 'ETH-USDT'],
    tab: 'spot',
    perpetual: 'BTC-USDT-PERP',
    funding: /^\+0\.0200% \/ 4h · [\d:]+$/,
  },
  {
    source: 'hyperliquid',
    name: 'Hyperliquid',
    market: 'BTC-USDC-PERP',
    price: /^63,\d{3}\.\d\d$/,
    stars: ['BTC-USDC-PERP', 'ETH-USDC-PERP'],
    tab: 'futures',
    perpetual: 'BTC-USDC-PERP',
    funding: /^\+0\.0013% \/ 1h · [\d:]+$/,
  },
] as const;

for (const { source, name, market, price, stars, tab, perpetual, funding } of others)
  test(
    `reads ${name}: favourites in their order, chart, book, and what an order would be`,
    LONG,
    async ({ page, errors }) => {
      await page.goto(`${base}/market?tab=${tab}&source=${source}`);
      await expect(page.getByText(`Real prices from ${name} · no exchange, no accounts`)).toBeVisible();
      for (const id of stars) {
        const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="/coinDetail/${id}"]`) });
        await row.getByRole('button', { name: /^Favorite / }).click();
      }
      await page.getByRole('tab', { name: 'Favorites' }).click();
      await expect.poll(() => shownMarkets(page)).toEqual([...stars].reverse());
      await page.getByRole('button', { name: 'Change the order' }).click();
      await page.getByRole('button', { name: 'Move down' }).first().click();
      await expect.poll(() => shownMarkets(page)).toEqual(stars);

      await page.goto(`${base}/coinDetail/${market}`);
      const last = page.getByText(price).first();
      await expect(last).toBeVisible();
      const before = await last.textContent();
      await expect(last).not.toHaveText(before ?? '');
      await expect(page.locator('[data-phase="ready"]')).toBeVisible();

      await page.goto(`${base}/trade?kind=perpetual&market=${perpetual}`);
      await expect(page.getByText(funding)).toBeVisible();
      await chooseType(page, 'Market');
      await page.getByRole('textbox', { name: /Quantity/ }).fill('0.01');
      const shown = (term: string) => page.locator('dl div').filter({ hasText: term }).locator('dd').first();
      await expect(shown('Cost · Fee')).toHaveText(/^3\d\.\d\d · 0\.\d\d$/);
      await expect(shown('Liq. price')).toHaveText(/^(59|60),\d{3}(\.\d+)?$/);
      await expect(page.getByText('As if an account held exactly this margin and fee.')).toBeVisible();
      expect(errors).toEqual([]);
    },
  );

test(
  'reads the next venue while the first is silent, and says whose prices they are',
  LONG,
  async ({ page }) => {
    await page.goto(`${base}/coinDetail/BTC-USDT?source=binance,okx`);
    await expect(page.getByText('Real prices from Binance · no exchange, no accounts')).toBeVisible();
    await expect(page.getByText(/^61,\d{3}\.\d+$/).first()).toBeVisible();
    venues.binance.leave();
    await expect(page.getByText('Binance does not answer. Prices are from OKX.')).toBeVisible();
    await expect(page.getByText(/^62,\d{3}\.\d+$/).first()).toBeVisible();
    await expect(page.getByText(/sec\. ago$/)).toHaveCount(0, { timeout: 30_000 });
    venues.binance.comeBack();
  },
);
