import { spawnSync } from 'node:child_process';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { openStaticHost } from '../support/staticHost.ts';
import { VenueServer } from '../support/venueServer.ts';
import { expect, test } from './support.ts';

const VENUE_PORT = Number(process.env['E2E_PORT'] ?? 8490) + 100;
const PAGE_PORT = VENUE_PORT + 1;
const OUT = 'dist/static-e2e';
const PAGE = `http://127.0.0.1:${PAGE_PORT}`;
const BUILD_MS = 180_000;

let venue: VenueServer;
let host: Server;
test.beforeAll(async () => {
  test.setTimeout(BUILD_MS);
  const env = { ...process.env, OUT_DIR: OUT, VENUE_HOSTS: JSON.stringify(VenueServer.hostsAt(VENUE_PORT)) };
  const built = spawnSync(process.execPath, ['scripts/build-static.mjs'], { env, encoding: 'utf8' });
  expect(built.stderr + built.stdout).toContain('built');
  venue = await VenueServer.open(VENUE_PORT);
  host = await openStaticHost(join(process.cwd(), OUT), PAGE_PORT);
});
test.afterAll(async () => {
  host?.close();
  await venue?.close();
});
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('LANG', 'en_us'));
});

test('reads a venue without any server: list, stars, chart, book, and no account', async ({
  page,
  errors,
}) => {
  await page.goto(`${PAGE}/?source=binance`);
  await expect(page.getByText('Real prices from Binance · no exchange, no accounts')).toBeVisible();
  const first = page.getByRole('listitem').filter({ hasText: 'BTC' }).first();
  await expect(first).toContainText(/6\d,\d{3}\.\d\d/);
  await page.goto(`${PAGE}/coinDetail/BTC-USDT`);
  const price = page.getByText(/^6\d,\d{3}\.\d{4}$/).first();
  await expect(price).toBeVisible();
  const before = await price.textContent();
  await expect(price).not.toHaveText(before ?? '');
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByText('2.5000').first()).toBeVisible();
  await page.goto(`${PAGE}/login`);
  await expect(page.getByText('Accounts need an exchange')).toBeVisible();
  expect(errors).toEqual([]);
  expect(venue.asked.some((path) => path.startsWith('/api/v3/klines?symbol=BTCUSDT'))).toBe(true);
});

test('says that the venue is gone, with the age of what is shown, and goes on when it is back', async ({
  page,
}) => {
  await page.goto(`${PAGE}/coinDetail/BTC-USDT?source=binance`);
  const price = page.getByText(/^6\d,\d{3}\.\d{4}$/).first();
  await expect(price).toBeVisible();
  await expect(page.getByText('live').first()).toBeVisible();
  venue.leave();
  await expect(page.getByText('Binance does not answer. Values are the last known ones.')).toBeVisible();
  await expect(page.getByText(/^\d+ sec\. ago$/).first()).toBeVisible();
  const last = await price.textContent();
  venue.comeBack();
  await expect(page.getByText('Real prices from Binance · no exchange, no accounts')).toBeVisible({
    timeout: 45_000,
  });
  await expect(price).not.toHaveText(last ?? '', { timeout: 45_000 });
});
