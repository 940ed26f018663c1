import type { Locator, Page } from '@playwright/test';
import type { BuiltExchange } from './builtExchange.ts';
import { playRecording, tradeFrame } from './recorded.ts';
import { ask, expect, figure, newGuest, test } from './support.ts';

const MARKET = 'ETH-USDT-PERP';
/** Longer than the test takes. */
const SECONDS = 900;
/** Quote a second. */
const FALL = 0.25;
const at = (second: number): string => (2_700 - second * FALL).toFixed(2);
const above = (second: number): string => (2_700.1 - second * FALL).toFixed(2);

let exchange: BuiltExchange;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  // Ether falls steadily, and its book with it.
  exchange = await playRecording('usdm_ethusdt_20240808.gz', SECONDS, (second, time) =>
    second === 0
      ? [{ lastUpdateId: 1, bids: [[at(0), '500']], asks: [[above(0), '500']] }]
      : [
          {
            stream: 'ethusdt@depth@0ms',
            data: {
              e: 'depthUpdate',
              E: time,
              T: time,
              s: 'ETHUSDT',
              U: second + 1,
              u: second + 1,
              pu: second,
              b: [
                [at(second - 1), '0'],
                [at(second), '500'],
              ],
              a: [
                [above(second - 1), '0'],
                [above(second), '500'],
              ],
            },
          },
          tradeFrame('ETHUSDT', second, at(second), time),
        ],
  );
});
test.afterAll(() => exchange.end());

/** The value that stands under a name. */
const fact = (place: Locator, name: string): Locator =>
  place
    .locator('dl > div')
    .filter({ has: place.page().getByText(name, { exact: true }) })
    .locator('dd');
const card = (page: Page): Locator => page.locator(`[data-market="${MARKET}"]`);
const live = (page: Page, cell: string): Locator => page.locator(`[data-cell$="${cell}"]`).first();

test('a liquidation is seen as it happens, and all screens say the same before and after', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const { base } = exchange;
  const token = await newGuest(context, base);
  const call = (path: string, data: object) => ask(context, path, data, token, base);
  await context.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(`${base}/trade?kind=perpetual&market=${MARKET}`);
  await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
  await call('perpetual/terms/set', { market: MARKET, mode: 'isolated', leverage: 100 });
  const order = { market: MARKET, side: 'long', type: 'market', tif: 'IOC', quantity: '10' };
  // A busy machine may have no fresh price for a moment: the exchange refuses then.
  await expect(async () => {
    expect((await call('perpetual/order/place', order))?.order.status).toBe('filled');
  }).toPass({ timeout: 20_000 });

  // Three screens at once: what moves is read on all of them between two of its changes.
  await expect(card(page)).toContainText('100× Isolated');
  const [guards, assets] = [await context.newPage(), await context.newPage()];
  await guards.goto(`${base}/stopPl?market=${MARKET}`);
  await assets.goto(`${base}/property?account=futures`);
  await expect
    .poll(async () => {
      const texts = [live(page, ':profit'), live(guards, ':profit'), live(assets, 'unrealizedPl')];
      const figures = (await Promise.all(texts.map((each) => each.textContent()))).map(figure);
      return figures.every((each) => each === figures[0] && each < 0);
    })
    .toBe(true);
  for (const name of ['Open price', 'Size (ETH)'])
    await expect(fact(card(guards), name)).toHaveText((await fact(card(page), name).textContent()) ?? '');
  await expect(live(guards, ':liquidation')).toHaveText(
    (await live(page, ':liquidation').textContent()) ?? '',
  );
  await expect(assets.locator('[data-cell="positionMargin"]')).toHaveText(
    (await fact(card(page), 'Position margin').textContent()) ?? '',
  );
  const entry = (await fact(card(page), 'Open price').textContent()) ?? '';
  const stated = figure(await live(page, ':liquidation').textContent());
  await guards.close();
  await assets.close();

  await expect(live(page, ':toLiquidation')).toHaveText(/^\d\.\d\d%$/);
  await exchange.pace(8);
  await expect(
    page
      .getByRole('status')
      .getByRole('button', { name: /Margin ratio at \d\d/ })
      .first(),
  ).toBeVisible({
    timeout: 90_000,
  });
  await expect(card(page)).toHaveCount(0, { timeout: 90_000 });
  await exchange.pace(1);
  await expect(page.getByRole('status').getByRole('button', { name: /Position liquidated/ })).toBeVisible();
  await page.goto(`${base}/contractRecord/all`);
  const row = page.locator('main li').first();
  await expect(row).toContainText('Liquidated');
  await row.getByRole('button').click();
  await expect(fact(page.getByRole('dialog'), 'Open price')).toHaveText(entry);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Liquidations' }).click();
  await expect(page.locator('main li').filter({ hasText: 'Closed at market' })).toHaveCount(1);

  const news = await call('notification/list', { kinds: ['margin', 'liquidation'] });
  expect(news.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['liquidation', 'margin', 'margin']);

  const { rows } = await call('perpetual/liquidation/list', {});
  const closed = rows.find(({ step }: { step: string }) => step === 'close');
  // It acted at the first mark at or below the price that had been stated, which falls by 0.25 a second.
  expect(Number(closed.mark)).toBeLessThanOrEqual(stated);
  expect(Number(closed.mark)).toBeGreaterThan(stated - 4);
});
