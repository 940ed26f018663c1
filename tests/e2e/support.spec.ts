import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ask, expect, LONG, newUser, test } from './support.ts';

/** What an operator types, on the run's own exchange. */
const ops = async (...args: string[]): Promise<string> => {
  const env = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] };
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/ops.js', ...args], { env });
  return stdout;
};

async function user(page: Page, path: string): Promise<string> {
  const token = await newUser(page.context());
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(path);
  return token;
}

test(
  'a ticket with a picture and the last order is answered while one looks on, closed and reopened',
  LONG,
  async ({ page, errors }) => {
    test.setTimeout(180_000);
    const token = await user(page, '/mine/addQuestion');
    await expect(page.getByLabel('Title')).toBeVisible();
    await expect(page.getByRole('switch')).toHaveCount(0);
    const order = { market: 'BTC-USDT', side: 'buy', type: 'market', total: '50' };
    // A busy machine may have no fresh price for a moment: the exchange refuses then.
    await expect(async () => {
      expect((await ask(page.context(), 'spot/order/place', order, token))?.order.id).toBeGreaterThan(0);
    }).toPass();
    await page.reload();
    await page.getByLabel('Title').fill('My order does not fill');
    await page.getByLabel('What happened?').fill('It waits.\n\nWhat now?');
    const buffer = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#864' } })
      .jpeg()
      .toBuffer();
    await page.getByLabel('Add a picture').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText('The picture has arrived.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Title')).toHaveValue('My order does not fill');
    await expect(page.getByText('The picture has arrived.')).toBeVisible();
    await page.getByText('Attach my last order').click();
    await expect(page.getByText(/Spot order \d+ · BTC\/USDT/)).toBeVisible();
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await expect(page).toHaveURL(/questionRecord\?ticket=\d+$/);
    await expect(page.getByText('Waiting for reply')).toBeVisible();
    await expect(page.getByText(/Spot order \d+ · BTC\/USDT/)).toBeVisible();
    await page.getByRole('button', { name: 'Picture 1' }).click();
    const shown = page.getByRole('dialog').getByRole('img');
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1_600);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    const id = new URL(page.url()).searchParams.get('ticket') ?? '';
    await ops('tickets', 'answer', id, 'It fills when the price comes there.');
    await expect(page.getByText('It fills when the price comes there.')).toBeVisible();
    await expect(page.getByText('Replied', { exact: true })).toBeVisible();
    // What was seen is not counted; what is written while one is elsewhere is.
    await page.goto('/mine');
    await expect(page.getByRole('link', { name: 'My tickets' })).toBeVisible();
    await ops('tickets', 'answer', id, 'Anything else?');
    await page.getByRole('link', { name: 'My tickets 1 new reply' }).click();
    await page.getByRole('link', { name: /My order does not fill/ }).click();
    await expect(page.getByText('Anything else?')).toBeVisible();

    await page.getByRole('button', { name: 'Close ticket' }).click();
    await expect(page.getByText('Your message opens it again.')).toBeVisible();
    await page.getByLabel('Your reply').fill('One more thing.');
    await page.getByRole('button', { name: 'Send and reopen' }).click();
    await expect(page.getByText('Waiting for reply')).toBeVisible();
    await expect(page.getByLabel('Your reply')).toHaveValue('');
    expect(await ops('tickets', 'show', id)).toContain('One more thing.');
    expect(errors).toEqual([]);
  },
);

test('a ticket whose answer is lost is written once', LONG, async ({ page }) => {
  // What a shared worker asks for cannot be held back by the test.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const token = await user(page, '/mine/addQuestion');
  await page.getByLabel('Title').fill('Only once');
  await page.getByLabel('What happened?').fill('Please.');
  await page.context().route('**/support/ticket/add', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await expect(page.getByText('No connection. Check your network.')).toBeVisible();
  await page.context().unroute('**/support/ticket/add');
  await page.reload();
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await expect(page).toHaveURL(/questionRecord\?ticket=\d+$/);
  const { rows } = await ask(page.context(), 'support/ticket/list', {}, token);
  expect(rows.map(({ title }: { title: string }) => title)).toEqual(['Only once']);
});

test('the ticket of somebody else is not found', LONG, async ({ page }) => {
  const token = await newUser(page.context());
  const body = { key: 'somebody-else-1', title: 'Mine', content: 'Alone', pictures: [] };
  const { ticket } = await ask(page.context(), 'support/ticket/add', body, token);
  await user(page, `/mine/questionRecord?ticket=${ticket.id}`);
  await expect(page.getByRole('link', { name: 'To your tickets' })).toBeVisible();
});
