import type { Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';

/** Every test fails on an error of the page, or on something that the content policy had to block. */
export const test = base.extend<{ page: Page; errors: string[] }>({
  errors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (
        message.type() === 'error' &&
        !/ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::|WebSocket connection/.test(message.text())
      )
        errors.push(message.text());
    });
    await use(errors);
    expect(errors).toEqual([]);
  },
});
export { expect };

/** The text of a row's live cell. Column 0: price, 1: change, 2: volume. */
export const cell = (page: Page, place: number, column: number) =>
  page.locator(`[data-cell="${place}:${column}"]`).last();

/** Markets in the order that the list shows them. */
export async function shownMarkets(page: Page): Promise<string[]> {
  const links = page.locator('ul li a[href^="/coinDetail/"]');
  await expect(links.first()).toBeVisible();
  const rows = await links.evaluateAll((all) =>
    all.map((link) => ({ href: link.getAttribute('href') ?? '', top: link.getBoundingClientRect().top })),
  );
  return rows.sort((a, b) => a.top - b.top).map(({ href }) => href.replace('/coinDetail/', ''));
}

/** A shown number as a number, for comparing; grouping of English only. */
export const figure = (text: string | null): number =>
  Number((text ?? '').replace(/[,%+$]/g, '').replace('−', '-'));
