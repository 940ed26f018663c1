import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountShares, D, longShortRatio, openInterestOf } from '../../../domain/index.ts';
import { quantity, side } from './arbitrary.ts';

describe('open interest', () => {
  it('is the larger side, and each side says how many accounts are on it', () => {
    const open = openInterestOf([
      { side: 'long', quantity: '3' },
      { side: 'short', quantity: '1.5' },
      { side: 'short', quantity: '0.25' },
    ]);
    expect(open).toEqual({
      quantity: '3',
      long: { accounts: 1, quantity: '3' },
      short: { accounts: 2, quantity: '1.75' },
    });
    expect(openInterestOf([]).quantity).toBe('0');
  });
  it('leaves both sides equal once the exchange takes the difference', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ side, quantity })), (positions) => {
        const { quantity: open, long, short } = openInterestOf(positions);
        // The exchange is short what longs have more, and long what shorts have more.
        const house = new D(long.quantity).minus(short.quantity);
        expect(D.max(0, house.negated()).plus(long.quantity).eq(open)).toBe(true);
        expect(D.max(0, house).plus(short.quantity).eq(open)).toBe(true);
        expect(long.accounts + short.accounts).toBe(positions.length);
      }),
    );
  });
  it('compares longs with shorts to the hundredth, and with none there is no number', () => {
    expect(longShortRatio('31', '18')).toBe('1.72');
    expect(longShortRatio('0', '3')).toBe('0.00');
    expect(longShortRatio('2', '0')).toBeUndefined();
  });
  it('shares of accounts add up, and have no ratio without a short', () => {
    expect(accountShares(31, 18)).toEqual({ long: '0.6327', short: '0.3673', ratio: '1.7222' });
    expect(accountShares(0, 3)).toEqual({ long: '0.0000', short: '1.0000', ratio: '0.0000' });
    expect(accountShares(2, 0)).toBeUndefined();
    expect(accountShares(0, 0)).toBeUndefined();
  });
});
