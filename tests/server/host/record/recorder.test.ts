import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { binance } from '../../../../feeds/binance/adapter.ts';
import type { VenueAdapter } from '../../../../feeds/index.ts';
import { loadVenue } from '../../../../feeds/index.ts';
import { openRecordings } from '../../../../server/host/market/recordings.ts';
import { venueDeps } from '../../../../server/host/market/venueDeps.ts';
import { record } from '../../../../server/host/record/recorder.ts';
import { createReplaySource } from '../../../../server/market/replay/index.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeVenue } from '../../../support/fakeVenue.ts';
import { VenueServer } from '../../../support/venueServer.ts';

const ID = 'BTC-USDT';
const WAIT = { timeout: 15_000, interval: 50 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tm-record-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Plays what a folder holds to its end. */
async function replayed() {
  const clock = new FakeClock();
  const recordings = await openRecordings(folder);
  const source = createReplaySource({ recordings, speed: 1_000, loop: false, clock });
  await vi.waitFor(async () => {
    await clock.advance(1_000);
    expect(source.isDone()).toBe(true);
  }, WAIT);
  source.close();
  return source;
}
const packed = () => readdirSync(folder).filter((file) => file.endsWith('.gz'));

describe('a recording of Binance', () => {
  it('keeps the venue’s own frames, and replays to the book that the venue showed last', async () => {
    const server = await VenueServer.open();
    const recording = await record({
      adapter: binance,
      deps: venueDeps,
      hosts: server.hosts.binance,
      symbol: 'btcusdt',
      folder,
      mostBytes: 2_000,
    });
    await vi.waitFor(() => expect(recording.count()).toBeGreaterThan(20), WAIT);
    const files = await recording.close();
    await server.close();
    expect(files.length).toBeGreaterThan(1);
    expect(packed()).toEqual([...files].sort());
    const lines = files.flatMap((file) =>
      gunzipSync(readFileSync(join(folder, file)))
        .toString()
        .trim()
        .split('\n'),
    );
    expect(lines.every((line) => /^\d{13}000000 \{/.test(line))).toBe(true);
    const books = lines
      .map((line) => JSON.parse(line.slice(20)))
      .filter(({ data }) => data?.e === 'depthUpdate');
    const source = await replayed();
    const { bids } = source.book(ID) ?? { bids: [] };
    const last = books.at(-1)?.data.b[0] as [string, string];
    expect(bids.find(([price]) => Number(price) === Number(last[0]))?.[1]).toBe('2.5');
    expect(source.venueBook(ID, 50)?.lastUpdateId).toBe(books.at(-1)?.data.u);
    expect(source.trades(ID)?.length).toBeGreaterThan(3);
    expect(source.markets()[0]).toMatchObject({ id: ID, origin: 'recorded', tick: '0.0001', iconId: 1 });
  }, 40_000);
});

describe('a recording of another venue', () => {
  const clock = new FakeClock();
  const begin = async (venue: FakeVenue, symbol = ID, more: { folder?: string; mostBytes?: number } = {}) => {
    const adapter: VenueAdapter = { name: 'okx', config: { hosts: {} }, connect: () => venue };
    const deps = { ...venueDeps, clock };
    return record({ adapter, deps, hosts: undefined, symbol, folder, mostBytes: 1e6, ...more });
  };

  it('keeps whole books and trades, and replays to the last book', async () => {
    const venue = new FakeVenue(clock.now, [ID]);
    const recording = await begin(venue);
    venue.tradesBefore(ID, '90');
    venue.book(ID, '99', '101');
    venue.trade(ID, '100');
    await clock.advance(1_000);
    venue.book(ID, '98', '102', '3');
    venue.trade(ID, '101');
    await recording.close();
    expect([venue.isClosed, venue.opened.size]).toEqual([true, 0]);
    const source = await replayed();
    expect(source.book(ID)).toEqual({ bids: [['98', '3']], asks: [['102', '3']] });
    expect(source.trades(ID)?.map(({ price }) => price)).toEqual(['100', '101']);
  });

  it.each([
    ['okx', 'btcusdt', 'BTC-USDT', /^62\d{3}/],
    ['hyperliquid', 'BTC-USDC-PERP', 'BTC-USDC-PERP', /^63\d{3}$/],
  ] as const)('works over real sockets: %s', async (name, symbol, id, price) => {
    const server = await VenueServer.open(0, name);
    const recording = await record({
      adapter: await loadVenue(name),
      deps: venueDeps,
      hosts: server.hosts[name],
      symbol,
      folder,
      mostBytes: 1e6,
    });
    await vi.waitFor(() => expect(recording.count()).toBeGreaterThan(10), WAIT);
    expect(await recording.close()).toEqual(packed());
    await server.close();
    const source = await replayed();
    expect(source.markets()).toMatchObject([{ id, origin: 'recorded' }]);
    expect(source.book(id)?.bids).toHaveLength(5);
    expect(source.tickers()[0]?.last).toMatch(price);
  });

  it('refuses a market that the venue does not have', async () => {
    const venue = new FakeVenue(clock.now, [ID]);
    await expect(begin(venue, 'NONEUSDT')).rejects.toThrowError('okx has no market NONEUSDT.');
    expect(venue.isClosed).toBe(true);
  });

  it('writes no file when nothing was heard', async () => {
    const recording = await begin(new FakeVenue(clock.now, [ID]));
    expect(await recording.close()).toEqual([]);
    expect(packed()).toEqual([]);
  });

  it.each([
    ['that is none', (name: string) => writeFileSync(name, '')],
    [
      'whose index cannot be replaced',
      (name: string) => mkdirSync(join(name, 'index.json'), { recursive: true }),
    ],
  ])('says that it cannot be written to a folder %s as soon as that is known', async (_, make) => {
    const away = join(folder, 'away');
    make(away);
    const venue = new FakeVenue(clock.now, [ID]);
    // Each line is a file of its own.
    const recording = await begin(venue, ID, { folder: away, mostBytes: 1 });
    venue.book(ID, '99', '101');
    venue.trade(ID, '100');
    await recording.failed;
    await expect(recording.close()).rejects.toMatchObject({ code: expect.stringMatching(/^E[A-Z]+$/) });
    expect(venue.isClosed).toBe(true);
  });

  it('leaves out what is damaged in a file, and a damaged index', async () => {
    const recording = await begin(Object.assign(new FakeVenue(clock.now, [ID])));
    expect(await recording.close()).toEqual([]);
    writeFileSync(join(folder, 'index.json'), '[{"files":["../../etc/passwd"]}]');
    await expect(openRecordings(folder)).rejects.toThrowError(/^No recordings in/);
  });
});
