import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetPrice, Dec, Market } from '../../../domain/index.ts';
import {
  CONVERT_STOCK,
  convertBounds,
  convertCost,
  convertNeed,
  convertPrice,
  convertRefusal,
  convertResult,
  convertSpread,
  convertStock,
  D,
  isConvertible,
  isSmall,
  isWithinExposure,
  toText,
  UNIT_PRICE,
} from '../../../domain/index.ts';

const flat = (last: Dec): AssetPrice => ({ last, bid: last, ask: last });
const rounds = 10_000;

/** Amounts of 8 places from `least` up, small ones as often as large ones. */
const amount = (least: bigint, most: bigint) =>
  fc
    .oneof(fc.bigInt({ min: least, max: least * 1_000n }), fc.bigInt({ min: least, max: most }))
    .map((units) => toText(new D(units.toString()).div('1e8')));
const price = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: -12, max: -3 }))
  .map(([digits, exponent]) => toText(new D(digits).times(new D(10).pow(exponent))));
const assetPrice = fc.tuple(price, fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 })).map(
  ([last, below, above]): AssetPrice => ({
    last,
    bid: toText(new D(last).times(10_000 - below).div(10_000)),
    ask: toText(new D(last).times(10_000 + above).div(10_000)),
  }),
);

describe('the price of a conversion', () => {
  it.each([
    // One side costs one spread of 0.1 %, two sides cost it twice.
    { from: 'USDT', to: 'BTC', prices: { from: UNIT_PRICE, to: flat('50000') }, price: '0.00001998001998' },
    { from: 'BTC', to: 'USDT', prices: { from: flat('50000'), to: UNIT_PRICE }, price: '49950' },
    { from: 'ETH', to: 'BTC', prices: { from: flat('2500'), to: flat('50000') }, price: '0.0499000999' },
  ])('of $from in $to is the market’s less the spread', ({ from, to, prices, price: expected }) => {
    expect(convertPrice(from, to, prices).price).toBe(expected);
  });
  it('is the worse of the last price and the best of the book, on either side', () => {
    const torn = { last: '100', bid: '90', ask: '110' };
    expect(convertPrice('AAA', 'USDT', { from: torn, to: UNIT_PRICE }).price).toBe('89.91');
    expect(convertPrice('USDT', 'AAA', { from: UNIT_PRICE, to: torn }).price).toBe('0.00908182726364');
    const old = { last: '80', bid: '90', ask: '110' };
    expect(convertPrice('AAA', 'USDT', { from: old, to: UNIT_PRICE }).price).toBe('79.92');
  });
  it('says what the spread is and costs', () => {
    const made = convertPrice('BTC', 'USDT', { from: flat('50000'), to: UNIT_PRICE });
    expect(made.reference).toBe('50000');
    expect(convertSpread(made)).toBe('0.001');
    expect(convertCost('0.5', made)).toBe('25');
  });
  it('never gains there and back, whichever side is typed, in 10,000 conversions', () => {
    const trip = fc.record({
      start: amount(1n, 100_000_000_000_000n),
      a: assetPrice,
      b: fc.oneof(assetPrice, fc.constant(UNIT_PRICE)),
      isWanted: fc.boolean(),
    });
    fc.assert(
      fc.property(trip, ({ start, a, b, isWanted }) => {
        const there = convertPrice('AAA', 'BBB', { from: a, to: b }).price;
        const back = convertPrice('BBB', 'AAA', { from: b, to: a }).price;
        const given = isWanted && there !== '0' ? convertNeed(start, there) : start;
        const held = convertResult(given, there);
        const returned = new D(convertResult(held, back));
        expect(returned.lte(given)).toBe(true);
        // What is received is never more than the market’s own price gives.
        expect(new D(held).times(b.last).lte(new D(given).times(a.last))).toBe(true);
      }),
      { numRuns: rounds },
    );
  });
  it('pumps nothing out of a balance that goes there and back 10,000 times', () => {
    const [a, b] = [flat('0.00713'), flat('61234.56789')];
    const there = convertPrice('AAA', 'BBB', { from: a, to: b }).price;
    const back = convertPrice('BBB', 'AAA', { from: b, to: a }).price;
    let [left, gained] = ['1000000', new D(0)];
    for (let round = 0; round < rounds; round++) {
      const before = left;
      left = convertResult(convertResult(left, there), back);
      gained = D.max(gained, new D(left).minus(before));
    }
    expect(toText(gained)).toBe('0');
    expect(new D(left).lt('1000000')).toBe(true);
  });
  it('gives at least what was wished, and not a unit more of the source than that takes', () => {
    fc.assert(
      fc.property(amount(1n, 100_000_000_000_000n), price, (wanted, at) => {
        const need = convertNeed(wanted, at);
        expect(new D(convertResult(need, at)).gte(wanted)).toBe(true);
        expect(new D(need).minus('0.00000001').times(at).lt(wanted)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('what may be converted', () => {
  it.each([
    [convertBounds.least, undefined],
    [convertBounds.most, undefined],
    ['1000000.0', undefined],
    ['0.00099999', 'convertTooSmall'],
    ['1000000.00000001', 'convertTooLarge'],
    ['0', 'amountZero'],
    ['0.000000001', 'amountTooFine'],
    ['-1', 'amountInvalid'],
    ['1e3', 'amountInvalid'],
    ['', 'amountInvalid'],
    [undefined, 'amountInvalid'],
  ])('%s: %s', (text, code) => {
    expect(convertRefusal(text)).toBe(code);
  });
  it('is what an open spot market of crypto has', () => {
    const market = { kind: 'spot', asset: 'crypto', status: 'open' } as Market;
    expect(isConvertible(market)).toBe(true);
    expect(isConvertible(undefined)).toBe(false);
    for (const other of [{ kind: 'perpetual' }, { asset: 'commodity' }, { status: 'cancelOnly' }] as const)
      expect(isConvertible({ ...market, ...other } as Market)).toBe(false);
  });
  it('is no more than the house has, and leaves it with twice its stock at most', () => {
    const given = { gives: '5', free: '5' };
    const full = {
      asset: 'AAA',
      takes: '1',
      holds: toText(new D(CONVERT_STOCK).times(2).minus(1)),
      last: '1',
    };
    expect(isWithinExposure(given, full)).toBe(true);
    expect(isWithinExposure({ ...given, gives: '5.00000001' }, full)).toBe(false);
    expect(isWithinExposure(given, { ...full, takes: '1.00000001' })).toBe(false);
    expect(isWithinExposure(given, { ...full, asset: 'USDT', takes: '9' })).toBe(true);
  });
  it('stocks the house with the same worth of every asset', () => {
    expect(convertStock('1')).toBe(CONVERT_STOCK);
    expect(convertStock('30000')).toBe('166.66666666');
  });
  it('counts what is worth less than five as small, and nothing as nothing', () => {
    expect(isSmall('4.99999999', '1')).toBe(true);
    expect(isSmall('5', '1')).toBe(false);
    expect(isSmall('0', '1')).toBe(false);
  });
});
