import { describe, expect, it } from 'vitest';
import type { PreviewedOrder } from '../../../domain/index.ts';
import {
  closingQuantity,
  leastLeverage,
  lossAt,
  maxOpenSize,
  riskQuantity,
  safetyShares,
} from '../../../domain/index.ts';
import { orderPlace as place, crossTerms as terms } from './orderPlace.ts';

const request = (each: Partial<PreviewedOrder> = {}): PreviewedOrder => ({
  side: 'buy',
  terms,
  quantity: '1',
  price: '100',
  ...each,
});

describe('the largest order on paper', () => {
  const limits = { lot: '0.001', share: safetyShares.limit };
  it.each([
    // 1,000 ÷ 10.05 = 99.502…; at market 995 ÷ 10.05 = 99.004…
    ['limit', {}, '99.502'],
    ['market', {}, '99.004'],
    // 200 held; and nothing at all.
    ['limit', { held: '200' }, '79.601'],
    ['limit', { held: '1000' }, '0'],
    ['limit', { balance: '0' }, '0'],
  ] as const)('at %s with %j is %s', (kind, each, most) => {
    expect(maxOpenSize(place(each), request(), { ...limits, share: safetyShares[kind] })).toBe(most);
  });
  it('is the market’s own bound, and below the cap of the tier that allows the leverage', () => {
    expect(maxOpenSize(place(), request(), { ...limits, mostQuantity: '7.0009' })).toBe('7');
    // 125-fold below 100,000: at 100 less than 1,000, whatever there is.
    const rich = place({ balance: '99999999' });
    expect(maxOpenSize(rich, request({ terms: { mode: 'cross', leverage: 125 } }), limits)).toBe('999.999');
    expect(maxOpenSize(rich, request({ terms: { mode: 'cross', leverage: 100 } }), limits)).toBe('9999.999');
  });
});

describe('a size by what it may lose on paper', () => {
  const sized = {
    side: 'long',
    equity: '10000',
    percent: '1',
    entry: '100',
    stop: '95',
    feeRate: '0.0005',
    lot: '0.001',
  } as const;
  it('loses the way to the stop and both fees', () => {
    // A hundred may be lost; a unit loses 5 and 0.05 % of 195: 100 ÷ 5.0975 = 19.6174…
    expect(riskQuantity(sized)).toBe('19.617');
    expect(lossAt('19.617', sized)).toBe('99.9976575');
    // 100 ÷ (5 + 0.05 % of 205) for a short with its stop above.
    expect(riskQuantity({ ...sized, side: 'short', stop: '105' })).toBe('19.598');
  });
  it.each([
    [{ stop: '100' }, undefined],
    [{ stop: '100.01' }, undefined],
    [{ percent: '0' }, undefined],
    [{ percent: '100' }, '1961.745'],
    [{ percent: '100.01' }, undefined],
    [{ equity: '-1' }, '0'],
    [{ equity: '0.0001' }, '0'],
    [{ lot: '0' }, '19.61745953'],
  ])('with %j is %s', (each, size) => expect(riskQuantity({ ...sized, ...each })).toBe(size));
  it('needs no more leverage than its cost asks for', () => {
    // 10 at 100: 1,000/L and 0.5. With 500.5 there is enough at 2, with a unit less at 3; 1,000.5 is enough at 1.
    expect(leastLeverage('10', '100', '1000.5', '0.0005', 125)).toBe(1);
    expect(leastLeverage('10', '100', '500.5', '0.0005', 125)).toBe(2);
    expect(leastLeverage('10', '100', '500.49999999', '0.0005', 125)).toBe(3);
    expect(leastLeverage('10', '100', '8.49999999', '0.0005', 125)).toBeUndefined();
    expect(leastLeverage('10', '100', '8.5', '0.0005', 125)).toBe(125);
  });
});

describe('a part of a position to close', () => {
  it('is on the finest step that is kept where the market has no lot', () => {
    // A third of 1 has no end; what is kept of it are eight places, and no more than a third.
    expect(closingQuantity('1', '0.333333333333', '0')).toBe('0.33333333');
    expect(closingQuantity('0.00000001', '0.99', '0')).toBe('0');
    expect(closingQuantity('0.00000001', '1', '0')).toBe('0.00000001');
  });
});
