import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { BuiltExchange } from './builtExchange.ts';
import { startBuilt } from './builtExchange.ts';
import { cutNetwork, expect, LONG, newUser, test } from './support.ts';

// Chromium's own moving picture takes the place of a camera, and nobody has to allow it.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] });
  },
});

/** The reviewer of practice, on a machine that does much else. */
const REVIEW_MS = 60_000;

/** An exchange of their own, whose reviewer thinks ten times as fast. */
let exchange: BuiltExchange;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  exchange = await startBuilt({ SYMBOLS: '20' });
  await exchange.pace(10);
});
test.afterAll(() => exchange.end());

async function user(page: Page, path: string): Promise<string> {
  const token = await newUser(page.context(), exchange.base);
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(exchange.base + path);
  return token;
}

async function sendBasic(page: Page, number: string): Promise<void> {
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('ID number').fill(number);
  await page.getByRole('button', { name: 'Send for review' }).click();
}

/** A document that nobody has taken a picture of. */
const picture = () =>
  sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#468' } })
    .jpeg()
    .toBuffer();

test('level 1 is certified while one looks on, and the limits follow', LONG, async ({ page, errors }) => {
  await user(page, '/mine/identity');
  await page.getByRole('link', { name: 'Verify now' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('ID number').fill('X1234567');
  await page.reload();
  await expect(page.getByLabel('ID number')).toHaveValue('X1234567');
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText('Under certification')).toBeVisible();
  await expect(page.getByText('Certified, basic')).toBeVisible({ timeout: REVIEW_MS });
  await page.goto(`${exchange.base}/mine/identity`);
  await expect(page.getByText('Ada Lovelace · •••• 67')).toBeVisible();
  await page.goto(`${exchange.base}/mine`);
  await expect(page.locator('main')).toContainText('Certified, basic');
  expect(errors).toEqual([]);
});

test('a practice sample is rejected with its reason, and is corrected', LONG, async ({ page }) => {
  await user(page, '/mine/identityBase');
  await expect(page.getByText(/begins with REJECT1/)).toBeVisible();
  await sendBasic(page, 'REJECT1 22');
  await expect(page.getByText('This is one of the practice samples for a rejection.')).toBeVisible({
    timeout: REVIEW_MS,
  });
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace');
  await sendBasic(page, 'Y7654321');
  await expect(page.getByText('Certified, basic')).toBeVisible({ timeout: REVIEW_MS });
});

test('photos by camera and file make level 2, through a reload and a cut network', async ({ page }) => {
  test.setTimeout(240_000);
  // What a shared worker sends cannot be held back by the test.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await user(page, '/mine/identityBase');
  await sendBasic(page, 'Z1112223');
  await expect(page.getByText('Certified, basic')).toBeVisible({ timeout: REVIEW_MS });
  await page.goto(`${exchange.base}/mine/identityAdvance`);
  await page.getByRole('button', { name: 'Take a picture' }).click();
  await expect(page.getByText('Hold the ID inside the frame.')).toBeVisible();
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await page.getByRole('button', { name: 'Again' }).click();
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await page.getByRole('button', { name: 'Use this photo' }).click();
  await expect(page.getByText('The picture has arrived.')).toBeVisible();
  // What has arrived is kept by the exchange.
  await page.reload();
  await page.getByRole('button', { name: /^Step 1 of 4/ }).click();
  const kept = page.getByRole('img', { name: 'ID, front' });
  await expect.poll(() => kept.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Next' }).click();
  const restore = await cutNetwork(page);
  const file = { name: 'back.jpg', mimeType: 'image/jpeg', buffer: await picture() };
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByText('No connection. Check your network.')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The picture has arrived.')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByText('The picture has arrived.')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Uploaded')).toHaveCount(3);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText('Certified, advanced')).toBeVisible({ timeout: REVIEW_MS });
  await expect(page.locator('main')).toContainText('1,000,000 USDT');
});

test('without a login two of the routes lead to it, and the others say what it gives', async ({ page }) => {
  for (const path of ['/mine/identity', '/mine/identityNew']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
  for (const path of ['/mine/identityBase', '/mine/identityAdvance']) {
    await page.goto(path);
    await expect(page.getByText('Log in to prove who you are and to raise your limits.')).toBeVisible();
  }
});
