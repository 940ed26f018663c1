import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { settingsFrom } from '../../../../server/base/config.ts';
import { openMarket } from '../../../../server/host/market/market.ts';
import type { MarketSource } from '../../../../server/market/source.ts';
import { isLong } from '../../../support/often.ts';
import { VenueServer } from '../../../support/venueServer.ts';

const ID = 'BTC-USDT';
const WAIT = { timeout: 15_000, interval: 50 };
let venue: VenueServer;
let source: MarketSource;
let folder: string;
beforeAll(async () => {
  venue = await VenueServer.open();
  folder = mkdtempSync(join(tmpdir(), 'tm-live-'));
  source = await open();
});
afterAll(async () => {
  source.close();
  await venue.close();
  rmSync(folder, { recursive: true });
});
const open = () => {
  const env = { MARKET: 'binance', VENUE_HOSTS: JSON.stringify(venue.hosts), DATA_DIR: folder };
  return openMarket(settingsFrom(env), () => undefined);
};
const last = () => source.tickers().find(({ id }) => id === ID)?.last;

it('is read over real sockets: list, prices, book, trades, bars', async () => {
  expect(source.origin).toBe('live');
  expect(source.markets().map(({ id, kind }) => [id, kind])).toContainEqual([`${ID}-PERP`, 'perpetual']);
  const leave = source.watch(ID);
  await vi.waitFor(() => {
    expect(last()).toMatch(/^6\d{4}/);
    expect(source.live?.hasBook(ID)).toBe(true);
    expect(source.trades(ID)?.length).toBeGreaterThan(3);
  }, WAIT);
  expect(source.book(ID)?.bids).toHaveLength(5);
  expect(source.live?.word()).toEqual({ venue: 'binance', wanted: 'binance', state: 'live' });
  const { candles } = await source.candles({ id: ID, interval: '1m', limit: 10 });
  expect(candles).toHaveLength(10);
  expect(await source.sparkline(ID)).toHaveLength(24);
  leave();
});

// The pauses between its tries are real ones.
it.runIf(isLong)(
  'says that it is gone when it leaves, keeps its last prices, and goes on when it is back',
  async () => {
    const before = last();
    venue.leave();
    await vi.waitFor(() => expect(source.live?.word().state).toBe('gone'), WAIT);
    expect(source.live?.isStale(ID)).toBe(true);
    expect(Number(last())).toBeGreaterThanOrEqual(Number(before));
    await expect(source.candles({ id: ID, interval: '5m', limit: 10 })).rejects.toMatchObject({
      code: 'venueAway',
    });
    // Another start, with nothing to ask: the list of the earlier run stands.
    const other = await open();
    expect(other.markets().map(({ id }) => id)).toContain(ID);
    expect(other.live?.isStale(ID)).toBe(true);
    other.close();
    venue.comeBack();
    const standing = last();
    await vi.waitFor(
      () => {
        expect(source.live?.word().state).toBe('live');
        expect(last()).not.toBe(standing);
      },
      { ...WAIT, timeout: 40_000 },
    );
  },
  60_000,
);
