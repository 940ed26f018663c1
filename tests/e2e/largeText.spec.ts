import type { Page } from '@playwright/test';
import { enter, newVisitor, visit } from './everyRoute.ts';
import { faultsOf, prepare } from './looks.ts';
import { expect, LONG, test } from './support.ts';

/** Twice the usual 16: the largest that phones offer. */
const LARGE_PX = 32;

/** Text in the size that somebody chose for all pages. */
async function chooseSize(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
}

test(
  'text at 200 %: what is read grows, and no word is cut or covered on the main screens',
  LONG,
  async ({ page, errors }) => {
    test.setTimeout(180_000);
    const { token, extremes } = await newVisitor(page.context());
    const [, , , perpetual = ''] = extremes;
    await page.setViewportSize({ width: 390, height: 844 });
    await chooseSize(page, LARGE_PX);
    await enter(page, { language: 'en_us', theme: 'dark', token });
    await prepare(page);
    const bodyPx = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
    expect(await bodyPx()).toBe(30);
    const addresses = ['/home', '/market', '/trade?market=BTC-USDT', '/trade?kind=perpetual', perpetual];
    addresses.push(
      '/coinDetail/BTC-USDT',
      '/cycle',
      '/property',
      '/property/coinRecord',
      '/contractRecord/all',
    );
    addresses.push('/recharge', '/withdraw', '/convert', '/transfer', '/mine', '/setting', '/lockMining');
    addresses.push('/login', '/mine/helpCenter/liquidation');
    const wrong: string[] = [];
    for (const address of addresses) {
      await visit(page, address);
      for (const language of ['en_us', 'de']) {
        const found = await faultsOf(page, { language, theme: 'dark', isChanged: true });
        // What a thumb needs is measured by the walk.
        const words = found.filter((fault) => !fault.startsWith('a target of'));
        wrong.push(...words.map((fault) => `${address} in ${language}: ${fault}`));
      }
    }
    expect(wrong).toEqual([]);
    expect(errors).toEqual([]);
  },
);
