import { describe, expect, it } from 'vitest';
import { readFrame } from '../../../feeds/hyperliquid/frames.ts';
import {
  contextsOfDex,
  nextFundingAt,
  readBook,
  readCandle,
  readContext,
  readTrade,
} from '../../../feeds/hyperliquid/rows.ts';
import type { HyperliquidCoin } from '../../../feeds/hyperliquid/universe.ts';
import { marketOf, readPerpetuals, readSpotPairs, tickAt } from '../../../feeds/hyperliquid/universe.ts';

const coin = (sizeDecimals: number, kind: HyperliquidCoin['kind'] = 'perpetual'): HyperliquidCoin => ({
  coin: 'ABC',
  id: 'ABC-USDC-PERP',
  base: 'ABC',
  quote: 'USDC',
  kind,
  sizeDecimals,
});

describe('the price step', () => {
  it.each([
    ['105055', 5, '1'],
    ['99999', 5, '1'],
    ['9999.9', 4, '0.1'],
    ['1903.95', 4, '0.1'],
    ['99.999', 2, '0.001'],
    ['0.0016', 0, '0.000001'],
    ['14.1705', 2, '0.001'],
    ['0.5', 2, '0.0001'],
    ['1234567', 5, '1'],
    ['0.001565', 0, '0.000001'],
  ])('at %s with %i decimals of size is %s', (price, decimals, tick) => {
    expect(tickAt(price, coin(decimals))).toBe(tick);
  });
  it('of spot is finer by two decimals', () => {
    expect([tickAt('0.0015', coin(0, 'spot')), tickAt('0.0015', coin(0))]).toEqual(['0.0000001', '0.000001']);
  });
});

describe('the universe', () => {
  it('keeps the positions of perpetuals, also of those that are no longer traded', () => {
    const read = readPerpetuals({
      universe: [
        { name: 'BTC', szDecimals: 5, maxLeverage: 50 },
        { name: 'OLD', szDecimals: 1, isDelisted: true },
        { name: 'kPEPE', szDecimals: 0 },
        { name: 'xyz:GOLD', szDecimals: 2 },
        { name: 'BAD', szDecimals: 99 },
      ],
    });
    expect(read?.map((each) => each?.id)).toEqual([
      'BTC-USDC-PERP',
      undefined,
      'kPEPE-USDC-PERP',
      undefined,
      undefined,
    ]);
    expect(readPerpetuals([])).toBeUndefined();
  });
  it('names spot pairs by their tokens, each once', () => {
    const token = (index: number, name: string, szDecimals = 2) => ({ index, name, szDecimals });
    const meta = {
      tokens: [token(0, 'USDC', 8), token(1, 'PURR', 0), token(150, 'HYPE'), token(151, 'a/b')],
      universe: [
        { name: 'PURR/USDC', tokens: [1, 0], index: 0 },
        { name: '@107', tokens: [150, 0], index: 107 },
        { name: '@108', tokens: [151, 0], index: 108 },
        { name: '@109', tokens: [999, 0], index: 109 },
        { name: '@110', tokens: [150, 0], index: 110 },
      ],
    };
    expect(readSpotPairs(meta)?.map(({ id, coin }) => [id, coin])).toEqual([
      ['PURR-USDC', 'PURR/USDC'],
      ['HYPE-USDC', '@107'],
    ]);
    expect(readSpotPairs({ universe: [] })).toBeUndefined();
  });
  it('makes markets with the steps of the price', () => {
    expect(marketOf(coin(5), '105055.5')).toMatchObject({
      name: 'ABC/USDC',
      tick: '1',
      lot: '0.00001',
      minQuantity: '0.00001',
      minTotal: '10',
      origin: 'live',
    });
  });
});

describe('a context', () => {
  const context = {
    funding: '-0.0000015186',
    prevDayPx: '76317.0',
    dayNtlVlm: '1516669192.1953897476',
    oraclePx: '77605.0',
    markPx: '77562.0',
    midPx: '77558.5',
  };
  it('tells prices, volume and the hourly rate', () => {
    expect(readContext(context)).toEqual({
      mark: '77562',
      mid: '77558.5',
      open24: '76317',
      volume: '1516669192.1953897476',
      oracle: '77605',
      funding: '-0.0000015186',
      coin: undefined,
    });
  });
  it('may have no middle', () => {
    expect(readContext({ ...context, midPx: null })?.mid).toBeUndefined();
  });
  it.each([
    ['no mark', { ...context, markPx: null }],
    ['a mark of nothing', { ...context, markPx: '0.0' }],
    ['a hostile volume', { ...context, dayNtlVlm: '1e99' }],
    ['nothing', null],
  ])('with %s is dropped', (_, raw) => {
    expect(readContext(raw)).toBeUndefined();
  });
  it('is found by its dex', () => {
    const data = {
      ctxs: [
        ['xyz', [1]],
        ['', [2, 3]],
      ],
    };
    expect([contextsOfDex(data, ''), contextsOfDex(data, 'xyz'), contextsOfDex(data, 'abc')]).toEqual([
      [2, 3],
      [1],
      undefined,
    ]);
    for (const bad of [null, {}, { ctxs: {} }, { ctxs: [['', 5]] }])
      expect(contextsOfDex(bad, '')).toBeUndefined();
  });
});

const level = (px: unknown, sz: unknown = '1.0') => ({ px, sz, n: 1 });

describe('a book', () => {
  const data = { coin: 'BTC', time: 5, levels: [[level('9.0'), level('8')], [level('10', '0.50')]] };
  it('is read whole', () => {
    expect(readBook(data)).toEqual({
      coin: 'BTC',
      at: 5,
      book: {
        bids: [
          ['9', '1'],
          ['8', '1'],
        ],
        asks: [['10', '0.5']],
      },
    });
  });
  it.each([
    ['too deep', { ...data, levels: [Array.from({ length: 21 }, (_, i) => level(`${100 - i}`)), []] }],
    ['of one side', { ...data, levels: [[]] }],
    ['of numbers', { ...data, levels: [[level(9)], []] }],
    ['with an empty level', { ...data, levels: [[level('9', '0.0')], []] }],
    ['with a level that is a list', { ...data, levels: [[['9', '1']], []] }],
    ['of no coin', { ...data, coin: 1 }],
    ['of no time', { ...data, time: '5' }],
    ['null', null],
  ])('%s is dropped', (_, raw) => {
    expect(readBook(raw)).toBeUndefined();
  });
});

describe('a trade', () => {
  const trade = { coin: 'BTC', side: 'B', px: '105056.0', sz: '0.00219', time: 5, tid: 121_451_470_284_048 };
  it('has the taker’s side', () => {
    const read = { id: 121_451_470_284_048, price: '105056', quantity: '0.00219', at: 5 };
    expect(readTrade(trade)).toEqual({ coin: 'BTC', trade: { ...read, side: 'buy' } });
    expect(readTrade({ ...trade, side: 'A' })?.trade.side).toBe('sell');
  });
  it.each([
    [{ side: 'X' }],
    [{ tid: '1' }],
    [{ time: 1.5 }],
    [{ sz: '0' }],
    [{ px: '-1' }],
    [{ coin: null }],
  ])('with %j is dropped', (change) => {
    expect(readTrade({ ...trade, ...change })).toBeUndefined();
  });
});

describe('a candle', () => {
  const candle = {
    t: 1_684_699_200_000,
    T: 1_684_702_799_999,
    i: '1h',
    s: 'ABC',
    o: '1.0',
    c: '2',
    h: '3',
    l: '0.5',
    v: '7.0',
  };
  it('is read with its interval', () => {
    const { t: at } = candle;
    expect(readCandle(candle, '1h')).toEqual({
      at,
      open: '1',
      high: '3',
      low: '0.5',
      close: '2',
      volume: '7',
    });
  });
  it.each([
    [{ i: '1d' }],
    [{ t: 1_684_699_200_001 }],
    [{ h: '1.5' }],
    [{ l: '1.1' }],
    [{ v: null }],
    [{ c: 2 }],
  ])('with %j is dropped', (change) => {
    expect(readCandle({ ...candle, ...change }, '1h')).toBeUndefined();
  });
});

it('funding is settled at full hours', () => {
  const hour = Date.UTC(2026, 0, 1, 5);
  expect([nextFundingAt(hour), nextFundingAt(hour + 1), nextFundingAt(hour - 1)]).toEqual([
    hour + 3_600_000,
    hour + 3_600_000,
    hour,
  ]);
});

describe('a frame', () => {
  it.each([
    ['{"channel":"pong"}', { kind: 'pong' }],
    [
      '{"channel":"subscriptionResponse","data":{"method":"subscribe","subscription":{"type":"allMids"}}}',
      { kind: 'done', subscription: { type: 'allMids' } },
    ],
    ['{"channel":"error","data":"Already subscribed"}', { kind: 'error', words: 'Already subscribed' }],
    ['{"channel":"error","data":{}}', { kind: 'error', words: '' }],
    ['{"channel":"l2Book","data":{"coin":"A"}}', { kind: 'data', channel: 'l2Book', data: { coin: 'A' } }],
  ])('%s is read', (text, frame) => {
    expect(readFrame(text)).toEqual(frame);
  });
  it.each([['{"channel":5}'], ['{}'], ['[]'], ['pong'], ['{"channel":"l2B'], [7]])(
    '%s is dropped',
    (text) => {
      expect(readFrame(text)).toBeUndefined();
    },
  );
});
