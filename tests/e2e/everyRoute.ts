import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { calls } from '../../domain/contract/index.ts';
import { ask, figure, newUser } from './support.ts';

/** Somebody who has done a little of everything, and the addresses of all screens for them. */
export interface Visitor {
  readonly token: string;
  /** One address for each route of the product. */
  readonly addresses: readonly string[];
  /** More addresses of the same screens: with the smallest prices, the largest quantities and the longest name. */
  readonly extremes: readonly string[];
}

const routePaths = (): string[] =>
  [...readFileSync('src/app/routes.ts', 'utf8').matchAll(/\bat\(\s*'([^']+)'/g)].map(
    ([, path]) => path ?? '',
  );

/**
 * Adds a user with orders, a position, a contract, a conversion, a storage order and a ticket.
 * @throws when a route has a part that nothing is put in for: a new one needs a sample here.
 */
export async function newVisitor(context: BrowserContext): Promise<Visitor> {
  const token = await newUser(context);
  const call: Call = async (name, body) => {
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
  await call('perpetual.place', { market: 'ETH-USDT-PERP', side: 'short', type: 'market', quantity: '0.2' });
  await call('perpetual.close', { market: 'ETH-USDT-PERP' });
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
  const extremes = await tradeExtremes(call);
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
  return { token, addresses, extremes };
}

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked at as it is
type Call = (name: keyof typeof calls, body: object) => Promise<any>;

const LONG_NAME = '1MBABYDOGE-USDT-PERP';

/** Trades where prices are smallest and a name is longest. @returns the addresses that show it. */
async function tradeExtremes(call: Call): Promise<string[]> {
  const { markets } = await call('market.list', {});
  const least = (kind: string): { readonly id: string } =>
    markets
      .filter((market: { kind: string }) => market.kind === kind)
      .reduce((a: { tick: string }, b: { tick: string }) => (b.tick.length > a.tick.length ? b : a));
  const [{ id: spot }, { id: perpetual }] = [least('spot'), least('perpetual')];
  await call('spot.place', { market: spot, side: 'buy', type: 'market', total: '100' });
  for (const market of [perpetual, LONG_NAME]) {
    const { candles } = await call('market.candles', { id: market, interval: '1m', limit: 2 });
    const quantity = `${Math.floor(400 / figure(candles.at(-1)[4]))}`;
    await call('perpetual.place', { market, side: 'short', type: 'market', quantity });
  }
  const ids = [LONG_NAME, perpetual, spot, 'SHIB-USDT-PERP'];
  const lists = ['Layer 1', 'Altcoins of the Mondays'].map((name, i) => ({ id: `list0000${i}`, name, ids }));
  await call('account.keepFavourites', { ids, lists, version: 0 });
  return [
    `/coinDetail/${spot}`,
    `/coinDetail/${perpetual}`,
    `/trade?market=${spot}`,
    `/trade?kind=perpetual&market=${perpetual}`,
    `/trade?kind=perpetual&market=${LONG_NAME}`,
    `/stopPl?market=${perpetual}`,
    '/market?tab=futures',
    '/market?tab=favorites',
  ];
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

/** Goes to an address inside the page, without reloading it. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await settled(page);
}

/** What is opened on a screen, by what is the same in every language. */
export interface Opened {
  readonly name: string;
  readonly address: string;
  readonly open: (page: Page) => Promise<void>;
}

const TICKET = '[data-area="ticket"]';

/** What traders open most: each ticket with all it has, and the sheets of market, alert, leverage and positions. */
export function openedBy({ extremes }: Visitor): readonly Opened[] {
  const [, , spot = '', tiny = '', long = ''] = extremes;
  const tap =
    (selector: string, place = 0) =>
    async (page: Page) =>
      page.locator(selector).nth(place).click();
  const ofPosition = (selector: string) => async (page: Page) => {
    // Positions exist once they come into sight.
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('main *')) each.scrollTop = each.scrollHeight;
    });
    await page.locator(`[data-market] ${selector}`).first().click();
  };
  const stopLimit = async (page: Page, chip: number) => {
    await page.locator(`${TICKET} [aria-haspopup="dialog"]`).nth(chip).click();
    // Limit, market, stop limit.
    await page.locator('dialog[open] fieldset').first().locator('button').nth(2).click();
  };
  const futuresTicket = async (page: Page) => {
    await stopLimit(page, 2);
    await page.locator(`${TICKET} input[type="checkbox"]`).first().check();
  };
  const indicators = async (page: Page) => {
    await page.locator('main section section [aria-haspopup="dialog"]').nth(1).click();
    // With the settings of the first of them.
    await page.locator('dialog[open] li button[aria-expanded]').first().click();
  };
  const spotTicket = async (page: Page) => {
    await stopLimit(page, 0);
    await page.locator(`${TICKET} input[type="checkbox"]`).first().check();
  };
  const choose = async (page: Page, chip: number, place: number) => {
    await page.locator(`${TICKET} [aria-haspopup="dialog"]`).nth(chip).click();
    await page.locator('dialog[open] fieldset').first().locator('button').nth(place).click();
  };
  const scaled = async (page: Page) => {
    // Limit, market, stop limit, stop market, OCO, scaled.
    await choose(page, 0, 5);
    const fields = page.locator('dialog[open] input');
    for (const [i, text] of ['100', '90', '5', '1'].entries()) await fields.nth(i).fill(text);
  };
  const goodTill = async (page: Page) => {
    // Till cancelled, till a date.
    await choose(page, 1, 1);
    await page.locator(`${TICKET} [aria-haspopup="dialog"]`).nth(2).click();
  };
  return [
    { name: 'the whole ticket', address: tiny, open: futuresTicket },
    { name: 'the whole ticket', address: long, open: futuresTicket },
    { name: 'the whole ticket', address: spot, open: spotTicket },
    { name: 'found', address: '/coinSearch', open: (page) => page.getByRole('searchbox').fill('doge') },
    {
      name: 'their order',
      address: '/market?tab=favorites',
      open: tap('main button:has(+ [role="status"])'),
    },
    {
      name: 'watch lists',
      address: '/market?tab=favorites',
      open: async (page) => {
        await page.locator('main [aria-haspopup="dialog"]:has(> .lucide-list-plus)').click();
        await page.locator('dialog[open] li [aria-expanded]').first().click();
      },
    },
    { name: 'markets', address: tiny, open: tap('main header [aria-haspopup="dialog"]') },
    { name: 'alert', address: tiny, open: tap('main header [aria-haspopup="dialog"]', 1) },
    { name: 'leverage', address: tiny, open: tap(`${TICKET} [aria-haspopup="dialog"]`) },
    { name: 'indicators', address: '/coinDetail/BTC-USDT', open: indicators },
    {
      name: 'drawing',
      address: '/coinDetail/BTC-USDT',
      open: async (page) => {
        await page.locator('main button:has(> .lucide-pencil-line)').click();
        await page.locator('[role="toolbar"] button').first().click();
        await page
          .locator('[data-drawn] [role="img"]')
          .first()
          .click({ position: { x: 120, y: 90 } });
        await page.locator('[role="toolbar"]').nth(1).waitFor();
      },
    },
    {
      name: 'depth',
      address: '/coinDetail/BTC-USDT',
      open: async (page) => page.locator('main [role="tablist"]').last().getByRole('tab').nth(1).click(),
    },
    {
      name: 'market data',
      address: '/coinDetail/BTC-USDT-PERP',
      open: async (page) => page.locator('main [role="tablist"]').last().getByRole('tab').nth(3).click(),
    },
    {
      name: 'chasing',
      address: tiny,
      open: async (page) => {
        await ofPosition('footer button >> nth=1')(page);
        await page.locator('dialog[open] fieldset').first().locator('button').nth(2).click();
      },
    },
    { name: 'a trade', address: '/property/results', open: tap('main li [aria-haspopup="dialog"]') },
    { name: 'a file', address: '/property/results', open: tap('main header [aria-haspopup="dialog"]') },
    { name: 'closing', address: tiny, open: ofPosition('footer button >> nth=1') },
    { name: 'a position', address: tiny, open: ofPosition('header [aria-haspopup="dialog"]') },
    { name: 'what if', address: '/property', open: tap('main button:has(> .lucide-waves)') },
    {
      name: 'filter',
      address: '/property/coinRecord',
      open: async (page) => {
        await page.locator('main [aria-haspopup="dialog"]').last().click();
        await page.locator('dialog[open] [aria-expanded]').first().click();
      },
    },
    { name: 'a scaled order', address: '/trade?market=BTC-USDT', open: scaled },
    { name: 'good till', address: '/trade?market=BTC-USDT', open: goodTill },
    { name: 'terms', address: '/cycle', open: tap('[data-dock] button[data-side]') },
    { name: 'editing', address: '/trade?market=BTC-USDT', open: tap('main li footer button') },
  ];
}

/** How long words stay the same before a screen that was just opened counts as settled, ms. */
const CALM_MS = 90;

/** How long one waits for that, ms. */
let patienceMs = 4_000;

/** Who looks at pictures and measures nothing waits longer. */
export function waitLonger(ms: number): void {
  patienceMs = ms;
}

/** Waits until a screen's words stay the same; figures may go on. Gives up after some seconds. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(`(${untilSettled})(${CALM_MS}, ${patienceMs})`);

/** As a script: `untilSettled(calmMs)` of it waits in the page. */
export const settledScript = `${untilSettled}`;

/** Runs in the page. */
async function untilSettled(calmMs: number, mostMs = 4_000): Promise<void> {
  const begun = performance.now();
  // Styles that depend on the width follow a new one with the next frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  let before: string | null = null;
  let since = begun;
  while (performance.now() - begun < mostMs) {
    const main = document.querySelector('main');
    // The screen before stays until this one's code is there; one that still comes in is seen through.
    const isBefore = main?.dataset['path'] !== location.pathname;
    // The gallery shows what is busy, and stays so.
    const busy = main?.querySelector('[aria-busy="true"]:not([lang="en"] *)');
    const isBusy = isBefore || busy || main?.getAnimations().length;
    const text = main?.textContent.replace(/[\d.,:%+−-]+/g, '').trim() ?? '';
    const now = isBusy || text === '' ? null : text;
    if (now === null || now !== before) since = performance.now();
    else if (performance.now() - since >= calmMs) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
