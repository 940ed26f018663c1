import type { BrowserContext, Locator, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';

/** What a browser says of a network that is cut, and of push, which Chromium has not in windows such as those of tests. */
const OF_THE_BROWSER =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::|WebSocket connection|does not support the Push API in incognito/;

/** Every test fails on an error of the page, or on something that the content policy had to block. */
export const test = base.extend<{ page: Page; errors: string[] }>({
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...at) => {
      await entriesGone(page);
      return goto(...at);
    };
    const reload = page.reload.bind(page);
    page.reload = async (...how) => {
      await entriesGone(page);
      return reload(...how);
    };
    await use(page);
  },
  errors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !OF_THE_BROWSER.test(message.text())) errors.push(message.text());
    });
    await use(errors);
    expect(errors).toEqual([]);
  },
});
export { expect };

/** The entry of a sheet that has closed is taken back a moment later, and that would end a load that has begun. */
async function entriesGone(page: Page): Promise<void> {
  const isLeft = () => {
    // One that slides out of the window is still open.
    const stay = [...document.querySelectorAll<HTMLElement>('dialog[open]')].filter(
      ({ style }) => style.transform !== 'translateY(100%)',
    );
    return stay.length < Number(history.state?.sheet ?? 0);
  };
  await expect.poll(() => page.evaluate(isLeft)).toBe(false);
}

/** What `npm run test:long` proves alone: what is rare, and ways whose steps others go every day. */
export const LONG = { tag: '@long' } as const;

/** The text of a row's live cell. Column 0: price, 1: change, 2: volume. */
export const cell = (page: Page, place: number, column: number) =>
  page.locator(`[data-cell="${place}:${column}"]`).last();

/** Markets in the order that the list shows them at this moment: between two lists there may be none. */
export async function shownMarkets(page: Page): Promise<string[]> {
  const links = page.locator('ul li a[href^="/coinDetail/"]');
  await expect(links.first()).toBeVisible();
  const rows = await links.evaluateAll((all) =>
    all.map((link) => ({ href: link.getAttribute('href') ?? '', top: link.getBoundingClientRect().top })),
  );
  return rows.sort((a, b) => a.top - b.top).map(({ href }) => href.replace('/coinDetail/', ''));
}

/**
 * Cuts the page's network, its open socket included. @returns what restores it. The page's worker must be its own:
 * a shared one keeps its network.
 */
export async function cutNetwork(page: Page): Promise<() => Promise<void>> {
  const context = page.context();
  const wake = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  await context.setOffline(true);
  const socket = await context.newCDPSession(page);
  await socket.send('Network.enable');
  await context.route('**/*', (route) => route.abort());
  await wake();
  return async () => {
    await context.unroute('**/*');
    await context.setOffline(false);
    await wake();
  };
}

/** A shown number as a number, for comparing; grouping of English only. */
export const figure = (text: string | null): number =>
  Number((text ?? '').replace(/[,%+$]/g, '').replace('−', '-'));

/** Chooses the kind of order in the ticket. */
export async function chooseType(page: Page, name: string): Promise<void> {
  if ((await page.getByRole('button', { name: `Order type: ${name}`, exact: true }).count()) > 0) return;
  await page.getByRole('button', { name: /^Order type/ }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Drags what lies on the chart, place by place, until a sheet asks. @param by px, down. */
export async function dragLines(page: Page, by = 30): Promise<Locator> {
  const chart = page.getByRole('img', { name: 'Price chart' });
  await expect(chart).toBeVisible();
  // Bars of hours reach far enough for every price near the market to lie on the chart.
  await page.getByRole('tab', { name: '1h', exact: true }).click();
  await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  await page.waitForTimeout(1_000);
  const sheet = page.getByRole('dialog');
  // The scale moves with the market: a line may have moved on while it was looked for.
  await expect(async () => {
    const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // Between the buttons of a position's line and the scale.
    const x = box.x + box.width * 0.72;
    for (let y = box.y + 20; y < box.y + box.height - 40 && (await sheet.count()) === 0; y += 10) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + by, { steps: 4 });
      await page.mouse.up();
      await page.waitForTimeout(150);
    }
    await expect(sheet).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  return sheet;
}

const API = '/api/xb/v1';
const PASSWORD = 'tide1234x';
let count = 0;

/** Calls the exchange. @param base of another than the run's. @param from the caller's address. */
export async function ask(
  context: BrowserContext,
  path: string,
  data: object,
  token?: string,
  base = '',
  from = '',
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked at as it is
): Promise<any> {
  const headers = {
    ...(from ? { 'x-forwarded-for': from } : {}),
    ...(token ? { authorization: token } : {}),
    'idempotency-key': `e2e-key-${Date.now()}-${count++}`,
  };
  const call = () => context.request.post(`${base}${API}/${path}`, { data, headers });
  let answer = await call();
  // A busy exchange, most of all one whose time runs faster, asks to be called again: the same command, by its key.
  for (let tries = 1; answer.status() === 503 && tries < 120; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    answer = await call();
  }
  return (await answer.json()).data;
}

/** A network address of its own for each user: what an address may do in an hour is bounded. */
const newAddress = (): string => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;

/** A new user, by the calls alone. @param base of another exchange than the run's. */
export async function newUser(context: BrowserContext, base = ''): Promise<string> {
  const email = `person${Date.now()}-${Math.random().toString(36).slice(2, 8)}@people.example`;
  const from = newAddress();
  const say = (path: string, data: object, token?: string) => ask(context, path, data, token, base, from);
  const { token } = await say('common/temp/token', {});
  await say('common/send/email', { email, purpose: 'register' }, token);
  const { messages } = await say('dev/outbox', {});
  const code = /\d{6}/.exec(messages.find(({ to }: { to: string }) => to === email).text)?.[0];
  const body = { contact: { kind: 'email', email }, code, password: PASSWORD, agreed: true };
  return (await say('account/register', body)).token;
}

/** A new user without address and password: where the test is of neither, no hash is made of one. */
export const newGuest = async (context: BrowserContext, base = ''): Promise<string> =>
  (await ask(context, 'account/guest', { agreed: true }, undefined, base, newAddress())).token;

/** A resting buy between bid and ask of some market with room there, and a quantity that fills a part of it. */
export async function restInside(context: BrowserContext, token: string) {
  const { markets } = await ask(context, 'market/list', {});
  const spot = markets.filter(
    ({ kind, quote, status }: { kind: string; quote: string; status: string }) =>
      kind === 'spot' && quote === 'USDT' && status === 'open',
  );
  for (const { id, tick, lot } of spot.slice(300, 380)) {
    const { snaps } = await ask(context, 'market/snapshot', { ch: [`book:${id}`] });
    const [bid, best] = [Number(snaps[0].d.b[0]?.[0]), Number(snaps[0].d.a[0]?.[0])];
    if (Math.round((best - bid) / Number(tick)) < 6) continue;
    const places = (step: string) => (/\.(\d+)/.exec(step)?.[1] ?? '').length;
    const price = (bid + 2 * Number(tick)).toFixed(places(tick));
    const quantity = (Math.ceil(400 / bid / Number(lot)) * Number(lot)).toFixed(places(lot));
    const half = (Math.ceil(100 / bid / Number(lot)) * Number(lot)).toFixed(places(lot));
    const body = { market: id, side: 'buy', type: 'limit', price, quantity };
    const placed = await ask(context, 'spot/order/place', body, token);
    if (placed?.order.status === 'open') return { body, half, order: placed.order.id as number };
  }
  throw new Error('no market with room');
}
