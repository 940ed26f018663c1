import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WithdrawBounds } from '../../../domain/index.ts';
import {
  BANK_FEE,
  btcWorth,
  FIAT_SCALE,
  fiatCurrencies,
  fiatDayMost,
  fiatReceived,
  leftOf,
  levelMost,
  mostWithdrawal,
  offeredRate,
  receivedOf,
  roomBounds,
  setLimits,
  usdtWorth,
  usualLimits,
  WITHDRAW_DAY_MOST,
  WITHDRAW_LEAST,
  WITHDRAW_MOST,
  withdrawCurrencies,
  withdrawRefusal,
  withdrawRoute,
  withdrawRoutes,
} from '../../../domain/index.ts';
import { decimal } from '../perpetual/arbitrary.ts';
import { rational } from '../rational.ts';

describe('a withdrawal on paper', () => {
  const bounds: WithdrawBounds = {
    least: WITHDRAW_LEAST,
    most: WITHDRAW_MOST,
    levelMost: '10000',
    dayLeft: WITHDRAW_DAY_MOST,
    available: '5000',
    withdrawable: '4000',
    fee: '1',
    decimals: 6,
  };
  it.each([
    // Specification §9: 100 to 1,000,000 a request, 99,999,999 a day; both ends are within.
    ['99.999999', {}, 'withdrawTooSmall'],
    ['100', {}, undefined],
    ['100.0000001', {}, 'amountTooFine'],
    ['4000', {}, undefined],
    ['4000.000001', {}, 'withdrawLocked'],
    ['5000.000001', {}, 'insufficientBalance'],
    ['10000', { available: '20000', withdrawable: '20000' }, undefined],
    ['10000.000001', {}, 'withdrawLevelLimit'],
    ['1000000.000001', {}, 'withdrawTooLarge'],
    ['300', { dayLeft: '299.999999' }, 'withdrawDayLimit'],
    // What its fee takes all of is refused, where the smallest amount does not do so already.
    ['5', { least: '0', fee: '5' }, 'withdrawFee'],
    ['5.000001', { least: '0', fee: '5' }, undefined],
    ['0', {}, 'amountZero'],
    ['-100', {}, 'amountInvalid'],
    ['1e3', {}, 'amountInvalid'],
  ] as const)('of %s with %j: %s', (amount, each, refusal) => {
    expect(withdrawRefusal(amount, { ...bounds, ...each })).toBe(refusal);
  });
  it('is at most what can leave, cut to the places of its chain', () => {
    expect(mostWithdrawal(bounds)).toBe('4000');
    expect(mostWithdrawal({ ...bounds, withdrawable: '4000.1234569' })).toBe('4000.123456');
    expect(mostWithdrawal({ ...bounds, levelMost: '250' })).toBe('250');
    expect(mostWithdrawal({ ...bounds, withdrawable: '99.999999' })).toBe('0');
    expect(mostWithdrawal({ ...bounds, dayLeft: '-5' })).toBe('0');
  });
  it('brings what its fee leaves, and counts into limits by no less than its worth', () => {
    expect([receivedOf('100', '1'), receivedOf('1', '1'), receivedOf('0.5', '1')]).toEqual(['99', '0', '0']);
    expect([leftOf('10', '3.5'), leftOf('3', '3'), leftOf('3', '4')]).toEqual(['6.5', '0', '0']);
    // 0.123456789·3 is cut; 1 ÷ 3 in BTC is raised.
    expect([usdtWorth('0.123456789', '3'), btcWorth('1', '3')]).toEqual(['0.37037036', '0.33333334']);
  });
  it('in another currency keeps to bounds that are within those in USDT', () => {
    // 100 ÷ 30,000 = 0.00333…, up; 1,000,000 ÷ 30,000 = 33.333…, down.
    expect(roomBounds('10000', '700', '30000', 8)).toEqual({
      least: '0.00333334',
      most: '33.33333333',
      levelMost: '0.33333333',
      dayLeft: '0.02333333',
    });
    fc.assert(
      fc.property(decimal(2, 1, 10_000_000), (price) => {
        const { least, most } = roomBounds('10000', '700', price, 8);
        expect(rational(least).times(price).compare(WITHDRAW_LEAST)).toBeGreaterThanOrEqual(0);
        expect(rational(most).times(price).compare(WITHDRAW_MOST)).toBeLessThanOrEqual(0);
      }),
    );
  });
  it('goes over ways that are known by currency and chain together', () => {
    for (const route of withdrawRoutes) expect(withdrawRoute(route.currency, route.chain)).toBe(route);
    expect(withdrawRoute('BTC', 'ethereum')).toBeUndefined();
    expect(withdrawCurrencies).toEqual(['USDT', 'BTC', 'ETH']);
  });
  it('is limited by level as specified, until a venue says otherwise', () => {
    try {
      expect([0, 1, 2, 3, -1].map(levelMost)).toEqual(['2000', '10000', '1000000', '0', '0']);
      expect([0, 1, 2, 3].map(fiatDayMost)).toEqual(['0', '200', '500', '0']);
      setLimits({ withdrawal: ['1', '2', '3'], card: ['4', '5', '6'] });
      expect([levelMost(1), fiatDayMost(2)]).toEqual(['2', '6']);
    } finally {
      setLimits(usualLimits);
    }
  });
});

describe('what a card is paid on paper', () => {
  it.each([
    // (105.5 − 5)·0.9 = 90.45; in yen no places, always down.
    ['105.5', '0.9', 'EUR', '90.45'],
    ['105.55', '0.9123', 'EUR', '91.73'],
    ['105.5', '149.99', 'JPY', '15073'],
    [BANK_FEE, '1', 'USD', '0'],
    ['1', '1', 'USD', '0'],
  ] as const)('of %s at %s in %s: %s', (amount, rate, currency, paid) =>
    expect(fiatReceived(amount, rate, currency)).toBe(paid),
  );
  it('is never more than the rate gives, which is never more than the market’s', () => {
    // 0.5 % below 0.9234567 is 0.9188394…, to six places.
    expect(offeredRate('0.9234567')).toBe('0.918839');
    fc.assert(
      fc.property(
        decimal(6, 1, 2_000_000_000),
        decimal(2, 500, 100_000_000),
        fc.constantFrom(...fiatCurrencies),
        (market, amount, currency) => {
          const rate = offeredRate(market);
          expect(rate).toBe(rational(market).times('0.995').text(6, 'floor'));
          const exact = rational(amount).minus(BANK_FEE).times(rate);
          expect(fiatReceived(amount, rate, currency)).toBe(exact.text(FIAT_SCALE[currency], 'floor'));
        },
      ),
    );
  });
});
