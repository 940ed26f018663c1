import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Book } from '../../../domain/index.ts';
import { D, isBookValid } from '../../../domain/index.ts';
import { OkxBook, readBook } from '../../../feeds/okx/book.ts';
import type { OkxFrame } from '../../../feeds/okx/frames.ts';
import { readFrame } from '../../../feeds/okx/frames.ts';
import type { OkxInstrument } from '../../../feeds/okx/instruments.ts';
import { isReadKind, readInstrument } from '../../../feeds/okx/instruments.ts';
import { readTicker, readTrade } from '../../../feeds/okx/rows.ts';

const folder = join(process.env['MARKET_DATA'] ?? '../shared/data', 'okx/cryptofeed-2022');
const isThere = existsSync(folder);
const lines = (file: string) =>
  gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .split('\n');

/** The answer of `public/instruments` for a kind. */
function entries(instType: string): readonly unknown[] {
  const line = lines('OKX.0.gz').find((each) => each.includes(`instType=${instType} `)) ?? '';
  return JSON.parse(line.slice(line.indexOf(': {') + 2)).data;
}
/** The texts that the socket delivered, in order. */
const published = () =>
  lines('OKX.ws.BTC-USDT.gz')
    .filter((line) => /^\d+\.\d+: /.test(line))
    .map((line) => line.slice(line.indexOf(': ') + 2));
const dataOf = (channel: string) =>
  published()
    .map(readFrame)
    .filter((frame): frame is Extract<OkxFrame, { kind: 'data' }> => frame?.kind === 'data')
    .filter(({ stream }) => stream === `${channel}:BTC-USDT`);

function instrument(instId: string, instType: 'SPOT' | 'SWAP'): OkxInstrument {
  const found = entries(instType)
    .map(readInstrument)
    .find((each) => each?.instId === instId);
  if (!found) throw new Error(`no ${instId}`);
  return found;
}

/** A reference of its own: every level in a map, by the venue's rule in the plainest words. */
class NaiveBook {
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();
  take(raw: { bids: string[][]; asks: string[][] }): void {
    for (const side of ['bids', 'asks'] as const) {
      for (const [price = '', size = ''] of raw[side]) {
        if (size === '0') this[side].delete(price);
        else this[side].set(price, size);
      }
    }
  }
  top(levels: number): Book {
    const sorted = (side: ReadonlyMap<string, string>, order: 1 | -1) =>
      [...side].sort(([a], [b]) => new D(a).cmp(b) * order).slice(0, levels);
    return { bids: sorted(this.bids, -1), asks: sorted(this.asks, 1) };
  }
}

describe.skipIf(!isThere)(
  `recorded OKX answers and frames in ${folder} (skipped when the folder is absent)`,
  () => {
    it('hold 513 spot pairs with their steps', () => {
      const raw = entries('SPOT');
      const read = raw.filter(isReadKind).map(readInstrument);
      expect([raw.length, read.filter((each) => each !== undefined).length]).toEqual([513, 513]);
      expect(new Set(read.map((each) => each?.market.id)).size).toBe(513);
      expect(instrument('BTC-USDT', 'SPOT').market).toMatchObject({
        tick: '0.1',
        lot: '0.00000001',
        minQuantity: '0.00001',
      });
    });
    it('hold 166 swaps: the 126 settled in their quote are read, in base units', () => {
      const raw = entries('SWAP');
      const read = raw.filter(isReadKind).map(readInstrument);
      expect([raw.length, read.length, read.filter((each) => each !== undefined).length]).toEqual([
        166, 126, 126,
      ]);
      expect(instrument('BTC-USDT-SWAP', 'SWAP').market).toMatchObject({ id: 'BTC-USDT-PERP', lot: '0.01' });
      expect(instrument('DOGE-USDT-SWAP', 'SWAP').market.lot).toBe('1000');
    });
    it('hold no dated contract and no option that is read', () => {
      expect([...entries('FUTURES'), ...entries('OPTION&uly=BTC-USD')].filter(isReadKind)).toEqual([]);
    });
    it('make a book that is the naive one after each of 98 messages, with every checksum right', () => {
      const book = new OkxBook(instrument('BTC-USDT', 'SPOT').toBase);
      const naive = new NaiveBook();
      const messages = dataOf('books');
      let checked = 0;
      for (const { rows, action } of messages) {
        const message = readBook(rows[0], action);
        if (!message) throw new Error('a message was dropped');
        if (message.checksum !== 0) checked += 1;
        expect(book.take(message)).toBe('ready');
        naive.take(rows[0] as { bids: string[][]; asks: string[][] });
        expect(book.top(400)).toEqual(naive.top(400));
      }
      expect([messages.length, checked]).toEqual([98, 98]);
      expect(isBookValid(naive.top(400))).toBe(true);
    });
    it('break the checksum when one message is missing, and are trusted again from a snapshot', () => {
      const book = new OkxBook(instrument('BTC-USDT', 'SPOT').toBase);
      const messages = dataOf('books').map(({ rows, action }) => readBook(rows[0], action));
      const results = messages.filter((_, i) => i !== 5).map((message) => message && book.take(message));
      const first = results.indexOf('gap');
      expect(first).toBeGreaterThan(0);
      expect(new Set(results.slice(first + 1))).toEqual(new Set(['waiting']));
    });
    it('tell tickers and trades to the digit', () => {
      const btc = instrument('BTC-USDT', 'SPOT');
      const tickers = dataOf('tickers').flatMap(({ rows }) => rows);
      for (const row of tickers as Record<string, string>[]) {
        expect(readTicker(row, btc)?.value).toEqual({
          id: 'BTC-USDT',
          last: row['last'],
          open24: row['open24h'],
          volume: row['volCcy24h'],
          high24: row['high24h'],
          low24: row['low24h'],
        });
      }
      const trades = dataOf('trades').flatMap(({ rows }) => rows);
      const read = trades.map((row) => readTrade(row, btc));
      expect([tickers.length, trades.length]).toEqual([25, 69]);
      expect(read.map((trade) => trade && [trade.price, trade.quantity, trade.side])).toEqual(
        (trades as Record<string, string>[]).map(({ px, sz, side }) => [px, sz, side]),
      );
    });
  },
);
