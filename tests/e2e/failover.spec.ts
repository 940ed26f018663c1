import { VenueServer } from '../support/venueServer.ts';
import type { BuiltExchange } from './builtExchange.ts';
import { startBuilt } from './builtExchange.ts';
import { ask, expect, LONG, newGuest, test } from './support.ts';

const ID = 'BTC-USDT';
/** How many times as fast the exchange's time runs while it waits: what a venue says four times a second is no silence yet. */
const FAST = 8;

let okx: VenueServer;
let binance: VenueServer;
/** The built exchange, preferring OKX; both of its clocks are these tests' to move. */
let exchange: BuiltExchange;
let base = '';
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  [okx, binance] = await Promise.all([VenueServer.open(0, 'okx'), VenueServer.open(0, 'binance')]);
  exchange = await startBuilt({
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

test(
  'another venue stands in for a silent one, orders are filled on its book, and the first is read again when it has been well',
  LONG,
  async ({ page }) => {
    test.setTimeout(120_000);
    const token = await newGuest(page.context(), base);
    const order = { market: ID, side: 'buy', type: 'market', quantity: '0.01' };
    const fill = async (): Promise<string> =>
      (await ask(page.context(), 'spot/order/place', order, token, base))?.fills?.[0]?.price ?? '';
    await page.addInitScript(() => localStorage.setItem('LANG', 'en_us'));
    await page.goto(`${base}/coinDetail/${ID}`);
    await expect(page.getByText('Real prices from OKX · play money')).toBeVisible();
    await expect(page.getByText(/^62,\d{3}\.\d\d$/).first()).toBeVisible();
    await expect.poll(fill).toMatch(/^62/);

    okx.leave();
    await exchange.pace(FAST);
    await expect(page.getByText('OKX does not answer. Prices are from Binance.')).toBeVisible();
    await exchange.pace(1);
    await expect(page.getByText(/^61,\d{3}\.\d\d/).first()).toBeVisible();
    await expect.poll(fill).toMatch(/^61/);

    okx.comeBack();
    await exchange.pace(FAST);
    await expect(page.getByText('Real prices from OKX · play money')).toBeVisible({ timeout: 60_000 });
    await exchange.pace(1);
    await expect(page.getByText(/^62,\d{3}\.\d\d$/).first()).toBeVisible();
    await expect.poll(fill).toMatch(/^62/);
  },
);
