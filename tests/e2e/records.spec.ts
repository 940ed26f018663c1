import type { Page } from '@playwright/test';
import { expect, LONG, newGuest, test } from './support.ts';

const MANY = 2_400;

/** Opens the product as a new user, with a worker of its own: for a shared one nothing can stand in. */
async function enter(page: Page, address: string): Promise<void> {
  const token = await newGuest(page.context());
  await page.addInitScript((own) => {
    localStorage.setItem('TOKEN', own);
    Reflect.deleteProperty(window, 'SharedWorker');
  }, token);
  await page.goto(address);
}

/** Has the exchange answer with thousands of movements, page by page; some take two lines more than others. */
async function haveManyRecords(page: Page): Promise<void> {
  await page.context().route('**/account/records', async (route) => {
    const { before, limit } = route.request().postDataJSON() as { before?: string; limit: number };
    const from = before ? Number.parseInt(before, 10) - 1 : MANY;
    const to = Math.max(from - limit, 0);
    const rows = Array.from({ length: from - to }, (_, place) => {
      const id = from - place;
      const amount = id % 3 ? `${id}` : `${id}.12345678901234567`;
      return {
        id: `${id}.0`,
        account: 'spot',
        asset: 'USDT',
        kind: 'transfer',
        amount,
        balance: amount,
        at: id,
      };
    });
    const data = { rows, next: to === 0 ? null : `${to + 1}.0` };
    await route.fulfill({ json: { code: 200, message: 'ok', data, requestId: 'stood-in' } });
  });
}

test(
  'of thousands of records only those in sight are there, and the way back leads to the same row',
  LONG,
  async ({ page, errors }) => {
    await haveManyRecords(page);
    await enter(page, '/property');
    await page.locator('a[href="/property/coinRecord?asset=USDT"]').click();
    const rows = page.locator('main li');
    const row = (id: number) =>
      rows.filter({ hasText: new RegExp(`\\+${id.toLocaleString('en-US')}(\\.\\d+)? USDT`) });
    const body = rows.first().locator('xpath=ancestor::*[@tabindex or contains(@class,"body")][1]');
    await expect(row(MANY)).toBeVisible();
    const toEnd = () =>
      body.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
    await expect(async () => {
      await toEnd();
      await expect(page.getByText('No more records')).toBeInViewport({ timeout: 100 });
    }).toPass({ intervals: [50] });
    await expect(row(1)).toBeInViewport();
    // Those that a jump left behind go within some frames.
    await expect.poll(() => rows.count()).toBeLessThan(40);
    await expect(rows.last()).toHaveAttribute('aria-posinset', `${MANY}`);
    await expect(rows.last()).toHaveAttribute('aria-setsize', `${MANY}`);

    // No row lies over the next, whatever their heights.
    const widest = () =>
      rows.evaluateAll((all) => {
        const gaps = all.slice(1).map((each, place) => {
          const above = all[place]?.getBoundingClientRect().bottom ?? 0;
          return Math.abs(each.getBoundingClientRect().top - above);
        });
        return Math.max(...gaps);
      });
    await expect.poll(widest).toBeLessThanOrEqual(1);

    await body.evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await page.waitForTimeout(300);
    const inSight = () =>
      rows.evaluateAll(
        (all) => all.find((each) => each.getBoundingClientRect().top > 300)?.textContent ?? '',
      );
    const before = await inSight();
    await page.goBack();
    await expect(rows.filter({ hasText: before })).toHaveCount(0);
    await page.goForward();
    await expect(rows.filter({ hasText: before }).first()).toBeInViewport();
    expect(await inSight()).toBe(before);
    expect(errors).toEqual([]);
  },
);
