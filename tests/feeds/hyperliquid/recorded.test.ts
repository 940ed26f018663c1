import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { D } from '../../../domain/index.ts';
import type { HyperliquidFrame } from '../../../feeds/hyperliquid/frames.ts';
import { readFrame } from '../../../feeds/hyperliquid/frames.ts';
import {
  contextsOfDex,
  readBook,
  readCandle,
  readContext,
  readTrade,
} from '../../../feeds/hyperliquid/rows.ts';
import { readPerpetuals, tickAt } from '../../../feeds/hyperliquid/universe.ts';

const folder = join(process.env['MARKET_DATA'] ?? '../shared/data', 'hyperliquid');
const isThere = existsSync(folder);
const text = (file: string) => gunzipSync(readFileSync(join(folder, file))).toString();
const info = (group: string, type: string) =>
  JSON.parse(text('info-recorded.json.gz'))[group].find(
    ({ request }: { request: { type: string } }) => request.type === type,
  ).response;
const published = (channel: string) =>
  text('raw-ws-20250126/btc_l2book_trades.gz')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => readFrame(line.slice(line.indexOf(' ') + 1)))
    .filter((frame): frame is Extract<HyperliquidFrame, { kind: 'data' }> => frame?.kind === 'data')
    .filter((frame) => frame.channel === channel)
    .map(({ data }) => data);
/** A text's value, however it is written. */
const plain = (value: string) => new D(value).toFixed();

describe.skipIf(!isThere)(
  `recorded Hyperliquid frames in ${folder} (skipped when the folder is absent)`,
  () => {
    it('hold whole books, to the digit', () => {
      const books = published('l2Book') as { levels: { px: string; sz: string }[][]; time: number }[];
      expect(books.length).toBeGreaterThan(20);
      for (const raw of books) {
        const [bids, asks] = raw.levels.map((side) => side.map(({ px, sz }) => [plain(px), plain(sz)]));
        expect(readBook(raw)).toEqual({ coin: 'BTC', at: raw.time, book: { bids, asks } });
      }
    });
    it('hold trades, to the digit, the first message older ones', () => {
      const messages = published('trades') as { px: string; sz: string; side: string; time: number }[][];
      const raw = messages.flat();
      const read = raw.map((each) => readTrade(each)?.trade);
      expect(read.map((trade) => trade && [trade.price, trade.quantity, trade.side, trade.at])).toEqual(
        raw.map(({ px, sz, side, time }) => [plain(px), plain(sz), side === 'B' ? 'buy' : 'sell', time]),
      );
      expect(raw.length).toBeGreaterThan(20);
    });
    it('hold the contexts of 230 perpetuals and of eight more dexes', () => {
      const message = readFrame(text('ws_all_dexs_asset_ctxs.json.gz'));
      const data = message?.kind === 'data' ? message.data : undefined;
      const own = contextsOfDex(data, '') ?? [];
      const read = own.map(readContext);
      expect([own.length, read.filter((each) => each !== undefined).length]).toEqual([230, 230]);
      expect(read[0]).toEqual({
        mark: '77562',
        mid: '77558.5',
        open24: '76317',
        volume: '1516669192.1953897476',
        oracle: '77605',
        funding: '-0.0000015186',
        coin: undefined,
      });
      expect(contextsOfDex(data, 'xyz')?.map(readContext)).toHaveLength(80);
    });
    it('hold a universe whose prices keep to the computed steps', () => {
      const coins = readPerpetuals(info('test_get_l2_snapshot', 'meta')) ?? [];
      expect(coins.map((each) => each?.coin)).toEqual(expect.arrayContaining(['BTC', 'kPEPE']));
      const dydx = coins.find((each) => each?.coin === 'DYDX');
      const book = info('test_get_l2_snapshot', 'l2Book');
      const prices = book.levels.flat().map(({ px }: { px: string }) => px);
      for (const price of prices) expect(dydx && new D(price).mod(tickAt(price, dydx)).isZero()).toBe(true);
      expect(prices).toHaveLength(40);
    });
    it('hold 24 hours of candles, to the digit', () => {
      const raw = info('test_get_candles_snapshot', 'candleSnapshot');
      const read = raw.map((each: unknown) => readCandle(each, '1h'));
      expect(read).toHaveLength(24);
      expect(read).toEqual(
        raw.map(({ t, o, h, l, c, v }: Record<string, string>) => ({
          at: t,
          open: plain(o ?? ''),
          high: plain(h ?? ''),
          low: plain(l ?? ''),
          close: plain(c ?? ''),
          volume: plain(v ?? ''),
        })),
      );
    });
  },
);
