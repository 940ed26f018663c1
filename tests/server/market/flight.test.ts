import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRecordings } from '../../../server/host/market/recordings.ts';
import { createReplaySource } from '../../../server/market/replay/index.ts';
import type { MarketEvent } from '../../../server/market/source.ts';
import { flight } from '../../../workers/flight/flight.ts';
import { FakeClock, settle } from '../../support/fakeClock.ts';
import { FakeVenue } from '../../support/fakeVenue.ts';
import { pageFeed } from '../../support/pageFeed.ts';

const ID = 'BTC-USDT';
const LISTED = 'ETH-USDT-PERP';
const GOLD = 'XAU-USD';
let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tm-flight-'));
  file = join(folder, 'tidemark-flight-1.txt');
  writeFileSync(file, await saved());
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What the recorder of a page saves after three seconds. */
async function saved(): Promise<string> {
  const clock = new FakeClock();
  const venue = new FakeVenue(clock.now, [ID, LISTED, GOLD]);
  const feed = pageFeed(clock, { binance: venue });
  await settle();
  const ask = (what: Parameters<typeof flight>[2]) => flight(feed, clock, what);
  ask({ do: 'record', on: true });
  for (const price of ['100.5', '101', '102.25']) {
    venue.tick({ [ID]: price, [LISTED]: `2${price}`, [GOLD]: '2400' });
    venue.book(ID, '99.5', '103', '0.125');
    venue.trade(ID, price);
    ask({ do: 'tap', path: '/home', x: 1, y: 1 });
    await clock.advance(1_000);
  }
  const text = ask({ do: 'save' });
  feed.close();
  return text;
}

/** Plays what a path names to its end. */
async function played(path: string) {
  const clock = new FakeClock();
  const source = createReplaySource({
    recordings: await openRecordings(path),
    speed: 10,
    loop: false,
    clock,
  });
  const events: MarketEvent[] = [];
  source.subscribe((event) => events.push(event));
  await vi.waitFor(async () => {
    await clock.advance(100);
    expect(source.isDone()).toBe(true);
  }, 10_000);
  await clock.advance(100);
  source.close();
  return { source, events };
}

it.each([
  ['a file', () => file],
  ['the folder that holds it', () => folder],
])(
  'plays what a page has saved, by %s: prices of all markets, books and trades of those shown',
  async (_, path) => {
    const { source, events } = await played(path());
    expect(source.markets().map(({ id, kind, tick, lot }) => [id, kind, tick, lot])).toEqual([
      [ID, 'spot', '0.01', '0.001'],
      [LISTED, 'perpetual', '0.01', '1'],
    ]);
    expect(source.tickers().map(({ id, last }) => [id, last])).toEqual([
      [ID, '102.25'],
      [LISTED, '2102.25'],
    ]);
    expect(source.book(ID)).toEqual({ bids: [['99.5', '0.125']], asks: [['103', '0.125']] });
    expect(source.trades(ID)?.map(({ price }) => price)).toEqual(['100.5', '101', '102.25']);
    expect(source.trades(LISTED)).toEqual([]);
    const { candles } = await source.candles({ id: ID, interval: '1m', limit: 10 });
    expect(candles.at(-1)).toMatchObject({ high: '102.25', close: '102.25' });
    expect(candles.reduce((sum, { volume }) => sum + Number(volume), 0)).toBe(3);
    const published = events.flatMap((event) =>
      event.kind === 'tickers' ? event.rows.map(({ id }) => id) : [],
    );
    expect(new Set(published)).toEqual(new Set([ID, LISTED]));
  },
);

it('leaves out lines that are damaged, and says when nothing can be played', async () => {
  const text = `${await saved()}1723161253000000000 {"kind":"book","id":\nhello\n`;
  writeFileSync(file, text);
  expect((await played(file)).source.tickers()).toHaveLength(2);
  writeFileSync(file, 'hello\n');
  await expect(openRecordings(file)).rejects.toThrowError(/^No recordings in/);
});
