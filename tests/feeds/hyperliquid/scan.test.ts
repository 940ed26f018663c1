import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrame } from '../../../feeds/hyperliquid/frames.ts';
import { readBook } from '../../../feeds/hyperliquid/rows.ts';
import { createBookScan } from '../../../feeds/hyperliquid/scan.ts';

/** One for all, so that each book is also read after another one. */
const scanBook = createBookScan();
const byJson = (text: string) => {
  const frame = readFrame(text);
  return frame?.kind === 'data' && frame.channel === 'l2Book' ? readBook(frame.data) : undefined;
};
const level = (px: string, sz = '1.50') => `{"n":3,"px":"${px}","sz":"${sz}"}`;
const book = (bids: string, asks: string) =>
  `{"channel":"l2Book","data":{"coin":"BTC","levels":[[${bids}],[${asks}]],"time":1737918843893}}`;

describe('a scanned book', () => {
  it.each([
    ['of two sides', book([level('99.0'), level('98')].join(), level('101.50'))],
    ['of one side', book('', level('101'))],
    ['of nothing', book('', '')],
  ])('%s is what JSON tells', (_, text) => {
    expect(scanBook(text)?.news).toBeDefined();
    expect(scanBook(text)?.news).toEqual(byJson(text));
  });
  it.each([
    ['with members in another order', book('{"px":"99","sz":"1","n":3}', '')],
    ['with an empty level', book(level('99', '0.0'), '')],
    ['with a price of nothing', book(level('0'), '')],
    ['that is too deep', book(Array.from({ length: 21 }, (_, i) => level(`${99 - i}`)).join(), '')],
    ['that is truncated', book(level('99'), '').slice(0, -1)],
    ['with an exponent', book(level('1e5'), '')],
    ['of three sides', book('', `],[`)],
  ])('%s is left to JSON', (_, text) => {
    expect(scanBook(text)).toBeUndefined();
  });
  it('tells what JSON tells, or nothing, of texts that somebody changed', () => {
    const original = book([level('99.0'), level('98')].join(), level('101.50'));
    const change = fc.tuple(
      fc.nat(original.length),
      fc.nat(4),
      fc.oneof(
        fc.constantFrom('', '0', '-', '"', ',', '.', '[', ']', '}', '1e5'),
        fc.string({ maxLength: 2 }),
      ),
    );
    fc.assert(
      fc.property(change, ([at, length, put]) => {
        const text = original.slice(0, at) + put + original.slice(at + length);
        const scanned = scanBook(text);
        if (scanned) expect(scanned.news).toEqual(byJson(text));
      }),
      { numRuns: 3_000 },
    );
  });
});

const file = join(
  process.env['MARKET_DATA'] ?? '../shared/data',
  'hyperliquid/raw-ws-20250126/btc_l2book_trades.gz',
);

describe.skipIf(!existsSync(file))(`recorded books in ${file} (skipped when the file is absent)`, () => {
  it('are all scanned, to what JSON tells', () => {
    const texts = gunzipSync(readFileSync(file))
      .toString()
      .split('\n')
      .map((line) => line.slice(line.indexOf(' ') + 1))
      .filter((text) => text.startsWith('{"channel":"l2Book"'));
    for (const text of texts) {
      expect(scanBook(text)?.news).toBeDefined();
      expect(scanBook(text)?.news).toEqual(byJson(text));
    }
    expect(texts).toHaveLength(46);
  });
});
