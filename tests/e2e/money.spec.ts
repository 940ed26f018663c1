import type { Page } from '@playwright/test';
import { ask, cutNetwork, expect, figure, LONG, newGuest, test } from './support.ts';

/** Opens a screen as somebody who is logged in. */
async function openAs(page: Page, token: string, path: string): Promise<void> {
  await page.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(path);
}
const give = (page: Page) => page.getByLabel('You give', { exact: true });
const receive = (page: Page) => page.getByLabel('You receive', { exact: true });
const sheet = (page: Page) => page.getByRole('dialog');
/** The amount of bitcoin on the sheet that is open. */
async function amountOf(page: Page): Promise<number> {
  const text = await sheet(page)
    .getByText(/^[\d.]+ BTC$/)
    .textContent();
  return figure((text ?? '').replace(' BTC', ''));
}

test('converts exactly as quoted, once, keeps the record and does it again', async ({ page, errors }) => {
  const token = await newGuest(page.context());
  await openAs(page, token, '/convert');
  await give(page).fill('0.0001');
  await give(page).blur();
  await expect(page.getByText('The smallest amount that can be converted is 0.001.')).toBeVisible();
  await give(page).fill('250');
  await expect(page.getByText(/Quote expires in \d s/)).toBeVisible();
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  const promised = await amountOf(page);
  const confirm = sheet(page).getByRole('button', { name: 'Convert', exact: true });
  await confirm.dblclick();
  await expect(sheet(page).getByText('Converted', { exact: true })).toBeVisible();
  const received = await amountOf(page);
  const { rows } = await ask(page.context(), 'convert/list', {}, token);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ from: 'USDT', to: 'BTC', fromAmount: '250' });
  expect(received).toBe(Number(rows[0].toAmount));
  // The quote may have been renewed between the look and the tap, never by much.
  expect(Math.abs(promised / Number(rows[0].toAmount) - 1)).toBeLessThan(0.05);
  const { balances } = await ask(page.context(), 'account/balances', {}, token);
  const own = (asset: string) =>
    balances.find((row: { account: string; asset: string }) => row.account === 'spot' && row.asset === asset);
  expect(own('USDT').posted).toBe('9750');

  await sheet(page).getByRole('link', { name: 'To the records' }).click();
  await expect(page).toHaveURL(/convertRecord$/);
  await expect(page.getByText('250.00 USDT')).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^tidemark-conversions-.*\.csv$/);
  await page.locator('main li').first().getByRole('button').click();
  await page.getByRole('link', { name: 'Repeat' }).click();
  await expect(give(page)).toHaveValue('250');
  await expect(receive(page)).toHaveValue(/^0\.0\d+$/);
  expect(errors).toEqual([]);
});

test('says what the other side takes, and renews its quote through a lost connection', async ({ page }) => {
  // A page's network can be cut, a shared worker's cannot.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const token = await newGuest(page.context());
  await openAs(page, token, '/convert?from=ETH&to=USDT');
  await receive(page).fill('100');
  await expect(give(page)).toHaveValue(/^0\.0\d+$/);
  const restore = await cutNetwork(page);
  await expect(page.getByText(/Prices are old/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Convert', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await restore();
  await expect(page.getByText(/Quote expires in \d s/)).toBeVisible();
  await expect(receive(page)).toHaveValue('100');
});

test(
  'turns small balances into USDT in one step, without those that are left out',
  LONG,
  async ({ page }) => {
    const token = await newGuest(page.context());
    const buy = async (to: string, amount: string) => {
      const quote = await ask(
        page.context(),
        'convert/quote',
        { from: 'USDT', to, side: 'from', amount },
        token,
      );
      await ask(page.context(), 'convert/accept', { quote: quote.id }, token);
    };
    await buy('SOL', '2');
    await buy('XRP', '3');
    await openAs(page, token, '/convert');
    await page.getByRole('button', { name: 'Small balances' }).click();
    await expect(sheet(page).getByRole('checkbox')).toHaveCount(2);
    await sheet(page).getByRole('checkbox', { name: /SOL/ }).uncheck();
    await sheet(page).getByRole('button', { name: 'Convert', exact: true }).click();
    await expect(page.getByText('Small balances converted')).toBeVisible();
    const { balances } = await ask(page.context(), 'account/balances', {}, token);
    const own = (asset: string) => balances.find((row: { asset: string }) => row.asset === asset)?.posted;
    expect(own('XRP')).toBe('0');
    expect(Number(own('SOL'))).toBeGreaterThan(0);
  },
);

test('moves money between accounts, with what it does to the liquidation price', async ({ page }) => {
  const token = await newGuest(page.context());
  const order = { market: 'BTC-USDT-PERP', side: 'long', type: 'market', quantity: '0.5' };
  await ask(page.context(), 'perpetual/order/place', order, token);
  await openAs(page, token, '/transfer');
  await expect(page.getByRole('heading', { name: 'Liquidation price, BTC/USDT' })).toBeVisible();
  await page.getByRole('button', { name: 'Swap the accounts' }).click();
  await page.getByLabel('Amount').fill('9900');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(page.getByText(/need this money as margin/)).toBeVisible();
  await page.getByLabel('Amount').fill('2000');
  const effect = page.getByRole('heading', { name: /^Liquidation price/ }).locator('..');
  const prices = (await effect.locator('b').allTextContents()).map(figure);
  expect(prices[1]).toBeGreaterThan(prices[0] ?? 0);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Transfer', exact: true }).dblclick();
  await expect(page.getByText('Transferred')).toBeVisible();
  const { balances } = await ask(page.context(), 'account/balances', {}, token);
  const spot = balances.find(
    (row: { account: string; asset: string }) => row.account === 'spot' && row.asset === 'USDT',
  );
  expect(spot.posted).toBe('12000');
});

test(
  'tells today’s P/L, which a transfer does not change, and is honest about the past',
  LONG,
  async ({ page }) => {
    const token = await newGuest(page.context());
    await openAs(page, token, '/property');
    const today = page.getByText('P/L today').locator('..');
    await expect(today).toContainText(/[+−]?\d+\.\d\d/);
    await expect(page.getByText('Your worth is kept every hour from now on.')).toBeVisible();
    await ask(
      page.context(),
      'account/transfer',
      { asset: 'USDT', from: 'spot', to: 'futures', amount: '5000' },
      token,
    );
    await expect(page.getByText('5,000.00').first()).toBeVisible();
    const profit = figure((/[+−]?[\d,]+\.\d+/.exec((await today.textContent()) ?? '') ?? ['0'])[0]);
    expect(Math.abs(profit)).toBeLessThan(2_000);
    await page.getByRole('tab', { name: '1 month' }).click();
    await expect(page.getByText('No history yet')).toBeVisible();
  },
);
