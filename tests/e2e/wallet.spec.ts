import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { BrowserContext, Page } from '@playwright/test';
import encodeQr from 'qr';
import sharp from 'sharp';
import { MINUTE_MS } from '../../domain/index.ts';
import type { BuiltExchange } from './builtExchange.ts';
import { startBuilt } from './builtExchange.ts';
import { ask, chooseType, expect, LONG, newUser, test } from './support.ts';

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
/** Some blocks of the simulated network, on a machine that does much else. */
const BLOCKS_MS = 60_000;
/** How many times as fast blocks come while they are waited for. */
const FAST = 10;
const BLOCK_MS = 10_000;
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A new user at a screen of the wallet. */
async function user(page: Page, path: string, base = ''): Promise<string> {
  const token = await newUser(page.context(), base);
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(base + path);
  return token;
}

/** A QR code as a PNG. */
async function picture(text: string): Promise<Buffer> {
  const data = encodeQr(text, 'raw', { ecc: 'medium', border: 4 });
  const size = data.length;
  const pixels = Buffer.from(data.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * 6, size * 6, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

test('a proof of a deposit is sent again after the network was cut', LONG, async ({ page, errors }) => {
  // What a shared worker asks for cannot be held back by the test.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await user(page, '/recharge');
  await page.getByRole('button', { name: 'Report it' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(/^Amount/).fill('75');
  await sheet.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sheet.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  await page.context().route('**/common/upload', (route) => route.abort());
  const noise = await sharp({
    create: {
      width: 3_000,
      height: 2_000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer: noise };
  await sheet.getByLabel('Choose a file').setInputFiles(file);
  await expect(sheet.getByText('No connection. Check your network.')).toBeVisible();
  await page.context().unroute('**/common/upload');
  let bytes = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('/common/upload')) bytes = request.postDataBuffer()?.length ?? bytes;
  });
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet.getByText('The picture has arrived.')).toBeVisible();
  // 3,000 by 2,000 pixels of noise do not go out as they came.
  expect(bytes).toBeLessThan(noise.length);
  await sheet.getByRole('button', { name: 'Send', exact: true }).click();
  const notice = page.getByRole('listitem').filter({ hasText: '75.00 USDT' });
  await expect(notice).toContainText('In review');
  await notice.getByRole('button', { name: 'Show picture' }).click();
  const shown = page.getByRole('dialog').getByRole('img');
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2_000);
  expect(errors).toEqual([]);
});

test('a picture that is none is refused in words', async ({ page }) => {
  await user(page, '/recharge');
  await page.getByRole('button', { name: 'Report it' }).click();
  const sheet = page.getByRole('dialog');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const [name, mimeType, buffer] of [
    ['a.jpg', 'image/jpeg', Buffer.from('<html>')],
    ['b.svg', 'image/svg+xml', svg],
  ] as const) {
    await sheet.getByLabel('Choose a file').setInputFiles({ name, mimeType, buffer });
    await expect(sheet.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible();
  }
});

test('addresses are read from a picture, checked as they are typed, and kept', LONG, async ({ page }) => {
  await user(page, '/mine/coinAddress');
  await page.getByRole('link', { name: 'Add address' }).last().click();
  const field = page.getByLabel('Address', { exact: true });
  await field.fill(EVM);
  await expect(page.getByText('This address belongs to another network.')).toBeVisible();
  await field.fill(`${TRON.slice(0, -1)}9`);
  await expect(page.getByText('Check the address: a character seems wrong.')).toBeVisible();
  await field.fill('');
  await page.getByRole('button', { name: 'Scan a QR code' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/The camera is not allowed|No camera can be used here/)).toBeVisible();
  const blank = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const choose = (buffer: Buffer) =>
    sheet.locator('input[type=file]').setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
  await choose(blank);
  await expect(sheet.getByText('No QR code was found in this picture.')).toBeVisible();
  await choose(await picture(`tron:${TRON}?amount=5`));
  await expect(field).toHaveValue(TRON);
  await expect(page.getByText('Tron address, checksum right')).toBeVisible();
  await page.getByLabel('Label').fill('Cold wallet');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Cold wallet' })).toBeVisible();
  await page.getByRole('switch', { name: 'Withdrawal whitelist' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Can be used from' })).toBeVisible();
  await page.goto('/mine/addCoinAddress');
  await field.fill(TRON);
  await expect(page.getByText('This address is in your book already.')).toBeVisible();
  await page.goto('/withdraw');
  await page.getByRole('button', { name: 'Address book' }).click();
  await page.getByRole('dialog').getByText('Cold wallet').click();
  await expect(page.getByText('This address can be used 24 hours after it was added.')).toBeVisible();
});

/** The newest code that went out. */
async function newestCode(context: BrowserContext, base: string): Promise<string> {
  const { messages } = await ask(context, 'dev/outbox', {}, undefined, base);
  const texts = messages.map(({ text }: { text: string }) => text);
  return /^\d{6}/.exec(texts.find((text: string) => /^\d{6}/.test(text)) ?? '')?.[0] ?? '';
}

test.describe('blocks and withdrawals', () => {
  test.describe.configure({ mode: 'default' });
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-wallet-'));
  let exchange: BuiltExchange;
  let base = '';
  let token = '';

  async function start(): Promise<void> {
    exchange = await startBuilt({ SEED: '7', SYMBOLS: '20' }, folder);
    base = exchange.base;
  }
  test.afterAll(async () => {
    await exchange.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Somebody who registered today and is verified; the level stands in for papers that nobody looks at here. */
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(120_000);
    await start();
    const context = await browser.newContext();
    token = await newUser(context, base);
    await ask(context, 'common/send/email', { email: '', purpose: 'fundPassword' }, token, base);
    const code = await newestCode(context, base);
    await ask(context, 'account/fund/password', { code, password: 'funds123x' }, token, base);
    await context.close();
    await exchange.end();
    const db = await PGlite.create(join(folder, 'db'));
    await db.query("update app_user set verified_name = 'Ada Lovelace', level = 1");
    await db.close();
    await start();
  });
  const asVerified = (page: Page) => page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);

  /** Types a withdrawal and proves it. */
  async function withdraw(page: Page, amount: string): Promise<void> {
    await page.getByLabel('Address', { exact: true }).fill(TRON);
    await page.getByLabel(/^Amount/).fill(amount);
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page);
  }

  async function prove(page: Page): Promise<void> {
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Funding password').fill('funds123x');
    // The exchange sends another code for the same purpose a minute after the last.
    await exchange.pass(MINUTE_MS);
    await sheet.getByRole('button', { name: 'Send code' }).click();
    await expect(sheet.getByText('Practice mode: open the outbox for your code')).toBeVisible();
    await sheet.getByLabel('Verification code').fill(await newestCode(page.context(), base));
    await sheet.getByRole('button', { name: 'Withdraw now' }).click();
  }

  test(
    'test money comes over the network: seen, credited, unlocked, and in the history',
    LONG,
    async ({ page }) => {
      await user(page, '/recharge', base);
      await expect(page.getByRole('img', { name: /QR code of your Tron/ })).toBeVisible();
      await expect(page.getByText('Practice network. Send no real coins here.')).toBeVisible();
      await page.getByRole('button', { name: /^Ethereum/ }).click();
      await expect(page.getByRole('img', { name: /QR code of your Ethereum/ })).toBeVisible();
      await page.getByRole('tab', { name: 'BTC' }).click();
      await expect(page.getByText('To get BTC, deposit USDT and convert it here.')).toBeVisible();
      await page.getByRole('tab', { name: 'USDT' }).click();
      await page.getByRole('button', { name: /^Tron/ }).click();
      await page.getByLabel(/^Amount/).fill('0');
      await page.getByRole('button', { name: 'Send test USDT' }).click();
      await expect(page.getByText('Number must be greater than zero')).toBeVisible();
      await page.getByLabel(/^Amount/).fill('1234.5');
      await page.getByRole('button', { name: 'Send test USDT' }).click();
      const row = page.getByRole('listitem').filter({ hasText: '+1,234.50 USDT' });
      // The chain goes on by itself: on a busy machine the next block is there too.
      await expect(row).toContainText(/0\/1|[12]\/3/);
      await exchange.pass(BLOCK_MS);
      await expect(row).toContainText('Credited', { timeout: BLOCKS_MS });
      await expect(row).toContainText(/[12]\/3/);
      await expect(page.getByText('Awaiting confirmations')).toBeVisible();
      await exchange.pass(2 * BLOCK_MS);
      await expect(row).toContainText('Unlocked', { timeout: BLOCKS_MS });
      await row.getByRole('button').click();
      await expect(page.getByRole('dialog')).toContainText('3/3');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      // The sheet's own entry in the history is left first.
      await expect.poll(() => page.evaluate(() => window.history.state?.sheet ?? 0)).toBe(0);
      await page.goto(`${base}/property/deposits?state=unlocked`);
      await expect(page.getByRole('listitem').filter({ hasText: '1,234.50' })).toHaveCount(1);
      await page.goto(`${base}/property`);
      await expect(page.locator('main')).toContainText('21,234.50');
    },
  );

  test('the whole way: in, traded, out', async ({ page }) => {
    test.setTimeout(120_000);
    await asVerified(page);
    await page.goto(`${base}/recharge`);
    await page.getByLabel(/^Amount/).fill('5000');
    await page.getByRole('button', { name: 'Send test USDT' }).click();
    const deposit = page.getByRole('listitem').filter({ hasText: '+5,000.00 USDT' });
    await exchange.pace(FAST);
    await expect(deposit).toContainText('Unlocked', { timeout: BLOCKS_MS });
    await exchange.pace(1);

    await page.goto(`${base}/trade?market=BTC-USDT`);
    await expect(page.getByText('15,000.00 USDT').first()).toBeVisible();
    await chooseType(page, 'Market');
    await page.getByRole('button', { name: 'Enter the amount in BTC' }).click();
    await page.getByLabel('Quantity').fill('0.01');
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Buy BTC', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Filled' }).first()).toBeAttached();

    await page.goto(`${base}/withdraw`);
    await page.getByLabel(/^Amount/).fill('99.99');
    await page.getByLabel(/^Amount/).blur();
    await expect(page.getByText('The smallest withdrawal is 100.00 USDT.')).toBeVisible();
    await page.getByLabel(/^Amount/).fill('10000.01');
    await expect(page.getByText('Your identity level allows at most 10,000.00 USDT.')).toBeVisible();
    await withdraw(page, '250.5');
    const receipt = page.getByRole('dialog');
    await expect(receipt).toContainText('Withdrawal 1');
    await expect(receipt).toContainText('249.50 USDT');
    await exchange.pace(FAST);
    await expect(receipt).toContainText('Sent', { timeout: BLOCKS_MS });
    await expect(receipt).toContainText('Confirmed', { timeout: BLOCKS_MS });
    await exchange.pace(1);
    await receipt.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '−250.50 USDT' })).toContainText('Confirmed');
    await page.goto(`${base}/property/coinRecord?kind=withdrawal`);
    await expect(page.getByRole('listitem').filter({ hasText: '250.5' }).first()).toBeVisible();
  });

  test(
    'to a bank card at a locked rate, and taken back while it waits for the operator',
    LONG,
    async ({ page }) => {
      await asVerified(page);
      await page.goto(`${base}/withdrawBank`);
      await page.getByRole('button', { name: 'Add card' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Cardholder').fill('Somebody Else');
      await sheet.getByLabel('Bank', { exact: true }).fill('Analytical Bank');
      await sheet.getByLabel('Branch').fill('London');
      await sheet.getByLabel(/^Bank code/).fill('ANBKGB2L');
      await sheet.getByLabel('Card number').fill('4242 4242 4242 4241');
      await sheet.getByRole('button', { name: 'Save card' }).click();
      await expect(
        sheet.getByText('The cardholder must be the name you were verified with.', { exact: true }),
      ).toBeVisible();
      await expect(sheet.getByText('This is not a valid card number.')).toBeVisible();
      await sheet.getByLabel('Cardholder').fill('Ada Lovelace');
      await sheet.getByLabel('Card number').fill('4242 4242 4242 4242');
      await sheet.getByRole('button', { name: 'Save card' }).click();
      await expect(page.getByText('Analytical Bank •••• 4242').first()).toBeVisible();
      await expect(page.locator('main')).not.toContainText('42424242');
      await page.getByRole('tab', { name: 'EUR' }).click();
      await page.getByLabel(/^Amount/).fill('1000');
      await expect(page.getByRole('timer')).toHaveText(/^[12]:\d\d$/);
      await page.getByRole('button', { name: 'Continue' }).click();
      await prove(page);
      const receipt = page.getByRole('dialog').filter({ hasText: /Withdrawal \d/ });
      await expect(receipt).toContainText('Requested');
      await receipt.getByRole('button', { name: 'Cancel withdrawal' }).click();
      await expect(receipt).toContainText('Canceled');
      await expect(receipt.getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(0);
    },
  );
});
