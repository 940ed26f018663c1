import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBook } from '../../../feeds/okx/book.ts';
import type { OkxFrame } from '../../../feeds/okx/frames.ts';
import { readFrame } from '../../../feeds/okx/frames.ts';
import type { OkxInstrument } from '../../../feeds/okx/instruments.ts';
import { readTicker, readTrade } from '../../../feeds/okx/rows.ts';
import { scanFrame } from '../../../feeds/okx/scan.ts';
import { spot } from './fixtures.ts';

const read = (frame: OkxFrame | undefined) =>
  frame?.kind === 'data'
    ? [frame.stream, frame.rows.length, readBook(frame.rows[0], frame.action)]
    : undefined;
/** Prices and sizes alone, as what stands behind them in an entry is nobody's. */
function plain(published: ReturnType<typeof read>) {
  const book = published?.[2];
  if (typeof book !== 'object') return published;
  const cut = (side: readonly (readonly string[])[]) => side.map((level) => level.slice(0, 2));
  return [published?.[0], published?.[1], { ...book, bids: cut(book.bids), asks: cut(book.asks) }];
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
    compareEdited(frame(',"prevSeqId":123456,"seqId":123457'), (published) => plain(read(published)));
  });
});

/** What is published for a frame with some characters cut out and others put in, by both ways. */
function compareEdited(original: string, published: (frame: OkxFrame | undefined) => unknown): void {
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
      if (scanned) expect(published(scanned)).toEqual(published(readFrame(text)));
    }),
    { numRuns: 3_000 },
  );
}

const row = (channel: string, members: string) =>
  `{"arg":{"channel":"${channel}","instId":"ABC-USDT"},"data":[{${members}}]}`;
const TRADE =
  '"instId":"ABC-USDT","tradeId":"338476307","px":"30.50","sz":"0.0002","side":"buy","ts":"1652459224818"';
const TICKER =
  '"instType":"SPOT","instId":"ABC-USDT","last":"30.2","lastSz":"0.0002","askPx":"","askSz":"","bidPx":"28.6",' +
  '"bidSz":"0.2","open24h":"0","high24h":"31","low24h":"28.0","sodUtc0":"29","sodUtc8":"30","volCcy24h":"525.6",' +
  '"vol24h":"17602.1","ts":"1652459224956"';
/** The stream of a frame of rows, and what each row is to its reader. */
const published =
  (reader: (row: unknown, instrument: OkxInstrument) => unknown) => (frame: OkxFrame | undefined) =>
    frame?.kind === 'data' ? [frame.stream, frame.rows.map((each) => reader(each, spot))] : undefined;

describe.each([
  ['trade', 'trades', readTrade, TRADE],
  ['ticker', 'tickers', readTicker, TICKER],
] as const)('a scanned %s', (_, channel, reader, members) => {
  const deliver = published(reader);
  it.each([
    ['as it usually is', members],
    ['of a market of another name', members.replace('ABC-USDT', '币-USDT')],
    ['without a price', members.replace(/"(px|last)":"[\d.]+"/, '"$1":"0.0"')],
  ])('%s is what JSON tells', (__, text) => {
    expect(scanFrame(row(channel, text))).toBeDefined();
    expect(deliver(scanFrame(row(channel, text)))).toEqual(deliver(readFrame(row(channel, text))));
  });
  it.each([
    ['an unknown member', row(channel, `${members},"more":1`)],
    ['a second row', row(channel, `${members}},{${members}`)],
    ['no row', row(channel, '').replace('{}', '')],
    ['an exponent', row(channel, members.replace(/"(px|last)":"/, '"$1":"1e'))],
    ['an end too early', row(channel, members).slice(0, -1)],
  ])('with %s is left to JSON', (__, text) => {
    expect(scanFrame(text)).toBeUndefined();
  });
  it('tells what JSON tells, or nothing, of texts that somebody changed', () => {
    compareEdited(row(channel, members), deliver);
  });
});

it('trades are scanned with what the venue has added to them', () => {
  const text = row('trades', `${TRADE.replace('buy', 'sell')},"count":"3","source":"0","seqId":1234`);
  expect(published(readTrade)(scanFrame(text))).toEqual([
    'trades:ABC-USDT',
    [{ id: 338_476_307, price: '30.5', quantity: '0.0002', side: 'sell', at: 1_652_459_224_818 }],
  ]);
});

const file = join(process.env['MARKET_DATA'] ?? '../shared/data', 'okx/cryptofeed-2022/OKX.ws.BTC-USDT.gz');

describe.skipIf(!existsSync(file))(`recorded frames in ${file} (skipped when the file is absent)`, () => {
  it.each([
    ['books', (each: OkxFrame | undefined) => plain(read(each)), 98],
    ['trades', published(readTrade), 69],
    ['tickers', published(readTicker), 25],
  ])('of %s are all scanned, to what JSON tells', (channel, deliver, count) => {
    const texts = gunzipSync(readFileSync(file))
      .toString()
      .split('\n')
      .filter((line) => /^\d+\.\d+: \{"arg"/.test(line) && line.includes(`"channel":"${channel}"`))
      .map((line) => line.slice(line.indexOf(': ') + 2));
    for (const text of texts) {
      expect(scanFrame(text)).toBeDefined();
      expect(deliver(scanFrame(text))).toEqual(deliver(readFrame(text)));
    }
    expect(texts).toHaveLength(count);
  });
});
