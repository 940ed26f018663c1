import { chromium } from '@playwright/test';
import { isReady, until } from '../cluster/venue.mjs';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (from) => ((performance.now() - from) / 1_000).toFixed(1);
const OLD = /\bago\b/;

/** A page of a person on the trade screen, as a phone shows it. */
async function openPhone(executablePath, port, token) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-US',
  });
  await context.addInitScript((own) => {
    localStorage.setItem('TOKEN', own);
    localStorage.setItem('LANG', 'en_us');
  }, token);
  const page = await context.newPage();
  const seen = { loads: 0, errors: [] };
  page.on('load', () => {
    seen.loads += 1;
  });
  page.on('pageerror', (error) => seen.errors.push(error.message));
  await page.goto(`http://127.0.0.1:${port}/trade?market=BTC-USDT`);
  await page.getByText('10,000.00 USDT').first().waitFor();
  return { browser, page, seen };
}

const isOld = (page) => page.getByRole('status').filter({ hasText: OLD }).first().isVisible();

/** Sends a bid that rests, without waiting for what becomes of it. */
async function sendOrder(page, price) {
  await page.getByRole('textbox', { name: 'Price' }).fill(String(price));
  await page.getByLabel('Quantity').fill('0.01');
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Buy BTC', exact: true }).waitFor();
  return () => sheet.getByRole('button', { name: 'Buy BTC', exact: true }).click();
}

/**
 * What a phone sees while the engine that leads is killed and the other takes over: prices marked old and live again, an
 * order that was under way there once, no reload and no login. @returns a line; @throws what was otherwise.
 */
export async function watchPhone(executablePath, venue, load) {
  const person = await load.newPerson();
  const { browser, page, seen } = await openPhone(executablePath, venue.ports.haproxy, person.token);
  try {
    const price = Math.floor(load.markets[0].bid * 0.8);
    const confirm = await sendOrder(page, price);
    const ready = await Promise.all(
      ['engine leader', 'engine standby'].map(async (name) => [name, await isReady(venue.ports[name])]),
    );
    const [leader] = ready.find(([, isIt]) => isIt);
    const killed = performance.now();
    venue.parts.get(leader).kill('SIGKILL');
    await confirm();
    await until(() => isOld(page), 'the mark of old prices', 20_000);
    const old = seconds(killed);
    await until(async () => !(await isOld(page)), 'the end of that mark');
    const live = seconds(killed);
    const card = page.getByRole('listitem').filter({ hasText: price.toLocaleString('en-US') });
    await until(async () => (await card.count()) === 1, 'the order');
    const settled = seconds(killed);
    await sleep(2_000);
    const isThere = (await card.count()) === 1 && new URL(page.url()).pathname === '/trade';
    if (!isThere || seen.loads !== 1 || seen.errors.length > 0)
      throw new Error(
        `The phone saw it: ${await card.count()} orders, ${page.url()}, ${JSON.stringify(seen)}`,
      );
    return `prices marked old after ${old} s, live after ${live} s; an order under way settled after ${settled} s, once; no reload, no login`;
  } finally {
    await browser.close();
  }
}
