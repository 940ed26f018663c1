import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { calls } from '../../domain/contract/index.ts';
import { ask, figure, newPerson } from './support.ts';

/** Somebody who has done a little of everything, and the addresses of all screens for them. */
export interface Visitor {
  readonly token: string;
  /** One address for each route of the product. */
  readonly addresses: readonly string[];
}

const routePaths = (): string[] =>
  [...readFileSync('src/app/routes.ts', 'utf8').matchAll(/\bat\(\s*'([^']+)'/g)].map(
    ([, path]) => path ?? '',
  );

/**
 * Adds a person with orders, a position, a contract, a conversion, a storage order and a ticket.
 * @throws when a route has a part that nothing is put in for: a new one needs a sample here.
 */
export async function newVisitor(context: BrowserContext): Promise<Visitor> {
  const token = await newPerson(context);
  const call = async (name: keyof typeof calls, body: object) => {
    const data = await ask(context, calls[name].path.replace('/xb/v1/', ''), body, token);
    if (data === null) throw new Error(`${name} was refused`);
    return data;
  };
  await call('account.transfer', { asset: 'USDT', from: 'spot', to: 'futures', amount: '3000' });
  const order = { market: 'BTC-USDT', side: 'buy' };
  await call('spot.place', { ...order, type: 'market', total: '150' });
  // A minute that has just begun has no bar yet.
  const { candles } = await call('market.candles', { id: 'BTC-USDT', interval: '1m', limit: 2 });
  const { order: resting } = await call('spot.place', {
    ...order,
    type: 'limit',
    price: `${Math.floor(figure(candles.at(-1)[4]) * 0.9)}`,
    quantity: '0.05',
  });
  await call('perpetual.place', {
    market: 'BTC-USDT-PERP',
    side: 'long',
    type: 'market',
    quantity: '0.05',
  });
  const { id: cycleQuote } = await call('cycle.quote', { asset: 'BTC-USDT', cycle: '5m' });
  await call('cycle.buy', { quote: cycleQuote, direction: 'up', amount: '20' });
  const { id: quote } = await call('convert.quote', {
    from: 'USDT',
    to: 'ETH',
    side: 'from',
    amount: '50',
  });
  await call('convert.accept', { quote });
  const { plans } = await call('storage.plans', {});
  const [{ id: plan, version }] = plans;
  await call('storage.open', { plan, version, amount: '500', autoRenew: false, agreed: true });
  const samples: Readonly<Record<string, string>> = {
    '/coinDetail/:coinType': '/coinDetail/BTC-USDT',
    '/confirmLock/:id': `/confirmLock/${plan}`,
    '/allRecord/:coinType': '/allRecord/BTC-USDT',
    '/contractRecord/:coinType': '/contractRecord/all',
    '/tradDetail/:id': `/tradDetail/${resting.id}`,
    '/announcementDetail/:id': '/announcementDetail/play-money',
    '/documentDetail/:type': '/documentDetail/agreement',
    '/mine/helpCenter/:slug': '/mine/helpCenter/liquidation',
  };
  const addresses = routePaths().map((path) => {
    const address = path.includes(':') ? samples[path] : path;
    if (address === undefined) throw new Error(`no sample for the route ${path}`);
    return address;
  });
  return { token, addresses };
}

export interface Look {
  readonly language: string;
  readonly theme: 'dark' | 'light';
  readonly token: string | null;
}

/** Opens the product as somebody who has chosen all this before. */
export async function enter(page: Page, look: Look): Promise<void> {
  await page.addInitScript(({ language, theme, token }) => {
    localStorage.setItem('LANG', language);
    if (token !== null) localStorage.setItem('TOKEN', token);
    localStorage.setItem('TIDEMARK_SETTINGS', JSON.stringify({ theme }));
  }, look);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/home');
  await settled(page);
}

/** Goes to an address inside the page, without loading it anew. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await settled(page);
}

/** Waits until a screen's words stay the same; figures may go on. Gives up after some seconds. */
async function settled(page: Page): Promise<void> {
  const words = () =>
    page.evaluate(() => {
      const main = document.querySelector('main');
      // A screen that still comes in is seen through.
      const isBusy = main?.querySelector('[aria-busy="true"]') || main?.getAnimations().length;
      const text = main?.textContent.replace(/[\d.,:%+−-]+/g, '') ?? '';
      return isBusy || text.trim() === '' ? null : text;
    });
  let before: string | null = null;
  for (let round = 0; round < 30; round++) {
    const now = await words();
    if (now !== null && now === before) return;
    before = now;
    await page.waitForTimeout(100);
  }
}
