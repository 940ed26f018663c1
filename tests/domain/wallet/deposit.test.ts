import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chainOf,
  D,
  depositChains,
  depositCoins,
  hasMovedOn,
  isTooSmall,
  leastDeposit,
  takenBack,
  testRefusal,
  tokenAmount,
  transactionId,
  unlockedOf,
} from '../../../domain/index.ts';

const HASH = '0123456789abcdef'.repeat(4);

describe('a network', () => {
  it('is one that USDT can be deposited on, with a minimum of its own', () => {
    expect(depositChains.map((chain) => chainOf(chain).standard)).toEqual(['TRC20', 'ERC20']);
    expect(depositChains.map(leastDeposit)).toEqual(['1', '10']);
    expect(depositCoins[0]).toBe('USDT');
  });

  it.each([
    ['tron', HASH, HASH],
    ['tron', `0x${HASH}`, HASH],
    ['ethereum', HASH, `0x${HASH}`],
    ['ethereum', ` 0x${HASH.toUpperCase()} `, `0x${HASH}`],
    ['ethereum', HASH.slice(1), undefined],
    ['ethereum', `${HASH}0`, undefined],
    ['tron', `0y${HASH.slice(2)}`, undefined],
    ['tron', '', undefined],
  ] as const)('of %s reads %s as a transaction', (chain, text, id) => {
    expect(transactionId(chain, text)).toBe(id);
  });
});

describe('an amount', () => {
  it.each([
    ['tron', '1', false],
    ['tron', '0.99999999', true],
    ['ethereum', '10', false],
    ['ethereum', '9.999999', true],
  ] as const)('on %s of %s is too small to be credited: %s', (chain, amount, expected) => {
    expect(isTooSmall(chain, amount)).toBe(expected);
  });

  it.each([
    [250_000_000n, 6, '250'],
    [1n, 6, '0.000001'],
    [1_999_999_999_999_999_999n, 18, '1.99999999'],
    [9_999_999_999n, 18, '0'],
    [0n, 6, '0'],
    [7n, 0, '7'],
    [123_456_789_012_345_678_901_234_567n, 18, '123456789.01234567'],
  ])('of %s units with %i places is %s, cut down to what is booked', (units, decimals, expected) => {
    expect(tokenAmount(units, decimals)).toBe(expected);
  });

  it.each([
    ['1', undefined],
    ['10000', undefined],
    ['0.999999', 'testAmount'],
    ['10000.000001', 'testAmount'],
    ['1.0000001', 'amountTooFine'],
    ['0', 'amountZero'],
    ['-1', 'amountInvalid'],
    ['1e2', 'amountInvalid'],
    ['', 'amountInvalid'],
  ])('of %s test money is refused with %s', (amount, code) => {
    expect(testRefusal(amount)).toBe(code);
  });
});

describe('taking back', () => {
  it.each([
    ['80', '100', '80', '0'],
    ['80', '80', '80', '0'],
    ['80', '30.5', '30.5', '49.5'],
    ['80', '0', '0', '80'],
    ['80', '-5', '0', '80'],
  ])('%s of %s takes %s and leaves a debt of %s', (amount, free, taken, debt) => {
    expect(takenBack(amount, free)).toEqual({ taken, debt });
  });

  it('never takes more than is free nor loses a unit', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((n) => new D(n).div(100).toFixed());
    fc.assert(
      fc.property(cents, cents, (amount, free) => {
        const { taken, debt } = takenBack(amount, free);
        expect(new D(taken).lte(free)).toBe(true);
        expect(new D(taken).plus(debt).toFixed()).toBe(amount);
      }),
    );
  });
});

describe('what can leave', () => {
  it.each([
    ['100', '0', '0', '100'],
    ['100', '30', '0', '70'],
    ['100', '30', '50', '20'],
    ['100', '60', '50', '0'],
    ['0', '0', '50', '0'],
  ])('of %s with %s held and %s locked is %s', (posted, held, locked, expected) => {
    expect(unlockedOf({ posted, held, locked })).toBe(expected);
  });

  it.each([
    ['100', '50', '0', false],
    ['100', '100', '0', false],
    ['99.99', '100', '0', true],
    ['150', '100', '60', true],
    ['0', '0', '0', false],
  ])('with %s booked, %s locked and %s leaving has moved on: %s', (posted, locked, leaving, expected) => {
    expect(hasMovedOn({ posted, held: '0', locked }, leaving)).toBe(expected);
  });
});
