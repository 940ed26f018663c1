import type { Browser, Page } from '@playwright/test';
import { ask, expect, LONG, newUser, restInside, test } from './support.ts';

/** A device of a user: closing it takes its worker with it. */
async function device(browser: Browser, baseURL: string | undefined, token: string, path: string) {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } });
  await context.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ });
const card = (page: Page) => page.getByRole('complementary', { name: 'While you were away' });

test(
  'what came while no page was open is counted, summed up and listed, on every device until it is read',
  LONG,
  async ({ context, browser, baseURL }) => {
    const [token, seller] = [await newUser(context), await newUser(context)];
    const open = (path: string) => device(browser, baseURL, token, path);
    const before = await open('/home');
    await expect(bell(before)).toHaveAccessibleName('Notifications');
    await before.context().close();

    // Somebody else fills an order while no page is there. The price may move at any moment, and a higher bid take what
    // was meant for it: then it is taken back, and another one rests where the price is by then.
    const lines = async () => (await ask(context, 'notification/list', {}, token)).rows;
    const sellAndLook = async () => {
      const { body, order } = await restInside(context, token);
      const stock = { market: body.market, side: 'buy', type: 'market', total: '600' };
      expect((await ask(context, 'spot/order/place', stock, seller)).order.status).toBe('filled');
      await ask(context, 'spot/order/place', { ...body, side: 'sell', tif: 'IOC' }, seller);
      await ask(context, 'spot/order/cancel', { id: order }, token);
      return lines();
    };
    await expect.poll(sellAndLook).toContainEqual(expect.objectContaining({ kind: 'fill' }));
    const { length: many } = await lines();

    const phone = await open('/home');
    await expect(card(phone)).toContainText(`Fills: ${many}`);
    await expect(bell(phone)).toHaveAccessibleName(`Notifications, ${many} unread`);
    const other = await open('/market');
    await expect(bell(other)).toHaveAccessibleName(`Notifications, ${many} unread`);

    await card(phone).getByRole('link').click();
    await expect(phone).toHaveURL(/\/mine\/news$/);
    const unread = phone.locator('[data-unread]');
    await expect(unread).toHaveCount(many);
    await expect(unread.first()).toContainText(/Order (partially )?filled/);
    // Who has read it on one device has read it on the other.
    await expect(bell(other)).toHaveAccessibleName('Notifications');
    await unread.locator('a').first().click();
    await expect(phone).toHaveURL(/\/tradDetail\/\d+$/);
    await phone.goto('/home');
    await expect(bell(phone)).toHaveAccessibleName('Notifications');
    await expect(card(phone)).toHaveCount(0);
    await phone.context().close();
    await other.context().close();
  },
);
