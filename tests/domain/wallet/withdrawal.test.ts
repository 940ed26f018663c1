import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WithdrawBounds } from '../../../domain/index.ts';
import {
  btcWorth,
  D,
  leftOf,
  levelMost,
  mostWithdrawal,
  readAddressOf,
  receivedOf,
  roomBounds,
  usdtWorth,
  WITHDRAW_DAY_MOST,
  WITHDRAW_LEAST,
  WITHDRAW_MOST,
  withdrawRefusal,
  withdrawRoutes,
} from '../../../domain/index.ts';

const wide: WithdrawBounds = {
  ...roomBounds('1000000', '99999999', '1', 6),
  available: '5000000',
  withdrawable: '5000000',
  fee: '1',
  decimals: 6,
};

describe('bounds of a withdrawal', () => {
  it('are those of the specification', () => {
    expect([WITHDRAW_LEAST, WITHDRAW_MOST, WITHDRAW_DAY_MOST]).toEqual(['100', '1000000', '99999999']);
    expect([levelMost(1), levelMost(2), levelMost(7)]).toEqual(['10000', '1000000', '0']);
  });
  it.each([
    ['99.999999', 'withdrawTooSmall'],
    ['100', undefined],
    ['100.000001', undefined],
    ['1000000', undefined],
    ['1000000.000001', 'withdrawTooLarge'],
    ['0', 'amountZero'],
    ['0.000000', 'amountZero'],
    ['100.0000001', 'amountTooFine'],
    ['', 'amountInvalid'],
    ['-100', 'amountInvalid'],
    ['1e3', 'amountInvalid'],
    ['0x64', 'amountInvalid'],
    ['1_000', 'amountInvalid'],
    ['NaN', 'amountInvalid'],
    ['１００', 'amountInvalid'],
    ['100,5', 'amountInvalid'],
    ['1'.repeat(20), 'amountInvalid'],
    ['1e50000000', 'amountInvalid'],
  ] as const)('%s: %s', (amount, refusal) => {
    expect(withdrawRefusal(amount, wide)).toBe(refusal);
  });
  it.each([
    [{ levelMost: '10000' }, '10000', '10000.000001', 'withdrawLevelLimit'],
    [{ dayLeft: '250' }, '250', '250.000001', 'withdrawDayLimit'],
    [{ available: '300', withdrawable: '300' }, '300', '300.000001', 'insufficientBalance'],
    [{ available: '300', withdrawable: '200' }, '200', '200.000001', 'withdrawLocked'],
    [{ fee: '150' }, '150.000001', '150', 'withdrawFee'],
  ] as const)('%j let %s through and not %s', (more, good, bad, refusal) => {
    const bounds = { ...wide, ...more };
    expect(withdrawRefusal(good, bounds)).toBeUndefined();
    expect(withdrawRefusal(bad, bounds)).toBe(refusal);
  });
  it('in another currency are rounded so that nobody is outside of those in USDT', () => {
    const { least, most, levelMost: level, dayLeft } = roomBounds('10000', '99999999', '64321.7', 8);
    expect([least, most, level, dayLeft]).toEqual([
      '0.00155469',
      '15.54685277',
      '0.15546852',
      '1554.68526173',
    ]);
    expect(new D(usdtWorth(least, '64321.7')).gte('100')).toBe(true);
    expect(new D(usdtWorth(most, '64321.7')).lte('1000000')).toBe(true);
    expect(new D(least).minus('0.00000001').times('64321.7').lt(100)).toBe(true);
  });
});

describe('what a withdrawal comes to', () => {
  it('is the amount less the fee, and never less than nothing', () => {
    expect([receivedOf('100', '1'), receivedOf('100.5', '0.25'), receivedOf('1', '3')]).toEqual([
      '99',
      '100.25',
      '0',
    ]);
  });
  it('counts into limits by its worth', () => {
    expect(usdtWorth('0.00000001', '64321.78')).toBe('0.00064321');
    expect(btcWorth('100', '64321.78')).toBe('0.00155469');
    expect([leftOf('100', '30.5'), leftOf('100', '100'), leftOf('100', '101')]).toEqual(['69.5', '0', '0']);
  });
  it('at most is an amount that is not refused, with nothing above it that is not', () => {
    const amount = fc.integer({ min: 0, max: 2_000_000_00 }).map((cents) => new D(cents).div(100).toFixed());
    fc.assert(
      fc.property(amount, amount, amount, amount, (level, day, free, locked) => {
        const withdrawable = new D(free).minus(locked).lt(0) ? '0' : new D(free).minus(locked).toFixed();
        const bounds: WithdrawBounds = {
          ...wide,
          ...roomBounds(level, day, '1', 6),
          available: free,
          withdrawable,
        };
        const most = mostWithdrawal(bounds);
        if (most === '0') expect(withdrawRefusal('100', bounds)).toBeDefined();
        else expect(withdrawRefusal(most, bounds)).toBeUndefined();
        if (most !== '0')
          expect(withdrawRefusal(new D(most).plus('0.000001').toFixed(), bounds)).toBeDefined();
      }),
    );
  });
});

describe('ways out', () => {
  it('each have a fee below the smallest withdrawal and decimals that the exchange books', () => {
    for (const { decimals, fee, family } of withdrawRoutes) {
      expect(decimals).toBeLessThanOrEqual(8);
      expect(new D(fee).decimalPlaces()).toBeLessThanOrEqual(decimals);
      expect(new D(fee).gt(0)).toBe(true);
      expect(readAddressOf(family, '').refusal).toBe('addressEmpty');
    }
    const names = withdrawRoutes.map(({ currency, chain }) => `${currency} ${chain}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
