import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderPlace, OrderSplit, Position, SplitOrder } from '../../../domain/index.ts';
import {
  applyFill,
  D,
  mostFilled,
  openingCost,
  orderOutcome,
  perpetualFees,
  restingHold,
  restingOpens,
  tierSteps,
  tiersOf,
} from '../../../domain/index.ts';

const place = (change: Partial<OrderPlace> = {}): OrderPlace => ({
  balance: '1000',
  held: '0',
  position: undefined,
  others: [],
  mark: '100',
  table: tiersOf(tierSteps('major')),
  feeRate: perpetualFees.taker,
  ...change,
});
const order = (side: 'buy' | 'sell', change: Partial<SplitOrder> = {}): SplitOrder => ({
  side,
  terms: { mode: 'cross', leverage: 10 },
  reduceOnly: false,
  ...change,
});
function open(side: 'buy' | 'sell', quantity: string, mode: 'cross' | 'isolated' = 'cross'): Position {
  const { position } = applyFill(
    undefined,
    { side, quantity, price: '100', fee: '0' },
    { mode, leverage: 10 },
  );
  if (position === undefined) throw new Error('open');
  return position;
}
const none: OrderSplit = { trades: [], rest: undefined };
const side = fc.constantFrom('buy' as const, 'sell' as const);
/** Tenths, so that sums are exact. */
const quantity = fc.integer({ min: 1, max: 200 }).map((tenths) => new D(tenths).div(10).toFixed());
const level = fc.tuple(fc.integer({ min: 90, max: 110 }).map(String), quantity);
const held = fc.option(
  fc.record({ side, quantity, mode: fc.constantFrom('cross' as const, 'isolated' as const) }),
  { nil: undefined },
);
const positionOf = (
  from: { side: 'buy' | 'sell'; quantity: string; mode: 'cross' | 'isolated' } | undefined,
) => from && open(from.side, from.quantity, from.mode);
const sum = (texts: readonly string[]) => texts.reduce((all, text) => all.plus(text), new D(0));

describe('what an order does', () => {
  it('is its trades one after the other, and every unit of it closes or opens', () => {
    fc.assert(
      fc.property(side, held, fc.array(level, { minLength: 1, maxLength: 4 }), (own, before, trades) => {
        const position = positionOf(before);
        const {
          closes,
          opens,
          position: after,
          left,
        } = orderOutcome(place({ position, balance: '100000' }), order(own), {
          trades,
          rest: undefined,
        });
        expect(new D(closes).plus(opens).toFixed()).toBe(sum(trades.map(([, each]) => each)).toFixed());
        let alone = position;
        for (const [price, each] of trades)
          alone = applyFill(
            alone,
            { side: own, quantity: each, price, fee: '0' },
            { mode: 'cross', leverage: 10 },
          ).position;
        expect(after && [after.side, after.quantity]).toEqual(alone && [alone.side, alone.quantity]);
        expect(new D(left).gte(0)).toBe(true);
      }),
    );
  });
  it('costs at least what its fee rate says, by less than a unit of booking a trade', () => {
    fc.assert(
      fc.property(side, fc.array(level, { minLength: 1, maxLength: 4 }), (own, trades) => {
        const { fee } = orderOutcome(place({ balance: '100000' }), order(own), { trades, rest: undefined });
        const exact = trades.reduce(
          (all, [price, each]) => all.plus(new D(price).times(each).times(perpetualFees.taker)),
          new D(0),
        );
        const off = new D(fee).minus(exact);
        expect(off.gte(0) && off.lt(new D('1e-8').times(trades.length))).toBe(true);
      }),
    );
  });
  it('is nothing without trades and a rest', () => {
    expect(orderOutcome(place(), order('buy'), none)).toMatchObject({
      closes: '0',
      opens: '0',
      margin: '0',
      fee: '0',
      profit: '0',
      position: undefined,
      liquidation: undefined,
      left: '1000',
      refusal: undefined,
    });
  });
  it('refuses a rest that asks for more than is free, and not one that only closes', () => {
    const rest = { price: '100', quantity: '200', role: 'maker' } as const;
    expect(orderOutcome(place(), order('buy'), { trades: [], rest }).refusal).toBe('insufficientBalance');
    const long = place({ position: open('buy', '200'), balance: '1' });
    expect(
      orderOutcome(long, order('sell', { reduceOnly: true }), { trades: [], rest }).refusal,
    ).toBeUndefined();
  });
});

describe('a resting order', () => {
  it('opens what it does not close, and holds the cost of that alone', () => {
    fc.assert(
      fc.property(side, held, level, (own, before, [price, each]) => {
        const position = positionOf(before);
        const opens = restingOpens(position, own, each);
        const closes = new D(each).minus(opens);
        expect(new D(opens).gte(0) && closes.gte(0)).toBe(true);
        const isOther = position && (position.side === 'long') !== (own === 'buy');
        expect(closes.toFixed()).toBe(isOther ? D.min(each, position.quantity).toFixed() : '0');
        const rest = { price, quantity: each, role: 'maker' } as const;
        expect(restingHold(position, order(own), rest)).toBe(
          opens === '0' ? '0' : openingCost(opens, price, 10, perpetualFees.maker),
        );
        expect(restingHold(position, order(own, { reduceOnly: true }), rest)).toBe('0');
      }),
    );
  });
  it('is at most as large as can stand: a lot more is refused', () => {
    const lot = '0.1';
    fc.assert(
      fc.property(
        side,
        held,
        fc.integer({ min: 1, max: 2_000 }).map(String),
        fc.integer({ min: 90, max: 110 }).map(String),
        (own, before, balance, price) => {
          const here = place({ position: positionOf(before), balance });
          const most = mostFilled(here, order(own), [], price, lot);
          const refusalOf = (text: string) =>
            orderOutcome(here, order(own), { trades: [], rest: { price, quantity: text, role: 'maker' } })
              .refusal;
          if (most !== '0') expect(refusalOf(most)).toBeUndefined();
          expect(refusalOf(new D(most).plus(lot).toFixed())).toBe('insufficientBalance');
        },
      ),
    );
  });
});
