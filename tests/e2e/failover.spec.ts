import { VenueServer } from '../support/venueServer.ts';
import type { MovedExchange } from './movedExchange.ts';
import { startMoved } from './movedExchange.ts';
import { ask, expect, newPerson, test } from './support.ts';

const ID = 'BTC-USDT';
/** A step of time that is no silence yet, and the venue's words between two of them. */
const STEP_MS = 4_000;
const WORDS_MS = 600;

let okx: VenueServer;
let binance: VenueServer;
/** The built exchange, preferring OKX; both of its clocks are these tests' to move. */
let exchange: MovedExchange;
let base = '';
let passedMs = 0;
test.beforeAll(async () => {
  [okx, binance] = await Promise.all([VenueServer.open(0, 'okx'), VenueServer.open(0, 'binance')]);
  exchange = await startMoved({
    LOG_LEVEL: 'silent',
    MARKET: 'okx,binance',
    VENUE_HOSTS: JSON.stringify({ ...okx.hosts, ...binance.hosts }),
  });
  base = exchange.base;
});
test.afterAll(async () => {
  await exchange.end();
  await Promise.all([okx.close(), binance.close()]);
});

/** Lets time pass for the exchange, while the venues go on speaking. */
async function pass(): Promise<void> {
  passedMs += STEP_MS;
  await exchange.move({ passedMs });
  await new Promise((resolve) => setTimeout(resolve, WORDS_MS));
}

test('another venue stands in for a silent one, orders are filled on its book, and the first is read again when it has been well', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const token = await newPerson(page.context(), base);
  const order = { market: ID, side: 'buy', type: 'market', quantity: '0.01' };
  const fill = async (): Promise<string> =>
    (await ask(page.context(), 'spot/order/place', order, token, base))?.fills?.[0]?.price ?? '';
  await page.addInitScript(() => localStorage.setItem('LANG', 'en_us'));
  await page.goto(`${base}/coinDetail/${ID}`);
  await expect(page.getByText('Real prices from OKX · play money')).toBeVisible();
  await expect(page.getByText(/^62,\d{3}\.\d\d$/).first()).toBeVisible();
  await expect.poll(fill).toMatch(/^62/);

  okx.leave();
  await expect(page.getByText('OKX does not answer. Prices are from Binance.')).toBeVisible();
  await expect(page.getByText(/^61,\d{3}\.\d\d/).first()).toBeVisible();
  await expect.poll(fill).toMatch(/^61/);

  okx.comeBack();
  await expect(async () => {
    await pass();
    await expect(page.getByText('Real prices from OKX · play money')).toBeVisible({ timeout: 1 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByText(/^62,\d{3}\.\d\d$/).first()).toBeVisible();
  await expect.poll(fill).toMatch(/^62/);
});
