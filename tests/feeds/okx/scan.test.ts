import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBook } from '../../../feeds/okx/book.ts';
import type { OkxFrame } from '../../../feeds/okx/frames.ts';
import { readFrame } from '../../../feeds/okx/frames.ts';
import { scanFrame } from '../../../feeds/okx/scan.ts';

const read = (frame: OkxFrame | undefined) =>
  frame?.kind === 'data'
    ? [frame.stream, frame.rows.length, readBook(frame.rows[0], frame.action)]
    : undefined;
/** Prices and sizes alone, as what stands behind them in an entry is nobody's. */
function plain(told: ReturnType<typeof read>) {
  const book = told?.[2];
  if (typeof book !== 'object') return told;
  const cut = (side: readonly (readonly string[])[]) => side.map((level) => level.slice(0, 2));
  return [told?.[0], told?.[1], { ...book, bids: cut(book.bids), asks: cut(book.asks) }];
}

const frame = (
  more: string,
  asks = '["10.5","2","0","1"]',
  bids = '["9","0","0","0"],["8.25","1","0","3"]',
) =>
  `{"arg":{"channel":"books","instId":"ABC-USDT"},"action":"update","data":[{"asks":[${asks}],"bids":[${bids}],` +
  `"ts":"1700000000123","checksum":-855196043${more}}]}`;

describe('a scanned book', () => {
  it.each([
    ['of today', frame(',"prevSeqId":123456,"seqId":123457')],
    ['numbered the other way round', frame(',"seqId":5,"prevSeqId":-1')],
    ['of former times', frame('')],
    ['with empty sides', frame(',"prevSeqId":5,"seqId":5', '', '')],
  ])('%s is what JSON tells', (_, text) => {
    const scanned = plain(read(scanFrame(text)));
    expect(scanned?.[2]).toBeDefined();
    expect(scanned).toEqual(plain(read(readFrame(text))));
  });
  it.each([
    ['with surplus zeros', frame('', '["10.50","2","0","1"]')],
    ['with an unknown member', frame(',"more":1')],
    ['with blanks', frame('').replace(':', ': ')],
    ['with a price of nothing', frame('', '["0","2","0","1"]')],
    ['with an exponent', frame('', '["1e5","2","0","1"]')],
    ['with a leading zero', frame('', '["010","2","0","1"]')],
    ['beyond all bounds', frame('', `["${'9'.repeat(25)}","2","0","1"]`)],
    ['that is truncated', frame('').slice(0, -1)],
    ['of another channel', frame('').replace('books', 'books5')],
  ])('%s is left to JSON', (_, text) => {
    expect(scanFrame(text)).toBeUndefined();
  });
  it('tells what JSON tells, or nothing, of texts that somebody changed', () => {
    const original = frame(',"prevSeqId":123456,"seqId":123457');
    const change = fc.tuple(
      fc.nat(original.length),
      fc.nat(4),
      fc.oneof(
        fc.constantFrom('', '0', '-', '"', ',', '.', '[', ']', '}', '1e5', ' '),
        fc.string({ maxLength: 2 }),
      ),
    );
    fc.assert(
      fc.property(change, ([at, length, put]) => {
        const text = original.slice(0, at) + put + original.slice(at + length);
        const scanned = scanFrame(text);
        if (scanned) expect(plain(read(scanned))).toEqual(plain(read(readFrame(text))));
      }),
      { numRuns: 3_000 },
    );
  });
});

const file = join(process.env['MARKET_DATA'] ?? '../shared/data', 'okx/cryptofeed-2022/OKX.ws.BTC-USDT.gz');

describe.skipIf(!existsSync(file))(`recorded books in ${file} (skipped when the file is absent)`, () => {
  it('are all scanned, to what JSON tells', () => {
    const texts = gunzipSync(readFileSync(file))
      .toString()
      .split('\n')
      .filter((line) => /^\d+\.\d+: \{"arg":\{"channel":"books"/.test(line))
      .map((line) => line.slice(line.indexOf(': ') + 2));
    for (const text of texts) {
      const scanned = plain(read(scanFrame(text)));
      expect(scanned).toBeDefined();
      expect(scanned).toEqual(plain(read(readFrame(text))));
    }
    expect(texts).toHaveLength(98);
  });
});
