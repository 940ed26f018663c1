import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, OrderTicket, PositionSide, Protection } from '../../../domain/index.ts';
import {
  bracketBreach,
  bracketRefusal,
  D,
  exitQuantity,
  guardAway,
  leastLeverage,
  lossAt,
  openingCost,
  riskQuantity,
  stopMarketBound,
  stopMarketPrice,
  ticketRefusal,
  toText,
} from '../../../domain/index.ts';

const filter = { tick: '0.01', lot: '0.001', minQuantity: '0.002', minTotal: '10' };
type Ticket = Pick<OrderTicket, 'type' | 'price' | 'stopPrice'>;

describe('the bracket of a spot order', () => {
  const limit: Ticket = { type: 'limit', price: '90' };
  it.each<readonly [string, Ticket, Protection, readonly [string, string] | undefined]>([
    ['around a limit', limit, { takeProfit: '90.01', stopLoss: '89.99' }, undefined],
    ['with nothing', limit, {}, undefined],
    ['with a gain at the limit', limit, { takeProfit: '90' }, ['bracketProfit', 'takeProfit']],
    ['with a loss at the limit', limit, { stopLoss: '90' }, ['bracketStop', 'stopLoss']],
    ['around the market', { type: 'market' }, { takeProfit: '101', stopLoss: '99' }, undefined],
    ['with a gain at the market', { type: 'market' }, { takeProfit: '100' }, ['bracketProfit', 'takeProfit']],
    [
      'above a limit that trades at once',
      { type: 'limit', price: '110' },
      { stopLoss: '105' },
      ['bracketStop', 'stopLoss'],
    ],
    [
      'between the market and such a limit',
      { type: 'limit', price: '110' },
      { takeProfit: '105' },
      ['bracketProfit', 'takeProfit'],
    ],
    [
      'above a stop',
      { type: 'stopMarket', stopPrice: '110' },
      { takeProfit: '111', stopLoss: '105' },
      undefined,
    ],
    [
      'below a stop',
      { type: 'stopMarket', stopPrice: '110' },
      { takeProfit: '105' },
      ['bracketProfit', 'takeProfit'],
    ],
    [
      'of a stop with a limit',
      { type: 'stopLimit', stopPrice: '110', price: '108' },
      { stopLoss: '109' },
      ['bracketStop', 'stopLoss'],
    ],
    ['off the tick', limit, { takeProfit: '95.001' }, ['orderTick', 'takeProfit']],
    ['of nought', limit, { stopLoss: '0' }, ['priceInvalid', 'stopLoss']],
    ['out of the band', limit, { takeProfit: '501' }, ['orderBand', 'takeProfit']],
  ])('%s', (_, ticket, bracket, expected) => {
    const breach = bracketBreach(ticket, bracket, filter, '100');
    expect(breach && [breach.code, breach.field]).toEqual(expected);
  });
  it('is none of what sells', () => {
    expect(bracketRefusal({ side: 'sell' }, { stopLoss: '1' })).toBe('orderOptions');
    expect(bracketRefusal({ side: 'sell' }, {})).toBeUndefined();
    expect(bracketRefusal({ side: 'buy' }, { stopLoss: '1' })).toBeUndefined();
  });
  it.each([
    ['9.9999', '0.01', '9.99'],
    ['0.0099', '0.01', '0'],
    ['1.123456789', '0', '1.12345678'],
  ])('sells of %s by lots of %s: %s', (received, lot, expected) => {
    expect(exitQuantity(received, lot)).toBe(expected);
  });
});

describe('a stop at market', () => {
  it('buys for no more than was put aside, and sells at what there is', () => {
    expect(stopMarketPrice('100')).toBe('105');
    expect(stopMarketBound('buy', '100', '100', '0.01')).toBe('105');
    // The price has jumped: the market's own protection would be more than is there.
    expect(stopMarketBound('buy', '103', '100', '0.01')).toBe('105');
    expect(stopMarketBound('sell', '60', '100', '0.01')).toBe('57');
  });
  it('has a trigger and no price', () => {
    const stop = { side: 'sell', type: 'stopMarket', quantity: '1' } as const;
    expect(ticketRefusal(stop, filter, '100')).toBe('priceInvalid');
    expect(ticketRefusal({ ...stop, stopPrice: '95' }, filter, '100')).toBeUndefined();
    expect(ticketRefusal({ ...stop, stopPrice: '95.001' }, filter, '100')).toBe('orderTick');
    expect(ticketRefusal({ ...stop, stopPrice: '10' }, filter, '100')).toBe('orderBand');
  });
});

const price = fc.integer({ min: 1, max: 5_000_000 }).map((cents): Dec => toText(new D(cents).div(100)));
const sides = fc.constantFrom<PositionSide>('long', 'short');

describe('a guard by per cent', () => {
  it.each([
    ['long', 'takeProfit', '105'],
    ['long', 'stopLoss', '97.5'],
    ['short', 'takeProfit', '95'],
    ['short', 'stopLoss', '102.5'],
  ] as const)('of a %s: %s', (side, guard, expected) => {
    expect(guardAway(side, guard, '100', guard === 'takeProfit' ? '5' : '2.5', '0.01')).toBe(expected);
  });
  it('is none where no price is so far away', () => {
    expect(guardAway('long', 'stopLoss', '100', '100', '0.01')).toBeUndefined();
    expect(guardAway('long', 'stopLoss', '0.01', '1', '0.01')).toBeUndefined();
    expect(guardAway('long', 'takeProfit', '100', '0', '0.01')).toBeUndefined();
  });
  it('lies on its side, on the tick, and never worse than requested by a tick', () => {
    const percents = fc.integer({ min: 1, max: 99_999 }).map((n): Dec => toText(new D(n).div(1_000)));
    fc.assert(
      fc.property(
        sides,
        fc.constantFrom<keyof Protection>('takeProfit', 'stopLoss'),
        price,
        percents,
        (side, guard, opening, percent) => {
          const at = guardAway(side, guard, opening, percent, '0.01');
          if (at === undefined) return;
          const isAbove = (side === 'long') === (guard === 'takeProfit');
          const away = new D(at).minus(opening).times(isAbove ? 1 : -1);
          expect(away.gt(0)).toBe(true);
          expect(new D(at).mod('0.01').isZero()).toBe(true);
          const wantedNow = new D(opening).times(percent).div(100);
          // A gain is no smaller than requested, a loss no larger, but for the one tick that it needs.
          if (guard === 'takeProfit')
            expect(away.gte(wantedNow) && away.lt(wantedNow.plus('0.01'))).toBe(true);
          else expect(away.lte(wantedNow.plus('0.01')) && away.gt(wantedNow.minus('0.01'))).toBe(true);
        },
      ),
    );
  });
});

describe('a size by risk', () => {
  const request = {
    side: 'long',
    equity: '1000',
    percent: '1',
    entry: '100',
    stop: '98',
    feeRate: '0.0005',
    lot: '0.001',
  } as const;
  it('loses at the stop, with both fees, what may be lost', () => {
    // 10 USDT over 2 of way and 0.099 of fees.
    expect(riskQuantity(request)).toBe('4.764');
    expect(lossAt('4.764', request)).toBe('9.999636');
  });
  it.each([
    ['a stop on the other side', { stop: '101' }, undefined],
    ['a stop at the entry', { stop: '100' }, undefined],
    ['no share', { percent: '0' }, undefined],
    ['more than there is', { percent: '101' }, undefined],
    ['nothing', { equity: '0' }, '0'],
    ['debts', { equity: '-5' }, '0'],
    ['less than a lot', { equity: '0.01' }, '0'],
  ] as const)('of %s', (_, change, expected) => {
    expect(riskQuantity({ ...request, ...change })).toBe(expected);
  });
  it('never loses more than is chosen, and one lot more would', () => {
    const money = fc.integer({ min: 1, max: 10_000_000 }).map((cents): Dec => toText(new D(cents).div(100)));
    const percents = fc.integer({ min: 1, max: 1_000 }).map((n): Dec => toText(new D(n).div(10)));
    fc.assert(
      fc.property(sides, money, percents, price, price, (side, equity, percent, entry, stop) => {
        const chosen = { ...request, side, equity, percent, entry, stop };
        const quantity = riskQuantity(chosen);
        const isRight = new D(entry).comparedTo(stop) === (side === 'long' ? 1 : -1);
        expect(quantity !== undefined).toBe(isRight);
        if (quantity === undefined) return;
        const budget = new D(equity).times(percent).div(100);
        expect(budget.gte(lossAt(quantity, chosen))).toBe(true);
        expect(budget.lt(lossAt(toText(new D(quantity).plus('0.001')), chosen))).toBe(true);
      }),
    );
  });
  it('names the least leverage that there is enough for', () => {
    expect(leastLeverage('4.764', '100', '1000', '0.0005', 100)).toBe(1);
    expect(leastLeverage('100', '100', '1000', '0.0005', 100)).toBe(11);
    expect(leastLeverage('100', '100', '5', '0.0005', 100)).toBeUndefined();
    fc.assert(
      fc.property(price, price, price, (quantity, at, available) => {
        const leverage = leastLeverage(quantity, at, available, '0.0005', 125);
        const costs = (each: number) => new D(openingCost(quantity, at, each, '0.0005'));
        if (leverage === undefined) expect(costs(125).gt(available)).toBe(true);
        else {
          expect(costs(leverage).lte(available)).toBe(true);
          if (leverage > 1) expect(costs(leverage - 1).gt(available)).toBe(true);
        }
      }),
    );
  });
});
