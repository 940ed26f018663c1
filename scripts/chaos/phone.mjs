import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { isReady, until } from '../cluster/venue.mjs';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (from) => ((performance.now() - from) / 1_000).toFixed(1);
const OLD = /\bago\b/;

/** A page of a user on the trade screen, as a phone shows it. */
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

/** The engine that leads, or both. */
async function killEngines(venue, isBoth) {
  for (const name of ['engine leader', 'engine standby'])
    if (isBoth || (await isReady(venue.ports[name]))) venue.parts.get(name)?.kill('SIGKILL');
}

/** Resolves with the seconds since a moment, once the mark is there or is not. @returns undefined where it never came. */
async function markOf(page, since, isWanted, ms) {
  for (const last = performance.now() + ms; performance.now() < last; await sleep(50))
    if ((await isOld(page)) === isWanted) return seconds(since);
  return undefined;
}

/**
 * What a phone sees while the engine that leads is killed and the other takes over, or both are killed and start again:
 * prices marked old and live again, an order that was under way there once, no reload and no login.
 * @returns a line; @throws what was otherwise.
 */
export async function watchPhone(executablePath, venue, load, isBoth) {
  const user = await load.newUser();
  const { browser, page, seen } = await openPhone(executablePath, venue.ports.haproxy, user.token);
  try {
    const price = Math.floor(load.markets[0].bid * 0.8);
    const confirm = await sendOrder(page, price);
    const killed = performance.now();
    await killEngines(venue, isBoth);
    await confirm();
    // A short silence is no age that is worth a word.
    const old = await markOf(page, killed, true, isBoth ? 30_000 : 6_000);
    const live = await markOf(page, killed, false, 30_000);
    if (isBoth && old === undefined) throw new Error('The phone marked no price as old.');
    const card = page.getByRole('listitem').filter({ hasText: price.toLocaleString('en-US') });
    // Both are an end: it was booked once, or its key was made void and the page says that nothing was.
    const isVoid = () => page.getByText('It never reached the exchange').isVisible();
    let outcome = '';
    await until(async () => {
      if ((await card.count()) === 1) outcome = 'rests, once';
      else if (await isVoid()) outcome = 'is told as not booked, and is not';
      return outcome !== '';
    }, 'the order');
    const settled = seconds(killed);
    await sleep(2_000);
    const many = outcome === 'rests, once' ? 1 : 0;
    const isThere = (await card.count()) === many && new URL(page.url()).pathname === '/trade';
    if (!isThere || seen.loads !== 1 || seen.errors.length > 0)
      throw new Error(`It saw ${await card.count()} orders, ${page.url()}, ${JSON.stringify(seen)}.`);
    const marked =
      old === undefined ? 'no price marked old' : `prices marked old after ${old} s, live after ${live} s`;
    return `${marked}; an order under way ${outcome}, after ${settled} s; no reload, no login`;
  } catch (error) {
    const picture = join(tmpdir(), 'tidemark-phone.png');
    await page.screenshot({ path: picture }).catch(() => undefined);
    throw new Error(`${error.message} The phone: ${picture}`, { cause: error });
  } finally {
    await browser.close();
  }
}
