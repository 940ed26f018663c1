import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  D,
  escrowBounds,
  figureText,
  marketBounds,
  roomBounds,
  stakeBounds,
  stakeRefusal,
  ticketRefusal,
  toText,
  withdrawalBounds,
  withdrawRefusal,
} from '../../domain/index.ts';
import { decimal } from './perpetual/arbitrary.ts';

const market = {
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  minQuantity: '0.0001',
  minTotal: '10',
};

describe('the figure of a refusal', () => {
  it.each([
    ['orderTick', { price: '61840.005', quantity: '1' }, { amount: '0.01', asset: 'USDT' }],
    ['orderLot', { price: '61840', quantity: '0.000015' }, { amount: '0.00001', asset: 'BTC' }],
    ['orderMinimum', { price: '61840', quantity: '0.00001' }, { amount: '0.0001', asset: 'BTC' }],
    ['orderTotal', { price: '61840', quantity: '0.0001' }, { amount: '10', asset: 'USDT' }],
  ] as const)('%s is that of the market’s rule', (code, order, bound) => {
    expect(ticketRefusal({ side: 'buy', type: 'limit', ...order }, market, '61840')).toBe(code);
    expect(marketBounds(market)[code]).toEqual(bound);
  });
  it('is a stake that is taken', () => {
    for (const kind of ['crypto', 'commodity'] as const)
      for (const { amount } of Object.values(stakeBounds(kind)))
        expect(stakeRefusal(amount, kind)).toBeUndefined();
  });
  it('is that of a plan, in its asset', () => {
    const plan = { asset: 'BTC', rate: '0.1', days: 1, share: '1', least: '0.5', most: '2', quota: '9' };
    expect(escrowBounds(plan)).toEqual({
      escrowTooSmall: { amount: '0.5', asset: 'BTC' },
      escrowTooLarge: { amount: '2', asset: 'BTC' },
    });
  });
  it('is written in the signs of a language, many zeros counted', () => {
    expect(figureText('0.0001', 'de')).toBe('0,0001');
    expect(figureText('10000', 'de')).toBe('10.000');
    expect(figureText('0.00000001', 'en_us')).toBe('0.0₇1');
  });
});

describe('the figures of a withdrawal', () => {
  const price = decimal(4, 1, 1_000_000_000);
  it('are amounts that the same rule takes, and nothing beyond them is', () => {
    fc.assert(
      fc.property(
        price,
        decimal(2, 20_000, 100_000_000),
        fc.constantFrom(2, 6, 8),
        (each, level, decimals) => {
          const room = roomBounds(level, level, each, decimals);
          const rich = { available: '1000000000000', withdrawable: '1000000000000', fee: '0', decimals };
          const named = withdrawalBounds({ ...room, fee: '0' }, 'BTC');
          const refusal = (amount: D) => withdrawRefusal(toText(amount), { ...room, ...rich });
          const unit = new D(10).pow(-decimals);
          const low = new D(named.withdrawTooSmall?.amount ?? '0');
          const high = new D(named.withdrawLevelLimit?.amount ?? '0');
          fc.pre(low.lte(high));
          expect(refusal(low)).toBeUndefined();
          expect(refusal(high)).toBeUndefined();
          expect(refusal(high.plus(unit))).toMatch(/withdrawTooLarge|withdrawLevelLimit/);
          if (low.gt(unit)) expect(refusal(low.minus(unit))).toBe('withdrawTooSmall');
        },
      ),
    );
  });
});
