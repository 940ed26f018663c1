import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Remote } from 'comlink';
import { expose, proxy, wrap } from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { aggregateCandles, D, tickPriceText } from '../../../domain/index.ts';
import type { FeedEvent, Socket } from '../../../feeds/index.ts';
import { createTidemarkFeed, privateReading } from '../../../feeds/index.ts';
import { settingsFrom } from '../../../server/base/config.ts';
import { deviceClock } from '../../../server/host/device/clock.ts';
import { startExchange } from '../../../server/host/exchange.ts';
import { openRecordings } from '../../../server/host/market/recordings.ts';
import type { ReplaySource } from '../../../server/market/replay/index.ts';
import { createReplaySource } from '../../../server/market/replay/index.ts';
import type { BookFrame, MarketApi, PageSession } from '../../../workers/api.ts';
import { createMarketApi } from '../../../workers/api.ts';
import { deviceClock as workerClock } from '../../../workers/session/deviceClock.ts';
import { PagesLanguage } from '../../../workers/session/pagesLanguage.ts';
import { ownDatabase } from '../../support/databases.ts';
import { isLong } from '../../support/often.ts';
import { replayFolder } from '../../support/replayFolder.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** Server, socket, worker and page on one tape: yields what the worker's book and the page's view end with. */
async function replay(folder: string, id: string, speed: string) {
  const exchange = await startExchange(
    settingsFrom({
      PORT: '0',
      MARKET: 'replay',
      MARKET_DATA: folder,
      SPEED: speed,
      REPLAY_LOOP: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: 'memory',
    }),
    process.cwd(),
    { openMemory: ownDatabase },
  );
  undo.push(() => exchange.close());
  const base = `127.0.0.1:${exchange.port}`;
  const transport = async (path: string, body: unknown) => {
    const answer = await fetch(`http://${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const feed = createTidemarkFeed({
    fetchReading: async () => privateReading,
    clock: workerClock,
    random: Math.random,
    socketUrl: `ws://${base}/ws?v=1`,
    createSocket: (url, protocol) => new WebSocket(url, protocol) as unknown as Socket,
    post: transport,
  });
  const api = createMarketApi({
    feed,
    transport,
    keep: { get: async () => undefined, set: async () => undefined },
    clock: workerClock,
    journal: {
      isLasting: () => true,
      put: async () => undefined,
      remove: async () => undefined,
      all: async () => [],
    },
    openRequest: () => new XMLHttpRequest(),
    life: () => 'here',
    newKey: () => 'key',
    exclusively: (_, work) => work(),
    language: new PagesLanguage(),
  });
  undo.push(() => api.close());
  const books: Extract<FeedEvent, { kind: 'book' }>[] = [];
  feed.events$.subscribe((event) => event.kind === 'book' && event.id === id && books.push(event));
  const { port1, port2 } = new MessageChannel();
  undo.push(
    () => port1.close(),
    () => port2.close(),
  );
  expose(api, port1 as never);
  const session = (await (wrap<MarketApi>(port2 as never).connect({
    language: 'en_us',
    refresh: 'live',
    visible: true,
    token: null,
  }) as unknown)) as Remote<PageSession>;
  const frames: BookFrame[] = [];
  await session.open(
    { kind: 'book', id, depth: 50 },
    proxy((frame) => void (frame.kind === 'book' && frames.push(frame))),
  );
  const source = exchange.source as ReplaySource;
  await vi.waitFor(() => expect(source.isDone()).toBe(true), { timeout: 60_000, interval: 50 });
  const venue = source.venueBook(id, 50);
  await vi.waitFor(() => expect(books.at(-1)?.book).toEqual(venue?.book), { timeout: 5_000 });
  await vi.waitFor(
    () =>
      expect(frames.at(-1)?.bids[0]?.[0].replaceAll(',', '')).toBe(
        tickPriceText(venue?.book.bids[0]?.[0] ?? '0', '0.01'),
      ),
    10_000,
  );
  return { venue, books, frames: frames.at(-1), counts: feed.counts(), source };
}

describe('a recording written by hand', () => {
  it('reaches the page: the book on the worker is the venue’s book', async () => {
    const { folder } = await replayFolder();
    const { venue, frames, counts, source } = await replay(folder, 'BTC-USDT', '2');
    expect(venue).toEqual({
      lastUpdateId: 105,
      book: {
        bids: [
          ['61800.15', '0.7'],
          ['61800', '2'],
          ['61000', '9'],
        ].slice(0, 2),
        asks: [
          ['61800.2', '1.5'],
          ['61800.5', '4'],
          ['61801', '0.3'],
        ],
      },
    });
    expect(frames?.asks.map(([price, quantity]) => [price, quantity])).toEqual([
      ['61,800.20', '1.50000'],
      ['61,800.50', '4.00000'],
      ['61,801.00', '0.30000'],
    ]);
    expect(counts).toMatchObject({ dropped: 0, resyncs: 0 });
    expect(source.trades('BTC-USDT')?.map(({ price, side }) => `${side} ${price}`)).toEqual([
      'sell 61800.1',
      'buy 61800.2',
    ]);
    expect(source.tickers().find(({ id }) => id === 'BTC-USDT')?.last).toBe('61800.2');
    expect(source.markets()[0]).toMatchObject({
      origin: 'recorded',
      recordedAt: Date.UTC(2024, 7, 8, 23, 54),
    });
  });
  it('starts again at its end, as another log', async () => {
    const { folder } = await replayFolder();
    const source = createReplaySource({
      recordings: await openRecordings(folder),
      speed: 50,
      loop: true,
      clock: deviceClock,
    });
    undo.push(() => source.close());
    let resets = 0;
    source.subscribe((event) => void (resets += event.kind === 'reset' ? 1 : 0));
    await vi.waitFor(() => expect(resets).toBeGreaterThanOrEqual(2), { timeout: 5_000 });
    const ids = source.trades('BTC-USDT')?.map(({ id }) => id) ?? [];
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });
});

const shared = process.env['MARKET_DATA'] ?? '../shared/data';
const isThere = existsSync(`${shared}/binance/raw-ws-2024/usdm_ethusdt_20240808.gz`);

/** A folder with some of the recordings alone: all of them are unpacked whenever a folder is opened. */
function only(...files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-some-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    symlinkSync(resolve(shared, file), join(folder, file));
  }
  return folder;
}

describe.skipIf(!isThere)(
  `recorded frames in ${shared} through server, socket, worker and page (skipped when the folder is absent)`,
  () => {
    it.runIf(isLong).each(['BTC-USDT', 'ETH-USDT-PERP'])(
      '%s: the book on the worker is the venue’s book',
      async (id) => {
        const { venue, books, counts } = await replay(shared, id, '100');
        expect(venue?.book.bids).toHaveLength(50);
        expect(books.length).toBeGreaterThan(5);
        expect(counts).toMatchObject({ dropped: 0 });
      },
      90_000,
    );
    it('minutes play as recorded: bars of prints are the recorded bars', async () => {
      const recordings = await openRecordings(only('binance/candles-1m-2021/DOGE_USDT-1m.json.gz'));
      const doge = recordings.minutes.find(({ market }) => market.id === 'DOGE-USDT');
      const source = createReplaySource({
        recordings: { frames: [], flights: [], minutes: doge ? [doge] : [] },
        speed: 5_000,
        loop: false,
        clock: deviceClock,
      });
      undo.push(() => source.close());
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      const { candles, more } = await source.candles({ id: 'DOGE-USDT', interval: '1m', limit: 60 });
      expect(more).toBe(true);
      const played = candles.slice(0, -1).filter(({ volume }) => !new D(volume).isZero());
      const recorded = new Set(
        doge?.minutes.map(([, ...bar]) => bar.map((text) => new D(text).toFixed()).join()),
      );
      expect(played.length).toBeGreaterThan(30);
      for (const { open, high, low, close, volume } of played)
        expect(
          recorded.has([open, high, low, close, volume].map((text) => new D(text).toFixed()).join()),
        ).toBe(true);
      const hour = await source.candles({
        id: 'DOGE-USDT',
        interval: '1h',
        limit: 3,
        before: candles[0]?.at ?? 0,
      });
      expect(aggregateCandles(hour.candles, '1h')).toEqual(hour.candles);
    });
  },
);
