import type { Page } from '@playwright/test';
import { ask, chooseType, expect, newGuest, test } from './support.ts';

async function enter(page: Page, path: string): Promise<string> {
  const token = await newGuest(page.context());
  await page.addInitScript((own) => {
    localStorage.setItem('TOKEN', own);
    localStorage.setItem('TIDEMARK_SETTINGS', JSON.stringify({ confirmOrders: false }));
  }, token);
  await page.goto(path);
  await expect(page.getByText('10,000.00 USDT').first()).toBeVisible();
  return token;
}

test('an order brings its take-profit and stop-loss with one tap more, on spot and on a perpetual', async ({
  page,
  context,
}) => {
  const token = await enter(page, '/trade?market=BTC-USDT');
  await chooseType(page, 'Market');
  await page.getByLabel('Total').fill('500');
  await page.getByRole('checkbox', { name: 'TP/SL' }).tap();
  // As they are kept: 5 % and 2.5 %.
  await expect(page.getByRole('textbox', { name: 'Take profit (%)' })).toHaveValue('5');
  await page.getByRole('textbox', { name: 'Stop loss (%)' }).fill('3');
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).first().tap();
  const exits = async () => (await ask(context, 'spot/order/list', { live: true }, token)).rows;
  await expect.poll(async () => (await exits()).length).toBe(2);
  const rows: { type: string; side: string; entry: number; partner: number; id: number }[] = await exits();
  expect(rows.map(({ type, side }) => `${side} ${type}`).sort()).toEqual(['sell limit', 'sell stopMarket']);
  expect(new Set(rows.map(({ entry }) => entry)).size).toBe(1);
  // One card of a pair, which says what it is.
  await expect(page.getByRole('listitem').filter({ hasText: 'TP/SL · Sell' })).toHaveCount(1);

  await page.goto('/trade?kind=perpetual');
  await expect(page.getByRole('button', { name: /^Leverage/ })).toBeEnabled();
  await chooseType(page, 'Market');
  await page.getByRole('textbox', { name: 'Quantity' }).fill('0.01');
  await page.getByRole('checkbox', { name: 'TP/SL' }).tap();
  // What was typed on spot stays for the next order.
  await expect(page.getByRole('textbox', { name: 'Stop loss (%)' })).toHaveValue('3');
  await page
    .getByRole('button', { name: /^Open long BTC/ })
    .first()
    .tap();
  const guards = async () =>
    (await ask(context, 'perpetual/order/list', { live: true }, token)).rows.map(
      ({ trigger }: { trigger: { kind: string } }) => trigger.kind,
    );
  await expect.poll(async () => (await guards()).sort()).toEqual(['profit', 'stop']);
});
