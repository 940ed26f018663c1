import type { BrowserContext, Page } from '@playwright/test';
import { DAY_MS } from '../../domain/index.ts';
import type { BuiltExchange } from './builtExchange.ts';
import { startBuilt } from './builtExchange.ts';
import { ask, cutNetwork, expect, LONG, newUser, test } from './support.ts';

/** An exchange of its own, whose clock these tests move: the built one, with the machine's time put forward. */
let exchange: BuiltExchange;
let base = '';
let movedMs = 0;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  exchange = await startBuilt({ SEED: '7', SYMBOLS: '20' });
  base = exchange.base;
});
test.afterAll(async () => {
  await exchange.end();
});

/** Lets whole days pass for the exchange. */
async function passDays(days: number): Promise<void> {
  movedMs += days * DAY_MS;
  await exchange.move(movedMs);
}

async function enter(page: Page, path: string, token?: string): Promise<void> {
  const own = token ?? (await newUser(page.context(), base));
  await page.addInitScript((text) => localStorage.setItem('TOKEN', text), own);
  await page.goto(base + path);
}
const card = (page: Page, id: number) => page.locator(`[data-storage="${id}"]`);

test('a plan is opened, pays after its first full day, and is redeemed at the cost that was shown', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await enter(page, '/property');
  await page.getByRole('link', { name: /Storage plan/ }).click();
  await page.locator('[data-plan="2"]').click();
  await expect(page).toHaveURL(/\/confirmLock\/2$/);
  const put = page.locator('[data-dock]').getByRole('button', { name: 'Subscribe' });
  await put.click();
  await expect(page.getByText('Escrow amount must be greater than zero!')).toBeVisible();
  await page.getByLabel('Escrow amount').fill('10001');
  await expect(page.getByText('Insufficient balance of available assets')).toBeVisible();
  await page.getByLabel('Escrow amount').fill('1000');
  // 1000 a day at 0.03 %, and thirty days of it.
  const terms = page.locator('dl').filter({ hasText: 'Interest a day' });
  await expect(terms).toContainText('0.30 USDT');
  await expect(terms).toContainText('9.00 USDT');
  await expect(terms).toContainText('1,009.00 USDT');
  await page.getByRole('slider').fill('10');
  const early = page.locator('dl').filter({ hasText: 'Cost of redeeming' });
  await expect(early).toContainText('2.40 USDT');
  await page.getByRole('checkbox', { name: /storage agreement/ }).check();
  await put.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('1,000.00 USDT');
  await sheet.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/lockRecord$/);
  await expect(card(page, 1).getByRole('button', { name: /Revoke \(9:\d\d\)/ })).toBeVisible();
  await expect(page.getByText('0 of 30 days paid')).toBeVisible();

  // The day of the opening is no full one; the next one is, and is paid when it is over.
  await passDays(2);
  await expect(page.getByText('1 of 30 days paid')).toBeVisible({ timeout: 20_000 });
  await expect(card(page, 1)).toContainText('0.30 USDT');
  await card(page, 1).getByRole('button', { name: 'Payouts' }).click();
  await expect(page.getByRole('dialog').locator('[data-payout]')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toContainText('+0.30 USDT');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  // A page that is open looks at the exchange's clock now and then; this one is loaded again.
  await page.reload();
  await card(page, 1).getByRole('button', { name: 'Redeem early' }).click();
  await expect(sheet).toContainText('0.24 USDT');
  await expect(sheet).toContainText('999.76 USDT');
  await sheet.getByRole('button', { name: 'Redeem early' }).click();
  await expect(card(page, 1)).toHaveAttribute('data-state', 'redeemedEarly');
  await expect(card(page, 1)).toContainText('999.76 USDT');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^tidemark-storage-orders-\d{4}-\d\d-\d\d-\d{6}\.csv$/);
  await page.goto(`${base}/property`);
  await expect(page.locator('[data-cell="total:USDT"], [data-cell="USDT:total"]').first()).toBeVisible();
  await page.goto(`${base}/property/coinRecord?kind=interest`);
  await expect(page.getByText('+0.30')).toBeVisible();
});

test(
  'what was opened by mistake is revoked free of charge, and a cut network loses nothing',
  LONG,
  async ({ page }) => {
    test.setTimeout(90_000);
    // A page's network can be cut, a shared worker's cannot.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
    const token = await newUser(page.context(), base);
    const body = { plan: 1, version: 1, amount: '250', autoRenew: false, agreed: true };
    const { order } = await ask(page.context(), 'storage/order/open', body, token, base);
    await enter(page, '/lockRecord', token);
    await expect(card(page, order.id)).toBeVisible();
    const restore = await cutNetwork(page);
    await expect(page.getByText(/No connection/)).toBeVisible({ timeout: 20_000 });
    await expect(card(page, order.id)).toContainText('250.00 USDT');
    await restore();
    await expect(page.getByText(/No connection/)).toBeHidden({ timeout: 20_000 });
    await card(page, order.id)
      .getByRole('button', { name: /Revoke/ })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await expect(card(page, order.id)).toHaveAttribute('data-state', 'revoked');
    await expect(card(page, order.id).getByRole('button')).toHaveCount(0);
  },
);

/** Users at an address of their own: two at one address with one device are taken for one. */
async function at(page: Page, address: string): Promise<BrowserContext> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  return browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': address },
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
  });
}

test('a friend comes by the link, trades, and the reward is booked the day after', LONG, async ({ page }) => {
  test.setTimeout(120_000);
  const home = await at(page, '198.51.100.7');
  const away = await at(page, '203.0.113.9');
  const inviter = await home.newPage();
  await enter(inviter, '/mine');
  await inviter.getByRole('link', { name: 'Invite friends' }).click();
  const link = await inviter.getByText(/^http.*\?code=/).textContent();
  expect(link).toMatch(/\/\?code=[A-Z2-9]{8}$/);
  await inviter.getByRole('button', { name: 'Share' }).click();
  const saving = inviter.waitForEvent('download');
  await inviter.getByRole('button', { name: 'Save picture' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^tidemark-[A-Z2-9]{8}\.png$/);

  const friend = await away.newPage();
  await friend.goto(link ?? '');
  const field = friend.getByLabel(/Invite code/);
  await expect(field).toHaveValue(/^[A-Z2-9]{8}$/);
  await expect(field).not.toBeEditable();
  const email = `friend${Date.now()}@people.example`;
  await friend.getByLabel('Email or phone').fill(email);
  await friend.getByRole('button', { name: 'Send code' }).click();
  await expect(friend.getByText('Practice mode: open the outbox for your code')).toBeVisible();
  const { messages } = await ask(away, 'dev/outbox', {}, undefined, base);
  const code = /\d{6}/.exec(messages.find(({ to }: { to: string }) => to === email).text)?.[0] ?? '';
  await friend.getByLabel('Verification code').fill(code);
  await friend.getByLabel('Password', { exact: true }).fill('tide1234x');
  await friend.getByLabel('Confirm password').fill('tide1234x');
  await friend.getByRole('checkbox').check();
  await friend.getByRole('button', { name: 'Create account' }).click();
  await expect(friend).toHaveURL(/\/home$/);
  const token = await friend.evaluate(() => localStorage.getItem('TOKEN') ?? '');
  const order = { market: 'BTC-USDT', side: 'buy', type: 'market', total: '5000' };
  const { fills } = await ask(away, 'spot/order/place', order, token, base);
  expect(fills.length).toBeGreaterThan(0);

  await inviter.goto(`${base}/mine/myTeam`);
  await expect(inviter.locator('[data-member]')).toHaveCount(1);
  await expect(inviter.locator('[data-member]')).toContainText('Traded');
  await expect(inviter.locator('[data-member]')).not.toContainText(email);
  await expect(inviter.getByText('No rewards yet.')).toBeVisible();
  await passDays(1);
  await expect(inviter.locator('[data-reward="BTC"]')).toBeVisible({ timeout: 30_000 });
  await inviter.getByRole('tab', { name: 'Rewards' }).click();
  const day = inviter.locator('[data-day]');
  await expect(day).toHaveCount(1);
  await expect(day).toContainText('Direct · 1 member');
  // A fifth of a thousandth of what 5000 USDT have bought.
  await expect(day).toContainText(/\+0\.0000\d+ BTC/);
  await home.close();
  await away.close();
});
