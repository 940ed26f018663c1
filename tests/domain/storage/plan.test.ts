import { describe, expect, it } from 'vitest';
import type { PlanState } from '../../../domain/index.ts';
import {
  DEFAULT_PLANS,
  escrowRefusal,
  planFlaw,
  planStatus,
  quotaLeft,
  renewalRefusal,
  STORAGE_HOUSE_STOCK,
  totalInterest,
} from '../../../domain/index.ts';

const terms = {
  asset: 'USDT',
  rate: '0.0003',
  days: 30,
  share: '0.8',
  least: '100',
  most: '5000',
  quota: '10000',
};
const plan: PlanState = { ...terms, isOpen: true, left: '4000' };

describe('opening', () => {
  it.each([
    ['0', 'escrowZero'],
    ['0.00', 'escrowZero'],
    ['', 'amountInvalid'],
    ['-1', 'amountInvalid'],
    ['1e3', 'amountInvalid'],
    ['NaN', 'amountInvalid'],
    ['100.000000001', 'amountTooFine'],
    ['99.99999999', 'escrowTooSmall'],
    ['100', undefined],
    ['4000', undefined],
    ['4000.00000001', 'planQuota'],
    ['5000', 'planQuota'],
    ['5000.00000001', 'escrowTooLarge'],
  ])('%s: %s', (amount, refusal) => {
    expect(escrowRefusal(amount, plan)).toBe(refusal);
  });
  it('is refused while the plan is closed, but a wrong amount is told first', () => {
    expect(escrowRefusal('100', { ...plan, isOpen: false })).toBe('planClosed');
    expect(escrowRefusal('0', { ...plan, isOpen: false })).toBe('escrowZero');
  });
});

describe('what is left of a plan', () => {
  it.each([
    ['0', '1000000', '10000'],
    ['9999.5', '1000000', '0.5'],
    // An operator has made the quota smaller than what runs.
    ['12000', '1000000', '0'],
    // The house can promise 0.9 % of an amount with 4.5 for 500, and with nothing nothing.
    ['0', '4.5', '500'],
    ['0', '0', '0'],
    ['0', '0.00000001', '0.00000111'],
  ])('taken %s, house %s: %s', (taken, free, left) => {
    expect(quotaLeft(terms, taken, free)).toBe(left);
  });
  it('is never so much that its interest is not covered', () => {
    for (const free of ['0.12345678', '1.00000001', '7.77777777'])
      expect(Number(totalInterest(quotaLeft(terms, '0', free), terms))).toBeLessThanOrEqual(Number(free));
  });
  it('makes a plan full when not even the smallest order fits', () => {
    expect(planStatus(plan)).toBe('open');
    expect(planStatus({ ...plan, left: '100' })).toBe('open');
    expect(planStatus({ ...plan, left: '99.99999999' })).toBe('full');
    expect(planStatus({ ...plan, left: '0', isOpen: false })).toBe('closed');
  });
});

describe('renewal', () => {
  const own = { rate: '0.0003', days: 30, share: '0.8' };
  const open = { ...terms, isOpen: true };
  it.each([
    ['the same', {}, '10000', undefined],
    ['a better rate and a smaller share', { rate: '0.0004', share: '0.5' }, '10000', undefined],
    ['closed', { isOpen: false }, '10000', 'planClosed'],
    ['a lower rate', { rate: '0.00029999' }, '10000', 'termsWorse'],
    ['a higher share', { share: '0.81' }, '10000', 'termsWorse'],
    ['another cycle', { days: 29 }, '10000', 'termsWorse'],
    ['a higher least', { least: '1000.00000001' }, '10000', 'limits'],
    ['a lower most', { most: '999' }, '10000', 'limits'],
    ['no quota', {}, '999.99999999', 'quotaFull'],
    ['just enough quota', {}, '1000', undefined],
  ])('%s', (_, change, left, refusal) => {
    expect(renewalRefusal('1000', own, { ...open, ...change }, left, '12')).toBe(refusal);
  });
  it('needs the interest covered', () => {
    expect(renewalRefusal('1000', own, open, '10000', '8.99999999')).toBe('uncovered');
  });
});

describe('a plan', () => {
  it.each([
    [{}, undefined],
    [{ rate: '0' }, 'rate'],
    [{ rate: '0.01000001' }, 'rate'],
    [{ rate: '0.000000001' }, 'rate'],
    [{ rate: 'x' }, 'rate'],
    [{ days: 0 }, 'days'],
    [{ days: 1.5 }, 'days'],
    [{ days: 1_826, rate: '0.00000001' }, 'days'],
    [{ days: 101, rate: '0.01' }, 'days'],
    [{ days: 100, rate: '0.01' }, undefined],
    [{ share: '1.0001' }, 'share'],
    [{ share: '-1' }, 'share'],
    [{ share: '0' }, undefined],
    [{ least: '0' }, 'least'],
    [{ least: '0.00001', rate: '0.0001' }, 'least'],
    [{ most: '99' }, 'most'],
    [{ quota: '99' }, 'quota'],
    [{ quota: '1000000000001' }, 'quota'],
  ])('%j: %s', (change, flaw) => {
    expect(planFlaw({ ...terms, ...change })).toBe(flaw);
  });
  it('of the default ones is sound, and the house can pay all of them when they are full', () => {
    expect(DEFAULT_PLANS.map(planFlaw)).toEqual(DEFAULT_PLANS.map(() => undefined));
    for (const { asset, quota, ...rest } of DEFAULT_PLANS) {
      const all = DEFAULT_PLANS.filter((each) => each.asset === asset);
      const promised = all.reduce((sum, each) => sum + Number(totalInterest(each.quota, each)), 0);
      expect(promised, JSON.stringify(rest)).toBeLessThanOrEqual(Number(STORAGE_HOUSE_STOCK[asset]));
    }
  });
});
