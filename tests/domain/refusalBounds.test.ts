import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  D,
  escrowBounds,
  figureText,
  marketBounds,
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
  const amount = decimal(9, 1, 1_000_000_000_000);
  it('are amounts that the same rule takes, and nothing beyond them is', () => {
    fc.assert(
      fc.property(amount, amount, amount, fc.constantFrom(2, 6, 8), (least, spread, step, decimals) => {
        const most = toText(new D(least).plus(spread).plus(1));
        const bounds = {
          ...{ least, most, levelMost: most, dayLeft: most, fee: '0', decimals },
          ...{ available: toText(new D(most).plus(step)), withdrawable: toText(new D(most).plus(step)) },
        };
        const named = withdrawalBounds(bounds, 'BTC');
        const unit = new D(10).pow(-decimals);
        const [low, high] = [named.withdrawTooSmall?.amount ?? '', named.withdrawTooLarge?.amount ?? ''];
        expect(withdrawRefusal(low, bounds)).toBeUndefined();
        expect(withdrawRefusal(high, bounds)).toBeUndefined();
        expect(withdrawRefusal(toText(new D(high).plus(unit)), bounds)).toBe('withdrawTooLarge');
        const below = new D(low).minus(unit);
        if (below.gt(0)) expect(withdrawRefusal(toText(below), bounds)).toBe('withdrawTooSmall');
      }),
    );
  });
});
