import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../../server/base/config.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { openChains } from '../../../../server/host/chains.ts';
import { futureOf } from '../../../../server/host/market/future.ts';
import { catalogue } from '../../../../server/market/simulated/catalogue.ts';
import { createFuture } from '../../../../server/market/simulated/future.ts';
import { createSimulatedSource } from '../../../../server/market/simulated/index.ts';
import { ownDatabase } from '../../../support/databases.ts';
import { manualClock } from './manualClock.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
/** A Thursday, twenty to seven in the morning. */
const NOW = Date.UTC(2026, 10, 19, 6, 40, 20);
const SINCE = Math.floor(NOW / MINUTE) + 1;
const SECRET = new Uint8Array(32).fill(7);
const KEY = { SECRET_KEY: '11'.repeat(32) };

/** Levels of a market's path over days, minute by minute. */
function levelsOf(id: string, future?: ReturnType<typeof createFuture>, days = 3): number[] {
  const market = catalogue(1, 200, future).find((each) => each.market.id === id);
  const first = Math.floor(SINCE / DAY_MINUTES) - 1;
  return Array.from({ length: days }, (_, i) => [
    ...(market?.path.day(first + i).level.subarray(0, DAY_MINUTES) ?? []),
  ]).flat();
}
const all = catalogue(1, 200).map(({ market }) => market);
const ids = [
  'BTC-USDT',
  'ETH-USDT',
  'BTC-USDT-PERP',
  all.find(({ quote }) => quote === 'BTC')?.id ?? '',
  all.find(({ asset }) => asset === 'commodity')?.id ?? all.at(-1)?.id ?? '',
];
const place = SINCE - (Math.floor(SINCE / DAY_MINUTES) - 1) * DAY_MINUTES;
const moves = (levels: readonly number[]) => levels.slice(1).map((level, i) => level - (levels[i] ?? 0));
function correlation(a: readonly number[], b: readonly number[]): number {
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, each, i) => sum + each * (y[i] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

describe('a market with a secret', () => {
  it.each(ids)('has the past of its seed and a future of its own: %s', (id) => {
    const known = levelsOf(id);
    const own = levelsOf(id, createFuture(SECRET, SINCE));
    const other = levelsOf(id, createFuture(new Uint8Array(32).fill(8), SINCE));
    expect(own.slice(0, place + 1)).toEqual(known.slice(0, place + 1));
    expect(own).toEqual(levelsOf(id, createFuture(SECRET, SINCE)));
    // The hour that runs leads a perpetual's basis where it would have been led.
    const after = place + 130;
    const published = moves(known).slice(after);
    expect(Math.abs(correlation(moves(own).slice(after), published))).toBeLessThan(0.2);
    expect(Math.abs(correlation(moves(own).slice(after), moves(other).slice(after)))).toBeLessThan(0.2);
  });
  it.each(ids)('goes on without a jump, also over midnight: %s', (id) => {
    const widest = Math.max(...moves(levelsOf(id)).map(Math.abs));
    const own = moves(levelsOf(id, createFuture(SECRET, SINCE), 40));
    expect(Math.abs(own[place] ?? 1)).toBeLessThanOrEqual(widest);
    expect(Math.max(...own.map(Math.abs))).toBeLessThan(10 * widest);
    expect(Math.max(...levelsOf(id, createFuture(SECRET, SINCE), 40).map(Math.abs))).toBeLessThan(5);
  });
});

describe('the secret of an exchange', () => {
  let db: Database;
  beforeAll(async () => {
    db = await ownDatabase();
  }, 60_000);
  afterAll(() => db.close());

  it('tells a copy of the market nothing of the next minutes, and is the same after each start', async () => {
    const settings = settingsFrom(KEY);
    const first = await futureOf(settings, db, NOW);
    const again = await futureOf(settings, db, NOW + 3_600_000);
    expect(again?.since).toBe(SINCE);
    const at = (future?: typeof first) => {
      const clock = manualClock(NOW + 10 * MINUTE);
      const market = createSimulatedSource({ seed: settings.seed, future, symbols: 100, speed: 1, clock });
      const lasts = market.tickers().map(({ id, last }) => `${id} ${last}`);
      market.close();
      return lasts;
    };
    const own = at(first);
    expect(at(again)).toEqual(own);
    const copy = new Set(at());
    // Commodities may be closed, and a coin may stand still.
    expect(own.filter((each) => copy.has(each)).length).toBeLessThan(own.length / 10);
    const stolen = await futureOf(settingsFrom({ SECRET_KEY: '22'.repeat(32) }), db, NOW);
    expect(at(stolen)).not.toEqual(own);
  });
  it('is asked for by nobody who has chosen a seed', async () => {
    expect(await futureOf(settingsFrom({ ...KEY, SEED: '1' }), db, NOW)).toBeUndefined();
  });
  it('does not make a market on which real money may be won', async () => {
    const chain = { CHAIN_RPC_URL: 'http://127.0.0.1:1', CHAIN_XPUB: `xpub${'1'.repeat(107)}` };
    for (const MARKET of ['', 'simulated', 'replay'])
      await expect(openChains(settingsFrom({ ...chain, MARKET }), db)).rejects.toThrowError(
        /^With CHAIN_RPC_URL .* live venues/,
      );
  });
});
