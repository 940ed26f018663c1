import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseFrame, normaliseTrade } from '../../../feeds/binance/normalise.ts';
import { readTicker } from '../../../feeds/binance/rows.ts';
import { ReadDiff, ReadTickers, ReadTrade, scanFrame } from '../../../feeds/binance/scan.ts';
import { isRecorded, recordedFolder, recordedFrames } from './recorded.ts';
import { Script } from './script.ts';

const DIFF =
  '{"stream":"btcusdt@depth@100ms","data":{"e":"depthUpdate","E":1723161255208,"s":"BTCUSDT","U":5,"u":7,"b":[["61837.63000000","0.00000000"],["100.00","3.50"]],"a":[]}}';
const FUTURES =
  '{"stream":"ethusdt@depth@0ms","data":{"e":"depthUpdate","E":6,"T":5,"s":"ETHUSDT","U":5,"u":7,"pu":4,"b":[],"a":[["2671.65","20.5"]]}}';
const TRADE =
  '{"stream":"btcusdt@aggTrade","data":{"e":"aggTrade","E":9,"s":"BTCUSDT","a":1,"p":"12.500","q":"0.1","f":1,"l":2,"T":8,"m":true,"M":true}}';
const LIST =
  '{"stream":"!miniTicker@arr","data":[{"e":"24hrMiniTicker","E":3,"s":"BTCUSDT","c":"2.0","o":"1","h":"3","l":"0.50","v":"7","q":"9.90"},{"e":"24hrMiniTicker","E":3,"s":"币安USDT","c":"2","o":"1","h":"3","l":"1","v":"7","q":"9"}]}';

/** What the other way yields: parsed as JSON, then read value by value. */
function slowly(text: string): unknown {
  const { stream, data } = JSON.parse(text);
  if (Array.isArray(data)) return { stream, rows: data.map((row) => readTicker(row.s, row)), at: data[0].E };
  const event = normaliseFrame({ stream, data });
  if (event?.kind === 'diff') return { stream, ...event, at: data.E };
  return { stream, trade: data.e === 'aggTrade' ? normaliseTrade(data) : undefined };
}
function quickly(text: string): unknown {
  const frame = scanFrame(text);
  if (!frame) return undefined;
  const { stream, message } = frame;
  if (message instanceof ReadDiff) return { stream, ...message };
  return message instanceof ReadTrade
    ? { stream, trade: message.trade }
    : { stream, rows: message.rows, at: message.at };
}

describe('a frame in its usual form', () => {
  it.each([
    ['a difference of spot', DIFF, ReadDiff],
    ['a difference of futures', FUTURES, ReadDiff],
    ['a trade', TRADE, ReadTrade],
    ['a list', LIST, ReadTickers],
  ])('is read at once: %s', (_, text, kind) => {
    expect(scanFrame(text)?.message).toBeInstanceOf(kind);
    expect(quickly(text)).toEqual(slowly(text));
  });
  it.each([
    ['blanks', DIFF.replace('"b":', '"b": ')],
    ['another order', TRADE.replace('"a":1,"p":"12.500"', '"p":"12.500","a":1')],
    ['an unknown member', LIST.replace('"q":"9"}', '"q":"9","st":2}')],
    ['an escape', DIFF.replace('BTCUSDT', 'BTC\\u0055SDT')],
    ['an exponent', TRADE.replace('"E":9', '"E":9e3')],
    ['a text that ends early', DIFF.slice(0, -9)],
    ['a text that goes on', `${TRADE} `],
    ['a price of nothing', DIFF.replace('100.00', '0.00')],
    ['a pair without a price', LIST.replace('"c":"2"', '"c":"0.000"')],
    ['ids the wrong way round', DIFF.replace('"U":5', '"U":9')],
    ['another event', TRADE.replace('"aggTrade"', '"trade"')],
    ['an answer', '{"result":null,"id":1}'],
    ['an empty list', '{"stream":"!miniTicker@arr","data":[]}'],
    ['nothing', ''],
  ])('is left to JSON with %s', (_, text) => {
    expect(scanFrame(text)).toBeUndefined();
  });
  it('that somebody changed is never read as what it is not', () => {
    const edit = fc.tuple(
      fc.constantFrom(DIFF, FUTURES, TRADE, LIST),
      fc.nat(400),
      fc.nat(3),
      fc.oneof(
        fc.constantFrom('0', '00', '"', ',', '[', ']', '{', '}', '.', '-', '\\', '\n', ' ', 'e', '"0"'),
        fc.string({ maxLength: 3 }),
      ),
    );
    fc.assert(
      fc.property(edit, ([text, at, cut, put]) => {
        const place = at % text.length;
        const edited = text.slice(0, place) + put + text.slice(place + cut);
        const read = quickly(edited);
        if (read !== undefined) expect(read).toEqual(slowly(edited));
      }),
      { numRuns: 20_000 },
    );
  });
});

it('whole books of futures have the form of a difference', async () => {
  const script = new Script({ bookLevels: 20 });
  await script.open('book:BTC-USDT-PERP');
  script.socket('public/').deliver(FUTURES.replace('ethusdt@depth@0ms', 'btcusdt@depth20@100ms'));
  expect(script.of('book')).toMatchObject([{ at: 6, book: { asks: [['2671.65', '20.5']] } }]);
});

describe.skipIf(!isRecorded)(
  `recorded frames in ${recordedFolder} (skipped when the folder is absent)`,
  () => {
    it.each(['spot_btcusdt_20240808.gz', 'usdm_ethusdt_20240808.gz'])(
      'of %s are read alike both ways',
      (file) => {
        const diffs = recordedFrames(`raw-ws-2024/${file}`).filter((text) => text.includes('"depthUpdate"'));
        for (const text of diffs) expect(quickly(text)).toEqual(slowly(text));
        expect(diffs.length).toBeGreaterThan(3_000);
      },
      60_000,
    );
  },
);
