import type { Page } from '@playwright/test';
import { underToasts } from './layout.ts';
import { ask, chooseType, dragLines, expect, LONG, newGuest, restInside, test } from './support.ts';

/** Opens the trade screen as a new user. */
async function trading(page: Page, market = 'BTC-USDT'): Promise<string> {
  const token = await newGuest(page.context());
  await page.addInitScript((own) => {
    if (!sessionStorage.getItem('seen')) localStorage.setItem('TOKEN', own);
    sessionStorage.setItem('seen', '1');
  }, token);
  await page.goto(`/trade?market=${market}`);
  await expect(page.getByText(/10[,.]000[,.]00.USDT/).first()).toBeVisible();
  return token;
}

/** Sends the ticket and confirms it. */
async function order(page: Page, side: 'Buy' | 'Sell', base = 'BTC'): Promise<void> {
  await page
    .getByRole('button', { name: `${side} ${base}`, exact: true })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${side} ${base}`, exact: true })
    .click();
}

test('buys at the market, and the assets say so', async ({ page }) => {
  await trading(page);
  await chooseType(page, 'Market');
  // Bought at the market, it is paid for in money unless one wants to count.
  await expect(page.getByLabel('Total')).toBeVisible();
  await page.getByRole('button', { name: 'Enter the amount in BTC' }).click();
  await page.getByLabel('Quantity').fill('0.01');
  await expect(page.getByText('0.00001 BTC')).toBeVisible();
  await order(page, 'Buy');
  await expect(page.getByRole('status').filter({ hasText: 'Filled' }).first()).toBeAttached();
  expect(await underToasts(page)).toEqual([]);
  await page.goto('/property');
  await expect(page.locator('main')).toContainText('0.10999');
  await page.goto('/allRecord/all');
  await expect(page.locator('main li').first()).toContainText('BTC/USDT');
  await page.locator('main li a').first().click();
  await expect(page).toHaveURL(/\/tradDetail\/\d+$/);
  await expect(page.locator('main')).toContainText('0.00001');
});

test('a typed figure has its groups while nobody types, and its digits under the caret', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('LANG', 'de'));
  await trading(page);
  const field = page.getByRole('textbox', { name: 'Preis' });
  const written = field.locator('+ span');
  await field.fill('47735.5');
  await expect(written).toBeHidden();
  await page.getByRole('textbox', { name: 'Menge' }).focus();
  await expect(written).toHaveText('47.735,5');
  await expect(written).toBeVisible();
  await expect(field).toHaveCSS('opacity', '0');
  // The narrowest screen has room for it too, and for a longer one by its digits alone.
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(written).toBeVisible();
  await field.fill('1477350.55');
  await field.blur();
  await expect(written).toBeHidden();
  await expect(field).toHaveCSS('opacity', '1');
  await page.setViewportSize({ width: 390, height: 844 });
  await field.fill('47735.5');
  await field.blur();
  // What lies over it takes no tap of its.
  await field.click({ position: { x: 14, y: 14 } });
  await expect(field).toBeFocused();
  await expect(written).toBeHidden();
  await page.keyboard.press('Home');
  await page.keyboard.type('1');
  await expect(field).toHaveValue('147735.5');
  // With separators of one's own it is the same number; what may be another one stays as it was typed.
  await field.fill('1.234,5');
  await field.blur();
  await expect(written).toHaveText('1.234,5');
  await field.fill('1.2.3,4');
  await field.blur();
  await expect(written).toHaveCount(0);
  await expect(field).toHaveCSS('opacity', '1');
});

test('rests a limit order, moves it, and revokes it', async ({ page }) => {
  await trading(page);
  await page.getByRole('textbox', { name: 'Price' }).fill('40000');
  await page.getByLabel('Quantity').fill('0.05');
  await order(page, 'Buy');
  await expect(page.getByText('8,000.00 USDT').first()).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: '40,000.00' });
  await expect(card).toHaveCount(1);
  await card.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Price' }).fill('41000');
  await page.getByRole('dialog').getByRole('button').last().click();
  const moved = page.getByRole('listitem').filter({ hasText: '41,000.00' });
  await expect(moved).toHaveCount(1);
  await expect(page.getByText('7,950.00 USDT').first()).toBeVisible();
  await moved.getByRole('button', { name: 'Cancel' }).click();
  await expect(moved).toHaveCount(0);
  await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
});

test('a pair of which one cancels the other is one order with one sum on hold, and is revoked as one', async ({
  page,
  context,
}) => {
  const token = await trading(page);
  await chooseType(page, 'OCO');
  await page.getByRole('button', { name: 'Sell', exact: true }).first().click();
  const field = (name: string) => page.getByRole('textbox', { name: `${name} (USDT)`, exact: true });
  await field('Price').fill('30000');
  await field('Trigger price').fill('29000');
  await field('Stop-limit price').fill('28900');
  await page.getByLabel('Quantity').fill('0.05');
  await expect(page.getByText('the limit price must be above the last price')).toBeVisible();
  await field('Price').fill('150000');
  await expect(page.getByText('On hold for both')).toBeVisible();
  await order(page, 'Sell');
  const card = page.getByRole('listitem').filter({ hasText: '150,000.00' });
  await expect(card).toHaveCount(1);
  // The exchange knows it as one, too.
  await page.reload();
  await expect(card).toContainText('OCO · Sell');
  await expect(card).toContainText('29,000.00');
  await expect(card).toContainText('28,900.00');
  await expect(card.getByRole('button')).toHaveText(['Cancel']);
  const spot = async () => {
    const { balances } = await ask(context, 'account/balances', {}, token);
    const own = ({ account, asset }: Record<string, string>) => account === 'spot' && asset === 'BTC';
    return balances.find(own);
  };
  expect(await spot()).toMatchObject({ posted: '0.1', held: '0.05' });
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toHaveCount(0);
  expect(await spot()).toMatchObject({ posted: '0.1', held: '0' });
  const { rows } = await ask(context, 'spot/order/list', {}, token);
  expect(rows.map(({ type, status }: Record<string, string>) => [type, status])).toEqual([
    ['stopLimit', 'cancelled'],
    ['limit', 'cancelled'],
  ]);
  await page.goto(`/tradDetail/${rows[1].id}`);
  await page.getByRole('link', { name: `${rows[0].id}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/tradDetail/${rows[0].id}$`));
});

test('an order that the exchange refuses is refused in the language of the page', async ({ page }) => {
  // What a shared worker sends, a test cannot change.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const token = await newGuest(page.context());
  await page.addInitScript((own) => {
    localStorage.setItem('TOKEN', own);
    localStorage.setItem('LANG', 'de');
  }, token);
  await page.goto('/trade?market=BTC-USDT');
  const buy = page.getByRole('button', { name: 'BTC kaufen', exact: true });
  await page.getByRole('textbox', { name: 'Preis' }).fill('40000');
  await page.getByLabel('Menge').fill('0,01');
  // More than the page lets through, so that it is the exchange that says no.
  await page.route('**/spot/order/place', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), quantity: '100' } }),
  );
  await buy.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'BTC kaufen', exact: true }).click();
  await expect(page.getByText('Das verfügbare Guthaben reicht nicht aus')).toBeVisible();
});

test('a double tap sends one order, and a tap elsewhere right after it is not part of it', async ({
  page,
}) => {
  const token = await trading(page);
  await page.getByRole('textbox', { name: 'Price' }).fill('40000');
  await page.getByLabel('Quantity').fill('0.01');
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy BTC', exact: true }).dblclick();
  const history = page.getByRole('tab', { name: 'History' });
  await history.click();
  await expect(history).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: /^Orders/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '40,000.00' })).toHaveCount(1);
  const { rows } = await ask(page.context(), 'spot/order/list', {}, token);
  expect(rows).toHaveLength(1);
  await expect(page).toHaveURL(/\/trade/);
});

test('another user’s order is met while the line is cut, and the screen knows afterwards', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const token = await trading(page);
  const seller = await newGuest(context);
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  const isThere = () =>
    cancel.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  let resting = await restInside(context, token);
  await page.goto(`/trade?market=${resting.body.market}`);
  while (!(await isThere())) {
    // The market itself may have met it before the page was there.
    expect((await ask(context, 'spot/order/detail', { id: resting.order }, token)).order.status).toBe(
      'filled',
    );
    resting = await restInside(context, token);
    await page.goto(`/trade?market=${resting.body.market}`);
  }
  const { body, half, order: id } = resting;

  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const stock = { market: body.market, side: 'buy', type: 'market', total: '300' };
  expect((await ask(context, 'spot/order/place', stock, seller)).order.status).toBe('filled');
  const sale = { ...body, side: 'sell', tif: 'IOC', quantity: half };
  expect((await ask(context, 'spot/order/place', sale, seller)).order.filled).not.toBe('0');
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const { order: now } = await ask(context, 'spot/order/detail', { id }, token);
  if (now.status === 'filled') await expect(cancel).toHaveCount(0);
  else {
    // Of the market's own bids some may have been better by then.
    const share = (100 * Number(now.filled)) / Number(now.quantity);
    const words = new RegExp(` (${Math.floor(share)}|${Math.ceil(share)})%$`);
    await expect(page.locator('main li time').first()).toHaveText(words);
  }
});

test('visitors see everything live, and are asked to log in at the ticket', async ({ page }) => {
  await page.goto('/trade');
  await expect(
    page
      .getByRole('button', { name: 'Log in to trade' })
      .or(page.getByRole('link', { name: 'Log in to trade' })),
  ).toBeVisible();
  await page.getByText('Log in to trade').click();
  await expect(page).toHaveURL(/\/login$/);
});

test(
  'own orders are lines on the chart, and one that is dragged asks before it moves',
  LONG,
  async ({ page, context }) => {
    const token = await trading(page);
    const { snaps } = await ask(context, 'market/snapshot', { ch: ['book:BTC-USDT'] });
    const price = (Number(snaps[0].d.b[0][0]) * 0.9985).toFixed(2);
    const body = { market: 'BTC-USDT', side: 'buy', type: 'limit', price, quantity: '0.05' };
    const { order: placed } = await ask(context, 'spot/order/place', body, token);
    await page.getByRole('button', { name: 'Price chart' }).click();
    const sheet = await dragLines(page);
    const typed = await sheet.getByRole('textbox', { name: 'Price' }).inputValue();
    expect(Number(typed)).toBeLessThan(Number(price));
    // The exchange keeps no zeros that say nothing.
    const { order: kept } = await ask(context, 'spot/order/detail', { id: placed.id }, token);
    expect(Number(kept.price)).toBe(Number(price));
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .poll(async () => (await ask(context, 'spot/order/detail', { id: placed.id }, token)).order.price)
      .toBe(typed);
  },
);

test(
  'where the chart has the whole screen, buying and selling are in reach: a tap leads back to the ticket',
  LONG,
  async ({ page }) => {
    await trading(page);
    const sides = {
      'BTC-USDT': ['Buy', 'Sell', 'Sell BTC'],
      'BTC-USDT-PERP': ['Long', 'Short', 'Open short BTC'],
    } as const;
    for (const [market, [first, second, action]] of Object.entries(sides)) {
      await page.goto(`/trade?${market.endsWith('PERP') ? 'kind=perpetual&' : ''}market=${market}`);
      const full = page.getByRole('button', { name: 'Full screen' });
      // Once opened it stays so.
      if (market === 'BTC-USDT') await page.getByRole('button', { name: 'Price chart' }).tap();
      await full.tap();
      const chart = page.locator('section[data-full]');
      await expect(chart.locator('[data-phase="ready"]')).toBeVisible();
      for (const size of [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
      ]) {
        await page.setViewportSize(size);
        // It stays through a turn of the phone.
        await expect(chart).toHaveCount(1);
        for (const name of [first, second]) {
          const box = await chart.getByRole('button', { name, exact: true }).boundingBox();
          expect(box?.height).toBeGreaterThanOrEqual(40);
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
        }
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await chart.getByRole('button', { name: second, exact: true }).tap();
      await expect(chart).toHaveCount(0);
      const send = page.getByRole('button', { name: action, exact: true }).first();
      await expect(send).toBeInViewport();
      await expect(page).toHaveURL(/\/trade/);
    }
  },
);
