import { describe, expect, it } from 'vitest';
import { isReadKind, readInstrument } from '../../../feeds/okx/instruments.ts';
import { readCandle, readFunding, readPrice, readTicker, readTrade } from '../../../feeds/okx/rows.ts';
import { spot, spotEntry, swap, swapEntry } from './fixtures.ts';

describe('an instrument', () => {
  it('of spot keeps the venue’s steps', () => {
    expect(spot.market).toMatchObject({
      id: 'ABC-USDT',
      name: 'ABC/USDT',
      kind: 'spot',
      status: 'open',
      tick: '0.01',
      lot: '0.001',
      minQuantity: '0.01',
      minTotal: '0',
      listedAt: 1_548_133_413_000,
      origin: 'live',
    });
  });
  it('that is a swap counts in base units, not in contracts', () => {
    expect(swap.market).toMatchObject({ id: 'ABC-USDT-PERP', kind: 'perpetual', lot: '1', minQuantity: '1' });
    expect(swap.instId).toBe('ABC-USDT-SWAP');
    expect(swap.toBase('2.5')).toBe('25');
  });
  it('multiplies a contract’s value by its multiplier', () => {
    expect(readInstrument(swapEntry('BTC-USDT-SWAP', { ctVal: '0.01', ctMult: '5' }))?.toBase('3')).toBe(
      '0.15',
    );
  });
  it.each([
    ['settled in its base', swapEntry('ABC-USD-SWAP', { ctType: 'inverse' })],
    ['dated', swapEntry('ABC-USDT-261225', { instType: 'FUTURES' })],
    ['an option', swapEntry('ABC-USD-261225-100-C', { instType: 'OPTION' })],
    ['not listed yet', spotEntry('NEW-USDT', { state: 'preopen' })],
    ['a test of the venue', spotEntry('TST-USDT', { state: 'test' })],
    ['of a state from the prototype', spotEntry('TST-USDT', { state: 'toString' })],
    ['a text', 'x'],
  ])('%s is not read', (_, entry) => {
    expect(isReadKind(entry)).toBe(false);
  });
  it.each([['suspend'], ['rebase'], ['post_only']])('that is in %s takes no orders', (state) => {
    expect(isReadKind(spotEntry('ABC-USDT', { state }))).toBe(true);
    expect(readInstrument(spotEntry('ABC-USDT', { state }))?.market.status).toBe('cancelOnly');
  });
  it.each([
    ['no step', spotEntry('ABC-USDT', { tickSz: '0' })],
    ['a step that is a number', spotEntry('ABC-USDT', { lotSz: 1 })],
    ['no name', spotEntry('ABC-USDT', { instId: 5 })],
    ['a name of one part', spotEntry('ABC')],
    ['a name that is markup', spotEntry('<b>-USDT')],
    ['a swap without a contract’s value', swapEntry('ABC-USDT-SWAP', { ctVal: '' })],
    ['null', null],
  ])('with %s is dropped', (_, entry) => {
    expect(readInstrument(entry)).toBeUndefined();
  });
});

const ticker = {
  instId: 'ABC-USDT',
  last: '20',
  open24h: '16',
  high24h: '22.50',
  low24h: '15',
  vol24h: '300',
  volCcy24h: '6000.00000001',
  ts: '1700000000123',
};

describe('a ticker', () => {
  it('of spot has its volume in quote units', () => {
    expect(readTicker(ticker, spot)).toEqual({
      at: 1_700_000_000_123,
      value: {
        id: 'ABC-USDT',
        last: '20',
        open24: '16',
        volume: '6000.00000001',
        high24: '22.5',
        low24: '15',
      },
    });
  });
  it('of a swap has its base volume’s worth, rounded down', () => {
    const volume = readTicker({ ...ticker, last: '0.3', volCcy24h: '10.123456789' }, swap)?.value.volume;
    expect(volume).toBe('3.03703703');
  });
  it.each([
    ['an empty price', { last: '' }],
    ['a zero price', { last: '0' }],
    ['a negative price', { last: '-20' }],
    ['a number', { last: 20 }],
    ['a hostile text', { volCcy24h: '1e50000000' }],
    ['its high below its low', { high24h: '14' }],
    ['no time', { ts: null }],
  ])('with %s is dropped', (_, change) => {
    expect(readTicker({ ...ticker, ...change }, spot)).toBeUndefined();
  });
});

describe('a trade', () => {
  const trade = {
    instId: 'ABC-USDT',
    tradeId: '338476307',
    px: '30.50',
    sz: '2',
    side: 'sell',
    ts: '1700000000123',
  };
  it('has the taker’s side, and base units', () => {
    const read = { id: 338_476_307, price: '30.5', side: 'sell', at: 1_700_000_000_123 };
    expect(readTrade(trade, spot)).toEqual({ ...read, quantity: '2' });
    expect(readTrade(trade, swap)).toEqual({ ...read, quantity: '20' });
  });
  it.each([
    ['no side', { side: 'SELL' }],
    ['an id that is no count', { tradeId: '1.5' }],
    ['nothing traded', { sz: '0' }],
    ['no price', { px: undefined }],
  ])('with %s is dropped', (_, change) => {
    expect(readTrade({ ...trade, ...change }, spot)).toBeUndefined();
  });
});

describe('a candle', () => {
  const row = ['1700006400000', '10', '12', '9', '11', '500', '5000', '5000', '1'];
  it('counts its volume in base units, of spot and of a swap', () => {
    const prices = { at: 1_700_006_400_000, open: '10', high: '12', low: '9', close: '11' };
    expect(readCandle(row, '1h', spot)).toEqual({ closed: true, candle: { ...prices, volume: '500' } });
    expect(readCandle(row.with(8, '0'), '1h', swap)).toEqual({
      closed: false,
      candle: { ...prices, volume: '5000' },
    });
  });
  it('of a week opens on a Monday', () => {
    expect(readCandle(row.with(0, `${Date.UTC(2026, 10, 16)}`), '1w', spot)).toBeDefined();
    expect(readCandle(row.with(0, `${Date.UTC(2026, 10, 19)}`), '1w', spot)).toBeUndefined();
  });
  it.each([
    ['off its grid', row.with(0, '1700006400001')],
    ['with a high below its close', row.with(2, '10.5')],
    ['with a price of nothing', row.with(3, '0')],
    ['too short', row.slice(0, 6)],
    ['an object', {}],
  ])('%s is dropped', (_, value) => {
    expect(readCandle(value, '1h', spot)).toBeUndefined();
  });
});

describe('mark, index and funding', () => {
  it('are read with their times', () => {
    expect(readPrice({ markPx: '10.10', ts: '5' }, 'markPx')).toEqual({ value: '10.1', at: 5 });
    expect(readPrice({ idxPx: '10', ts: '5' }, 'idxPx')).toEqual({ value: '10', at: 5 });
    expect(readPrice({ idxPx: '10', ts: '5' }, 'markPx')).toBeUndefined();
  });
  it('carry the interval, which differs by instrument', () => {
    const at = 1_700_006_400_000;
    const funding = (hours: number) => ({
      fundingRate: '-0.00012',
      fundingTime: `${at}`,
      nextFundingTime: `${at + hours * 3_600_000}`,
    });
    expect(readFunding(funding(8))).toEqual({ rate: '-0.00012', hours: 8, nextAt: at });
    expect(readFunding(funding(1))?.hours).toBe(1);
    for (const hours of [0, -8, 0.5, 25]) expect(readFunding(funding(hours))).toBeUndefined();
    expect(readFunding({ ...funding(8), fundingRate: '' })).toBeUndefined();
  });
});
