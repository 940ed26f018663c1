import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryAhead, expiryRefusal, isExpired, optionsRefusal, restsInBook } from '../../../domain/index.ts';

const AT = Date.UTC(2026, 10, 23, 12);

describe('orders that are good till a date', () => {
  it.each([
    ['none', undefined, undefined],
    ['a minute ahead', AT + 60_000, undefined],
    ['less than a minute ahead', AT + 59_999, 'orderExpiry'],
    ['now', AT, 'orderExpiry'],
    ['in the past', AT - 1, 'orderExpiry'],
    ['366 days ahead', AT + expiryAhead.most, undefined],
    ['further ahead', AT + expiryAhead.most + 1, 'orderExpiry'],
  ] as const)('take an end that is %s: %s', (_, expiresAt, code) => {
    expect(expiryRefusal({ tif: 'GTD', expiresAt }, AT)).toBe(code);
  });
  it.each([
    [{ type: 'limit', tif: 'GTD', expiresAt: AT }, undefined],
    [{ type: 'stopLimit', tif: 'GTD', expiresAt: AT, stopPrice: '1' }, undefined],
    [{ type: 'limit', tif: 'GTD' }, 'orderOptions'],
    [{ type: 'limit', tif: 'GTC', expiresAt: AT }, 'orderOptions'],
    [{ type: 'limit', expiresAt: AT }, 'orderOptions'],
    [{ type: 'limit', tif: 'IOC', expiresAt: AT }, 'orderOptions'],
    [{ type: 'market', tif: 'GTD', expiresAt: AT }, 'orderOptions'],
    [{ type: 'market', expiresAt: AT }, 'orderOptions'],
  ] as const)('have an end, and no other order has: %o', (options, code) => {
    expect(optionsRefusal(options)).toBe(code);
  });
  it('rest in the book like those that stand until they are cancelled', () => {
    expect((['GTC', 'GTD', 'IOC', 'FOK'] as const).map(restsInBook)).toEqual([true, true, false, false]);
  });
  it('are over from their very millisecond on, and never without one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), fc.integer({ min: 0 }), (expiresAt, at) => {
        expect(isExpired({ expiresAt }, at)).toBe(at >= expiresAt);
        expect(isExpired({ expiresAt: null }, at)).toBe(false);
      }),
    );
  });
});
