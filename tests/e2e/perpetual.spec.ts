import type { Locator, Page } from '@playwright/test';
import { ask, chooseType, dragLines, expect, figure, LONG, newGuest, test } from './support.ts';

const MARKET = 'BTC-USDT-PERP';

/** Opens the perpetual screen as a new user. */
async function trading(page: Page): Promise<string> {
  const token = await newGuest(page.context());
  await page.addInitScript((own) => {
    if (!sessionStorage.getItem('seen')) localStorage.setItem('TOKEN', own);
    sessionStorage.setItem('seen', '1');
  }, token);
  await page.goto('/trade?kind=perpetual');
  await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
  return token;
}

/** Sends the ticket at the market and confirms it. */
async function open(page: Page, side: 'long' | 'short', quantity: string): Promise<void> {
  await page.getByRole('button', { name: side === 'long' ? 'Long' : 'Short', exact: true }).click();
  await chooseType(page, 'Market');
  await page.getByLabel('Quantity').fill(quantity);
  const name = `Open ${side} BTC`;
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

const card = (page: Page): Locator => page.locator(`[data-market="${MARKET}"]`);
/** The value that stands under a name. */
const fact = (place: Locator, name: string): Locator =>
  place
    .locator('dl > div')
    .filter({ has: place.page().getByText(name, { exact: true }) })
    .locator('dd');

/** A signed sum of money under a name, in hundredths. */
async function money(place: Locator, name: string): Promise<number> {
  const text = (await fact(place, name).textContent()) ?? '';
  const [digits = ''] = /[+−]?[\d,]+\.\d\d/.exec(text) ?? [];
  return Math.round(Number(digits.replace('−', '-').replaceAll(',', '')) * 100);
}

test('opens, adds, guards, closes a part, and every screen says the same', async ({ page }) => {
  const token = await trading(page);
  await open(page, 'long', '0.04');
  await expect(fact(card(page), 'Size (BTC)')).toHaveText('0.04');
  await open(page, 'long', '0.02');
  await expect(fact(card(page), 'Size (BTC)')).toHaveText('0.06');
  const entry = await fact(card(page), 'Open price').textContent();
  const margin = await fact(card(page), 'Position margin').textContent();

  await card(page).getByRole('link', { name: 'TP/SL' }).click();
  await expect(page).toHaveURL(/\/stopPl\?market=BTC-USDT-PERP/);
  await expect(fact(card(page), 'Open price')).toHaveText(entry ?? '');
  await expect(fact(card(page), 'Size (BTC)')).toHaveText('0.06');
  await page.locator('input[name="profit-price"]').fill('100');
  await expect(page.getByText('the take-profit cannot be lower than the opening price')).toBeVisible();
  await page.locator('fieldset[data-kind="profit"]').getByRole('button', { name: 'Yield' }).click();
  await page.locator('input[name="profit-roe"]').fill('50');
  await page.locator('fieldset[data-kind="stop"]').getByRole('button', { name: 'Yield' }).click();
  await page.locator('input[name="stop-roe"]').fill('20');
  await page.getByLabel('Distance (%)').fill('60');
  await expect(page.getByText('The distance must be 0.1% to 50%')).toBeVisible();
  await page.getByLabel('Distance (%)').fill('20');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  const following = page.locator('[data-guard="trail"]');
  await expect(fact(following, 'Distance')).toHaveText('20.00%');
  await expect(fact(following, 'Best price')).toHaveText(/\d/);
  await expect(page.locator('[data-guard="profit"]')).toBeVisible();
  await expect(page.locator('[data-guard="stop"]')).toBeVisible();

  await page.goto('/property?account=futures');
  await expect(page.locator('[data-cell="positionMargin"]')).toHaveText(margin ?? '');

  await page.goto('/trade?kind=perpetual');
  await expect(fact(card(page), 'TP/SL')).not.toContainText('--');
  await trailShort(page);
  await card(page).getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '50%' }).click();
  // What closing brings in all leads, and its parts add up to it as they are shown.
  await expect(async () => {
    const parts = await Promise.all(
      ['Price P/L', 'Fee', 'Position interest'].map((name) => money(page.getByRole('dialog'), name)),
    );
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(await money(page.getByRole('dialog'), 'Net P/L'));
  }).toPass();
  await page.getByRole('dialog').getByRole('button', { name: 'Close 0.03 BTC' }).click();
  await expect(page.locator('[data-tone]', { hasText: /Net P\/L [+−]?\d+\.\d\d+ USDT/ })).toBeVisible();
  await expect(fact(card(page), 'Size (BTC)')).toHaveText('0.03');
  await expect(fact(card(page), 'Open price')).toHaveText(entry ?? '');

  await expect(card(page).getByText('Net if closed now')).toBeVisible();
  await card(page).getByRole('button', { name: 'Fast close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fast close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.goto('/contractRecord/all');
  const line = page.locator('main li').first();
  await expect(line).toContainText('Closed');
  await line.getByRole('button').click();
  const row = page.getByRole('dialog');
  await expect(fact(row, 'Open price')).toHaveText(entry ?? '');
  await expect(fact(row, 'Size')).toHaveText('0.06 BTC');
  const parts = await Promise.all(['Price P/L', 'Fee', 'Position interest'].map((name) => money(row, name)));
  const net = await money(row, 'Net P/L · Yield');
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(net);
  const direction = await row.locator('dl [data-direction]').first().getAttribute('data-direction');
  expect(direction).toBe(net > 0 ? 'up' : net < 0 ? 'down' : 'flat');
  await expect(fact(row, 'Take profit')).toHaveText(/\d/);
  await expect(fact(row, 'Stop loss')).toHaveText(/\d/);
  await expect(fact(row, 'Close time')).toHaveText(/\d/);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Orders' }).click();
  const { rows } = await ask(page.context(), 'perpetual/order/list', {}, token);
  expect(rows).toHaveLength(8);
  await page.locator('main li').first().getByRole('button').click();
  await expect(fact(page.getByRole('dialog'), 'Last fill')).toHaveText(/\d/);
  await page.keyboard.press('Escape');
  await page.locator('main li', { hasText: 'Trailing stop' }).first().getByRole('button').click();
  await expect(fact(page.getByRole('dialog'), 'Best price')).toHaveText(/\d/);
});

test('a position is closed by a chase, and its record says how', LONG, async ({ page }) => {
  const token = await trading(page);
  await open(page, 'long', '0.04');
  await expect(fact(card(page), 'Size (BTC)')).toHaveText('0.04');
  const sheet = page.getByRole('dialog');
  await card(page).getByRole('button', { name: 'Close', exact: true }).tap();
  await sheet.getByRole('button', { name: 'Chase', exact: true }).tap();
  await sheet.getByRole('button', { name: '30 s', exact: true }).tap();
  await sheet.getByRole('button', { name: '2%', exact: true }).tap();
  await sheet.getByRole('button', { name: 'Close 0.04 BTC' }).tap();
  await expect(sheet).toHaveCount(0);
  await page.goto('/contractRecord/all?tab=orders');
  await page.locator('main li', { hasText: 'Chase' }).first().getByRole('button').tap();
  await expect(fact(sheet, 'First price')).toHaveText(/\d/);
  await expect(fact(sheet, 'Moves')).toHaveText(/^\d+$/);
  const { rows } = await ask(page.context(), 'perpetual/order/list', {}, token);
  expect(rows[0]).toMatchObject({ reduceOnly: true, chase: { distance: '0.02', rest: 'market' } });
});

/** Places a trailing stop by the ticket, reads its row, and takes it back. */
async function trailShort(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await chooseType(page, 'Trailing stop');
  await page.getByRole('textbox', { name: 'Distance' }).locator('..').getByRole('button').click();
  await page.getByLabel('Distance (USDT)').fill('5000');
  await page.getByLabel('Quantity').fill('0.01');
  const send = page.getByRole('dialog').getByRole('button', { name: 'Close BTC', exact: true });
  await page.getByRole('button', { name: 'Close BTC', exact: true }).click();
  await expect(fact(page.getByRole('dialog'), 'Trailing stop')).toContainText('5,000.0');
  await send.click();
  const line = page.locator('[data-order]', { hasText: 'Trailing stop' });
  await page.getByRole('tab', { name: /Orders/ }).click();
  await expect(fact(line, 'Distance')).toContainText('5,000.0');
  await expect(fact(line, 'Trigger price')).toContainText(/\d.*Last price/);
  await line.getByRole('button', { name: 'Cancel' }).click();
  await expect(line).toHaveCount(0);
  await page.getByRole('tab', { name: /Positions/ }).click();
  await chooseType(page, 'Market');
}

/** Whether all of something lies inside of the window, and where it ends. */
const sightOf = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    const bar = document.querySelector('nav')?.getBoundingClientRect().top ?? innerHeight;
    return { isSeen: top >= 0 && bottom <= bar + 0.5, height };
  });

test('ticket, book and what is open stand in one view, on the smallest phone and on its side too', async ({
  page,
}) => {
  const token = await trading(page);
  const order = { market: MARKET, side: 'long', type: 'market', tif: 'IOC', quantity: '0.02' };
  await ask(page.context(), 'perpetual/order/place', order, token);
  await expect(card(page)).toBeVisible();
  const ticket = page.locator('[data-area="ticket"]');
  const book = page.locator('[data-area="book"]');
  const send = page.getByRole('button', { name: 'Open long BTC', exact: true });
  for (const place of [ticket, book, send]) expect((await sightOf(place)).isSeen).toBe(true);
  expect((await sightOf(ticket)).height).toBeLessThanOrEqual(360);
  await expect(book.locator('[data-level]')).toHaveCount(10);
  await expect(page.getByRole('tab', { name: 'Positions (1)' })).toBeInViewport({ ratio: 1 });
  await expect(fact(card(page), 'Open price')).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 320, height: 568 });
  expect((await sightOf(send)).isSeen).toBe(true);
  const cut = await book
    .locator('[data-level]')
    .evaluateAll((levels) => levels.filter((each) => each.scrollWidth > each.clientWidth).length);
  expect(cut).toBe(0);
  const line = page.getByRole('button', { name: /^1 position [+−]?[\d.,]+ \([+−]?[\d.]+%\)$/ });
  expect((await sightOf(line)).isSeen).toBe(true);
  await line.click();
  await expect(card(page)).toBeInViewport({ ratio: 0.5 });
  await expect(line).toHaveCount(0);

  await page.setViewportSize({ width: 844, height: 390 });
  await ticket.evaluate((element) => element.scrollIntoView());
  expect((await sightOf(send)).isSeen).toBe(true);
});

test(
  'takes leverage by tier, warns beyond the liquidation price, and explains the number',
  LONG,
  async ({ page }) => {
    const token = await trading(page);
    const sheet = page.getByRole('dialog');
    const set = async (chip: string, value: string) => {
      await page.getByRole('button', { name: new RegExp(`^${chip}: `) }).click();
      await sheet.getByRole('button', { name: value, exact: true }).click();
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(sheet).toHaveCount(0);
      await expect(page.getByRole('button', { name: `${chip}: ${value}` })).toBeVisible();
    };
    await set('Margin mode', 'Isolated');
    await set('Leverage', '50×');
    await open(page, 'short', '0.05');
    await expect(card(page)).toContainText('50× Isolated');
    await card(page).getByRole('button', { name: 'Liq. price' }).click();
    await expect(page.getByRole('dialog')).toContainText('(wallet + deduction − sign × cost)');
    const { positions } = await ask(page.context(), 'perpetual/state', {}, token);
    await expect(page.getByRole('dialog')).toContainText(positions[0].margin);
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await movedByFinger(page);
    await page.goto(`/stopPl?market=${MARKET}`);
    await page.locator('fieldset[data-kind="stop"]').getByRole('button', { name: 'Yield' }).click();
    await page.locator('input[name="stop-roe"]').fill('300');
    await expect(page.getByText('liquidation would come first')).toBeVisible();
  },
);

/** What if the market moves: by a finger, by keys, with a stop-loss; Back closes the sheet. It is on assets, too. */
async function movedByFinger(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  const name = 'What if the market moves?';
  const stated = (await card(page).locator('[data-cell$=":liquidation"]').textContent()) ?? '';
  await card(page)
    .getByRole('button', { name: /^Position BTC/ })
    .click();
  await sheet.getByRole('button', { name }).click();
  const slider = sheet.getByRole('slider', { name: 'Move of the market' });
  await expect(slider).toHaveAttribute('aria-valuetext', '0%');
  const row = sheet.locator('li');
  // Nothing has moved yet: the sheet says the price that the position says.
  await expect(row).toContainText(`Liquidation at +`);
  await expect(row).toContainText(stated);
  const touch = async (share: number): Promise<void> => {
    const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.touchscreen.tap(box.x + box.width * share, box.y + box.height / 2);
  };
  // The sheet is still on its way up at first.
  await expect(async () => {
    await touch(0.8);
    await expect(row).toContainText('Liquidated at +', { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText(stated);
  await expect(slider).toHaveAttribute('aria-valuetext', /^\+\d\d%, 1 position liquidated$/);
  const stop = (figure(stated) * 0.998).toFixed(1);
  await sheet.locator('input[name="scenarioStop"]').fill(stop);
  await expect(fact(sheet, 'Difference')).toContainText('+');
  await expect(sheet.getByText('is liquidated before it acts')).toHaveCount(0);
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', '−50%');
  await expect(row).toContainText('Gains when the market falls');
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(card(page)).toBeVisible();
  await page.goto('/property?account=futures');
  await page.getByRole('button', { name }).click();
  await expect(sheet.locator('li')).toContainText('BTC');
  await page.goBack();
  await expect(sheet).toHaveCount(0);
}

test('arms the protection, which the exchange keeps over a reload', async ({ page }) => {
  await trading(page);
  await page.getByRole('switch', { name: /Cancel on disconnect/ }).click();
  await expect(page.getByText('Armed')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Armed')).toBeVisible();
});

test(
  'an open order is edited, and its line and a take-profit are dragged and confirmed',
  LONG,
  async ({ page }) => {
    const token = await trading(page);
    const call = (path: string, data: object) => ask(page.context(), path, data, token);
    const mark = fact(page.locator('main'), 'Mark').first();
    await expect(mark).toHaveText(/\d/);
    const price = figure(await mark.textContent());
    const near = (share: number): string => (price * share).toFixed(1);
    const resting = { market: MARKET, side: 'long', type: 'limit', price: near(0.97), quantity: '0.01' };
    const { order } = await call('perpetual/order/place', resting);
    await page.getByRole('tab', { name: /Orders/ }).click();
    const line = page.locator(`[data-order="${order.id}"]`);
    await line.getByRole('button', { name: 'Edit' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: 'Price' }).fill(near(0.9985));
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    const priceNow = async () => Number((await call('perpetual/order/list', {})).rows[0].price);
    await expect.poll(priceNow).toBe(Number(near(0.9985)));

    await page.getByRole('button', { name: 'Price chart' }).click();
    const dialog = await dragLines(page);
    const requested = await dialog.getByRole('textbox', { name: 'Price' }).inputValue();
    expect(Number(requested)).toBeLessThan(Number(near(0.9985)));
    // It stands where it was until the user has said so.
    expect(await priceNow()).toBe(Number(near(0.9985)));
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(priceNow).toBe(Number(requested));
    await call('perpetual/order/cancel', { id: order.id });

    await call('perpetual/order/place', { ...resting, price: undefined, type: 'market', tif: 'IOC' });
    const request = { by: 'price', value: near(1.0015), source: 'mark' };
    await call('perpetual/guard/set', { market: MARKET, takeProfit: request });
    const guardNow = async () => {
      const { orders } = await call('perpetual/state', {});
      return Number(orders[0].trigger.price);
    };
    expect(await guardNow()).toBe(Number(near(1.0015)));
    const question = await dragLines(page, -30);
    await expect(question).toContainText('Take profit');
    await question.getByRole('button', { name: 'Move' }).click();
    await expect.poll(guardNow).toBeGreaterThan(Number(near(1.0015)));
  },
);

test('on a narrow screen the chosen tab is in sight, in long words too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem('LANG', 'de'));
  await page.goto('/trade?kind=perpetual');
  const chosen = page.locator('[role="tab"][aria-selected="true"]').first();
  await expect(chosen).toHaveText('Perpetual');
  await expect(chosen).toBeInViewport({ ratio: 0.99 });
  await page.getByRole('tab', { name: 'Spot' }).click();
  await expect(chosen).toHaveText('Spot');
  await expect(chosen).toBeInViewport({ ratio: 0.99 });
});
