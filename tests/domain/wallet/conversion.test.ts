import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance } from '../../../domain/index.ts';
import {
  amountRefusal,
  available,
  CONVERT_STOCK,
  CONVERT_TOLERANCE,
  convertBounds,
  convertCost,
  convertMarketId,
  convertNeed,
  convertPrice,
  convertRefusal,
  convertResult,
  convertSpread,
  convertStock,
  fitsScale,
  hasMovedOn,
  isSmall,
  isWithinExposure,
  isWithinTolerance,
  playGrants,
  profitSince,
  sumsOf,
  takenBack,
  tokenAmount,
  totalWorth,
  UNIT_PRICE,
  unlockedOf,
  yieldSince,
} from '../../../domain/index.ts';
import { decimal } from '../perpetual/arbitrary.ts';
import { rational, total } from '../rational.ts';

describe('a conversion on paper', () => {
  const btc = { last: '60000', bid: '59990', ask: '60010' };
  it('pays by the worse price of each side, and keeps a thousandth of what is not USDT', () => {
    // 59,990·0.999 = 59,930.01; 1 ÷ (60,010·1.001) = 0.0000166472…, to twelve digits.
    expect(convertPrice('BTC', 'USDT', { from: btc, to: UNIT_PRICE })).toEqual({
      price: '59930.01',
      reference: '60000',
    });
    const bought = convertPrice('USDT', 'BTC', { from: UNIT_PRICE, to: btc });
    expect(bought.price).toBe(rational('1').over('60070.01').fixed(16, 'floor'));
    expect(bought.reference).toBe('0.0000166666666666');
    expect(convertMarketId('BTC')).toBe('BTC-USDT');
  });
  it.each([
    ['1.00000001', '0.5', '0.5'],
    ['0.00000001', '0.5', '0'],
    ['3', '0.333333333333', '0.99999999'],
  ])('of %s at %s gives %s', (amount, price, result) => expect(convertResult(amount, price)).toBe(result));
  it('there and back leaves less than there was, and asks for what it takes to receive something', () => {
    const price = decimal(6, 1, 2_000_000_000);
    fc.assert(
      fc.property(price, decimal(8, 1, 2_000_000_000), (last, amount) => {
        const asset = { last, bid: last, ask: last };
        const there = convertPrice('USDT', 'X', { from: UNIT_PRICE, to: asset }).price;
        const back = convertPrice('X', 'USDT', { from: asset, to: UNIT_PRICE }).price;
        const returned = convertResult(convertResult(amount, there), back);
        expect(rational(returned).compare(rational(amount).times('0.999').over('1.001'))).toBeLessThanOrEqual(
          0,
        );
        const need = convertNeed(amount, back);
        expect(rational(convertResult(need, back)).compare(amount)).toBeGreaterThanOrEqual(0);
        expect(need).toBe(rational(amount).over(back).text(8, 'ceil'));
      }),
    );
  });
  it('costs the way from its price to the one without a spread, rounded up', () => {
    expect(convertCost('0.00000003', { price: '59930.01', reference: '60000' })).toBe('0.0000021');
    expect(convertCost('1', { price: '60000', reference: '59990' })).toBe('0');
    expect(convertSpread({ price: '59940', reference: '60000' })).toBe('0.001');
    expect(convertSpread({ price: '1', reference: '0' })).toBe('0');
  });
  it('stands as long as its price is within a thousandth, up and down alike', () => {
    expect(CONVERT_TOLERANCE).toBe('0.001');
    expect(['999', '998.999', '1001', '1001.001'].map((now) => isWithinTolerance('1000', now))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
  it.each([
    // Specification §9: 0.001 to 1,000,000, both included.
    [convertBounds.least, undefined],
    ['0.00099999', 'convertTooSmall'],
    [convertBounds.most, undefined],
    ['1000000.00000001', 'convertTooLarge'],
    ['0.001000001', 'amountTooFine'],
    ['0', 'amountZero'],
    ['0.', 'amountInvalid'],
    [5, 'amountInvalid'],
  ])('of %s: %s', (amount, refusal) => {
    expect(convertRefusal(amount)).toBe(refusal);
    if (refusal?.startsWith('amount')) expect(amountRefusal(amount)).toBe(refusal);
    else expect(amountRefusal(amount)).toBeUndefined();
  });
  it('leaves the house what it has, and with no more than twice its stock of what can fall', () => {
    const takes = { asset: 'BTC', takes: '100', holds: '100', last: '50000' };
    // 200·50,000 is twice 5,000,000.
    expect(isWithinExposure({ gives: '5', free: '5' }, takes)).toBe(true);
    expect(isWithinExposure({ gives: '5.00000001', free: '5' }, takes)).toBe(false);
    expect(isWithinExposure({ gives: '5', free: '5' }, { ...takes, takes: '100.00000001' })).toBe(false);
    expect(isWithinExposure({ gives: '5', free: '5' }, { ...takes, asset: 'USDT', takes: '999999999' })).toBe(
      true,
    );
    expect(convertStock('3')).toBe(rational(CONVERT_STOCK).over('3').text(8, 'floor'));
    // Worth less than 5 and more than nothing.
    expect([isSmall('0.0001', '50000'), isSmall('0.00009999', '50000'), isSmall('0', '50000')]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('balances', () => {
  it('are worth what their parts are worth, each cut to what is booked', () => {
    const of = (account: Balance['account'], asset: string, posted: string, held: string): Balance => ({
      account,
      asset,
      posted,
      held,
      version: 1,
    });
    const sums = sumsOf(
      [
        of('spot', 'BTC', '0.1', '0.03'),
        of('futures', 'BTC', '0.00000001', '0'),
        of('spot', 'XYZ', '5', '5'),
      ],
      (asset) => (asset === 'BTC' ? '0.333333333' : undefined),
    );
    expect(sums[0]).toEqual({
      asset: 'BTC',
      total: '0.10000001',
      available: '0.07000001',
      frozen: '0.03',
      worth: '0.03333333',
    });
    expect(sums[1]).toMatchObject({ available: '0', frozen: '5', worth: undefined });
    expect(totalWorth(sums)).toEqual({ total: '0.03333333', isWhole: false });
    expect(totalWorth([])).toEqual({ total: '0', isWhole: true });
    expect(available({ posted: '1', held: '0.99999999' })).toBe('0.00000001');
    expect([fitsScale('0.00000001'), fitsScale('0.000000001'), fitsScale('1.100000000')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(playGrants.every(({ amount }) => fitsScale(amount))).toBe(true);
  });
  it('have gained what is there less what was there and what came in', () => {
    expect(profitSince('150', { worth: '100', moved: '30' })).toBe('20');
    expect(yieldSince('150', { worth: '100', moved: '60' })).toBe('-0.0625');
    // What has gone out was there to gain with: 20 on 100.
    expect(yieldSince('50', { worth: '100', moved: '-70' })).toBe('0.2');
    expect(yieldSince('5', { worth: '0', moved: '0' })).toBeUndefined();
    expect(yieldSince('5', { worth: '0', moved: '-3' })).toBeUndefined();
  });
  it('keep what waits for confirmations, and owe what was taken back and is gone', () => {
    expect([
      unlockedOf({ posted: '10', held: '3', locked: '4' }),
      unlockedOf({ posted: '10', held: '8', locked: '4' }),
    ]).toEqual(['3', '0']);
    expect([
      hasMovedOn({ posted: '10', held: '0', locked: '4' }, '6'),
      hasMovedOn({ posted: '10', held: '0', locked: '4' }, '6.1'),
    ]).toEqual([false, true]);
    expect(hasMovedOn({ posted: '0', held: '0', locked: '0' }, '5')).toBe(false);
    expect(takenBack('10', '4')).toEqual({ taken: '4', debt: '6' });
    expect(takenBack('10', '-4')).toEqual({ taken: '0', debt: '10' });
    expect([tokenAmount(1_999_999n, 6), tokenAmount(19n, 9), tokenAmount(10n ** 24n, 6)]).toEqual([
      '1.999999',
      '0.00000001',
      '1000000000000000000',
    ]);
    expect(total(['4', '6']).text(0, 'zero')).toBe('10');
  });
});
